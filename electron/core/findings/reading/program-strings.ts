import { endOfIndented, programIn } from './carried-code.ts';
import { opening, type FileKind, type TextLayer } from './layers.ts';
import { isString, literalOf, quotedIn, type CodePart } from './literals.ts';
import { nodesIn, type SyntaxNode } from './tree.ts';

/*
 * Programs in the strings of others. Whatever way a language has to start another program, the text
 * of that is in a string, and an attacker knows more of these ways than any list has.
 */

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

/** How much of one part is joined at most, in characters. */
const mostJoined = 1_000_000;

/** Programs in strings: the input in `subprocess.run(["sh"], input=SETUP)`, a raw string of Rust. */
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
      const said = inLines(one.said);
      if (!isLong(said)) continue;
      count += 1;
      if (count > mostStrings) return;
      yield { ...one, said: dedented(said) };
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

/** A program that was written in one line: `exec("import os; os.system(…)")`. */
const inLines = (said: string): string =>
  /^\s*(?:import|from|const|let|var)\b[^\n;]{3,400};[^\n]*$/.test(said)
    ? said.replaceAll(/;[ \t]*/g, '\n')
    : said;

const isLong = (said: string): boolean =>
  said.length >= shortestProgram && said.trim().includes('\n');

/** Strings, and lists of them, of a language with a grammar. */
function* stringsInTree({ tree, language }: CodePart, text: string): Generator<CarriedString> {
  if (tree === null || language === 'other') return;
  let done = -1;
  // Of `a + b + c`, also `a + b` is one, and so on: an attacker decides how many there are.
  let joinedTo = -1;
  let joinedLength = 0;
  for (const node of nodesIn(tree)) {
    const { type, start, end } = node;
    if (start < done || end - start < shortestProgram) continue;
    const isJoined = type.startsWith('binary');
    if (isJoined) joinedLength += end - start;
    if (isJoined && (end <= joinedTo || joinedLength > mostJoined)) continue;
    const said = saidBy(node, text);
    if (said === null) continue;
    if (isJoined) joinedTo = end;
    // A list or a template may have one in it.
    const lined = inLines(said);
    if (isLong(lined) && programIn(lined) !== null) done = end;
    yield { start, end, said };
  }
}

function saidBy(node: SyntaxNode, text: string): string | null {
  const { type, start, end } = node;
  const lines = linesOf(node);
  if (lines !== null) {
    if (lines.length < 2 || !lines.every(isString)) return null;
    return lines.map((one) => literalOf(one, text) ?? bare(text, one)).join('\n');
  }
  // `'it'\\''s'` and `"it's"` in a shell.
  if (type === 'concatenation') return bare(text, node).replaceAll(/'(?:\\'|"'")'/g, "'");
  if (type === 'heredoc_body') return text.slice(start, end).replace(/\n[^\n]*$/, '\n');
  if (/here_string/.test(type)) return text.slice(start, end).replace(/^@["']|["']@$/g, '');
  if (type.startsWith('binary')) return literalOf(node, text);
  return isString(node) ? (literalOf(node, text) ?? bare(text, node)) : null;
}

/** What may have one line of a program each: items of a list, values of a table, words of a command. */
function linesOf({ type, children }: SyntaxNode): readonly SyntaxNode[] | null {
  if (/^(?:list|array|tuple)$/.test(type)) return children;
  if (/^(?:hash|dictionary|object)$/.test(type))
    return children.map((one) => (one.type === 'pair' ? (one.children.at(-1) ?? one) : one));
  return type === 'command' ? children.filter(isString) : null;
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
      if (index < next || unclosed.size > mostUnclosed) continue;
      const start = index + opened.length;
      const closed = closes(opened, name);
      if (unclosed.has(String(closed))) continue;
      if (closed === '') {
        const line = text.slice(text.lastIndexOf('\n', index) + 1, start);
        const end = endOfIndented(text, start, /^[ \t]*/.exec(line)?.[0].length ?? 0);
        next = end;
        yield { start, end, said: text.slice(start, end) };
        continue;
      }
      const end = placeOf(closed, text, start);
      if (end === -1) {
        unclosed.add(String(closed));
        continue;
      }
      // An attacker may put one more of a mark before a text that it opens and closes.
      if (closed !== opened) next = end + 1;
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

/** What may be between two strings that are one text. */
const joints = new Set(['', '+', '.', '..', '&', '~', '<>', '++', '\\']);

/** Strings of one line with `\n` in them, adjacent ones as one, and those of a list. */
function* shortStrings(text: string, kind: FileKind): Generator<CarriedString> {
  if (kind.kind === 'markup') return void (yield* elementsOf(text));
  if (text.includes('</')) yield* elementsOf(text);
  const strings = [...quotedIn(text, `"'`)].map(({ start, end, mark, body }) => ({
    ...{ start, end },
    said: mark === '"' ? unescaped(body) : body,
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
