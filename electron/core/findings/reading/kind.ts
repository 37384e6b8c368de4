import { binaryTypeOf } from '../../preview/file-type.ts';
import { extensionOf, languageOf } from '../../preview/language.ts';

/** The languages with a grammar. */
export const languages = [
  'bash',
  'powershell',
  'python',
  'javascript',
  'typescript',
  'tsx',
  'ruby',
] as const;
export type GrammarLanguage = (typeof languages)[number];
/** `other` is read by its tokens. */
export type CodeLanguage = GrammarLanguage | 'other';

/** Languages without a grammar, as `FileKind` and fences name them. */
const otherLanguages = new Set(
  (
    'go golang php perl java csharp cs c# c cpp c++ objective-c rust rs lua swift kotlin kt scala ' +
    'dart r julia elixir clojure fsharp vb tcl awk groovy gradle zig nim haskell vbs applescript ' +
    'autohotkey coffee'
  ).split(' '),
);
const otherExtensions: Readonly<Record<string, string>> = {
  ahk: 'autohotkey',
  applescript: 'applescript',
  awk: 'awk',
  coffee: 'coffee',
  gradle: 'gradle',
  groovy: 'groovy',
  hs: 'haskell',
  nim: 'nim',
  scpt: 'applescript',
  vbs: 'vbs',
  zig: 'zig',
};

export const isOtherLanguage = (format: string): boolean => otherLanguages.has(format);

/** The kind of a file to a reader: prose, code in a parsed language, markup, data or bytes. */
export type FileKind =
  | { readonly kind: 'markdown' }
  | { readonly kind: 'code'; readonly language: GrammarLanguage }
  /** HTML, SVG and other XML. */
  | { readonly kind: 'markup' }
  /** JSON, CSV, YAML, INI…: data that a program reads. */
  | { readonly kind: 'data'; readonly format: string }
  /** Any other text: prose, or code in a language without a grammar. */
  | { readonly kind: 'text'; readonly format: string }
  | { readonly kind: 'binary'; readonly type: string };

const byMonaco: Readonly<Record<string, GrammarLanguage>> = {
  shell: 'bash',
  powershell: 'powershell',
  python: 'python',
  javascript: 'javascript',
  typescript: 'typescript',
  ruby: 'ruby',
};
const markup = new Set(['html', 'xml']);
const data = new Set(['json', 'yaml', 'ini', 'plaintext-csv', 'proto', 'sql']);

/** The kind of a file's text; `path` is relative to the skill's folder. */
export function kindOfText(path: string, text: string): FileKind {
  const monaco = languageOf(path, text);
  if (/\.(?:tsx|jsx)$/i.test(path)) return { kind: 'code', language: 'tsx' };
  const language = Object.hasOwn(byMonaco, monaco) ? byMonaco[monaco] : undefined;
  if (language !== undefined) return { kind: 'code', language };
  if (monaco === 'markdown' || monaco === 'mdx') return { kind: 'markdown' };
  if (markup.has(monaco)) return { kind: 'markup' };
  if (/\.(?:csv|tsv|ndjson|lock)$/i.test(path)) return { kind: 'data', format: 'table' };
  if (data.has(monaco)) return { kind: 'data', format: monaco };
  const own = extensionOf(path);
  const format = Object.hasOwn(otherExtensions, own) ? (otherExtensions[own] ?? monaco) : monaco;
  return { kind: 'text', format };
}

/**
 * The kind of a decoded layer, which has no name. Text that is neither Python nor JavaScript is
 * read as shell, because hidden text is mostly meant to be run and prose loses nothing by it.
 */
export function kindOfLayer(text: string): FileKind {
  const named = languageOf('', text);
  const own = Object.hasOwn(byMonaco, named) ? byMonaco[named] : undefined;
  if (own !== undefined) return { kind: 'code', language: own };
  const start = text.slice(0, 4_000);
  if (/^[ \t]*(?:import|from)[ \t]+[\w.]+|^[ \t]*def[ \t]+\w+\(|__import__\(/m.test(start))
    return { kind: 'code', language: 'python' };
  if (/\brequire\(|\b(?:const|let|var)[ \t]+\w+[ \t]*=|=>|\bfunction\b/.test(start))
    return { kind: 'code', language: 'javascript' };
  return { kind: 'code', language: 'bash' };
}

export const kindOfBytes = (path: string, bytes: Uint8Array): FileKind => ({
  kind: 'binary',
  type: binaryTypeOf(path, bytes) ?? 'unknown type',
});

const byFence: Readonly<Record<string, GrammarLanguage>> = {
  sh: 'bash',
  bash: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  terminal: 'bash',
  'shell-session': 'bash',
  'sh-session': 'bash',
  powershell: 'powershell',
  ps1: 'powershell',
  pwsh: 'powershell',
  ps: 'powershell',
  python: 'python',
  python3: 'python',
  py: 'python',
  javascript: 'javascript',
  js: 'javascript',
  mjs: 'javascript',
  node: 'javascript',
  jsx: 'tsx',
  typescript: 'typescript',
  ts: 'typescript',
  tsx: 'tsx',
  ruby: 'ruby',
  rb: 'ruby',
};

/** The word after a code fence, in lowercase: `bash` of `{.bash title="x"}`. */
export const fenceWord = (info: string): string =>
  /^[\w+#-]*/.exec(
    info
      .trim()
      .replace(/^\{\.?/, '')
      .toLowerCase(),
  )?.[0] ?? '';

/** The language after a code fence; null for none, or for one without a grammar. */
export function languageOfFence(info: string): GrammarLanguage | null {
  const word = fenceWord(info);
  return Object.hasOwn(byFence, word) ? (byFence[word] ?? null) : null;
}
