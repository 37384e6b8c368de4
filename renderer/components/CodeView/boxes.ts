import type { editor } from 'monaco-editor/editor.js';
import styles from './CodeView.module.css';
import { lineStarts } from './visible.ts';

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
