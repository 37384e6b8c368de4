import { describe, expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { rules } from './registry.ts';
import { parsingWith } from './reading/parsing.ts';
import { tracesOf } from './traces.ts';
import { createGrammars } from './reading/tree.ts';
import { grammarBytes } from './testing/cases.ts';

/**
 * Texts that an attacker repeats to slow rules down: the starts of what they look for. A rule that
 * reads such a text once takes milliseconds. If it takes long, a text of four times the length must take about
 * four times that: a rule that starts over at every place takes sixteen times that. A parser's own recovery
 * isn't tested here: it gets a twentieth of a second.
 * These are for files of every name.
 */
const anywhere = [
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
    '"PreToolUse": [',
    '"scripts": {',
    '<script>',
    '<pre>',
    'cmdclass=',
    '<mirror>',
    '1,',
    '"source": ["a", ',
    '"cells": [ "code" "source": ["',
  ],
  ...['"""', "'''", '<<A\n', '<<A\nA1', 'r#"', 'R"(', "''\n", '@"', 'q{', ' |\n', 'define\n'],
  ...[
    '["a b", ',
    '\\"',
    "\\'",
    '"a" ',
    '"a\\n',
    'curl -',
    'tar c ',
    'curl -T a://a.b tar .ssh/ ',
    'curl -F tar id_ ',
    'a b ',
    'a1',
    'dont ',
    'a_the_',
    '<string>a',
    "x='\n",
  ],
];
/** For a text and for a program. */
const ofWords = [
  ...[
    '%w[',
    'Out-File a.ps1 ',
    'IO::Socket->new(',
    'open(STDIN,"',
    'echo toJSON(',
    'deb [',
    'system($a',
    'getline ',
    '"https://',
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
    'now > ',
    'rand() < ',
    'openssl enc ',
    'gpg ',
    'bcc "',
    'CREATE EVENT ',
    'CREATE ROLE ',
    'sh("',
    'maven {',
    'pass == "aaaaaa" ',
    'addEventListener("submit"',
    '.. code-block:: sh\n\n',
    '[source,sh]\n----\n',
    '#+begin_src sh\n',
    '&#105;',
    'a **b',
    'A word and more words ',
    'A word and more words. ',
    '"a b c d e f",\n',
    'run = """\n',
  ],
];
const grammars = createGrammars(grammarBytes, () => {
  const until = performance.now() + 50;
  return () => performance.now() > until;
});
const bytes = 30_000;
/** What a text needs at most, if it's read once. */
const quickMs = 60;

/** What everything takes that reads a document, in milliseconds of processor time: others may be at work. */
async function timeOf(path: string, text: string): Promise<number> {
  const began = process.cpuUsage();
  const document = await documentOf({ path, bytes: Buffer.from(text) }, parsingWith(grammars));
  const outside = rules.flatMap((rule) =>
    [...rule.look(document)].filter(({ start, end }) => start < 0 || end > text.length),
  );
  expect(outside).toEqual([]);
  expect(tracesOf(document).traces.length).toBeLessThanOrEqual(360);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

describe.each([
  'SKILL.md',
  'a.txt',
  'a.svg',
  'a.pl',
  'package.json',
  'requirements.txt',
  '.gitmodules',
  'Dockerfile',
  'a.py',
])('rules over %s', (path) => {
  const isEither = path === 'SKILL.md' || path === 'a.pl';
  const all = [...anywhere, ...(isEither ? ofWords : [])];
  const few: Readonly<Record<string, readonly string[]>> = {
    Dockerfile: ['RUN curl -s a\n'],
    'a.py': ['"aaaaaaaaaaaaaaaa\\naaaaaaaa"+', '"aaaaaaaaaaaaaaaa"+'],
  };
  it.each(few[path] ?? all)(
    'read a text that repeats %j only once',
    async (beginning) => {
      const text = (size: number): string => beginning.repeat(Math.ceil(size / beginning.length));
      let part = await timeOf(path, text(bytes));
      let ratio = 0;
      // What collects garbage makes a time longer, never shorter: the shortest of a few are compared.
      for (let tries = 0; tries < 5 && part > quickMs; tries += 1) {
        part = Math.min(part, await timeOf(path, text(bytes)));
        ratio = (await timeOf(path, text(4 * bytes))) / part;
        if (ratio < 8) return;
      }
      expect(part > quickMs ? ratio : 0).toBeLessThan(8);
    },
    120_000,
  );
});
