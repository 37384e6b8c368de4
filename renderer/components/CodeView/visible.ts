import type { editor } from 'monaco-editor/editor.js';
import {
  clipOf,
  isCovered,
  lookMs,
  recentViews,
  stayedIn,
  type ViewBox,
  type ViewSample,
} from '../stay.ts';
import styles from './CodeView.module.css';

/** Heights are fractional pixels. */
const tolerance = 1.5;

/**
 * Where each line starts (UTF-16 units), counted in the original text: the editor normalizes line
 * ends and separates a byte order mark.
 */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The ranges in view; where the page cuts the editor off, only those of whole lines. */
function rangesIn(view: editor.ICodeEditor, model: editor.ITextModel, clip: ViewBox) {
  const box = view.getDomNode()?.getBoundingClientRect();
  if (box === undefined) return [];
  const ranges = view.getVisibleRanges();
  if (clip.top - box.top < tolerance && box.bottom - clip.bottom < tolerance) return ranges;
  const isIn = (line: number): boolean => {
    const top = box.top - view.getScrollTop();
    return (
      top + view.getTopForLineNumber(line) >= clip.top - tolerance &&
      top + view.getBottomForLineNumber(line) <= clip.bottom + tolerance
    );
  };
  return ranges.flatMap(({ startLineNumber, endLineNumber, ...columns }) => {
    let [first, last] = [startLineNumber, endLineNumber];
    while (first <= last && !isIn(first)) first += 1;
    while (last >= first && !isIn(last)) last -= 1;
    if (first > last) return [];
    return {
      startLineNumber: first,
      startColumn: first === startLineNumber ? columns.startColumn : 1,
      endLineNumber: last,
      endColumn: last === endLineNumber ? columns.endColumn : model.getLineMaxColumn(last),
    };
  });
}

/**
 * Reports which ranges of `text` are fully in the viewport and have stayed there, uncovered, now
 * and on each change. Returns the function that stops it.
 */
export function followVisible(
  view: editor.ICodeEditor,
  text: string,
  onVisible: (from: number, to: number) => void,
): () => void {
  const starts = lineStarts(text);
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const offset = (line: number, column: number): number =>
    (starts[line - 1] ?? text.length) + (line === 1 && column > 1 ? mark : 0) + column - 1;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let views: readonly ViewSample[] = [];
  /** The ranges in view now, once all of them were reported. */
  let done = '';
  const look = (): void => {
    frame = 0;
    clearTimeout(timer);
    const model = view.getModel();
    const dom = view.getDomNode();
    const now = performance.now();
    // A hidden page shows nothing.
    if (!model || !dom || document.hidden || dom.offsetHeight === 0) {
      views = [];
      return;
    }
    const clip = clipOf(dom);
    const ranges = rangesIn(view, model, clip).map(
      ({ startLineNumber, startColumn, endLineNumber, endColumn }) => {
        // A line end can't be seen apart from its line.
        const whole = endColumn >= model.getLineMaxColumn(endLineNumber);
        const to = whole
          ? (starts[endLineNumber] ?? text.length)
          : offset(endLineNumber, endColumn);
        return [offset(startLineNumber, startColumn), to] as const;
      },
    );
    const isUnder = isCovered(clip, dom);
    views = isUnder ? [] : [...recentViews(views, now), { at: now, ranges }];
    const stayed = stayedIn(views, now);
    for (const [from, to] of stayed) onVisible(from, to);
    if (JSON.stringify(stayed) === JSON.stringify(ranges)) done = JSON.stringify(ranges);
    if (isUnder || done !== JSON.stringify(ranges)) timer = setTimeout(soon, lookMs);
  };
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  const stops = [
    view.onDidScrollChange(soon),
    view.onDidLayoutChange(soon),
    view.onDidContentSizeChange(soon),
    view.onDidChangeHiddenAreas(soon),
  ];
  document.addEventListener('visibilitychange', soon);
  soon();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', soon);
    for (const stop of stops) stop.dispose();
  };
}

/** Ranges `[from, to)` that get a box, in UTF-16 units and in order. */
export type TextBoxes = readonly (readonly [from: number, to: number])[];

export function drawBoxes(view: editor.ICodeEditor, text: string, boxes: TextBoxes): void {
  const starts = lineStarts(text);
  let line = 1;
  view.createDecorationsCollection(
    boxes.map(([from, to]) => {
      while ((starts[line] ?? Infinity) <= from) line += 1;
      const start = starts[line - 1] ?? 0;
      return {
        range: {
          startLineNumber: line,
          startColumn: from - start + 1,
          endLineNumber: line,
          endColumn: to - start + 1,
        },
        options: { inlineClassName: styles.written ?? '' },
      };
    }),
  );
}
