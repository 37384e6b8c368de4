import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import { visible } from '../../core/text.ts';
import type { OutputLine } from '../call/command.ts';

/**
 * Workflow commands of GitHub Actions, one for each fault. The attacker writes subjects and answers:
 * none may begin a command of its own, so what separates commands and their values is encoded.
 */
export function githubReport({ checks, unfinished, stale }: ConformanceReport): OutputLine[] {
  const lines = [
    ...checks.flatMap((check) => check.faults.map((fault) => lineOf(check, fault))),
    ...unfinished.map((said) => `::error title=Not looked at::${message(said)}`),
    ...stale.map((line) => `::notice title=Stale line of the baseline::${message(line)}`),
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
