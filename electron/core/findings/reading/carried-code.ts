import { languageOfFence, type CodeLanguage } from './layers.ts';
import type { CodeStretch } from './literals.ts';
import { preformatted } from './prose-commands.ts';
import { isProgramName } from './shell-texts.ts';

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
export function endOfIndented(text: string, start: number, indent: number): number {
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
