import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chance } from '../../archive/testing/mutants.ts';
import { shellLines } from './shell-words.ts';
import { shellOf, type ShellKind } from './shells.ts';

const read = (text: string, shell: ShellKind = 'posix') => {
  const lines = shellLines(text, shell);
  const problem = lines.find((line) => line.problem !== null)?.problem ?? null;
  if (problem !== null) throw new Error(problem);
  return lines.map((line) => ({
    left: line.left,
    words: line.words.map((word) => ({ text: word.text, unfilled: word.unfilled })),
  }));
};
const problems = (text: string, shell: ShellKind = 'posix'): (string | null)[] =>
  shellLines(text, shell).map(({ problem }) => problem);
const words = (text: string, shell?: ShellKind): string[][] =>
  read(text, shell).map((line) => line.words.map((word) => word.text));

describe('a line for a POSIX shell', () => {
  it.each<readonly [string, string[]]>([
    ['npx -y @acme/mcp', ['npx', '-y', '@acme/mcp']],
    [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`a "q \\" b \\\\ \\n" 'x\\'`, ['a', 'q " b \\ \\n', 'x\\']],
    [`--json='{"a": 1}'"x"y`, ['--json={"a": 1}xy']],
    [`a '' ""`, ['a', '', '']],
    ['a \\\n  b', ['a', 'b']],
    ['a#b c', ['a#b', 'c']],
  ])('has the arguments that the shell would give: %s', (line, expected) => {
    expect(words(line)).toEqual([expected]);
  });

  it('has exactly those of /bin/sh, whatever stands in it', () => {
    const below = chance(20_261_122);
    const pieces = [' ', '  ', "'", '"', '\\', 'a', 'B', '=', '-', '/', '@', 'é', '\t'];
    const any = (): string =>
      Array.from({ length: below(14) }, () => pieces[below(pieces.length)]).join('');
    // What is not closed has no arguments to compare.
    const lines = Array.from({ length: 1_500 }, () => `x ${any()}`).filter(
      (line) => !line.endsWith('\\') && problems(line).every((problem) => problem === null),
    );
    expect(lines.length).toBeGreaterThan(500);
    const script = lines.map((line) => `set -- ${line}\nprintf '%s\\0' "$@"\nprintf '\\n'`);
    const said = execFileSync('/bin/sh', { input: script.join('\n'), encoding: 'utf8' });
    expect(lines.flatMap((line) => words(line))).toEqual(
      said
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\0').slice(0, -1)),
    );
  });

  it('has those of /bin/sh over several lines, or is refused, whatever signs it has', () => {
    const below = chance(20_261_123);
    const pieces = [
      ...[' ', "'", '"', '\\', '\\\n', '\nx ', "'\n'", '\\\\\nx ', '\n> a', '\nEOF\n'],
      ...['a', 'B', '0', '=', '-', '/', '@', 'é', '\t', '.', ':', ',', '+', '^', '%'],
      ...['$', '$a', '$(', ')', '`', '*', '?', '[', ']', '{', '}', '~', '!', '#', ' #'],
      ...['|', '&', ';', '<', '>', '<<EOF', '(', '\u00A0', '\v', '\u2028', '\ra'],
    ];
    const any = (): string =>
      Array.from({ length: below(16) }, () => pieces[below(pieces.length)]).join('');
    const known = Array.from({ length: 12_000 }, () => `x ${any()}\n`).filter((text) =>
      shellLines(text, 'posix').every(
        ({ problem, left, words: [first, ...rest] }) =>
          problem === null &&
          first?.text === 'x' &&
          (left[0] ?? '#').startsWith('#') &&
          rest.every(({ unfilled }) => unfilled.length === 0),
      ),
    );
    expect(known.length).toBeGreaterThan(1_000);
    expect(known.filter((text) => text.includes('\nx ')).length).toBeGreaterThan(50);
    const folder = mkdtempSync(join(tmpdir(), 'lines-'));
    try {
      for (const [index, text] of known.entries()) writeFileSync(join(folder, `${index}`), text);
      const script = `x() { printf '%s\\0' "$#" "$@"; }\nn=0\nwhile [ $n -lt ${known.length} ]; do (. ./$n) 2>/dev/null; printf 'end\\0'; n=$((n + 1)); done`;
      const said = execFileSync('/bin/sh', { input: script, encoding: 'utf8', cwd: folder });
      const expected = known.flatMap((text) => [
        ...words(text).flatMap(([, ...args]) => [`${args.length}`, ...args]),
        'end',
      ]);
      expect(said.split('\0').slice(0, -1)).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each<readonly [string, string]>([
    ['x $HOME/y', '$HOME'],
    ['x "a ${TOKEN}"', '${TOKEN}'],
    ['x $(date)', '$(date)'],
    ['x `date`', '`date`'],
    ['x ~/y', '~'],
    ['x *.md', '*'],
    ['x a?', '?'],
    ['x [ab', '['],
    ['x {a,b', '{'],
    ['x a=~/y', '~'],
  ])('names what only the shell can fill in: %s', (line, unfilled) => {
    expect(read(line)[0]?.words.at(-1)?.unfilled).toEqual([unfilled]);
  });
  it('takes the same signs for themselves in single quotes', () => {
    expect(read(`x '$HOME' '*' '|'`)[0]).toEqual({
      words: ['x', '$HOME', '*', '|'].map((text) => ({ text, unfilled: [] })),
      left: [],
    });
  });

  it.each(['| tee log', '&& other', '|| other', '; other', '> out', '2>&1', '< in', '& disown'])(
    'ends before %s, which is named',
    (rest) => {
      expect(read(`x -y ${rest}`)).toEqual([
        {
          words: [
            { text: 'x', unfilled: [] },
            { text: '-y', unfilled: [] },
          ],
          left: [rest],
        },
      ]);
    },
  );
  it('says of a quote that is not closed', () => {
    for (const line of [`x 'a`, 'x "a', 'x "a\\"'])
      expect(problems(line)).toEqual([expect.stringContaining('never closed')]);
  });
  it.each<readonly [string, string[][]]>([
    [
      'x a\\\\\ny b',
      [
        ['x', 'a\\'],
        ['y', 'b'],
      ],
    ],
    [`x 'a\\\nb'`, [['x', 'a\\\nb']]],
    ['x "a\\\nb"', [['x', 'ab']]],
    ['# comment \\\ny', [[], ['y']]],
    ['x "a\n> b"', [['x', 'a\n> b']]],
    ['x | sh -c "\ny\n"\nz', [['x'], ['z']]],
    ['x https://a.example/?b=1', [['x', 'https://a.example/?b=1']]],
  ])('ends where the shell ends it: %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });
  it.each([
    `x $'a\\nb'`,
    'x $"a"',
    'x $[1]',
    'x $(echo "a)b")',
    'x() { y; }',
    'x <<EOF\nz\nEOF',
    'x <<-"EOF"\nz\n\tEOF',
    'x | cat <<EOF\nz\nEOF',
    'x\u00A0a',
    'x a\u2028b',
    'x a\vb',
    'x a\rz',
    "x 'a \\\n z",
  ])('is refused alone where it is not certain, with what belongs to it: %j', (text) => {
    expect(shellLines(`a\n${text}\nb`, 'posix').map(({ words: [word] }) => word?.text)).toEqual([
      'a',
      expect.stringMatching(/^x/),
      'b',
    ]);
    expect(problems(`a\n${text}\nb`)).toEqual([null, expect.any(String), null]);
  });
  it.each(['\n', '\r\n', ' \n', '\n '])(
    'is told apart from many empty ones at once: %j',
    (blank) => {
      const text = `#${blank.repeat(200_000)}b`;
      expect(shellOf(text)).toBe('posix');
    },
  );
  it.each(['x <<\\E\ny b\nE', "x <<'E F'\ny\nE F", 'x <<E <<F\nx\nE\ny b\nF'])(
    'is the last that is read where the end of what is put into it is not known: %j',
    (text) => expect(problems(`a\n${text}\nz`)).toEqual([null, expect.any(String)]),
  );
  it('reads every line alone, and no comment', () => {
    expect(words('# one\na b\n\nc d # e\n')).toEqual([[], ['a', 'b'], ['c', 'd']]);
  });
});

describe('a line for a shell of Windows', () => {
  it.each<readonly [ShellKind, string, string[]]>([
    ['cmd', String.raw`C:\x\npx.cmd -y "a b"`, [String.raw`C:\x\npx.cmd`, '-y', 'a b']],
    [
      'cmd',
      String.raw`"C:\Program Files\x.exe" '{\"a\":1}'`,
      [String.raw`C:\Program Files\x.exe`, `'{"a":1}'`],
    ],
    ['cmd', String.raw`x "C:\dir\\" b^&c`, ['x', 'C:\\dir\\', 'b&c']],
    ['cmd', 'x ^\r\n y', ['x', 'y']],
    ['powershell', `& 'C:\\a b\\x.exe' 'it''s' a\` b`, ['C:\\a b\\x.exe', "it's", 'a b']],
    ['powershell', 'PS C:\\Users\\x> npx -y @acme/mcp', ['npx', '-y', '@acme/mcp']],
    ['powershell', 'PS /home/x> npx', ['npx']],
    ['cmd', String.raw`C:\Program Files> npx x`, ['npx', 'x']],
    ['powershell', 'x `\n y', ['x', 'y']],
  ])('has the arguments that %s would give: %s', (shell, line, expected) => {
    expect(words(line, shell)).toEqual([expected]);
  });
  it.each<readonly [ShellKind, string]>([
    ['powershell', 'x "a`nb"'],
    ['powershell', 'x a,b'],
    ['powershell', 'x (1+2)'],
    ['powershell', 'x @args'],
    ['powershell', 'x --% a'],
    ['powershell', `x '{"a":1}'`],
    ['powershell', `x ''`],
    ['powershell', 'x “a b”'],
    ['cmd', 'x "a""b"'],
    ['cmd', 'x "a'],
    ['cmd', 'x a^\n&b'],
    ['cmd', '@x'],
    ['cmd', 'x a^ b'],
    ['cmd', 'x ^"https://h/^" -H ^"A: b c^"'],
    ['cmd', 'x "\\" & evil "'],
    ['cmd', 'A=1 x'],
    ['cmd', 'x/y'],
    ['cmd', 'x,a'],
    ['powershell', 'A=1 x'],
    ['powershell', 'x -Dfoo.bar=1'],
    ['powershell', "x 'C:\\a b\\' c"],
  ])('is refused where %s would read it in a way that is not known: %s', (shell, line) => {
    expect(problems(line, shell)[0]).toEqual(expect.any(String));
  });
  it('is no prompt where it names a program', () => {
    const line = String.raw`C:\tools\server.exe --token x > C:\evil.exe`;
    expect(read(line, shellOf(line))[0]).toEqual({
      words: [String.raw`C:\tools\server.exe`, '--token', 'x'].map((text) => ({
        text,
        unfilled: [],
      })),
      left: [String.raw`> C:\evil.exe`],
    });
    for (const other of ['ps aux > npx', 'ps -ef 2> npx'])
      expect(read(other, shellOf(other))[0]?.words[0]?.text).toBe('ps');
  });
  it('names what PowerShell fills in on Unix', () => {
    for (const sign of ['~/x', '*.md', 'a?', '[ab]'])
      expect(read(`x ${sign}`, 'powershell')[0]?.words[1]?.unfilled).not.toEqual([]);
  });
  it('is not told from others by a comment', () => {
    expect(shellOf("# %a%\nacme 'a b'")).toBe('posix');
    expect(shellOf('# see C:\\tools\nacme a\\ b')).toBe('posix');
  });
  it('names its own variables', () => {
    expect(read('x %TEMP%', 'cmd')[0]?.words[1]?.unfilled).toEqual(['%TEMP%']);
    expect(read('x "$env:TOKEN"', 'powershell')[0]?.words[1]?.unfilled).toEqual(['$env:TOKEN']);
  });
  it('is told from one for a POSIX shell by what only they have', () => {
    expect(shellOf(String.raw`npx --dir C:\Users\x`)).toBe('cmd');
    expect(shellOf(`npx --dir 'C:\\Users\\x'`)).toBe('powershell');
    expect(shellOf('x $env:TOKEN')).toBe('powershell');
    expect(shellOf('PS C:\\> npx x')).toBe('powershell');
    expect(shellOf('npx -y @acme/mcp $HOME')).toBe('posix');
    expect(shellOf('npx https://x.example/a')).toBe('posix');
  });
});
