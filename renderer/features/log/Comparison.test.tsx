import { expect, it } from 'vitest';
import { comparedText, longestPart, mostCompared, folded } from './Comparison.tsx';
import type { LogRow } from '../../../shared/model/log.ts';
import { aLogRow } from '../../store/testing/fixtures.ts';

it('compares ordinary bodies in full', () => {
  const text = '{\n  "a": 1\n}';
  expect(comparedText(text)).toEqual({ text, isBroken: false, isCut: false });
});

it('breaks lines that the editor couldn’t lay out, between characters', () => {
  const line = '𝒳'.repeat(3_000);
  const { text, isBroken } = comparedText(`{\n${line}\n}`);
  expect(isBroken).toBe(true);
  expect(text.replaceAll('\n', '')).toBe(`{${line}}`);
  expect(text.split('\n').every((part) => part.length <= longestPart * 2)).toBe(true);
  expect(text).not.toMatch(/[\uD800-\uDBFF]\n/);
});

it('compares the beginning of a body that is too long, and says so', () => {
  const { text, isCut } = comparedText('x\n'.repeat(mostCompared));
  expect(isCut).toBe(true);
  expect(text.length).toBeLessThanOrEqual(mostCompared);
});

it('shows invisible characters, so that they can’t hide a difference', () => {
  expect(comparedText('a\u202eb').text).not.toContain('\u202e');
});

const lost = (id: number, more: Partial<LogRow> = {}) =>
  aLogRow(id, { status: 'lost', message: 'The server ended.', ...more });
const fold = (log: readonly LogRow[], rows = log.filter(({ status }) => status !== 'ok')) => {
  const { rows: left, more } = folded(rows, log);
  return left.map(({ id }) => [id, more.get(id) ?? 0]);
};

it('folds unanswered requests with one cause into one row with their count', () => {
  const log = Array.from({ length: 42 }, (_, at) => lost(at + 1));
  expect(fold(log)).toEqual([[1, 41]]);
});
it('keeps other causes, other servers and failures after an answer in rows of their own', () => {
  const log = [
    ...[lost(1), lost(2, { server: 'other' }), lost(3)],
    ...[lost(4, { message: 'connection refused' }), lost(5, { message: 'connection refused' })],
    ...[aLogRow(6, { status: 'ok' }), lost(7, { message: 'connection refused' })],
    lost(8, { server: 'other' }),
  ];
  expect(fold(log)).toEqual([
    [1, 1],
    [2, 1],
    [4, 1],
    [7, 0],
  ]);
});
it('never folds an answered error, a pinned row or one sent by hand', () => {
  const log = [
    ...[lost(1), lost(2, { pinned: true }), lost(3, { byHand: true }), lost(4)],
    ...[5, 6].map((id) => aLogRow(id, { status: 'error', message: 'The server ended.' })),
    ...[7, 8].map((id) => aLogRow(id, { kind: 'stray', message: 'The server ended.' })),
    ...[9, 10].map((id) => lost(id, { message: '' })),
  ];
  expect(fold(log)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10].map((id) => [id, id === 1 ? 1 : 0]));
});
it('doesn’t count filtered rows', () => {
  const log = [lost(1), lost(2), lost(3)];
  expect(fold(log, log.slice(1))).toEqual([[2, 1]]);
});
