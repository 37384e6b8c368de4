import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { dialectWords } from '../../store/dialects.ts';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';
import { Button } from '../../components/Button/Button.tsx';
import { useActions } from '../../store/context.ts';
import { useLocalStanding } from '../../store/own-rules.ts';

/** What's there now is what was approved. */
export const isAsApproved = ({ files, frontmatter }: SkillChanges): boolean =>
  files.length === 0 && frontmatter.length === 0;

/** A record may predate today's dialect names. */
const nameOf = (dialect: string): string =>
  new Map<string, { readonly name: string }>(Object.entries(dialectWords)).get(dialect)?.name ??
  revealInvisible(dialect);

/**
 * Says when a reverted change still ended the approval, and when the server now serves the skill
 * another way.
 */
export function ApprovalAbout({ changes, isLocal }: { changes: SkillChanges; isLocal: boolean }) {
  const { lapsedAt, restoredFrom, dialects } = changes;
  const isBack = lapsedAt !== undefined && isAsApproved(changes);
  if (!isBack && restoredFrom === undefined && dialects === undefined) return null;
  return (
    <ul className={styles.about}>
      {isBack && (
        <li>
          Your approval ended on {day(lapsedAt)}, when{' '}
          {isLocal ? 'something else was in the folder' : 'the server sent something else'}. That
          what you approved is back doesn’t bring it back: approve it again if you still agree.
        </li>
      )}
      {restoredFrom !== undefined && (
        <li>
          This approval comes from the copy of {day(restoredFrom)} that you restored. Approve it
          again to confirm it.
        </li>
      )}
      {dialects !== undefined && (
        <li>
          You approved it as {nameOf(dialects.approved)}; the server now lists it as{' '}
          {nameOf(dialects.now)}.
        </li>
      )}
    </ul>
  );
}

/** What apps do with a decision about a local skill, which none of them asks about. */
export function LocalNote({
  name,
  isDenied,
}: {
  readonly name: string;
  readonly isDenied: boolean;
}) {
  const { openHosts } = useActions();
  const { off, could } = useLocalStanding(name);
  return (
    <>
      {off.length > 0 && <p>Off in {inWords(off)}, by its name.</p>}
      {isDenied && could.length > 0 && (
        <p>
          {inWords(could)} {could.length === 1 ? 'doesn’t' : 'don’t'} follow your decisions about
          local skills yet.{' '}
          <Button size="sm" onClick={openHosts}>
            Turn that on…
          </Button>
        </p>
      )}
    </>
  );
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
