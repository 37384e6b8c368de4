import type { CodeLanguage, FileKind, TextLayer } from './layers.ts';
import { languageOfFence, opening } from './layers.ts';
import { isString, literalOf, type CodePart, type CodeStretch } from './literals.ts';
import { preformatted } from './prose-commands.ts';
import { isProgramName } from './shell-texts.ts';
import { nodesIn, type SyntaxNode } from './tree.ts';

/*
 * Programs in files that aren't called one: `python3 tools/data.txt` runs a text, and so do a page's
 * `<pre>` that a model copies, and a block in a format that isn't Markdown. Whoever hides a program
 * chooses its file's name.
 */

/** How much of a text is looked at to know it (UTF-16 units). */
const looked = 200_000;
const longestLine = 300;

const starts: readonly (readonly [CodeLanguage, RegExp])[] = [
  ['other', /^<\?php|^[ \t]*package[ \t]+main\b|^use[ \t]+strict;|^my[ \t]+[$@%]\w+[ \t]*=/gm],
  [
    'python',
    /^(?:import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*|from[ \t]+[\w.]+[ \t]+import[ \t]+[\w*(][^\n.]*|(?:async[ \t]+)?(?:def|class)[ \t]+\w+[^\n]*:)[ \t]*(?:#[^\n]*)?$/gm,
  ],
  [
    'javascript',
    /\brequire\([ \t]*["'`]|^import\b[^\n]*\bfrom[ \t]+["'`]|^import[ \t]+["'`]|^(?:const|let|var)[ \t]+[\w{[][^\n]*=|=>[ \t]*[{(]|^(?:async[ \t]+)?function[ \t]+\w+\(/gm,
  ],
  [
    'powershell',
    /^[ \t]*\$\w+[ \t]*=[ \t]*(?:Get|New|Join|Invoke|Import|\[)|^[ \t]*(?:Get|Set|New|Invoke|Remove|Start|Add|Copy)-[A-Z]\w+\s+[-$"']/gm,
  ],
];

/** Lines that only a sentence has: words with spaces, without what a program is made of. */
const sentence = /^\s*[A-Z][\w'’,-]*(?:\s+[\w'’,-]+){2,}[^(){}=;$|]*[.:!?]?\s*$/;
const word = /^\s*[@-]?(?:sudo\s+)?(?:[A-Za-z_]\w*=\S*\s+)*([\w./+-]+)(?:\s|$)/;
const control =
  /^\s*(?:if\s+[[!(]|if\s+\w+.*;\s*then|then\b|else$|elif\b|fi\b|for\s+\w+\s+in\b|while\b.*;?\s*do|do\b|done\b|case\b.*\bin$|esac\b|;;|[{}()]|\w+\(\)\s*\{?|set\s+-|[A-Za-z_]\w*=(?:["'$/~(\w]|$)|\[\s|\.\s+\S|local\s|export\s+\w+=|EOF$)/;

/**
 * The language of a program in a text that nothing else tells: by its imports, definitions and
 * assignments, of which a text with sentences needs two, or by lines of which most are commands. Null
 * for prose and data.
 */
export function programIn(text: string): CodeLanguage | null {
  const part = text.slice(0, looked);
  const lines = part
    .split('\n')
    .map((line) => line.slice(0, longestLine))
    .filter((line) => line.trim() !== '' && !/^\s*(?:#|\/\/|--|\*|\/\*)/.test(line));
  // A docstring has sentences, and its author chooses how many.
  const isProse = lines.filter((line) => sentence.test(line)).length > lines.length / 3;
  const known = starts.find(([, start]) => {
    const found = part.matchAll(start);
    return found.next().done !== true && (!isProse || found.next().done !== true);
  });
  if (known !== undefined) return known[0];
  if (isProse) return null;
  const run = lines.filter((line) => isShellLine(line)).length;
  return run >= Math.min(2, lines.length) && run > lines.length / 2 ? 'bash' : null;
}

const isShellLine = (line: string): boolean => {
  if (control.test(line)) return true;
  const name = word.exec(line)?.[1]?.split('/').pop()?.toLowerCase() ?? '';
  return isProgramName(name) || /^(?:cd|exit|return|trap|read|shift|test|true|wait)$/.test(name);
};

/** A text that is a program as a whole, whatever its name says. */
export function carriedProgram(text: string): CodeStretch[] {
  const language = programIn(text);
  return language === null ? [] : [{ language, from: 'script', start: 0, code: text }];
}

interface MarkedCode {
  /** The words after the opening: attributes, or the language. */
  readonly said: string;
  /** Of the whole block, and of what is in it. */
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * What is between an opening (with what it says as its first group) and a closing. An attacker can
 * open any number: once nothing closes one, nothing closes those after it.
 */
function* between(text: string, opening: RegExp, closing: string): Generator<MarkedCode> {
  const low = text.toLowerCase();
  let next = 0;
  for (const { 0: whole, 1: said = '', index } of text.matchAll(opening)) {
    const from = index + whole.length;
    if (index < next) continue;
    const to = low.indexOf(closing, from);
    if (to === -1) return;
    next = to + closing.length;
    yield { said, start: index, end: next, from, to };
  }
}

const longestPage = 20_000;

/** What a page shows as code, and its scripts. */
export function codeOfPage(text: string): CodeStretch[] {
  const found: CodeStretch[] = [];
  for (const name of ['pre', 'code', 'samp'])
    for (const { start, end } of between(
      text,
      new RegExp(`<${name}\\b([^>]{0,200})>`, 'gi'),
      `</${name}>`,
    ))
      if (end - start < longestPage)
        for (const one of preformatted(text, { start, end }))
          found.push({ ...one, from: 'script' });
  for (const { said, from, to } of between(text, /<script\b([^>]{0,400})>/gi, '</script'))
    if (!/type\s*=\s*["']?(?!module|text\/javascript|application\/javascript)/i.test(said))
      found.push({
        language: 'javascript',
        from: 'script',
        start: from,
        code: text.slice(from, to),
      });
  return found;
}

/** Blocks of code in AsciiDoc and Org. */
const marked = [
  [/^\[source(?:,\s*([\w-]+))?[^\]\n]*\]\n(?:\.[^\n]*\n)?-{4,}\n/gm, '\n----'],
  [/^[ \t]*#\+begin_src[ \t]*(\S*)[^\n]*\n/gim, '#+end_src'],
] as const;
/** The line that begins one in reStructuredText; its lines are indented. */
const directive = /^([ \t]*)\.\.\s+(?:code-block|code|sourcecode)::[ \t]*(\S*)[^\n]*\n/gm;

export function codeOfMarkup(text: string): CodeStretch[] {
  const found: CodeStretch[] = [];
  const add = (info: string, start: number, end: number): void =>
    void found.push({
      language: languageOfFence(info) ?? 'bash',
      from: 'fence',
      start,
      code: text.slice(start, end),
    });
  for (const [opening, closing] of marked)
    for (const { said, from, to } of between(text, opening, closing)) add(said, from, to);
  for (const { 0: whole, 1: indent = '', 2: info = '', index } of text.matchAll(directive)) {
    const start = index + whole.length;
    add(info, start, endOfIndented(text, start, indent.length));
  }
  return found;
}

/** Where the lines end that are indented more than by so much, or empty. */
function endOfIndented(text: string, start: number, indent: number): number {
  let at = start;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() !== '' && own <= indent) break;
    at = end === -1 ? text.length : end + 1;
  }
  return at;
}

/** A string with a program of its own in it, and its place. */
interface CarriedString {
  readonly start: number;
  readonly end: number;
  readonly said: string;
}

interface ReadCode {
  readonly text: string;
  readonly kind: FileKind;
  readonly code: readonly CodePart[];
}

/** Shorter strings are names and messages. */
const shortestProgram = 24;
/** How a finding says that it's in such a program. */
export const programStep = 'program in a string';
/** The most strings of one file that are looked at, because an attacker chooses how many there are. */
const mostStrings = 4_000;
/**
 * Programs in the strings of a file: `subprocess.run(["sh"], input=SETUP)`, a here-document in Perl, a
 * raw string in Rust. Whatever way a language has to start another program, its text is in a string.
 */
export function carriedPrograms(read: ReadCode): {
  readonly layers: readonly TextLayer[];
  readonly isCut: boolean;
} {
  const layers: TextLayer[] = [];
  let room: number = opening.bytes;
  for (const one of stringsOf(read)) {
    const { start, end, said } = one;
    const language = programIn(said);
    if (language === null || isRead(read, one)) continue;
    if (layers.some((other) => start < other.end && other.start < end)) continue;
    const bytes = Buffer.from(said);
    if (bytes.length > room || layers.length >= opening.layers) return { layers, isCut: true };
    room -= bytes.length;
    layers.push({ start, end, path: [programStep], bytes, language });
  }
  return { layers, isCut: false };
}

/** Whether a string is read as a part of its own: a here-document for Python, the script of a page. */
function isRead({ code, kind }: ReadCode, { start, end }: CarriedString): boolean {
  if (kind.kind === 'markup') return code.some((one) => one.start < end && start < one.end);
  const isParsed = kind.kind === 'code' || kind.kind === 'markdown';
  return isParsed && code.some((one) => start <= one.start && one.end <= end);
}

function* stringsOf(read: ReadCode): Generator<CarriedString> {
  const { text, kind, code } = read;
  let count = 0;
  const sources =
    kind.kind === 'code' || kind.kind === 'markdown'
      ? code.map((part) => stringsInTree(part, text))
      : [...(kind.kind === 'markup' ? [] : [longStrings(text)]), shortStrings(text, kind)];
  for (const source of sources)
    for (const one of source) {
      if (!isLong(one.said)) continue;
      count += 1;
      if (count > mostStrings) return;
      yield { ...one, said: dedented(one.said) };
    }
}

const mostIndent = 80;

/** Without the blanks that all lines start with. */
function dedented(said: string): string {
  const own = said.split('\n').filter((line) => line.trim() !== '');
  const indent = own
    .slice(1)
    .reduce((least, line) => Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0), mostIndent);
  return indent > 0 ? said.replaceAll(new RegExp(`^[ \\t]{1,${indent}}`, 'gm'), '') : said;
}

const isLong = (said: string): boolean =>
  said.length >= shortestProgram && said.trim().includes('\n');

/** Strings, and lists of them, of a language with a grammar. */
function* stringsInTree({ tree, language }: CodePart, text: string): Generator<CarriedString> {
  if (tree === null || language === 'other') return;
  let done = -1;
  for (const node of nodesIn(tree)) {
    const { start, end } = node;
    if (start < done || end - start < shortestProgram) continue;
    const said = saidBy(node, text);
    if (said === null) continue;
    // A list or a template may have one in it.
    if (isLong(said) && programIn(said) !== null) done = end;
    yield { start, end, said };
  }
}

function saidBy(node: SyntaxNode, text: string): string | null {
  const { type, start, end, children } = node;
  if (/^(?:list|array|tuple)$/.test(type)) {
    if (children.length < 2 || !children.every(isString)) return null;
    return children.map((one) => literalOf(one, text) ?? bare(text, one)).join('\n');
  }
  // `'it'\\''s'` and `"it's"` in a shell.
  if (type === 'concatenation') return bare(text, node).replaceAll(/'(?:\\'|"'")'/g, "'");
  if (type === 'heredoc_body') return text.slice(start, end).replace(/\n[^\n]*$/, '\n');
  if (/here_string/.test(type)) return text.slice(start, end).replace(/^@["']|["']@$/g, '');
  if (/^binary/.test(type)) return literalOf(node, text);
  return isString(node) ? (literalOf(node, text) ?? bare(text, node)) : null;
}

const bare = (text: string, { start, end }: SyntaxNode): string =>
  text.slice(start, end).replace(/^[a-zA-Z]{0,2}(?:"""|'''|["'`])|(?:"""|'''|["'`])$/g, '');

/** How languages write a text of several lines: what opens it, and what closes it. */
const longOnes: readonly (readonly [RegExp, (opened: string, name: string) => string | RegExp])[] =
  [
    [/"""|'''/g, (opened) => opened],
    [
      /<<[<~-]?[ \t]*["']?([A-Za-z_]\w{0,30})["']?[^\n]{0,80}\n/g,
      (_, name) => new RegExp(`\\n[ \\t]*${name}\\b`, 'g'),
    ],
    [/\[(={0,8})\[/g, (_, name) => `]${name}]`],
    [/\br(#{1,8})["']/g, (opened, name) => `${opened.at(-1)}${name}`],
    [/\b[rR]"(-{0,8})([({[])/g, (opened, name) => closing[opened.at(-1) ?? ''] + name + '"'],
    [/''(?=\s*\n)/g, () => "''"],
    [/`/g, () => '`'],
    [/@"/g, () => /"(?!")/g],
    [/\bq[qx]?[ \t]?([{([|])/g, (_, name) => closing[name] ?? name],
    [/[ \t][|>][-+\d]{0,2}[ \t]*\n/g, () => ''],
    [/^define\b[^\n]*\n/gm, () => '\nendef'],
  ];
const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** The most names of here-documents that nothing closes. */
const mostUnclosed = 20;

/** Texts of several lines in a language without a grammar, or in data. */
function* longStrings(text: string): Generator<CarriedString> {
  for (const [opens, closes] of longOnes) {
    let next = 0;
    // What nothing closes once, nothing closes later.
    const unclosed = new Set<string>();
    for (const { 0: opened, 1: name = '', index } of text.matchAll(opens)) {
      if (index < next || unclosed.has(name) || unclosed.size > mostUnclosed) continue;
      const start = index + opened.length;
      const closed = closes(opened, name);
      if (closed === '') {
        const line = text.slice(text.lastIndexOf('\n', index) + 1, start);
        const end = endOfIndented(text, start, /^[ \t]*/.exec(line)?.[0].length ?? 0);
        next = end;
        yield { start, end, said: text.slice(start, end) };
        continue;
      }
      const end = placeOf(closed, text, start);
      if (end === -1) {
        unclosed.add(name);
        continue;
      }
      next = end + 1;
      const said = text.slice(start, end);
      yield { start, end, said: opened === '@"' ? said.replaceAll('""', '"') : said };
    }
  }
}

function placeOf(closing: string | RegExp, text: string, from: number): number {
  if (typeof closing === 'string') return text.indexOf(closing, from);
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? -1;
}

const quoted = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
/** What stands between the strings of one text. */
const joints = new Set(['', '+', '.', '..', '&', '~', '<>', '++', '\\']);

/** Strings of one line with `\n` in them, those that stand together, and those of a list. */
function* shortStrings(text: string, kind: FileKind): Generator<CarriedString> {
  if (kind.kind === 'markup') return void (yield* elementsOf(text));
  if (text.includes('</')) yield* elementsOf(text);
  const strings = [...text.matchAll(quoted)].map(({ 0: whole, 1: double, 2: single, index }) => ({
    start: index,
    end: index + whole.length,
    said: double === undefined ? (single ?? '') : unescaped(double),
  }));
  yield* groupsOf(strings, text, '', (gap) => joints.has(gap));
  yield* groupsOf(strings, text, '\n', (gap, { said }) => gap === ',' && /\s/.test(said));
}

/** The texts of elements. */
function* elementsOf(text: string): Generator<CarriedString> {
  let at = 0;
  for (const piece of text.split('<')) {
    const from = piece.indexOf('>') + 1;
    if (from > 0)
      yield { start: at + from, end: at + piece.length, said: unmarked(piece.slice(from)) };
    at += piece.length + 1;
  }
}

/** Neighbors in one string. */
function* groupsOf(
  strings: readonly CarriedString[],
  text: string,
  joint: string,
  belongs: (gap: string, next: CarriedString) => boolean,
): Generator<CarriedString> {
  let group: CarriedString[] = [];
  for (const next of strings) {
    const last = group.at(-1);
    const gap = text.slice(Math.max(last?.end ?? 0, next.start - 200), next.start).trim();
    if (last !== undefined && !belongs(gap, next)) {
      yield joinedOf(group, joint);
      group = [];
    }
    group.push(next);
  }
  if (group.length > 0) yield joinedOf(group, joint);
}

const joinedOf = (group: readonly CarriedString[], joint: string): CarriedString => ({
  start: group[0]?.start ?? 0,
  end: group.at(-1)?.end ?? 0,
  said: group.map(({ said }) => said).join(joint),
});

const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unescaped = (said: string): string =>
  said.replace(/\\(.)/g, (_, one: string) => letters[one] ?? one);
const unmarked = (said: string): string =>
  said
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&');
