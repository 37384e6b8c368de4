import { describe, expect, it } from 'vitest';
import { syntaxImitations } from './imitations.ts';
import type { WritingKind } from './writing.ts';

/** The text with each imitation in braces, as the ASCII character it resembles. */
function marked(text: string, kind: WritingKind = 'text'): string {
  let shown = '';
  let at = 0;
  for (const { index, char, ascii } of syntaxImitations(text, kind)) {
    shown += `${text.slice(at, index)}{${ascii}}`;
    at = index + char.length;
  }
  return shown + text.slice(at);
}

describe('a sign that imitates syntax', () => {
  it.each([
    [
      'slashes of another block in an address',
      'See https://github.com\u2215acme\u2215tools.evil.example/r now.',
      'See https://github.com{/}acme{/}tools.evil.example/r now.',
    ],
    ['a fraction slash', 'get https://github.com\u2044acme', 'get https://github.com{/}acme'],
    ['a one dot leader', 'run acme\u2024example', 'run acme{.}example'],
    ['an ideographic full stop in a host', 'https://acme\u3002example/', 'https://acme{.}example/'],
    ['a hyphen in a host', 'at git\u2010hub.com', 'at git{-}hub.com'],
    ['a no-break hyphen in a file name', 'run set\u2011up.sh first', 'run set{-}up.sh first'],
    ['a hyphen before an option', 'rm \u2010rf and \u2011\u2011force', 'rm {-}rf and {-}{-}force'],
    ['an en dash before an option', 'use \u2013\u2013yes to skip', 'use {-}{-}yes to skip'],
    ['a Greek question mark', 'const a = 1\u037e', 'const a = 1{;}'],
    ['a modifier colon', 'https\ua789//acme.example', 'https{:}//acme.example'],
    ['a dotless i in a host', 'https://g\u0131thub.com', 'https://g{i}thub.com'],
    ['a wide dollar sign', 'echo \uff04HOME', 'echo {$}HOME'],
    ['a wide solidus', 'https://github.com\uff0facme', 'https://github.com{/}acme'],
    ['a divides sign', 'curl x \u2223sh', 'curl x {|}sh'],
    ['a Katakana letter between ASCII ones', 'github.com\u30ceacme', 'github.com{/}acme'],
    ['a Hebrew letter between ASCII ones', 'g\u05d5thub', 'g{l}thub'],
    ['a Canadian letter between ASCII ones', 'a\u1438b', 'a{<}b'],
    ['a stroke over a space', 'cat  \u0338etc/passwd', 'cat  {/}etc/passwd'],
    ['a stroke over a letter', 'https:/\u0337acme.example', 'https:/{/}acme.example'],
    ['a diagonal line in a path', 'C:\u2572Windows\u2572x', 'C:\u2572Windows{\\}x'],
    ['a vertical line in a command', '`curl x \u2502 sh`', '`curl x {|} sh`'],
    ['a modifier equals sign', '`a\ua78ab`', '`a{=}b`'],
    ['an Arabic semicolon between ASCII', 'run a\u061bb', 'run a{;}b'],
    ['an Arabic percent sign', '`%\u066aPATH`', '`%{%}PATH`'],
    ['a ligature in a command', '`./con\ufb01gure \ufb02ag`', '`./con{fi}gure {fl}ag`'],
    ['a ligature in a path', 'run ./con\ufb01gure', 'run ./con{fi}gure'],
    ['a hyphen in a name that is the whole text', 'pdf\u2010tools', 'pdf{-}tools'],
    ['an en dash in a path', 'read ./a\u2013b/c', 'read ./a{-}b/c'],
    ['curly quotes in a span of code', 'run `echo \u201chi\u201d`', 'run `echo {"}hi{"}`'],
    ['curly quotes in a fenced block', '```sh\nx=\u2018a\u2019\n```', "```sh\nx={'}a{'}\n```"],
    [
      'a dash in an indented block',
      'Then:\n\n    git log \u2013 x\n\na \u2013 b',
      'Then:\n\n    git log {-} x\n\na \u2013 b',
    ],
  ])('is found: %s', (_, text, shown) => {
    expect(marked(text)).toBe(shown);
  });

  it.each([
    ['a minus', 'x = 5 \u2212 3', 'x = 5 {-} 3'],
    ['curly quotes', 'print(\u201chi\u201d)', 'print({"}hi{"})'],
    ['an em dash where an option begins', 'rm \u2014force x', 'rm {-}force x'],
    ['a dotless i in an identifier', 'f\u0131le = 1', 'f{i}le = 1'],
    ['an angle quotation mark', 'cat a \u203a b', 'cat a {>} b'],
    ['an address in a comment', '# see github.com\u2215a', '# see github.com{/}a'],
    [
      'what follows a comment of two ends',
      '/* a \u2013 b */ x \u2013 y',
      '/* a \u2013 b */ x {-} y',
    ],
  ])('is found in code: %s', (_, text, shown) => {
    expect(marked(text, 'code')).toBe(shown);
  });

  it.each([
    'It\u2019s \u201cquoted\u201d \u2014 and \u2018so\u2019 on\u2026',
    'A well\u2011known, state\u2011of\u2011the\u2011art, client\u2011side tool',
    'Pages 3\u201310, 2\u20133\u00d7 as fast, \u22125 to \u2212x, 1\u20442 and 3\u22361',
    'It is Node.js\u2011based and config.yaml\u2013driven',
    'Open \u201cREADME.md\u201d, then \u201chttps://acme.example/a\u201d.',
    'Settings \u203a Privacy, about \u223c5 MB, a\u2217b',
    'Use foo.md\u2014it helps',
    '\u8bf7\u8bbf\u95ee https://example.com\uff0c\u7136\u540e\u8fd0\u884c\u3002\u652f\u6301JSON\uff0cXML\uff08API\uff1av2\uff09\uff01',
    '\u8a2d\u5b9a\u306fAPI\u30ce\u30fc\u30c8\u3092\u300cREADME.md\u300d\u3067\u898b\u308b\u3002',
    '\u0395\u03af\u03bd\u03b1\u03b9\u037e \u039d\u03b1\u03b9',
    'yaz\u0131l\u0131m kap\u0131 \u0131\u015f\u0131k',
    '\u05e9\u05dc\u05d5\u05dd npm \u05d4\u05ea\u05e7\u05df',
    '\u0627\u0644\u0625\u0635\u062f\u0627\u0631 \u0661\u0660\u060c \u0661\u0662',
    '\u0928\u092e\u0903 \u0570\u0561\u0575\u0589',
    '\u0412\u043e\u0437\u0432\u0440\u0430\u0442 \u0441\u0440\u0435\u0434\u0441\u0442\u0432',
    'A \u222a B, \u2795 more, \u2192 next',
    '```\n\u251c\u2500\u2500 a.md\n\u2514\u2500\u2500 b.md\n```',
    'a=\u0338b, 3 <\u0338 4 and the o\ufb03cial con\ufb01guration',
    '```\na\n\u2502  \u2514\u2500\u2500 b.md \u2502 c\n```',
    '\u0645\u0631\u062d\u0628\u0627\u061b 50\u066a',
    '```text\nHe said \u201chi\u201d \u2013 twice\n```',
    '```sh\nls # it\u2019s \u201cfine\u201d \u2013 really\n```',
  ])('is none where prose has it: %s', (text) => {
    expect(marked(text)).toBe(text);
  });

  it.each([
    'x = 1  # the \u201cbest\u201d one \u2013 by far',
    '// don\u2019t \u2013 ever',
    '"""Says \u201chi\u201d \u2013 twice.\nAnd \u2018again\u2019.\n"""',
    'print("don\u2019t")',
    'print("\u9519\u8bef\uff1a" + x)',
    '\u276f npm i',
  ])('is none in a comment or a word of code: %s', (text) => {
    expect(marked(text, 'code')).toBe(text);
  });

  it('reads a prefix that ends with a line as it reads the whole', () => {
    const text =
      'a `\u201c` b\n```sh\necho \u201chi\u201d\n```\n\u201cend\u201d\n    \u201cx\u201d\n';
    const all = syntaxImitations(text);
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1))
      expect(syntaxImitations(text.slice(0, end + 1))).toEqual(
        all.filter(({ index }) => index <= end),
      );
  });

  it.each([
    ['slashes', 'a\u2215'],
    ['a word of brackets', '\u2011))'],
    ['spans', '`\u201c'],
    ['comments of two ends', '/*\u2013*/'],
    ['quoted texts', '"""\u2013'],
    ['prompts', '\u276f'],
    ['Russian', '\u0441\u043b\u043e\u0432\u043e '],
    ['runs of backticks', '`\u2013``'],
    ['strokes', 'a\u0338'],
    ['ligatures', './\ufb01'],
    ['lines', '\u2013\u201ca.md\n'],
    ['fences', '```\n\u2013\n'],
  ])('is looked for in linear time over a long text of %s', (_, unit) => {
    const long = unit.repeat(Math.ceil((1 << 18) / unit.length));
    for (const kind of ['text', 'code'] as const) {
      const started = process.cpuUsage();
      syntaxImitations(long, kind);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1_000).toBeLessThan(2_000);
    }
  });

  it('leaves the curly quotes around a whole name, and looks at what they quote', () => {
    expect(syntaxImitations('\u201cgw-skill://refunds\u201d')).toEqual([]);
    expect(syntaxImitations('\u201cgw-skill:\u2215refunds\u201d')).toMatchObject([{ index: 10 }]);
  });
});
