import { revealInvisible } from '../../../../shared/invisible.ts';
import { unshownLines } from './front-lines.ts';
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
