import type { WritingKind } from '../../../shared/confusables/writing.ts';
import type { ErrorCode } from '../../../shared/contract.ts';
import { mixedOrderLines, withOrderedCode } from '../../../shared/direction.ts';
import { terminalSafe, visible } from '../../core/text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import type { CommandProcess, OutputStream } from './command-process.ts';

/**
 * Why a whole command stopped, for a program that reads `--json`. `usage` is a mistake in the call;
 * the others are the codes that the window gets.
 */
export type FailureCode = 'usage' | ErrorCode;

/**
 * The text is a file's content, which a digest binds and a person reviews: nothing in it is masked.
 */
interface MayBeExact {
  readonly exact?: true;
  /** The file's language, if known. In code, more characters count as imitations. */
  readonly writing?: WritingKind;
}

/**
 * A line for people; or text of several lines; or a server's text, each line of which begins with
 * `| ` so that none can pass for one of ours; or a workflow command (`::error …`) for the build
 * that reads the output, which no other line can be.
 */
export type OutputLine =
  | string
  | ({ readonly block: string } & MayBeExact)
  | ({ readonly quoted: string; /** Columns before `| `. */ readonly indent?: number } & MayBeExact)
  | { readonly command: string };

/** What a command returns: a JSON document, the same for people, and an exit code. */
export interface CommandOutput {
  readonly json: unknown;
  /** Escaped for the terminal when printed. */
  readonly human: readonly OutputLine[];
  readonly exit: number;
  /** Secrets in quoted text are masked already, so they aren't masked again. */
  readonly isMasked?: true;
}

/**
 * Prints a command's output, escaped for a terminal, and returns its exit code. A pipe that nobody
 * reads anymore isn't an error.
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
 * Prints why a command stopped: one line on standard error, followed by the lines a server wrote,
 * or the JSON document. The exit code is 2 unless the error has its own.
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
  const line = message.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
  if (json)
    await write(
      stdout,
      asciiJson({
        error: { code, message: line, ...(stderr.length === 0 ? {} : { stderr }), ...details },
      }),
    );
  else {
    const quoted = stderr
      .flatMap(quotedRows)
      .map((row) => `\n${printable(row)}`)
      .join('');
    const shown = lines.map((one) => `\n${fitted(printable(one), errors.columns)}`).join('');
    await write(errors, `skillgate: ${escaped(visible(line, 1_000))}${quoted}${shown}`);
  }
  return exit;
}

/** Prints a line on standard error while a command is running. */
export function remark(line: string, stderr: OutputStream = process.stderr): void {
  void write(stderr, `skillgate: ${escaped(visible(line, 1_000))}`);
}

/** Escapes text for a terminal. The attacker is a server that writes what a person reads there. */
export function printable(line: OutputLine): string {
  if (typeof line === 'string') {
    // The indentation is ours: it doesn't make code of the line, whose quotation marks would look
    // odd.
    const [indent = ''] = /^ */.exec(line) ?? [];
    return uncommanding(indent + escaped(visible(line.slice(indent.length), 4_000)));
  }
  if ('block' in line) return uncommanding(escaped(laidOut(line.block, line.writing)));
  if ('command' in line) return escaped(visible(line.command, 8_000));
  const mixed = mixedOrder(line.quoted);
  const start = `${' '.repeat(line.indent ?? 0)}| `;
  return [
    ...escaped(terminalSafe(withOrderedCode(line.quoted, line.writing ?? 'text'), line.writing))
      .split('\n')
      .map((one) => `${start}${one}`),
    ...(mixed === null ? [] : [mixed]),
  ].join('\n');
}

function laidOut(text: string, writing: WritingKind = 'text'): string {
  const mixed = mixedOrder(text);
  const shown = terminalSafe(withOrderedCode(text, writing), writing);
  return mixed === null ? shown : `${shown}\n${mixed}`;
}

/** A note below text whose lines a terminal may draw in an order different from the stored one. */
function mixedOrder(text: string): string | null {
  const lines = mixedOrderLines(text, mostNamed + 1);
  if (lines.length === 0) return null;
  const named =
    lines.slice(0, mostNamed).join(', ') + (lines.length > mostNamed ? ' and more' : '');
  return (
    'note: left-to-right and right-to-left letters are mixed, ' +
    `so your terminal may reorder them: line ${named}`
  );
}
const mostNamed = 20;

