import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CommandProcess } from './command-process.ts';
import { personAt } from './terminal-user.ts';

it('escapes characters that would move, break or reorder a question', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const person = personAt({ stdin, stderr } as unknown as CommandProcess);
  // The attacker wrote the list, and with it the label that the question names.
  const answer = person?.ask('Start a\u001B[2K\rb\nc\u202Ed? [y/n] ');
  await once(stderr, 'readable');
  stdin.end('y\n');
  expect(await answer).toBe('y');
  const shown = String(stderr.read());
  for (const sign of ['\u001B', '\r', '\u202E']) expect(shown).not.toContain(sign);
  expect(shown.split('\n')).toHaveLength(1);
  expect(shown).toMatch(/\? \[y\/n\] $/);
});

it('takes no answer that was typed before the question was there', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const person = personAt({ stdin, stderr } as unknown as CommandProcess);
  stdin.write('yes\n');
  stdin.write('yes\nye');
  let given: string | undefined;
  const answer = person?.ask('Approve exactly this set? ').then((text) => (given = text));
  await once(stderr, 'readable');
  await wait(50);
  expect(given).toBeUndefined();
  stdin.write('no\n');
  await answer;
  expect(given).toBe('no');
  const next = person?.ask('Start it? ');
  stdin.end();
  expect(await next).toBe('');
});
