const plainPattern = /^[\p{L}\p{N}_+:./][\p{L}\p{N}_+:./@=-]*$/u;
/** Literal between double quotes in every shell. */
const quotable = /^[\p{L}\p{N} _@+=:,./#&|<>()[\]{}*?;~'-]*$/u;

/**
 * A word for a printed command to copy: unquoted, or in quotes that sh, bash, zsh, fish, PowerShell
 * and cmd all read alike. The attacker writes labels and names in a configuration, and the person
 * pastes this into a shell: a text that some shell would split is replaced by the word `instead`.
 * @param instead what it is, as in a help text: `LABEL`.
 */
export function commandWord(text: string, instead: string): string {
  if (plainPattern.test(text)) return text;
  return text !== '' && quotable.test(text) ? `"${text}"` : instead;
}

/**
 * The same for a flag's value, with the flag: a value that looks like a flag is joined to it, as
 * the command line requires.
 */
export const flagWords = (flag: string, value: string, instead: string): string =>
  value.startsWith('-')
    ? `${flag}=${commandWord(value, instead)}`
    : `${flag} ${commandWord(value, instead)}`;

/** A server's `LABEL`, for a command that takes it directly or as `--server`. */
export const labelWords = (label: string): string =>
  label.startsWith('-') ? flagWords('--server', label, 'LABEL') : commandWord(label, 'LABEL');
