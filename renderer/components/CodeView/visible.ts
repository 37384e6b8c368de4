import type { editor } from 'monaco-editor/editor.js';

/**
 * Where each line starts (UTF-16 units), counted in the original text: the editor normalizes line
 * ends and separates a byte order mark.
 */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * Reports which ranges of `text` are fully in the viewport, now and on each change. Returns the
 * function that stops it.
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
  const look = (): void => {
    frame = 0;
    const model = view.getModel();
    const dom = view.getDomNode();
    // A hidden page shows nothing.
    if (!model || !dom || document.hidden || dom.offsetHeight === 0) return;
    for (const {
      startLineNumber,
      startColumn,
      endLineNumber,
      endColumn,
    } of view.getVisibleRanges()) {
      // A line end can't be seen apart from its line.
      const whole = endColumn >= model.getLineMaxColumn(endLineNumber);
      const to = whole ? (starts[endLineNumber] ?? text.length) : offset(endLineNumber, endColumn);
      onVisible(offset(startLineNumber, startColumn), to);
    }
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
    document.removeEventListener('visibilitychange', soon);
    for (const stop of stops) stop.dispose();
  };
}
