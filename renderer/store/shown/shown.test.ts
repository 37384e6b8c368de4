import { describe, expect, it } from 'vitest';
import type { FileView, FilePreview } from '../../../shared/model/file-view.ts';
import {
  again,
  type FileShown,
  gapsOf,
  percentOf,
  saw,
  stateOf,
  toShow,
  covered,
  gapsIn,
  type NumberRanges,
  withRange,
} from './file-shown.ts';

const view = (preview: FilePreview | null, truncated = false): FileView => ({
  uri: 'skill://a/run.sh',
  path: 'run.sh',
  verdict: { status: 'verified' },
  size: 10,
  digest: null,
  preview,
  truncated,
  hidden: [],
});
const of = (preview: FilePreview, truncated = false): FileShown => {
  const file = toShow(view(preview, truncated));
  if (file === null) throw new Error('nothing to show');
  return file;
};
const text = (value: string): FilePreview => ({ kind: 'code', language: 'shell', text: value });

describe('ranges', () => {
  it('join where they touch, and leave gaps elsewhere', () => {
    let ranges: NumberRanges = [];
    for (const range of [
      [10, 20],
      [30, 40],
      [20, 25],
      [5, 5],
    ] as const)
      ranges = withRange(ranges, range);
    expect(ranges).toEqual([
      [10, 25],
      [30, 40],
    ]);
    expect(gapsIn(ranges, 50)).toEqual([
      [0, 10],
      [25, 30],
      [40, 50],
    ]);
    expect(withRange(ranges, [12, 18])).toBe(ranges);
    expect(withRange(ranges, [0, 60])).toEqual([[0, 60]]);
  });
  it('cover exactly the units that were added, in any order (10,000 random steps)', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const units = new Set<number>();
      let ranges: NumberRanges = [];
      for (let step = 0; step < 50; step += 1) {
        const from = random(100);
        const to = from + random(12);
        ranges = withRange(ranges, [from, to]);
        for (let unit = from; unit < to; unit += 1) units.add(unit);
      }
      const total = 112;
      expect(covered(ranges, total)).toBe(units.size);
      for (const [from, to] of gapsIn(ranges, total))
        for (let unit = from; unit < to; unit += 1) expect(units.has(unit)).toBe(false);
    }
  });
});

describe('a file', () => {
  it('isn’t shown by opening it: every part must be on screen', () => {
    const opened = of(text('x'.repeat(100)));
    expect([stateOf(undefined), stateOf(opened)]).toEqual(['no', 'part']);
    const half = saw(opened, 'text', [0, 60]);
    expect([stateOf(half), percentOf(half)]).toEqual(['part', 60]);
    expect(gapsOf(half)).toEqual([{ part: 'text', range: [60, 100] }]);
    expect(stateOf(saw(half, 'text', [60, 100]))).toBe('shown');
    expect(saw(half, 'hex', [0, 100])).toBe(half);
  });
  it('counts as shown once opened if it is empty', () => {
    expect(stateOf(of(text('')))).toBe('shown');
  });
  it('doesn’t count while cut, until the rest is loaded and shown', () => {
    const cut = saw(of(text('x'.repeat(100)), true), 'text', [0, 100]);
    expect(stateOf(cut)).toBe('part');
    const whole = again(cut, of(text('x'.repeat(150))));
    expect([stateOf(whole), gapsOf(whole)]).toEqual([
      'part',
      [{ part: 'text', range: [100, 150] }],
    ]);
    expect(stateOf(saw(whole, 'text', [100, 150]))).toBe('shown');
    // Looked at again in its short form, it stays what it was.
    expect(again(whole, of(text('x'.repeat(100)), true)).cut).toBe(false);
  });
  const stretch = (offset: number, text: string | null) => ({
    what: 'x',
    offset,
    length: 4,
    text,
    base64: 'AAAAAA==',
  });
  const picture = (cut = false): FileShown =>
    of({
      kind: 'image',
      mediaType: 'image/gif',
      base64: '',
      whole: stretch(0, null),
      rest: [stretch(90, null)],
      texts: [stretch(0, 'curl')],
      cut,
    });
  const sawAll = (file: FileShown, ...names: string[]): FileShown =>
    names.reduce((before, name) => saw(before, name, [0, 4]), file);
  it('counts as a picture with all its bytes and texts, never by being drawn alone', () => {
    for (const form of ['image', 'not drawn']) {
      const drawn = saw(picture(), form, [0, 1]);
      expect(stateOf(drawn)).toBe('part');
      expect(stateOf(sawAll(drawn, 'rest 90', 'text 0'))).toBe('part');
      expect(stateOf(sawAll(drawn, 'whole'))).toBe('part');
      expect(stateOf(sawAll(drawn, 'rest 90', 'text 0', 'whole'))).toBe('shown');
    }
    expect(stateOf(sawAll(picture(), 'rest 90', 'text 0', 'whole'))).toBe('part');
  });
  it('can’t be read if it is a picture with more bytes than are shown', () => {
    const seen = sawAll(saw(picture(true), 'image', [0, 1]), 'rest 90', 'text 0', 'whole');
    expect(stateOf(seen)).toBe('unreadable');
  });
  it('counts by its bytes or its text, if offered, when it is binary', () => {
    const binary = of({ kind: 'binary', type: 'x', base64: 'AAAA', cut: false, text: 'abc' });
    expect(stateOf(saw(binary, 'hex', [0, 3]))).toBe('shown');
    expect(stateOf(saw(binary, 'text', [0, 3]))).toBe('shown');
    expect(stateOf(saw(binary, 'text', [0, 2]))).toBe('part');
  });
  it('can’t be read if it is large and binary, whatever was on screen', () => {
    const large = of({ kind: 'binary', type: 'x', base64: 'AAAA', cut: true, text: null });
    expect(stateOf(saw(large, 'hex', [0, 3]))).toBe('unreadable');
  });
  it('is measured in displayed text, not received bytes', () => {
    expect(of(text('a\u200Bb')).parts['text']?.total).toBe('a\\u{200B}b'.length);
  });
  it('without content has nothing to show', () => {
    expect(toShow(view(null))).toBeNull();
  });
});
