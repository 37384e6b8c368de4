import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandWord, flagWords, labelWords } from './start-advice.ts';

/** The words that a shell makes of a line, one per line. */
function wordsIn(shell: string, line: string): string[] {
  const { stdout } = spawnSync(shell, ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' });
  return stdout.split('\n').slice(0, -1);
}

describe('a word of a command that is printed', () => {
  it.each(['acme', 'größe', 'a.b-c_d', 'input:key', '/srv/x'])('is as it is: %s', (text) => {
    expect(commandWord(text, 'LABEL')).toBe(text);
  });

  it.each([
    'My server',
    'a; touch x #',
    "it's",
    'a & calc.exe',
    'a | b > c',
    '@splat',
    '~/x',
    '=ls',
    '* ?',
    '-x y',
    'a,b',
    '(b) {c} [d]',
  ])('is in quotation marks where a shell would take it for more: %s', (text) => {
    const word = commandWord(text, 'LABEL');
    expect(word).toBe(`"${text}"`);
    for (const shell of ['sh', 'bash']) expect(wordsIn(shell, word)).toEqual([text]);
  });

  it.each([
    ...[
      '$(touch x)',
      '`touch x`',
      '"; touch x; "',
      "'; touch x; '$",
      'a\\',
      '%PATH%',
      'a^b',
      'a!b',
    ],
    ...['a\nb', 'a\u202Eb', '“; calc; “', 'a\u0000', ''],
  ])('is not printed where no quotation marks hold it in every shell: %j', (text) => {
    expect(commandWord(text, 'LABEL')).toBe('LABEL');
  });

  it('is joined to its flag where it begins like one', () => {
    expect(flagWords('--server', '--yes', 'LABEL')).toBe('--server="--yes"');
    expect(flagWords('--server', 'acme', 'LABEL')).toBe('--server acme');
    expect(flagWords('--server', '-$x', 'LABEL')).toBe('--server=LABEL');
    expect(labelWords('-x')).toBe('--server="-x"');
    expect(labelWords('acme')).toBe('acme');
  });
});
