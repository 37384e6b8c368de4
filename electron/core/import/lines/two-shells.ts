import { shellLines, type ShellLine } from './shell-words.ts';
import { isSurelyWindows, shellOf, type ShellKind } from './shells.ts';

/**
 * The lines of a text for the shell that it was written for. The attacker's page has a person paste
 * what one shell reads as they do and another does not: one sign of Windows anywhere, in quotes or in
 * a comment, decides for the whole. So where that alone decides, a line that a POSIX shell would read
 * otherwise is a problem.
 */
export function certainLines(text: string): readonly ShellLine[] {
  const shell = shellOf(text);
  // Only a POSIX shell and PowerShell know that a line is a comment.
  const source = shell === 'cmd' ? text.replaceAll(/^[ \t]*#.*$/gm, '') : text;
  const lines = shellLines(source, shell);
  if (shell === 'posix' || isSurelyWindows(text)) return lines;
  const others = shellLines(source, 'posix');
  return lines.map((line, at) => {
    const other = others[at];
    // Where they part the text into other lines, what stands at the same place need not be the same.
    const reads = lines.length === others.length ? readsAlike : isSame;
    const isAlike = line.problem !== null || (other !== undefined && reads(line, other));
    return isAlike ? line : { ...line, left: [], problem: otherwise(shell) };
  });
}

const otherwise = (shell: ShellKind): string =>
  `A Unix shell reads this line differently than ${shell === 'cmd' ? 'cmd' : 'PowerShell'}. Paste it with the Windows prompt or as JSON.`;

/** A path of Windows of which a POSIX shell would take the backslashes away, as nobody means it. */
const drive = /(?:^|=)[A-Za-z]:\\[\w.]/;
const path = /^(?:[^\\]|\\[\w.])+$/;

const isSame = (line: ShellLine, other: ShellLine): boolean =>
  other.problem === null &&
  line.left.join() === other.left.join() &&
  JSON.stringify(line.words) === JSON.stringify(other.words);

function readsAlike(line: ShellLine, other: ShellLine): boolean {
  const isHole = ({ words }: ShellLine): boolean =>
    words.some(({ unfilled }) => unfilled.length > 0);
  if (other.problem !== null || isHole(line) || isHole(other)) return true;
  const words = line.words.map(({ text }) => text);
  if (drive.test(words[0] ?? '')) return true;
  const isOfWindows = words.some((word) => drive.test(word));
  return (
    words.length === other.words.length &&
    line.left.join() === other.left.join() &&
    words.every((word, at) => {
      const read = other.words[at]?.text;
      return (
        read === word || (isOfWindows && path.test(word) && read === word.replaceAll('\\', ''))
      );
    })
  );
}
