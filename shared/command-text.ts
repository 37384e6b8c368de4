const plain = /^[\p{L}\p{N}_+:./][\p{L}\p{N}_+:./@=-]*$/u;
/** Nothing of these is anything but itself between straight double marks, in any of the shells. */
const quotable = /^[\p{L}\p{N} _@+=:,./#&|<>()[\]{}*?;~'-]*$/u;

/**
 * A word for a command that is printed to be copied: as it is, or in quotation marks that sh, bash, zsh,
 * fish, PowerShell and cmd all take alike. The attacker writes labels and names of a configuration, and
 * the person pastes what stands here into a shell: a text that some of these would take for more than
 * one word is not printed at all, and the words `instead` stand in its place.
 * @param instead what it is, as in a help text: `LABEL`.
 */
export function commandWord(text: string, instead: string): string {
  if (plain.test(text)) return text;
  return text !== '' && quotable.test(text) ? `"${text}"` : instead;
}

/**
 * The same for the value of a flag, with the flag: a value that begins like a flag is joined to it, as
 * the command line wants it.
 */
export const flagWords = (flag: string, value: string, instead: string): string =>
  value.startsWith('-')
    ? `${flag}=${commandWord(value, instead)}`
    : `${flag} ${commandWord(value, instead)}`;

/** `LABEL` of a server, for a command that takes it so or as `--server`. */
export const labelWords = (label: string): string =>
  label.startsWith('-') ? flagWords('--server', label, 'LABEL') : commandWord(label, 'LABEL');
