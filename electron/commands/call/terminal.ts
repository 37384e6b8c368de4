import type { WritingKind } from '../../../shared/confusables/writing.ts';
import { mixedOrderLines, withOrderedCode } from '../../../shared/direction.ts';
import { terminalSafe, visible } from '../../core/text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import type { CommandProcess, OutputStream } from './command-process.ts';
import type { FailureCode, OutputLine, CommandOutput } from './output.ts';

/**
 * Prints what a command gives, harmless for a terminal, and passes its exit code on. A pipe that
 * nobody reads any more takes nothing: that is no error.
 */
export async function print(
  output: CommandOutput,
  json: boolean,
  stdout: OutputStream,
): Promise<number> {
  const columns = stdout.isTTY ? stdout.columns : null;
  if (json) await write(stdout, asciiJson(output.json));
  else if (output.human.length > 0)
    await write(stdout, output.human.map((line) => fitted(printable(line), columns)).join('\n'));
  return output.exit;
}

/**
 * What stopped a command: one line on standard error, with those under it that a server wrote, or the
 * one document. The exit code is 2 where nothing else is said.
 */
export async function complain(
  {
    code,
    message,
    stderr = [],
    exit = 2,
    lines = [],
    details = {},
  }: {
    readonly code: FailureCode;
    readonly message: string;
    readonly stderr?: readonly string[];
    readonly exit?: number;
    readonly lines?: readonly OutputLine[];
    readonly details?: object;
  },
  json: boolean,
  { stdout, stderr: errors }: Pick<CommandProcess, 'stdout' | 'stderr'>,
): Promise<number> {
  const line = message.replace(/\s*\n\s*/g, ' ');
  if (json)
    await write(
      stdout,
      asciiJson({
        error: { code, message: line, ...(stderr.length === 0 ? {} : { stderr }), ...details },
      }),
    );
  else {
    const quoted = stderr.map((said) => `\n${printable(`  | ${said}`)}`).join('');
    const shown = lines.map((one) => `\n${fitted(printable(one), errors.columns)}`).join('');
    await write(errors, `skillgate: ${escaped(visible(line, 1_000))}${quoted}${shown}`);
  }
  return exit;
}

/** What a command says on standard error while it goes on. */
export function remark(line: string, stderr: OutputStream = process.stderr): void {
  void write(stderr, `skillgate: ${escaped(visible(line, 1_000))}`);
}

/** As a terminal gets it: the attacker is a server that writes what a person reads there. */
export function printable(line: OutputLine): string {
  if (typeof line === 'string') return uncommanding(escaped(visible(line, 4_000)));
  if ('block' in line) return uncommanding(escaped(laidOut(line.block, line.writing)));
  if ('command' in line) return escaped(visible(line.command, 8_000));
  const mixed = mixedOrder(line.quoted);
  return [
    ...escaped(terminalSafe(withOrderedCode(line.quoted, line.writing ?? 'text'), line.writing))
      .split('\n')
      .map((one) => `| ${one}`),
    ...(mixed === null ? [] : [mixed]),
  ].join('\n');
}

function laidOut(text: string, writing: WritingKind = 'text'): string {
  const mixed = mixedOrder(text);
  const shown = terminalSafe(withOrderedCode(text, writing), writing);
  return mixed === null ? shown : `${shown}\n${mixed}`;
}

/** Said below a text of which a terminal may draw lines in another order than they are stored. */
function mixedOrder(text: string): string | null {
  const lines = mixedOrderLines(text, mostNamed + 1);
  if (lines.length === 0) return null;
  const named =
    lines.slice(0, mostNamed).join(', ') + (lines.length > mostNamed ? ' and more' : '');
  return `note: letters of both writing directions, which a terminal may draw in another order: line ${named}`;
}
const mostNamed = 20;

/**
 * No line of it begins a workflow command of GitHub's. The attacker is a server that is looked at in a
 * build, and would set what the steps after that go by.
 */
const uncommanding = (text: string): string => text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u{003A}');

/**
 * Whatever Unicode does not call a letter, mark, number, sign or the plain space becomes
 * `\u{XXXX}`, whether or not the table of known tricks has it. Line ends and tabs are left to
 * `visible`. So does the sign that begins a command of a build wherever it stands in a line: `##[` of
 * GitHub's older form, `##vso[` of Azure Pipelines.
 */
const escaped = (text: string): string =>
  text.replace(
    /(?![ \n\t])[\p{C}\p{Z}]|#(?=#\w*\[)/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );

/**
 * Lines that no terminal of so many columns breaks by itself. The attacker pads a line until
 * its end stands at the left edge and reads as a line of ours; what goes on here is indented
 * and marked. Null or few columns: as it is.
 */
export function fitted(text: string, columns: number | null | undefined): string {
  if (columns === null || columns === undefined || columns < 24) return text;
  return text
    .split('\n')
    .map((line) => fittedLine(line, columns - 1))
    .join('\n');
}

function fittedLine(line: string, columns: number): string {
  const further = `${line.startsWith('| ') ? '|' : ' '}     \u2026 `;
  let shown = '';
  let used = 0;
  for (const char of line) {
    const width = widthOf(char);
    if (used + width > columns) {
      shown += `\n${further}`;
      used = further.length;
    }
    shown += char;
    used += width;
  }
  return shown;
}

/** Columns that a character takes at most, in any terminal. */
const widthOf = (char: string): number => (char === '\t' ? 8 : char <= '~' ? 1 : 2);

/**
 * Waits until a pipe has taken everything: an exit in between would cut the document. Throws
 * when a file that was to take it could not, for instance on a full disk.
 */
function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(`${text}\n`, (error) => {
      if (error === null || error === undefined || isClosedPipe(error)) done();
      else fail(error);
    });
  });
}

/** The reader has gone, as `head` does. */
const isClosedPipe = (error: Error): boolean =>
  'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');

/**
 * An error of an output is answered where it is written; without a listener the closed pipe of
 * one that is not awaited would end the process with a stack.
 */
export function survivePipes({ stdout, stderr }: Pick<CommandProcess, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
}
