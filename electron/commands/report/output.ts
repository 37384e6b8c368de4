import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  baselineOf,
  noBaseline,
  type KnownFaults,
  expectedSkillsId,
} from '../../core/conformance/evaluate.ts';
import { markdownReport } from '../../core/conformance/markdown.ts';
import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import {
  outcomeOf,
  sentence,
  stderrHeading,
  unquotedStderr,
} from '../../../shared/model/report-text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { choice } from '../call/parse.ts';
import { CommandError, type OutputLine, type CommandOutput, textIn } from '../call/command.ts';
import { junitReport } from './junit.ts';
import { textReport } from './text.ts';
import { visible } from '../../core/text.ts';
import { version } from '../../../shared/version.ts';
import { counted } from '../../../shared/size-text.ts';
import { messageOf } from '../../storage/disk/data-folder.ts';

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

/**
 * Workflow commands of GitHub Actions, one per problem. The attacker writes subjects and answers,
 * so the characters that separate commands and their values are encoded: none can begin a command
 * of its own.
 */
function githubReport(report: ConformanceReport): OutputLine[] {
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
  const { subject, said, fix = check.fix, place, known, evidence } = fault;
  const { id, verdict } = check;
  const stderr = evidence?.stderr ?? [];
  const wrote = stderr.length === 0 ? '' : `%0A${stderrHeading(stderr)}%0A${lines(stderr)}`;
  const level = known ? 'notice' : verdict === 'fail' ? 'error' : 'warning';
  const at =
    place === null ? '' : `file=${value(place.file)},line=${place.line},col=${place.column},`;
  return (
    `::${level} ` +
    `${at}title=${value(id)}::${message(`${subject}: ${sentence(said)} ${fix}`)}${wrote}`
  );
}

const message = (text: string): string => visible(text, 3_000).replaceAll('%', '%25');
/** Lines of the server's, in one annotation: `%0A` is how a workflow command ends a line. */
const lines = (texts: readonly string[]): string =>
  texts.map((text) => `| ${message(text)}`).join('%0A');
const value = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const specification =
  'https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx';

/**
 * The report as SARIF 2.1.0 (OASIS): a rule for each check, a result for each problem. Problems in
 * the baseline are suppressed. Text from others is plain text, never markdown.
 */
function sarifReport(report: ConformanceReport): unknown {
  const { checks, unfinished, stale, target, protocol, scope, stderr = [] } = report;
  const notes = [
    ...unfinished.map((text) => ({ level: 'error', message: { text } })),
    ...stale.map((line) => ({
      level: 'note',
      message: { text: `The baseline lists ${line}, but no such problem was found.` },
    })),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Skillgate', version, rules: checks.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        properties: { target, protocol, ...scope, ...(stderr.length === 0 ? {} : { stderr }) },
        results: checks.flatMap((check, index) =>
          check.faults.map((fault) => resultOf(check, fault, index)),
        ),
        invocations: [
          { executionSuccessful: unfinished.length === 0, toolExecutionNotifications: notes },
        ],
      },
    ],
  };
}

const levelOf = ({ verdict }: ReportedCheck): 'error' | 'warning' =>
  verdict === 'fail' ? 'error' : 'warning';

const ruleOf = (check: ReportedCheck): unknown => ({
  id: check.id,
  shortDescription: { text: check.words },
  help: { text: `${check.fix} (${check.level}, "${check.clause}")` },
  helpUri: specification,
  defaultConfiguration: { level: check.level === 'MUST' ? 'error' : 'warning' },
});

function resultOf(check: ReportedCheck, fault: ReportedFault, ruleIndex: number): unknown {
  const { subject, said, fix = check.fix, place, evidence, known } = fault;
  return {
    ruleId: check.id,
    ruleIndex,
    level: levelOf(check),
    message: { text: `${subject}: ${sentence(said)} ${fix}` },
    locations: [
      {
        logicalLocations: [{ fullyQualifiedName: subject, kind: 'resource' }],
        ...(place === null
          ? {}
          : {
              physicalLocation: {
                artifactLocation: { uri: uriOf(place.file) },
                region: { startLine: place.line, startColumn: place.column },
              },
            }),
      },
    ],
    ...(evidence === null ? {} : { properties: { ...evidence } }),
    ...(known ? { suppressions: [{ kind: 'external', justification: 'in the baseline' }] } : {}),
  };
}

/**
 * A path as a relative reference. The attacker's folder `https:` doesn't become an address, and a
 * name with `?` or `#` stays complete.
 */
const uriOf = (path: string): string =>
  // Windows allows a lone surrogate in a name, which has no UTF-8 form.
  path
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

const mostSubject = 300;

/**
 * Writes every problem of a report as a baseline, so that only new ones fail from then on. Exits
 * with 1 if the file doesn't have them all. An existing file stays: its comments are somebody's.
 */
export async function writeBaseline(
  cwd: string,
  path: string,
  report: ConformanceReport,
): Promise<CommandOutput> {
  const lines: string[] = [];
  let left = 0;
  for (const { id, faults, why } of report.checks) {
    for (const { subject } of faults)
      // The rest of a long subject isn't in the report, and a line would cover others like it.
      if (subject.length >= mostSubject) left += 1;
      else lines.push(`${id} ${subject}`);
    if (faults.length > 0 && why !== null) left += 1;
  }
  const known = [...new Set(lines)];
  const text =
    `# Known problems of ${report.target}: ` +
    `remove a line when its problem is fixed.\n${known.map((line) => `${line}\n`).join('')}`;
  try {
    await writeFile(resolve(cwd, path), text, { flag: 'wx' });
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `${path} exists already. Remove it first, or name another file.`
        : `${path}: ${messageOf(error)}`;
    throw new CommandError(why, 'store');
  }
  const { unfinished } = report;
  const human = [
    `${counted(known.length, 'known problem')} written to ${path}`,
    ...(left === 0
      ? []
      : [
          'Not all problems are in it: ' +
            'some checks have more than a report lists, or a URI is too long.',
        ]),
    ...unfinished.map((said) => `not checked: ${said}`),
  ];
  const exit = left > 0 ? 1 : unfinished.length > 0 ? 3 : 0;
  return { json: report, human, exit, isMasked: true };
}
