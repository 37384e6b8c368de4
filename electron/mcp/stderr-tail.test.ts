import { describe, expect, it } from 'vitest';
import { StderrTail } from './start-failure.ts';

const after = (maxBytes: number, ...texts: readonly string[]) => {
  const kept = new StderrTail(maxBytes);
  for (const text of texts) kept.push(Buffer.from(text));
  return kept;
};

describe('what a process wrote to stderr', () => {
  it('is its last lines, without empty ones, and the count of those before them', () => {
    const kept = after(1_000, 'one\n\n  \r\ntwo\r\nthr', 'ee\nfour\n');
    expect(kept.tail(9)).toEqual({ lines: ['one', 'two', 'three', 'four'], lost: 0 });
    expect(kept.tail(2)).toEqual({ lines: ['three', 'four'], lost: 2 });
  });

  it.each([1, 3, 7, 50, 4_000])('counts what leaves, in writes of %i bytes', (size) => {
    const text = Array.from({ length: 500 }, (_, at) => `line ${at}\n\n`).join('');
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const { lines, lost } = after(200, ...pieces).tail(5);
    expect(lines).toEqual([495, 496, 497, 498, 499].map((at) => `line ${at}`));
    expect(lost).toBe(495);
  });

  it('since a mark is what was written after it, as far as it is kept', () => {
    const kept = after(20, 'before\n');
    const mark = kept.written;
    expect(kept.since(mark, 5)).toEqual([]);
    kept.push(Buffer.from('one\n\ntwo\nthree'));
    expect(kept.since(mark, 5)).toEqual(['one', 'two', 'three']);
    expect(kept.since(mark, 2)).toEqual(['two', 'three']);
    expect(kept.since(0, 5)).toEqual(['efore', 'one', 'two', 'three']);
    kept.push(Buffer.from('x'.repeat(30)));
    expect(kept.since(mark, 5)).toEqual(['x'.repeat(20)]);
  });

  it('keeps no more than it may of one endless line, and calls it one', () => {
    const kept = after(100, 'a'.repeat(5_000), 'b'.repeat(5_000));
    expect(kept.tail(5)).toEqual({ lines: ['b'.repeat(100)], lost: 0 });
    kept.push(Buffer.from(`\n${'c'.repeat(99)}`));
    expect(kept.tail(5)).toEqual({ lines: ['c'.repeat(99)], lost: 1 });
  });
});
