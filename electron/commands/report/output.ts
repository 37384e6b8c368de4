import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { baselineOf, noBaseline, type KnownFaults } from '../../core/conformance/baseline.ts';
import { expectedSkillsId } from '../../core/conformance/expected-skills.ts';
import { markdownReport } from '../../core/conformance/markdown.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { outcomeOf } from '../../../shared/model/report-text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { choice } from '../call/choice.ts';
import { CommandError, type OutputLine, type CommandOutput } from '../call/command.ts';
import { textIn } from '../call/text-in.ts';
import { githubReport } from './github.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';
import { textReport } from './text.ts';

export const formats = ['text', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;
export type ReportFormat = (typeof formats)[number];

export const formatOf = (given: string | undefined): ReportFormat =>
  choice('format', formats, given ?? 'text');

const exits = { pass: 0, fail: 1, warn: 3 } as const;
/** For a skill that `--expect` names and the server doesn't list, whatever else is wrong. */
const exitUnlisted = 4;

export const exitOf = (report: ConformanceReport): number =>
  report.checks.some(({ id, verdict }) => id === expectedSkillsId && verdict !== 'pass')
    ? exitUnlisted
    : exits[outcomeOf(report)];

/** A report in the requested format, with its exit code. */
export function outputOf(report: ConformanceReport, format: ReportFormat): CommandOutput {
  const human: Readonly<Record<ReportFormat, () => OutputLine[]>> = {
    text: () => textReport(report),
    json: () => [{ block: asciiJson(report) }],
    sarif: () => [{ block: asciiJson(sarifReport(report)) }],
    junit: () => [{ block: junitReport(report) }],
    github: () => githubReport(report),
    markdown: () => [{ block: markdownReport(report).trimEnd() }],
  };
  return { json: report, human: human[format](), exit: exitOf(report), isMasked: true };
}

/** The named baseline, or an empty one if none was named. */
export async function baselineIn(cwd: string, path: string | undefined): Promise<KnownFaults> {
  if (path === undefined) return noBaseline;
  const bytes = await readFile(resolve(cwd, path)).catch(() => null);
  if (bytes === null) throw new CommandError(`${path} cannot be read`, 'bad-input');
  return baselineOf(textIn(bytes, path));
}
