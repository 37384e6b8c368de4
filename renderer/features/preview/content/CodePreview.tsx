import { useImperativeHandle, useMemo, useRef, useCallback } from 'react';
import { writingOf } from '../../../../shared/confusables/writing.ts';
import { revealInvisible, revealText } from '../../../../shared/invisible.ts';
import {
  indentJson,
  type ContentHandle,
  type ContentView,
  markShown,
  placeShown,
  tableRows,
  type TextTable,
} from './content-view.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { useActions, useApp } from '../../../store/context.ts';
import { BlockPage } from './BlockPage.tsx';
import styles from './TablePage.module.css';
import { mostBoxes, writtenPlaces } from '../../../../shared/written-out.ts';
import { skillMarkdown } from '../../../components/CodeView/code-tokens.ts';
import { CodeView, type TextHandle } from '../../../components/CodeView/CodeView.tsx';
import { useFindCommand } from '../../../store/find-command.ts';
import sourceTextStyles from './FileContent.module.css';

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

const hasFrontmatter = (language: string, text: string): boolean =>
  language === 'markdown' && /^---[ \t]*\r?\n/.test(text);

/** Source text with hidden characters written out. */
export function SourceText({
  text,
  language,
  path,
  onSeen,
  handle,
  onNext,
  marks,
  start,
}: ContentView & { text: string; language: string; path: string }) {
  const shown = useMemo(() => revealText(text, writingOf(language)), [text, language]);
  const boxes = useMemo(() => writtenPlaces(shown.text, mostBoxes), [shown]);
  const placed = useMemo(
    () => marks.map((mark) => markShown(text, shown, mark)),
    [text, shown, marks],
  );
  const begin = useMemo(
    () => (start === null ? null : placeShown(text, shown, start)),
    [text, shown, start],
  );
  const view = useRef<TextHandle>(null);
  const letters = useApp((state) => state.settings.letterKeys);
  useImperativeHandle(
    handle,
    () => ({
      go: (part, offset) => {
        if (part !== 'text') return false;
        view.current?.go(offset);
        return true;
      },
    }),
    [],
  );
  useFindCommand(
    'Find in this text',
    useCallback(() => view.current?.find(), []),
  );
  if (text === '') return <p className={sourceTextStyles.empty}>This file is empty.</p>;
  return (
    <CodeView
      ref={view}
      text={shown.text}
      language={hasFrontmatter(language, text) ? skillMarkdown : language}
      label={path}
      keys={letters && onNext !== null ? { u: onNext } : undefined}
      onSeen={(from, to) => onSeen('text', [from, to])}
      marks={placed}
      boxes={boxes}
      start={begin}
    />
  );
}
