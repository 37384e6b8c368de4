import type { languages } from 'monaco-editor/editor.js';
import { inks } from './options.ts';

/** A stretch of code in one color; `color` is a token of the page, undefined for plain text. */
export interface CodeToken {
  readonly text: string;
  readonly color: string | undefined;
}

/** A server chooses the code: beyond these, it's shown without colors. */
const codeLimits = { characters: 20_000, tokens: 3_000 } as const;

/**
 * Code in the colors of the source view; null without a known language, or if it's too long. Loads
 * the editor on first use.
 */
export async function codeTokens(code: string, name: string): Promise<readonly CodeToken[] | null> {
  if (code.length > codeLimits.characters) return null;
  const { editor, languages } = await import('./monaco.ts');
  const wanted = name.toLowerCase();
  const language = languages
    .getLanguages()
    .find(
      ({ id, aliases = [], extensions = [] }) =>
        id === wanted ||
        aliases.some((alias) => alias.toLowerCase() === wanted) ||
        extensions.includes(`.${wanted}`),
    );
  if (language === undefined || language.id === 'plaintext') return null;
  // Coloring anything loads the language first; tokens alone don't.
  await editor.colorize('', language.id, {});
  // The editor splits lines at the same three ends; they're taken from the code itself.
  const lines = editor.tokenize(code, language.id);
  const ends = [...code.matchAll(/\r\n|\r|\n/g)];
  const tokens: CodeToken[] = [];
  let from = 0;
  for (const [index, line] of lines.entries()) {
    const end = ends[index];
    const text = code.slice(from, end?.index ?? code.length);
    for (const [at, { offset, type }] of line.entries())
      tokens.push({ text: text.slice(offset, line[at + 1]?.offset), color: colorOf(type) });
    if (line.length === 0 && text !== '') tokens.push({ text, color: undefined });
    if (end !== undefined) tokens.push({ text: end[0], color: undefined });
    from = (end?.index ?? code.length) + (end?.[0].length ?? 0);
    if (tokens.length > codeLimits.tokens) return null;
  }
  // Colors must never change what's shown.
  return tokens.map(({ text }) => text).join('') === code ? tokens : null;
}

function colorOf(type: string): string | undefined {
  const ink = inks.findLast(
    ([kind]) => kind !== '' && (type === kind || type.startsWith(`${kind}.`)),
  );
  return ink?.[1];
}

/** The id of Markdown that begins with frontmatter. */
export const skillMarkdown = 'skill-markdown';

/** Frontmatter in the colors of YAML, and Markdown below it. */
export const skillMarkdownLanguage: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/^---[ \t]*$/, { token: 'metatag', next: '@front', nextEmbedded: 'yaml' }],
      ['', { token: '', next: '@body', nextEmbedded: 'markdown' }],
    ],
    front: [[/^---[ \t]*$/, { token: 'metatag', next: '@below', nextEmbedded: '@pop' }]],
    below: [['', { token: '', next: '@body', nextEmbedded: 'markdown' }]],
    // An embedded language needs a way out; the rest of the text has none.
    body: [[/(?!)/, { token: '', nextEmbedded: '@pop' }]],
  },
};
