/** What a table of fields and values shows apart from the values: quotes, brackets and layout. */
const layout = /[\s"'[\]{},:|>-]/g;
const significant = (text: string): string => text.replaceAll(layout, '');

export interface FrontLine {
  /** Counts from 1 in the file. */
  readonly line: number;
  readonly text: string;
}

/**
 * Lines of a frontmatter that its table does not show as they are: comments, anchors, tags, escapes,
 * other spellings of a value. Works by exclusion: every letter on screen is used for one line at
 * most, and a line whose letters are not all there is given back whole.
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
