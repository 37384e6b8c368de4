import type { editor } from 'monaco-editor/editor.js';
import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { LongText } from '../LongText/LongText.tsx';
import type * as monacoModule from './monaco.ts';
import { drawBoxes, type TextBoxes } from './visible.ts';
import { readingOptions } from './options.ts';
import styles from './CodeView.module.css';

/** Scrolls a reading view to an offset in its text (UTF-16 units). */
export interface TextHandle {
  readonly go: (offset: number) => void;
  /** Opens the editor's own search. */
  readonly find: () => void;
}

/** Lines and columns (UTF-16 units) start at 1; `tone` is a token color. */
export interface TextMark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly tone: 'bad' | 'warn' | 'info' | 'neutral';
}

interface Props {
  readonly text: string;
  /** A language id of the editor; unknown ones are shown without colors. */
  readonly language: string;
  /** Accessible name. */
  readonly label: string;
  /** Called with the ranges of `text` in view (UTF-16 units) when they change. */
  readonly onSeen?: ((from: number, to: number) => void) | undefined;
  /** Plain-letter commands while the text has focus; nothing can be typed into it. */
  readonly keys?: Readonly<Record<string, () => void>> | undefined;
  /** Ranges marked in the margin; their meaning is explained beside the view. */
  readonly marks?: readonly TextMark[] | undefined;
  /** Ranges drawn with a box while the text stays the same. */
  readonly boxes?: TextBoxes | undefined;
  /** Where to start; a new value scrolls there again. */
  readonly start?: Pick<TextMark, 'line' | 'column'> | null | undefined;
  readonly ref?: Ref<TextHandle> | undefined;
}

const noBoxes: TextBoxes = [];

/** Read-only text in the editor. Shows plain text until the editor loads or if it can't load. */
export function CodeView({
  text,
  language,
  label,
  onSeen,
  keys,
  marks,
  boxes = noBoxes,
  start,
  ref,
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const goTo = useRef<TextHandle['go']>(() => undefined);
  const [ready, setReady] = useState(false);
  const shown = useRef<editor.IStandaloneCodeEditor | null>(null);
  const seen = useEffectEvent((from: number, to: number) => onSeen?.(from, to));
  const wantsFind = useRef(false);
  const isPlaced = useRef(false);
  const pressed = useEffectEvent((key: string) => keys?.[key]?.());
  useImperativeHandle(
    ref,
    () => ({
      go: (offset) => goTo.current(offset),
      find: () => {
        // The editor may still be loading, or about to go to its place.
        if (shown.current === null || !isPlaced.current) wantsFind.current = true;
        else openFind(shown.current);
      },
    }),
    [],
  );
  useEffect(() => {
    let over = false;
    let dispose = (): void => undefined;
    setReady(false);
    void import('./monaco.ts').then(
      (monaco) => {
        if (over || !host.current) return;
        const opened = openCode(monaco, host.current, { text, language, label, boxes });
        const { view } = opened;
        shown.current = view;
        setReady(true);
        const stop = monaco.followVisible(view, text, (from, to) => seen(from, to));
        view.onKeyDown(({ browserEvent: { key, ctrlKey, metaKey, altKey } }) => {
          if (!ctrlKey && !metaKey && !altKey) pressed(key);
        });
        goTo.current = opened.go;
        dispose = () => {
          goTo.current = () => undefined;
          shown.current = null;
          stop();
          opened.dispose();
        };
      },
      () => undefined,
    );
    return () => {
      over = true;
      dispose();
    };
  }, [text, language, label, boxes]);
  usePlaces({ shown, ready }, marks, start);
  // Last, because starting at a place takes the focus.
  useEffect(() => {
    isPlaced.current = ready;
    if (!ready || !wantsFind.current || shown.current === null) return;
    wantsFind.current = false;
    openFind(shown.current);
  }, [ready]);
  return (
    <div className={styles.view}>
      {!ready && (
        <pre className={styles.plain} tabIndex={0} aria-label={label}>
          <LongText text={text} />
        </pre>
      )}
      <div ref={host} className={styles.host} data-ready={ready} />
    </div>
  );
}

/** The text in an editor of the host, and how to go to an offset of it. */
function openCode(
  { editor, lineStarts }: typeof monacoModule,
  host: HTMLElement,
  {
    text,
    language,
    label,
    boxes,
  }: Pick<Props, 'text' | 'language' | 'label'> & {
    boxes: TextBoxes;
  },
) {
  const model = editor.createModel(text, language);
  const view = editor.create(host, { ...readingOptions(), model, ariaLabel: label });
  const starts = lineStarts(text);
  drawBoxes(view, text, boxes);
  return {
    view,
    go: (offset: number) => {
      const line = starts.findLastIndex((start) => start <= offset) + 1;
      const position = { lineNumber: line, column: offset - (starts[line - 1] ?? 0) + 1 };
      view.setPosition(position);
      view.revealPositionNearTop(position);
    },
    dispose: () => {
      view.dispose();
      model.dispose();
    },
  };
}

/** Draws marks and moves to the place to start at. */
function usePlaces(
  { shown, ready }: { shown: RefObject<editor.IStandaloneCodeEditor | null>; ready: boolean },
  marks: Props['marks'],
  start: Props['start'],
): void {
  useEffect(() => {
    if (!ready || marks === undefined) return undefined;
    const decorations = shown.current?.createDecorationsCollection(marks.flatMap(decorationsOf));
    return () => decorations?.clear();
  }, [shown, ready, marks]);
  useEffect(() => {
    const view = shown.current;
    if (!ready || view === null || start === null || start === undefined) return;
    const position = { lineNumber: start.line, column: start.column };
    view.setPosition(position);
    view.revealPositionInCenter(position);
    view.focus();
  }, [shown, ready, start]);
}

function openFind(view: editor.ICodeEditor): void {
  view.focus();
  void view.getAction('actions.find')?.run();
}

/** A bar in the margin beside the lines, and an underline under the range itself. */
function decorationsOf(mark: TextMark): editor.IModelDeltaDecoration[] {
  const { line, column, endLine, endColumn, tone } = mark;
  return [
    {
      range: range(line, 1, endLine, 1),
      options: {
        isWholeLine: true,
        linesDecorationsClassName: `${styles.margin} ${styles[tone]}`,
        className: `${styles.marked} ${styles[tone]}`,
      },
    },
    {
      range: range(line, column, endLine, endColumn),
      options: { inlineClassName: `${styles.stretch} ${styles[tone]}` },
    },
  ];
}

const range = (
  startLineNumber: number,
  startColumn: number,
  endLineNumber: number,
  endColumn: number,
): editor.IModelDeltaDecoration['range'] => ({
  startLineNumber,
  startColumn,
  endLineNumber,
  endColumn,
});
