import type { CodeLanguage } from './layers.ts';
import { languageOfFence } from './layers.ts';
import type { CodePart, CodeStretch } from './literals.ts';
import { preformatted } from './prose-commands.ts';
import { isProgramName } from './shell-texts.ts';

/*
 * Programs in files that aren't called one: `python3 tools/data.txt` runs a text, and so do a page's
 * `<pre>` that a model copies, and a block in a format that isn't Markdown. Whoever hides a program
 * chooses its file's name.
 */

/** How much of a text is looked at to know it (UTF-16 units). */
const looked = 20_000;

const starts: readonly (readonly [CodeLanguage, RegExp])[] = [
  ['other', /^<\?php|^\s*package\s+main\b|^use\s+strict;|^my\s+[$@%]\w+\s*=/m],
  [
    'python',
    /^(?:import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*|from\s+[\w.]+\s+import\s+[\w*(][^\n.]*|(?:async\s+)?(?:def|class)\s+\w+[^\n]*:)\s*(?:#[^\n]*)?$/m,
  ],
  [
    'javascript',
    /\brequire\(\s*["'`]|^import\b[^\n]*\bfrom\s+["'`]|^import\s+["'`]|^(?:const|let|var)\s+[\w{[][^\n]*=|=>\s*[{(]|^(?:async\s+)?function\s+\w+\(/m,
  ],
  [
    'powershell',
    /^\s*\$\w+\s*=\s*(?:Get|New|Join|Invoke|Import|\[)|^\s*(?:Get|Set|New|Invoke|Remove|Start|Add|Copy)-[A-Z]\w+\s+[-$"']/m,
  ],
];

/** Lines that only a sentence has: words with spaces, without what a program is made of. */
const sentence = /^\s*[A-Z][\w'’,-]*(?:\s+[\w'’,-]+){2,}[^(){}=;$|]*[.:!?]?\s*$/;
const word = /^\s*[@-]?(?:sudo\s+)?(?:[A-Za-z_]\w*=\S*\s+)*([\w./+-]+)(?:\s|$)/;
const control =
  /^\s*(?:if\s+[[!(]|if\s+\w+.*;\s*then|then\b|else$|elif\b|fi\b|for\s+\w+\s+in\b|while\b.*;?\s*do|do\b|done\b|case\b.*\bin$|esac\b|;;|[{}()]|\w+\(\)\s*\{?|set\s+-|[A-Za-z_]\w*=(?:["'$/~(\w]|$)|\[\s|\.\s+\S|local\s|export\s+\w+=|EOF$)/;

/**
 * The language of a program in a text that nothing else tells: by its imports, definitions and
 * assignments, or by lines of which most are commands. Null for prose and data.
 */
export function programIn(text: string): CodeLanguage | null {
  const lines = text
    .slice(0, looked)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(?:#|\/\/|--|\*|\/\*)/.test(line));
  if (lines.length === 0) return null;
  const said = lines.filter((line) => sentence.test(line)).length;
  if (said > lines.length / 3) return null;
  const known = starts.find(([, start]) => start.test(text.slice(0, looked)))?.[0];
  if (known !== undefined) return known;
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

const shown = /<(pre|code|samp)\b[^>]{0,200}>([^]{2,20000}?)<\/\1>/gi;
const scripts = /<script\b([^>]{0,400})>([^]{2,200000}?)<\/script/gi;

/** What a page shows as code, and its scripts. */
export function codeOfPage(text: string): CodeStretch[] {
  const found: CodeStretch[] = [];
  for (const { 0: whole, index } of text.matchAll(shown))
    for (const one of preformatted(text, { start: index, end: index + whole.length }))
      found.push({ ...one, from: 'script' });
  for (const { 0: whole, 1: attributes = '', 2: code = '', index } of text.matchAll(scripts))
    if (!/type\s*=\s*["']?(?!module|text\/javascript|application\/javascript)/i.test(attributes))
      found.push({
        language: 'javascript',
        from: 'script',
        start: index + whole.lastIndexOf(code),
        code,
      });
  return found;
}

/** Blocks of code in reStructuredText, AsciiDoc and Org. */
const blocks = [
  /^([ \t]*)\.\.\s+(?:code-block|code|sourcecode)::\s*(?<info>\S*)[^\n]*\n(?:[ \t]*:\w+:[^\n]*\n)*[ \t]*\n(?<code>(?:\1[ \t]+[^\n]*\n?|[ \t]*\n)+)/gm,
  /^\[source(?:,\s*(?<info>[\w-]+))?[^\]\n]*\]\n(?:\.[^\n]*\n)?(-{4,}|={4,})\n(?<code>[^]{1,20000}?)\n\2/gm,
  /^[ \t]*#\+begin_src[ \t]*(?<info>\S*)[^\n]*\n(?<code>[^]{1,20000}?)\n[ \t]*#\+end_src/gim,
];

export function codeOfMarkup(text: string, from: CodePart['from'] = 'fence'): CodeStretch[] {
  return blocks.flatMap((block) =>
    [...text.matchAll(block)].map(({ 0: whole, index, groups = {} }) => {
      const code = groups['code'] ?? '';
      return {
        language: languageOfFence(groups['info'] ?? '') ?? ('bash' as const),
        from,
        start: index + whole.lastIndexOf(code),
        code,
      };
    }),
  );
}
