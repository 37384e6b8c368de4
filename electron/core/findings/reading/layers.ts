import { gunzipSync, inflateSync } from 'node:zlib';
import { isMostlyText } from '../../preview/marked-text.ts';
import { binaryTypeOf, extensionOf, languageOf } from '../../preview/file-type.ts';

/** Bytes that a text contains in encoded form. */
export interface TextLayer {
  /** The range in the text that contains it. */
  readonly start: number;
  readonly end: number;
  /** How it was decoded, outermost step first: `base64`, `gzip`. */
  readonly path: readonly string[];
  readonly bytes: Uint8Array;
  /** It's text for a reader, whatever it looks like. */
  readonly isProse?: true;
  /** A program in this language, whatever its own words say. */
  readonly language?: CodeLanguage;
  /** A program's comments and strings, which speak to its readers, too. */
  readonly isOfProgram?: boolean;
}

/** Bounds on the cost of decoding, because an attacker chooses how much a text unfolds to. */
export const opening = {
  /** The most nested steps. */
  levels: 3,
  /** The most layers of one file. */
  layers: 64,
  /** The most bytes in all layers of one file. */
  bytes: 1024 * 1024,
} as const;

/** Character codes in a list, which a program joins to a text. */
const numbers = /(?:(?:0x[\da-f]{1,2}|\d{1,3})\s{0,4},\s{0,4}){23,}(?:0x[\da-f]{1,2}|\d{1,3})/gi;
/** What a program does with each before it becomes a letter: `chr($c ^ 0x17)`, `$_ -bxor 7`. */
const shifts =
  /(\^|-bxor|\bxor\b|(?:chr|fromCharCode|char)\s?\(\s?\$?\w{1,40}\s?[-+])\s?\(?(0x[\da-f]{1,2}|\d{1,3})\b/gi;

/** Shorter ones are words, names and digests. */
const base64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const hex = /(?:[0-9a-fA-F]{2}){20,}/g;
const escaped = /(?:\\x[0-9a-fA-F]{2}){8,}/g;

interface TextLayers {
  readonly layers: readonly TextLayer[];
  /** There was more to decode than the bounds allow. */
  readonly isCut: boolean;
}

/** The base64, hex, `\x41` escapes or lists of character codes in a text that decode to text or to something that unpacks. */
export function layersIn(text: string): TextLayers {
  const found: TextLayer[] = [];
  let room: number = opening.bytes;
  let isCut = false;
  const add = (match: RegExpExecArray, name: string, bytes: Uint8Array): void => {
    const [start, end] = [match.index, match.index + match[0].length];
    // What is encoded in a notebook's cell is found in the cell.
    if (found.some((one) => start < one.end && one.start < end)) return;
    const opened = unpacked(bytes, room);
    if (opened === null) return;
    if (opened === 'too-large' || opened.bytes.length > room || found.length >= opening.layers) {
      isCut = true;
      return;
    }
    room -= opened.bytes.length;
    const layer = { start, end, path: [name, ...opened.steps], bytes: opened.bytes };
    found.push(layer);
    // Also as a text: sentences before a program would hide it, and a program the sentences.
    if (hasSentences(Buffer.from(opened.bytes.subarray(0, 4_000)).toString()))
      found.push({ ...layer, isProse: true });
  };
  for (const cell of notebookCells(text)) {
    const bytes = Buffer.from(cell.code);
    if (bytes.length > room || found.length >= opening.layers) isCut = true;
    else found.push({ start: cell.start, end: cell.end, path: ['notebook'], bytes });
  }
  for (const match of text.matchAll(numbers)) {
    const bytes = lettersOf(match[0], text);
    if (bytes !== null) add(match, 'character codes', bytes);
  }
  for (const match of text.matchAll(escaped))
    add(match, 'escapes', Buffer.from(match[0].replaceAll('\\x', ''), 'hex'));
  for (const match of text.matchAll(hex)) add(match, 'hex', Buffer.from(match[0], 'hex'));
  for (const match of text.matchAll(base64)) {
    // Words and paths use the same alphabet, but encoded bytes use nearly all of it.
    if (!/[0-9]/.test(match[0]) && !/[A-Z].*[a-z].*[A-Z]/.test(match[0].slice(0, 400))) continue;
    add(match, 'base64', Buffer.from(match[0].replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
  }
  return { layers: found.sort((a, b) => a.start - b.start), isCut };
}

const cellSource = /"source"\s{0,20}:\s{0,20}(?=["[])/g;
const inList = /[^\]"]*(?:"(?:[^"\\]|\\.)*"|\])/gy;
const inString = /"(?:[^"\\]|\\.)*"/gy;

/** Where the string or list of strings ends that begins at a place; -1 if nothing ends it. */
function endOfSource(text: string, start: number): number {
  if (text[start] === '"') {
    inString.lastIndex = start;
    return inString.test(text) ? inString.lastIndex : -1;
  }
  inList.lastIndex = start + 1;
  while (inList.test(text)) if (text[inList.lastIndex - 1] === ']') return inList.lastIndex;
  return -1;
}

/**
 * The code of a notebook, whose JSON has a string per line: what Python's cells say together, because
 * they share their names, and each cell for a shell.
 */
function notebookCells(text: string): { start: number; end: number; code: string }[] {
  if (!/"cells"\s{0,20}:\s{0,20}\[/.test(text.slice(0, 100_000)) || !text.includes('"code"'))
    return [];
  const shells: { start: number; end: number; code: string }[] = [];
  let own: { start: number; end: number; code: string } | null = null;
  cellSource.lastIndex = 0;
  for (let key = cellSource.exec(text); key !== null; key = cellSource.exec(text)) {
    const from = key.index + key[0].length;
    const end = endOfSource(text, from);
    // Nothing ends what would come later, either.
    if (end === -1) break;
    cellSource.lastIndex = end;
    const code = linesOf(text.slice(from, end));
    if (code === null || code.trim() === '') continue;
    const place = { start: key.index, end };
    const shell = /^%%(?:bash|sh|script\s+(?:ba)?sh)\b[^\n]*\n/.exec(code)?.[0];
    if (shell !== undefined) shells.push({ ...place, code: code.slice(shell.length) });
    else if (own === null) own = { ...place, code };
    else own = { start: own.start, end: place.end, code: `${own.code}\n${code}` };
  }
  return own === null ? shells : [own, ...shells];
}

function linesOf(source: string): string | null {
  try {
    const said: unknown = JSON.parse(source);
    return Array.isArray(said) ? said.join('') : String(said);
  } catch {
    return null;
  }
}

/** The text that a list of character codes makes; null if it's only numbers. */
function lettersOf(list: string, text: string): Uint8Array | null {
  const codes = list.split(',').map((one) => Number(one.trim()));
  if (codes.some((code) => code > 255)) return null;
  const ways: ((code: number) => number)[] = [(code) => code];
  for (const [, sign = '', given] of [...text.matchAll(shifts)].slice(0, 8)) {
    const key = Number(given);
    ways.push((code) =>
      /[-]$/.test(sign) ? code - key : sign.endsWith('+') ? code + key : code ^ key,
    );
  }
  for (const way of ways) {
    const bytes = Buffer.from(codes.map((code) => way(code) & 0xff));
    const said = bytes.toString('latin1');
    const isText = /^[\t\n\r -~]+$/.test(said) && /[a-z]{3,}/i.test(said);
    if (isText && (said.match(/[a-z ]/gi)?.length ?? 0) > said.length / 2) return bytes;
  }
  return null;
}

/** The bytes if they read as text, possibly after unpacking; null otherwise. */
function unpacked(bytes: Uint8Array, most: number): Unpacked | 'too-large' | null {
  const kind = packedAs(bytes);
  const wide = kind === null ? narrowed(bytes) : null;
  if (wide !== null) return { bytes: wide, steps: ['UTF-16'] };
  if (kind === null) return bytes.length >= 12 && isMostlyText(bytes) ? { bytes, steps: [] } : null;
  try {
    // At least one byte, because the library takes 0 for no bound.
    const options = { maxOutputLength: Math.max(1, most) };
    const open = kind === 'gzip' ? gunzipSync(bytes, options) : inflateSync(bytes, options);
    const inner = unpacked(open, most);
    return typeof inner === 'object' && inner !== null
      ? { bytes: inner.bytes, steps: [kind, ...inner.steps] }
      : inner;
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isBomb ? 'too-large' : null;
  }
}

/** Text in UTF-16, as PowerShell takes encoded commands; null for anything else. */
function narrowed(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < 24 || bytes.length % 2 !== 0) return null;
  for (let at = 1; at < Math.min(bytes.length, 400); at += 2) if (bytes[at] !== 0) return null;
  const text = Buffer.from(Buffer.from(bytes).toString('utf16le'));
  return isMostlyText(text) ? text : null;
}

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly steps: readonly string[];
}

function packedAs(bytes: Uint8Array): 'gzip' | 'zlib' | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0)) return 'zlib';
  return null;
}

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
    'go golang php perl java csharp cs c# c cpp c++ objective-c rust rs lua swift kotlin kt ' +
    'scala ' +
    'dart r julia elixir clojure fsharp vb tcl awk groovy gradle zig nim haskell vbs applescript ' +
    'autohotkey coffee lisp vim nix cmake starlark erlang ocaml d crystal pascal nushell'
  ).split(' '),
);
const otherExtensions: Readonly<Record<string, string>> = {
  ahk: 'autohotkey',
  applescript: 'applescript',
  awk: 'awk',
  bas: 'vb',
  bzl: 'starlark',
  cls: 'vb',
  cljs: 'clojure',
  cmake: 'cmake',
  coffee: 'coffee',
  cr: 'crystal',
  d: 'd',
  edn: 'clojure',
  el: 'lisp',
  erl: 'erlang',
  frm: 'vb',
  fsx: 'fsharp',
  gradle: 'gradle',
  groovy: 'groovy',
  hs: 'haskell',
  hta: 'vbs',
  lisp: 'lisp',
  ml: 'ocaml',
  nim: 'nim',
  nix: 'nix',
  nu: 'nushell',
  pas: 'pascal',
  sc: 'scala',
  scm: 'lisp',
  scpt: 'applescript',
  tcl: 'tcl',
  vbs: 'vbs',
  vim: 'vim',
  wsf: 'vbs',
  zig: 'zig',
};
/** Files that a tool loads by their whole name. */
const otherNames: Readonly<Record<string, string>> = {
  '.emacs': 'lisp',
  '.gvimrc': 'vim',
  '.rprofile': 'r',
  'rprofile.site': 'r',
  '.vimrc': 'vim',
  'build.bazel': 'starlark',
  'cmakelists.txt': 'cmake',
  cpanfile: 'perl',
  jenkinsfile: 'groovy',
  'module.bazel': 'starlark',
  vimrc: 'vim',
  workspace: 'starlark',
};
/** The same for languages with a grammar. */
const grammarNames: readonly (readonly [name: RegExp, language: GrammarLanguage])[] = [
  [/^\.?(?:irbrc|pryrc)$|\.rbi$/, 'ruby'],
  [/^\.?pythonrc(?:\.py)?$|^(?:sconstruct|sconscript|snakefile|wscript|tiltfile)$/, 'python'],
  [
    /^\.?(?:(?:bash|z|k)(?:_?profile|_?login|env|rc)|profile|envrc|xprofile|xinitrc|xsession)$|^(?:pkgbuild|apkbuild)$|\.(?:ebuild|command|bats|ksh)$/,
    'bash',
  ],
  [/\.gs$|^\.pnpmfile\.cjs$|\.jsx?bin$/, 'javascript'],
];

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
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const parsed = grammarNames.find(([known]) => known.test(name))?.[1];
  if (parsed !== undefined) return { kind: 'code', language: parsed };
  const own = extensionOf(path);
  const format =
    (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined) ??
    (name.startsWith('jenkinsfile.') ? 'groovy' : undefined) ??
    (Object.hasOwn(otherExtensions, own) ? otherExtensions[own] : undefined);
  return { kind: 'text', format: format ?? monaco };
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

const words = /\p{Lu}[\p{Ll}'’]*(?:[ ,\n][\p{L}'’-]+){4}/u;

/** Two sentences that are longer than an `echo`. */
const hasSentences = (text: string): boolean =>
  text.split(/[.!?]\s/).filter((sentence) => words.test(sentence)).length > 1;

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
