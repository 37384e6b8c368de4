import type { ServerView } from '../../../shared/model/server.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { dialectWords } from '../../store/dialects.ts';
import { ProblemFacts, ProblemList, ruleName } from './ProblemList.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import { countedWords, endingWords } from '../../../shared/model/report-text.ts';
import { useApp } from '../../store/context.ts';
import { useReport } from './conformance/use-report.ts';
import { toFix } from './server-text.ts';

/**
 * The dialects the server speaks, and what its author could fix, each with its clause and the
 * smallest change.
 */
export function DialectSection({ server }: { server: ServerView }) {
  const { dialects, advice, problems } = server;
  if (dialects.length === 0 && advice.length === 0 && problems.length === 0) return null;
  const advised = new Set(advice.map((one) => one.message));
  const rest = problems.filter(
    (problem) => !advice.some((one) => one.rule === problem.rule) && !advised.has(problem.message),
  );
  return (
    <section className={layout.section} aria-labelledby="dialect-title">
      <h2 className={styles.sectionTitle} id="dialect-title">
        Dialect <span className={styles.aside}>how it serves skills</span>
      </h2>
      {dialects.length > 0 && (
        <ul className={styles.list} aria-label="Dialects found">
          {dialects.map((id) => (
            <li key={id} className={styles.item}>
              <div className={styles.itemHead}>
                <span className={styles.grow}>
                  <strong>{dialectWords[id].name}</strong>{' '}
                  <span className={layout.muted}>{dialectWords[id].about}</span>
                </span>
                <Badge>{id}</Badge>
              </div>
            </li>
          ))}
        </ul>
      )}
      {advice.length > 0 && (
        <>
          <h3 className={styles.subhead}>
            To fix <span className={styles.aside}>the smallest change for each problem</span>
          </h3>
          <ul className={styles.list} aria-label="Advice">
            {advice.map((one) => (
              <li key={`${one.rule}\n${one.message}`} className={styles.item}>
                <div className={styles.itemHead}>
                  <span className={styles.grow}>{one.message}</span>
                  <Badge tone="warn">{ruleName(one)}</Badge>
                </div>
                <ProblemFacts problem={one} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ProblemList problems={rest} />
      {dialects.length > 0 && advice.length === 0 && rest.length === 0 && (
        <NothingToFix server={server} />
      )}
    </section>
  );
}

/**
 * Says what is wrong with a sound listing's skills, and what the server check found if there was
 * one. A listing alone exercises few rules.
 */
function NothingToFix({ server }: { server: ServerView }) {
  const rows = useApp((app) => app.skills.get(server.label));
  const refused = useApp((app) => app.refused.get(server.label)?.length ?? 0);
  const report = useReport(server.label)?.report ?? null;
  const { listing } = server;
  if (listing.status === 'none' || listing.status === 'loading') return null;
  const wrong = toFix(listing, rows?.values() ?? [], refused);
  const seen =
    wrong.length === 0
      ? 'No problems in its listing or in the files loaded so far.'
      : `To fix: ${wrong.join(', ')}.`;
  const checked =
    report === null
      ? 'Check the server to test the other rules of the specification.'
      : `Checked: ${countedWords(report.checks)}. ${endingWords(report)}`;
  return (
    <p className={layout.muted}>
      {seen} {checked}
    </p>
  );
}
