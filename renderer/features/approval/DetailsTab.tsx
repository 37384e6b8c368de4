import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { Facts } from './Facts.tsx';
import { SkillOrigin } from './Header.tsx';
import styles from './DetailsTab.module.css';
import { standingInWords } from './status-text.ts';
import { useCopied } from '../../components/copy-text.ts';
import { shortDigest } from './dates.ts';
import copyDigestStyles from './CopyDigest.module.css';

/** What the page's one line leaves out: origin, facts, and the decision in full. */
export function DetailsTab({ detail }: { detail: SkillDetail }) {
  const { row, record, unbound } = detail;
  const words = standingInWords(row.standing, row.content, row);
  const isApproved = record !== null && record.decision === 'approved';
  // Allowed tools end with the approval; under any other status they no longer apply.
  const granted = isApproved && row.standing.kind === 'approved' ? record.grants.allowedTools : [];
  return (
    <div className={styles.tab}>
      <SkillOrigin row={row} />
      <section className={styles.decision} aria-label="Decision in full">
        <p className={styles.title}>{words.title}</p>
        {words.detail !== '' && <p>{words.detail}</p>}
        {granted.length > 0 && (
          <p>
            Allowed tools:{' '}
            {granted.map((tool) => (
              <code key={tool} className={styles.tool}>
                {revealInvisible(tool)}
              </code>
            ))}
          </p>
        )}
        {isApproved && record.note !== '' && <p>Note: {record.note}</p>}
      </section>
      <Facts detail={detail} />
      {unbound.length > 0 && (
        <section className={styles.unbound} aria-label="Not part of a decision">
          <p className={styles.title}>Not part of a decision</p>
          <p>The server also says this. It can change it without a new decision.</p>
          <KeyValue items={unbound.map(({ field, value }) => ({ name: field, value }))} />
        </section>
      )}
    </div>
  );
}

/** A short digest that copies the full one; a plain button, since a table holds hundreds. */
export function CopyDigest({ digest }: { digest: string }) {
  const [copied, copy] = useCopied(digest);
  return (
    <button
      type="button"
      className={copyDigestStyles.digest}
      title={`Copy ${digest}`}
      aria-label={`Copy digest ${digest.slice(0, 19)}`}
      onClick={copy}
    >
      <code aria-hidden="true">{copied ? 'copied' : shortDigest(digest)}</code>
    </button>
  );
}
