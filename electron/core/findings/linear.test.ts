import { describe, expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { rules } from './registry.ts';
import { parsingWith } from './reading/parsing.ts';
import { tracesOf } from './traces.ts';
import { createGrammars } from './reading/tree.ts';
import { grammarBytes } from './testing/cases.ts';

/**
 * Texts that an attacker repeats to slow rules down: the starts of what they look for. A rule that
 * reads such a text once takes milliseconds. If it takes long, a quarter of the text must take about
 * a quarter of that: a rule that starts over at every place takes a sixteenth. A parser's own recovery isn't
 * tested here: it gets a tenth of a second.
 */
const beginnings = [
  ...[' ', '\t', 'a', '<', '`', '[', '](', '"', '\\', '-', '|', '/', '../', '\n', '\r', ' \n', '4'],
  ...['/*', '--[['],
  ...['<!--', '<a ', '&#', '<div style="display', 'style="', '<image ', '<use href=', '![', '{{'],
  ...[
    '`<a>',
    'a@',
    'a.',
    'a_',
    'a://',
    'http://',
    'skill://a',
    'mcp__a',
    '\u200b',
    '\u202e',
    '\u{E0041}',
  ],
  ...['ignore all ', 'not ', 'avoid "a", ', 'FROM ', 'uses: a/', 'branch =', 'image: ', '- ', '# '],
  ...[
    '"postinstall": "',
    '"a": "',
    '"args": [',
    '%w[',
    'Out-File a.ps1 ',
    'IO::Socket->new(',
    'open(STDIN,"',
    'echo toJSON(',
    'deb [',
    '"PreToolUse": [',
    'system($a',
    'getline ',
    '"https://',
    'cmdclass=',
    'import ',
    'Zz9',
    '\\x41',
    'os.environ',
    'TOKEN',
    '.ssh',
    'read -p "?" ',
    'ask first, ',
    '- class: injection, ',
    'tail -n +1 | while ',
    '> You are a ',
    '1,',
    'now > ',
    'rand() < ',
    'openssl enc ',
    'gpg ',
    'bcc "',
    'CREATE EVENT ',
    'CREATE ROLE ',
    '"scripts": {',
    'sh("',
    '<mirror>',
    'maven {',
    'pass == "aaaaaa" ',
    'addEventListener("submit"',
    '<pre>',
    '<script>',
    '.. code-block:: sh\n\n',
    '[source,sh]\n----\n',
    '#+begin_src sh\n',
    '"cells": [ "code" "source": ["',
    '"source": ["a", ',
    '&#105;',
    'a **b',
    'A word and more words ',
    'A word and more words. ',
    '"a b c d e f",\n',
    'run = """\n',
  ],
];
const grammars = createGrammars(grammarBytes, () => {
  const until = performance.now() + 100;
  return () => performance.now() > until;
});
const bytes = 120_000;
/** What a busy machine needs for a text at most, if it's read once. */
const quick = 500;

/** What everything takes that reads a document, in milliseconds. */
async function timeOf(path: string, text: string): Promise<number> {
  const began = performance.now();
  const document = await documentOf({ path, bytes: Buffer.from(text) }, parsingWith(grammars));
  const outside = rules.flatMap((rule) =>
    [...rule.look(document)].filter(({ start, end }) => start < 0 || end > text.length),
  );
  expect(outside).toEqual([]);
  expect(tracesOf(document).traces.length).toBeLessThanOrEqual(360);
  return performance.now() - began;
}

describe.each([
  'SKILL.md',
  'a.txt',
  'a.svg',
  'a.pl',
  'package.json',
  'requirements.txt',
  '.gitmodules',
])('rules over %s', (path) => {
  it.each(beginnings)(
    'read a text that repeats %j only once',
    async (beginning) => {
      const text = (size: number): string => beginning.repeat(Math.ceil(size / beginning.length));
      let whole = await timeOf(path, text(bytes));
      let ratio = 0;
      // Other programs make a time longer, never shorter: the shortest of a few are compared.
      for (let tries = 0; tries < 4 && whole > quick; tries += 1) {
        whole = Math.min(whole, await timeOf(path, text(bytes)));
        ratio = whole / (await timeOf(path, text(bytes / 4)));
        if (ratio < 8) return;
      }
      expect(whole > quick ? ratio : 0).toBeLessThan(8);
    },
    120_000,
  );
});
