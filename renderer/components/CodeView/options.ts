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

type Editor = typeof editor;

/** The system's color in a token's place, where the system sets them. */
function systemColour(token: string): string {
  if (/^--(?:added|removed)-(?:line|text)$/.test(token)) return 'transparent';
  if (/^--[bf]g-selected/.test(token))
    return token.startsWith('--f') ? 'HighlightText' : 'Highlight';
  return token.startsWith('--bg') ? 'Canvas' : 'CanvasText';
}

/** The computed value of a token as `#rrggbb[aa]`, the only notation the editor accepts. */
function resolver(isForced: boolean): {
  readonly colour: (token: string) => string;
  readonly done: () => void;
} {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Or every color would come out as that of text.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const hex = (part: number): string => Math.round(part).toString(16).padStart(2, '0');
  return {
    colour: (token) => {
      probe.style.color = isForced ? systemColour(token) : `var(${token})`;
      const [red = 0, green = 0, blue = 0, alpha = 1] = (
        getComputedStyle(probe).color.match(/[\d.]+/g) ?? []
      ).map(Number);
      return `#${hex(red)}${hex(green)}${hex(blue)}${alpha < 1 ? hex(alpha * 255) : ''}`;
    },
    done: () => probe.remove(),
  };
}

const isLight = (background: string): boolean => Number.parseInt(background.slice(1, 3), 16) > 128;

/** The token for each kind of text. Each has enough contrast on diff backgrounds, too. */
export const inks: readonly (readonly [kind: string, token: string, fontStyle?: string])[] = [
  ['', '--fg'],
  ['comment', '--fg-muted', 'italic'],
  ['keyword', '--accent-text'],
  ['tag', '--accent-text'],
  ['string', '--ok'],
  ['attribute.value', '--ok'],
  ['number', '--info'],
  ['constant', '--info'],
  ['regexp', '--info'],
  ['type', '--info'],
  ['attribute.name', '--info'],
  ['variable', '--warn'],
  ['metatag', '--warn'],
  ['annotation', '--warn'],
  ['emphasis', '--fg', 'italic'],
  ['strong', '--fg', 'bold'],
  ['delimiter', '--fg-muted'],
];

function defineTheme(api: Editor): void {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const { colour, done } = resolver(isForced);
  const background = colour('--bg');
  const contrast = isForced || document.documentElement.dataset['theme'] === 'contrast';
  // An invisible border would still shift the text by its width.
  const edge = (name: string, token: string): Readonly<Record<string, string>> =>
    colour(token).length > 7 ? {} : { [name]: colour(token) };
  api.defineTheme('skillgate', {
    base: isLight(background) ? (contrast ? 'hc-light' : 'vs') : contrast ? 'hc-black' : 'vs-dark',
    inherit: false,
    rules: inks.map(([token, name, fontStyle]) => ({
      token,
      foreground: colour(name).slice(1, 7),
      ...(fontStyle === undefined ? {} : { fontStyle }),
    })),
    colors: {
      'editor.background': background,
      'editor.foreground': colour('--fg'),
      'editorLineNumber.foreground': colour('--fg-faint'),
      'editorLineNumber.activeForeground': colour('--fg'),
      ...(isForced ? { 'editor.selectionForeground': colour('--fg-selected') } : {}),
      'editor.selectionBackground': colour('--bg-selected'),
      'editor.inactiveSelectionBackground': colour('--bg-selected-idle'),
      'editor.lineHighlightBackground': colour('--bg-hover'),
      'editor.lineHighlightBorder': '#00000000',
      'editorIndentGuide.background1': colour('--border'),
      'editorWidget.background': colour('--bg-raised'),
      'editorWidget.foreground': colour('--fg'),
      'editorWidget.border': colour('--border-strong'),
      'input.background': colour('--bg'),
      'input.foreground': colour('--fg'),
      'input.border': colour('--border-strong'),
      focusBorder: colour('--focus'),
      'editorCursor.foreground': colour('--accent'),
      'scrollbarSlider.background': `${colour('--border-strong').slice(0, 7)}66`,
      'scrollbarSlider.hoverBackground': `${colour('--border-strong').slice(0, 7)}99`,
      'scrollbarSlider.activeBackground': `${colour('--border-strong').slice(0, 7)}cc`,
      'scrollbar.shadow': '#00000000',
      'sash.hoverBorder': colour('--border-strong'),
      'diffEditor.insertedLineBackground': colour('--added-line'),
      'diffEditor.insertedTextBackground': colour('--added-text'),
      'diffEditor.removedLineBackground': colour('--removed-line'),
      'diffEditor.removedTextBackground': colour('--removed-text'),
      ...edge('diffEditor.insertedTextBorder', '--added-edge'),
      ...edge('diffEditor.removedTextBorder', '--removed-edge'),
      'diffEditorGutter.insertedLineBackground': colour('--added-line'),
      'diffEditorGutter.removedLineBackground': colour('--removed-line'),
      'diffEditor.border': colour('--border'),
      'diffEditor.diagonalFill': colour('--border'),
      'diffEditor.unchangedRegionBackground': colour('--bg-sunken'),
      'diffEditor.unchangedRegionForeground': colour('--fg-muted'),
    },
  });
  done();
  api.setTheme('skillgate');
}

/**
 * Keeps the editor's colors in line with the tokens: chosen theme, system theme and forced colors.
 */
export function followTheme(api: Editor): void {
  const update = (): void => defineTheme(api);
  update();
  new MutationObserver(update).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
  const queries = [
    '(prefers-color-scheme: dark)',
    '(prefers-contrast: more)',
    '(forced-colors: active)',
  ];
  for (const query of queries) matchMedia(query).addEventListener('change', update);
}
