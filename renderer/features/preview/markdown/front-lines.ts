/** Characters that a table of fields and values leaves out: quotes, brackets and layout. */
const layout = /[\s"'[\]{},:|>-]/g;
const significant = (text: string): string => text.replaceAll(layout, '');

export interface FrontLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Frontmatter lines that the table doesn't show unchanged: comments, anchors, tags, escapes,
 * alternative spellings. Works by exclusion: each displayed letter accounts for at most one line,
 * and a line with unaccounted letters is returned whole.
 * @param source the text before the body, with its `---` lines.
 * @param shown fields and values in the order of the table.
 */
export function unshownLines(source: string, shown: readonly string[]): readonly FrontLine[] {
  const table = significant(shown.join('\n'));
  const lines = source.split('\n');
  const found: FrontLine[] = [];
  let at = 0;
  lines.forEach((text, index) => {
    const letters = significant(text);
    if (letters === '') return;
    const next = table.indexOf(letters, at);
    if (next === -1) found.push({ line: index + 1, text });
    else at = next + letters.length;
  });
  return found;
}
