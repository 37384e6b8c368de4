import type { SkillChanges } from '../../../shared/model/detail.ts';
import { dialectWords } from '../../store/dialects.ts';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';

/** A record may be older than the names of today. */
const nameOf = (dialect: string): string =>
  new Map<string, { readonly name: string }>(Object.entries(dialectWords)).get(dialect)?.name ??
  dialect;

/** What happened to the approval beside the files: that it is over, and where the skill came from. */
export function ApprovalAbout({ changes }: { changes: SkillChanges }) {
  const { lapsedAt, dialects } = changes;
  if (lapsedAt === undefined && dialects === undefined) return null;
  return (
    <ul className={styles.about}>
      {lapsedAt !== undefined && (
        <li>
          Your approval is over since {day(lapsedAt)}, when something else was served. It does not
          come back with the old files.
        </li>
      )}
      {dialects !== undefined && (
        <li>
          You approved it as {nameOf(dialects.approved)}; it is listed as {nameOf(dialects.now)}{' '}
          now.
        </li>
      )}
    </ul>
  );
}
