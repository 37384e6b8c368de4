import { shellLines, type ShellLine } from './shell-words.ts';
import { isSurelyWindows, shellOf, type ShellKind } from './shells.ts';

/**
 * The lines of a text for its shell. The attacker's page has a person paste something that one
 * shell reads as the person does and another doesn't: a single Windows sign, even in quotes or a
 * comment, decides for the whole text. If that alone decides, any line that a POSIX shell would
 * read differently is a problem.
 */
export function certainLines(text: string): readonly ShellLine[] {
  const shell = shellOf(text);
  // Only a POSIX shell and PowerShell recognize comment lines.
  const source = shell === 'cmd' ? text.replaceAll(/^[ \t]*#.*$/gm, '') : text;
  const lines = shellLines(source, shell);
  if (shell === 'posix' || isSurelyWindows(text)) return lines;
  const others = shellLines(source, 'posix');
  return lines.map((line, at) => {
    const other = others[at];
    // If they split the text into different lines, the same position needn't hold the same line.
    const reads = lines.length === others.length ? readsAlike : isSame;
    const isAlike = line.problem !== null || (other !== undefined && reads(line, other));
    return isAlike ? line : { ...line, left: [], problem: otherwise(shell) };
  });
}

const otherwise = (shell: ShellKind): string =>
  `A Unix shell reads this line differently than ${shell === 'cmd' ? 'cmd' : 'PowerShell'}. Paste it with the Windows prompt or as JSON.`;

/** A Windows path whose backslashes a POSIX shell would remove, which nobody intends. */
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
