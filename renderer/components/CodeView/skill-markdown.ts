import type { languages } from 'monaco-editor/editor.js';

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
