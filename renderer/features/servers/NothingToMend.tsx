import type { ServerView } from '../../../shared/model/server.ts';
import { countedWords, endingWords } from '../../../shared/model/report-text.ts';
import { useApp } from '../../store/context.ts';
import { useReport } from './conformance/use-report.ts';
import { toMend } from './to-mend.ts';
import layout from '../../components/Page/Page.module.css';

/**
 * Says what is wrong with a sound listing's skills, and what the server check found if there was
 * one. A listing alone exercises few rules.
 */
export function NothingToMend({ server }: { server: ServerView }) {
  const rows = useApp((app) => app.skills.get(server.label));
  const refused = useApp((app) => app.refused.get(server.label)?.length ?? 0);
  const report = useReport(server.label)?.report ?? null;
  const { listing } = server;
  if (listing.status === 'none' || listing.status === 'loading') return null;
  const wrong = toMend(listing, rows?.values() ?? [], refused);
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
