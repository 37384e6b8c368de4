/** The editor without editing, completion, formatting or links. Load it only through `import()`. */
import 'monaco-editor/features/bracketMatching/register.js';
import 'monaco-editor/features/clipboard/register.js';
import 'monaco-editor/features/codeEditor/register.js';
import 'monaco-editor/features/codicon/register.js';
import 'monaco-editor/features/diffEditor/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/gotoLine/register.js';
import 'monaco-editor/features/tokenization/register.js';
import 'monaco-editor/languages/definitions/register.all.js';
import { editor, languages } from 'monaco-editor/editor.js';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import { skillMarkdown, skillMarkdownLanguage } from './code-tokens.ts';
import { followTheme } from './options.ts';

/** Colors for JSON without the language service and its worker. */
const jsonLanguage: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'type'],
      [/"(?:[^"\\]|\\.)*"/, 'string'],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
      [/\b(?:true|false|null)\b/, 'keyword'],
      [/\/\/.*$/, 'comment'],
      [/[{}[\],:]/, 'delimiter'],
    ],
  },
};

window.MonacoEnvironment = { getWorker: () => new EditorWorker() };
languages.register({ id: 'json' });
languages.setMonarchTokensProvider('json', jsonLanguage);
languages.register({ id: skillMarkdown });
languages.setMonarchTokensProvider(skillMarkdown, skillMarkdownLanguage);
followTheme(editor);

export { editor, languages };
export { followVisible, lineStarts } from './visible.ts';
