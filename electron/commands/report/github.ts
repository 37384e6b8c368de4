import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import { sentence, stderrHeading, unquotedStderr } from '../../../shared/model/report-text.ts';
import { visible } from '../../core/text.ts';
import type { OutputLine } from '../call/command.ts';

/**
 * Workflow commands of GitHub Actions, one per problem. The attacker writes subjects and answers,
 * so the characters that separate commands and their values are encoded: none can begin a command
 * of its own.
 */
export function githubReport(report: ConformanceReport): OutputLine[] {
  const { checks, unfinished, stale } = report;
  const rest = unquotedStderr(report);
  const commands = [
    ...checks.flatMap((check) => check.faults.map((fault) => lineOf(check, fault))),
    ...unfinished.map((said) => `::error title=Not checked::${message(said)}`),
    ...stale.map((line) => `::notice title=Outdated baseline line::${message(line)}`),
    ...(rest.length === 0 ? [] : [`::notice title=Standard error::${lines(rest)}`]),
  ];
  return commands.map((command) => ({ command }));
}

function lineOf(check: ReportedCheck, fault: ReportedFault): string {
  const { subject, said, mend = check.mend, place, known, evidence } = fault;
  const { id, verdict } = check;
  const stderr = evidence?.stderr ?? [];
  const wrote = stderr.length === 0 ? '' : `%0A${stderrHeading(stderr)}%0A${lines(stderr)}`;
  const level = known ? 'notice' : verdict === 'fail' ? 'error' : 'warning';
  const at =
    place === null ? '' : `file=${value(place.file)},line=${place.line},col=${place.column},`;
  return `::${level} ${at}title=${value(id)}::${message(`${subject}: ${sentence(said)} ${mend}`)}${wrote}`;
}

const message = (text: string): string => visible(text, 3_000).replaceAll('%', '%25');
/** Lines of the server's, in one annotation: `%0A` is how a workflow command ends a line. */
const lines = (texts: readonly string[]): string =>
  texts.map((text) => `| ${message(text)}`).join('%0A');
const value = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
