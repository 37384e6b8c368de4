import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import { visible } from '../../core/text.ts';
import type { OutputLine } from '../call/command.ts';

/**
 * Workflow commands of GitHub Actions, one per problem. The attacker writes subjects and answers,
 * so the characters that separate commands and their values are encoded: none can begin a command
 * of its own.
 */
export function githubReport({ checks, unfinished, stale }: ConformanceReport): OutputLine[] {
  const lines = [
    ...checks.flatMap((check) => check.faults.map((fault) => lineOf(check, fault))),
    ...unfinished.map((said) => `::error title=Not checked::${message(said)}`),
    ...stale.map((line) => `::notice title=Outdated baseline line::${message(line)}`),
  ];
  return lines.map((command) => ({ command }));
}

function lineOf({ id, verdict, mend }: ReportedCheck, fault: ReportedFault): string {
  const { subject, said, place, known } = fault;
  const level = known ? 'notice' : verdict === 'fail' ? 'error' : 'warning';
  const at =
    place === null ? '' : `file=${value(place.file)},line=${place.line},col=${place.column},`;
  return `::${level} ${at}title=${value(id)}::${message(`${subject}: ${said}. ${mend}`)}`;
}

const message = (text: string): string => visible(text, 3_000).replaceAll('%', '%25');
const value = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
