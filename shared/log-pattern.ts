/**
 * Finds a text in the bodies of the protocol log: ASCII letters match in either case, white space
 * matches any or no white space, so that text copied from indented JSON is found in JSON as sent;
 * everything else matches exactly. Null for an empty text. Every repetition is followed by
 * something other than white space, so a hostile body can't make it slow.
 */
export function logPattern(text: string, flags = ''): RegExp | null {
  const wanted = text.trim();
  if (wanted === '') return null;
  const source = wanted.replaceAll(
    /([a-zA-Z])|([:,{[])\s*|(\s+)|[\\^$.*+?()\]}|/-]/g,
    (sign: string, letter?: string, joint?: string, space?: string) => {
      if (letter !== undefined) return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
      if (joint !== undefined) return `\\${joint}\\s*`;
      return space === undefined ? `\\${sign}` : '\\s*';
    },
  );
  return new RegExp(source, flags);
}
