/** Some editors write it at the start of a file. */
export const byteOrderMark = '\u{FEFF}';

/** Readers that look for `---` at the very start find no frontmatter then. */
export const markBefore =
  'it begins with a byte order mark, after which some readers find no frontmatter';
