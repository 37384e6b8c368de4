import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { chance } from '../../archive/testing/mutants.ts';
import { shellLines, shellOf, type Shell } from './shell-words.ts';

const read = (text: string, shell: Shell = 'posix') => {
  const lines = shellLines(text, shell);
  if (!lines.ok) throw new Error(lines.error);
  return lines.value;
};
const words = (text: string, shell?: Shell): string[][] =>
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
      (line) => !line.endsWith('\\') && shellLines(line, 'posix').ok,
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

  it.each<readonly [string, string]>([
    ['x $HOME/y', '$HOME'],
    ['x "a ${TOKEN}"', '${TOKEN}'],
    ['x $(date)', '$(date)'],
    ['x `date`', '`date`'],
    ['x ~/y', '~'],
    ['x *.md', '*'],
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
      expect(shellLines(line, 'posix')).toMatchObject({ ok: false });
  });
  it('reads every line alone, and no comment', () => {
    expect(words('# one\na b\n\nc d # e\n')).toEqual([[], ['a', 'b'], ['c', 'd']]);
  });
});

describe('a line for a shell of Windows', () => {
  it.each<readonly [Shell, string, string[]]>([
    ['cmd', String.raw`C:\x\npx.cmd -y "a b"`, [String.raw`C:\x\npx.cmd`, '-y', 'a b']],
    [
      'cmd',
      String.raw`"C:\Program Files\x.exe" '{\"a\":1}'`,
      [String.raw`C:\Program Files\x.exe`, `'{"a":1}'`],
    ],
    ['cmd', String.raw`x "C:\dir\\" b^&c`, ['x', 'C:\\dir\\', 'b&c']],
    ['cmd', 'x ^\r\n y', ['x', 'y']],
    ['powershell', `& 'C:\\a b\\x.exe' 'it''s' "a\`"b"`, ['C:\\a b\\x.exe', "it's", 'a"b']],
    ['powershell', 'x `\n y', ['x', 'y']],
  ])('has the arguments that %s would give: %s', (shell, line, expected) => {
    expect(words(line, shell)).toEqual([expected]);
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
