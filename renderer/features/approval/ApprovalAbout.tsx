import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { dialectWords } from '../../store/dialects.ts';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';

/** A record may predate today's dialect names. */
const nameOf = (dialect: string): string =>
  new Map<string, { readonly name: string }>(Object.entries(dialectWords)).get(dialect)?.name ??
  revealInvisible(dialect);

/**
 * Says when a reverted change still ended the approval, and when the server now serves the skill
 * another way.
 */
export function ApprovalAbout({ changes }: { changes: SkillChanges }) {
  const { lapsedAt, restoredFrom, dialects, files, frontmatter } = changes;
  const isBack = lapsedAt !== undefined && files.length === 0 && frontmatter.length === 0;
  if (!isBack && restoredFrom === undefined && dialects === undefined) return null;
  return (
    <ul className={styles.about}>
      {isBack && (
        <li>
          Your approval ended on {day(lapsedAt)}, when the server sent something else. Restoring the
          old files doesn’t restore it.
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
