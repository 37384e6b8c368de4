import { expect, it } from 'vitest';
import { progressOn } from './terminal.ts';

function open(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const stream = { isTTY, columns: 20, write: (text: unknown) => written.push(String(text)) > 0 };
  const tell = progressOn(stream, () => time);
  const at = (ms: number, line: string | null): string[] => {
    time = ms;
    tell(line);
    return written.splice(0);
  };
  return { at };
}

it('says nothing about fast work', () => {
  const { at } = open(true);
  expect(at(0, 'one')).toEqual([]);
  expect(at(499, 'two')).toEqual([]);
  expect(at(499, null)).toEqual([]);
});

it('overwrites one terminal line, no wider than the terminal, and clears it', () => {
  const { at } = open(true);
  at(0, 'one');
  expect(at(600, 'two')).toEqual(['\rtwo\u001B[K']);
  expect(at(1_500, 'three')).toEqual([]);
  const [long = ''] = at(1_600, `x${'y'.repeat(40)}`);
  expect(long.length).toBeLessThanOrEqual(20 + 4);
  expect(at(1_700, null)).toEqual(['\r\u001B[K']);
});

it("writes an occasional line to a build's log", () => {
  const { at } = open(false);
  at(0, 'one');
  expect(at(4_900, 'two')).toEqual([]);
  expect(at(5_000, 'three')).toEqual(['three\n']);
  expect(at(9_000, 'four')).toEqual([]);
  expect(at(15_000, 'five')).toEqual(['five\n']);
  expect(at(15_100, null)).toEqual([]);
});

it('shows no character from a server that would move the cursor', () => {
  const { at } = open(true);
  at(0, 'one');
  expect(at(600, '\u001B[2J\rtwo').join('')).not.toMatch(/\u001B\[2J|\rtwo/);
});
