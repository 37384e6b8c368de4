import { terminalSafe, visible } from '../../core/text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import type { FailureCode, Line, Output } from './output.ts';

/**
 * Prints what a command gives, harmless for a terminal, and passes its exit code on. A pipe that
 * nobody reads any more takes nothing: that is no error.
 */
export async function print(output: Output, json: boolean): Promise<number> {
  if (json) await write(process.stdout, asciiJson(output.json));
  else if (output.human.length > 0)
    await write(
      process.stdout,
      output.human
        .map((line) =>
          fitted(printable(line), process.stdout.isTTY ? process.stdout.columns : null),
        )
        .join('\n'),
    );
  return output.exit;
}

/**
 * What stopped a command: one line on standard error, with those under it that a server wrote, or the
 * one document. The exit code is 2.
 */
export async function complain(
  {
    code,
    message,
    stderr = [],
  }: {
    readonly code: FailureCode;
    readonly message: string;
    readonly stderr?: readonly string[];
  },
  json: boolean,
): Promise<number> {
  const line = message.replace(/\s*\n\s*/g, ' ');
  if (json)
    await write(
      process.stdout,
      asciiJson({ error: { code, message: line, ...(stderr.length === 0 ? {} : { stderr }) } }),
    );
  else {
    const quoted = stderr.map((said) => `\n${printable(`  | ${said}`)}`).join('');
    await write(process.stderr, `skillgate: ${escaped(visible(line, 1_000))}${quoted}`);
  }
  return 2;
}

/** What a command says on standard error while it goes on. */
export function remark(line: string): void {
  void write(process.stderr, `skillgate: ${escaped(visible(line, 1_000))}`);
}

/** As a terminal gets it: the attacker is a server that writes what a person reads there. */
export function printable(line: Line): string {
  if (typeof line === 'string') return uncommanding(escaped(visible(line, 4_000)));
  if ('block' in line) return uncommanding(escaped(terminalSafe(line.block)));
  if ('command' in line) return escaped(visible(line.command, 8_000));
  return escaped(terminalSafe(line.quoted))
    .split('\n')
    .map((one) => `| ${one}`)
    .join('\n');
}

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
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
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
export function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
