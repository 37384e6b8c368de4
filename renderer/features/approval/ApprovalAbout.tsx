import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { dialectWords } from '../../store/dialects.ts';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';

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