/**
 * Makes sure that no line begins a GitHub workflow command. The attacker is a server examined in a
 * build, which could otherwise control the steps that follow.
 */
const uncommanding = (text: string): string => text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u{003A}');

/**
 * Escapes to `\u{XXXX}` whatever Unicode doesn't call a letter, mark, number, sign or plain space,
 * whether or not the table of known tricks lists it; `visible` handles line ends and tabs. Also
 * escapes, anywhere in a line, the start of a build command: `##[` (GitHub's older form) and
 * `##vso[` (Azure Pipelines).
 */
const escaped = (text: string): string =>
  text.replace(
    /(?![ \n\t])[\p{C}\p{Z}]|#(?=#\w*\[)/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );

/**
 * Breaks lines to fit a terminal, with an indent and a mark on each continuation. The attacker pads
 * a line so that its end wraps to the left edge and reads as a line of ours. Returns the text
 * unchanged if `columns` is null or small.
 */
export function fitted(text: string, columns: number | null | undefined): string {
  if (columns === null || columns === undefined || columns < 24) return text;
  return text
    .split('\n')
    .map((line) => fittedLine(line, columns - 1))
    .join('\n');
}

function fittedLine(line: string, columns: number): string {
  const [, before = '', bar = ' '] = /^(?:( *)(\|) )?/.exec(line) ?? [];
  const further = `${before}${bar}     \u2026 `;
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

/** The most columns that a character takes in any terminal. */
const widthOf = (char: string): number => (char === '\t' ? 8 : char <= '~' ? 1 : 2);

/**
 * Waits until a pipe has taken everything, because exiting earlier would truncate the document.
 * Throws if a file couldn't take it, for example on a full disk.
 */
function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(`${text}\n`, (error) => {
      if (error === null || error === undefined || isClosedPipe(error)) done();
      else fail(error);
    });
  });
}

/** The reader has closed the pipe, as `head` does. */
const isClosedPipe = (error: Error): boolean =>
  'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');

/**
 * Errors of an output are handled where it's written. Without a listener, a closed pipe that isn't
 * awaited would crash the process with a stack trace.
 */
export function survivePipes({ stdout, stderr }: Pick<CommandProcess, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
}

/** How much of a quoted line is on one row: less than any usual terminal is wide. */
const rowChars = 74;

/**
 * One line that a server wrote, marked as a quotation. A server can pad a line so that the terminal
 * wraps it and its end looks like a line of ours; so each row gets the mark.
 */
export const quotedRows = (line: string): string[] =>
  (line.match(new RegExp(`.{1,${rowChars}}`, 'gsu')) ?? ['']).map((row) => `  | ${row}`);

/** How long (ms) to wait before reporting progress: longer for a build's log than for a person. */
const quietMs = { terminal: 500, log: 5_000 };
/** How often (ms) to report: a terminal's line is overwritten, a log's lines stay. */
const everyMs = { terminal: 1_000, log: 10_000 };

/**
 * Shows on standard error what a long command is doing: one overwritten line at a terminal, an
 * occasional line elsewhere, so that a build is seen to make progress. Pass null to clear the line
 * before printing anything else. `now` is monotonic, in ms.
 */
export function progressOn(
  stream: Pick<OutputStream, 'write' | 'isTTY' | 'columns'>,
  now: () => number = () => performance.now(),
): (line: string | null) => void {
  const kind = stream.isTTY ? 'terminal' : 'log';
  let began: number | null = null;
  let last: number | null = null;
  let isShown = false;
  return (line) => {
    if (line === null) {
      if (isShown) stream.write('\r\u001B[K');
      [began, last, isShown] = [null, null, false];
      return;
    }
    const at = now();
    began ??= at;
    if (at - (last ?? began) < (last === null ? quietMs : everyMs)[kind]) return;
    last = at;
    const text = printable(line).replaceAll('\n', ' ');
    if (!stream.isTTY) return void stream.write(`${text}\n`);
    isShown = true;
    // A longer line would wrap, and overwriting clears only one line.
    stream.write(`\r${text.slice(0, Math.max(0, (stream.columns ?? 80) - 1))}\u001B[K`);
  };
}
