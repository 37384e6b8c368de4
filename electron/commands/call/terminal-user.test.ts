import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { CommandProcess } from './command-process.ts';
import { personAt } from './terminal-user.ts';

it('escapes characters that would move, break or reorder a question', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const person = personAt({ stdin, stderr } as unknown as CommandProcess);
  stdin.end('y\n');
  // The attacker wrote the list, and with it the label that the question names.
  expect(await person?.ask('Start a\u001B[2K\rb\nc\u202Ed? [y/n] ')).toBe('y');
  const shown = String(stderr.read());
  for (const sign of ['\u001B', '\r', '\u202E']) expect(shown).not.toContain(sign);
  expect(shown.split('\n')).toHaveLength(1);
  expect(shown).toMatch(/\? \[y\/n\] $/);
});
