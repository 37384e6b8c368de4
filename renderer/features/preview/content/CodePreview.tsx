import { useImperativeHandle, useMemo, useRef } from 'react';
import { writingOf } from '../../../../shared/confusables/writing.ts';
import { revealInvisible, revealText } from '../../../../shared/invisible.ts';
import { indentJson } from './json-indent.ts';
import type { ContentHandle, ContentView } from './content-view.ts';
import { SourceText } from './SourceText.tsx';
import { tableRows, type TextTable } from './table-rows.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { useActions } from '../../../store/context.ts';
import { BlockPage } from './BlockPage.tsx';
import styles from './TablePage.module.css';

type Props = ContentView & { text: string; language: string; path: string };

const noMarks: ContentView['marks'] = [];

/** Data in its most readable form: separated text as a table, JSON indented; the rest as source. */
export function CodePreview(props: Props) {
  const { text, language, path } = props;
  const separator = /\.csv$/i.test(path) ? ',' : /\.tsv$/i.test(path) ? '\t' : null;
  const table = useMemo(
    () => (separator === null ? null : tableRows(revealInvisible(text), separator)),
    [text, separator],
  );
  const indented = useMemo(() => {
    if (language !== 'json') return null;
    // Written-out characters are no JSON; such a file is shown as the source shows it.
    return revealText(text, writingOf(language)).text === text ? indentJson(text) : null;
  }, [text, language]);
  const view = useRef<ContentHandle>(null);
  useImperativeHandle(
    props.handle,
    () => ({
      go: (part, offset) =>
        view.current?.go(part, indented === null ? offset : indented.toShown(offset)) ?? false,
    }),
    [indented],
  );
  if (table !== null)
    return <TablePage table={table} path={path} onSeen={props.onSeen} handle={view} />;
  if (indented === null) return <SourceText {...props} handle={view} />;
  return (
    <SourceText
      {...props}
      text={indented.text}
      handle={view}
      // Places are those of the text as read; the notice above the text opens them in the source.
      marks={noMarks}
      start={null}
      onSeen={(part, [from, to]) =>
        props.onSeen(part, [indented.toRead(from), indented.toRead(to)])
      }
    />
  );
}

/** Comma- or tab-separated text as a table; each cell counts as read once it was in view. */
function TablePage({
  table,
  path,
  ...showing
}: Pick<ContentView, 'onSeen' | 'handle'> & { table: TextTable; path: string }) {
  const { setTab } = useActions();
  const [head = [], ...rows] = table.rows;
  return (
    <>
      {table.isCut && (
        <Banner
          flush
          tone="info"
          actions={
            <Button size="sm" onClick={() => setTab('source')}>
              Go to the source
            </Button>
          }
        >
          Showing the first {table.rows.length.toLocaleString('en')} rows. The source has the rest,
          and the file doesn’t count as read without it.
        </Banner>
      )}
      <BlockPage label={`${path}, as a table`} content={table} {...showing}>
        <div
          className={styles.scroll}
          tabIndex={0}
          role="group"
          aria-label="Table"
          data-sideways=""
        >
          <table className={styles.table}>
            <thead>
              <tr>
                {head.map(({ text, from, to }) => (
                  <th key={from} scope="col" dir="auto" data-at={`${from}-${to}`}>
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row[0]?.from}>
                  {row.map(({ text, from, to }) => (
                    <td key={from} dir="auto" data-at={`${from}-${to}`}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </BlockPage>
    </>
  );
}
