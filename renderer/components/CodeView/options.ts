import type { editor } from 'monaco-editor/editor.js';

/**
 * Options that the reading and diff views share. Tab leaves the editor, so the keyboard never gets
 * trapped.
 */
export function readingOptions(): editor.IEditorOptions {
  const style = getComputedStyle(document.documentElement);
  const base = Number.parseFloat(style.fontSize) || 13;
  return {
    readOnly: true,
    domReadOnly: true,
    tabFocusMode: true,
    automaticLayout: true,
    // People approve what was shown, so every line is shown whole and none is folded.
    stopRenderingLineAfter: -1,
    folding: false,
    scrollBeyondLastLine: false,
    minimap: { enabled: false },
    fontFamily: style.getPropertyValue('--mono').trim(),
    fontSize: Math.round(base * 0.95),
    lineHeight: Math.round(base * 1.5),
    lineNumbersMinChars: 4,
    padding: { top: 8, bottom: 8 },
    renderControlCharacters: true,
    renderFinalNewline: 'on',
    renderLineHighlight: 'none',
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    links: false,
    hover: { enabled: 'off' },
    contextmenu: false,
    lightbulb: { enabled: 'off' as editor.ShowLightbulbIconMode },
    wordWrap: 'on',
    wrappingIndent: 'same',
    unicodeHighlight: {
      invisibleCharacters: false,
      ambiguousCharacters: false,
      nonBasicASCII: false,
    },
    unusualLineTerminators: 'off',
    stickyScroll: { enabled: false },
    overviewRulerBorder: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    scrollbar: {
      useShadows: false,
      verticalScrollbarSize: 10,
      horizontalScrollbarSize: 10,
      alwaysConsumeMouseWheel: false,
    },
    accessibilitySupport: 'auto',
  };
}
