/**
 * What finds a text in the bodies of the protocol log: ASCII letters fit in either case, everything
 * else as it is written; white space fits any white space or none, so that what was copied from
 * indented JSON is found in JSON as it was sent. Null for nothing. Every repetition is followed by
 * something else than white space: a hostile body cannot make it slow.
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
