import { revealInvisible } from '../../../../shared/invisible.ts';
import dropped from './Dropped.module.css';
import styles from './MarkdownPage.module.css';

/**
 * Frontmatter as a table, followed by the raw lines that the table does not show in full.
 * @param source the frontmatter as the source view shows it, with its `---` lines.
 */
export function Front({
  source,
  fields,
}: {
  source: string;
  fields: readonly { readonly field: string; readonly value: string }[];
}) {
  const rows = fields.map(({ field, value }) => ({
    field: revealInvisible(field),
    value: revealInvisible(toPlainText(value)),
  }));
  const lines = unshownLines(
    source,
    rows.flatMap(({ field, value }) => [field, value]),
  );
  return (
    <div className={styles.head} data-part="text" data-at={`0-${source.length}`}>
      {rows.length > 0 && (
        <table className={styles.front}>
          <caption className="visually-hidden">Frontmatter</caption>
          <tbody>
            {rows.map(({ field, value }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td dir="auto">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines.length > 0 && (
        <div className={dropped.dropped + ' ' + dropped.block}>
          <span className={dropped.label}>not rendered · raw frontmatter lines</span>
          {lines.map(({ line, text }) => (
            <code key={line} className={styles.frontLine}>
              {text}
            </code>
          ))}
        </div>
      )}
    </div>
  );
}

/** A JSON string without its quotes; other values as JSON. */
function toPlainText(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

/** Characters that a table of fields and values leaves out: quotes, brackets and layout. */
const layout = /[\s"'[\]{},:|>-]/g;
const significant = (text: string): string => text.replaceAll(layout, '');

interface FrontLine {
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
