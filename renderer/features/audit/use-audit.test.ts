import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../shared/model/approval.ts';
import { rowsOf } from './use-audit.ts';

const line = (
  seq: number,
  batch?: string,
  action: AuditLine['action'] = 'approved',
): AuditLine => ({
  ...{ seq, at: '2026-11-21T12:00:00.000Z', actor: 'ada', action, server: 'acme' },
  ...{ uri: `skill://${seq}/SKILL.md`, setDigest: null, detail: '', prev: '', hash: '' },
  ...(batch === undefined ? {} : { batch }),
});
const none = new Set<string>();
const shape = (lines: readonly AuditLine[], open: ReadonlySet<string> = none) =>
  rowsOf(lines, open).map((row) =>
    row.kind === 'batch'
      ? `${row.lines.length} in one`
      : `${row.isPart ? 'part ' : ''}${row.line.seq}`,
  );

describe('rows of the audit', () => {
  it('fold what was decided at once, and open it again', () => {
    const lines = [line(5), line(4, 'b'), line(3, 'b'), line(2, 'b'), line(1)];
    expect(shape(lines)).toEqual(['5', '3 in one', '1']);
    const key = rowsOf(lines, none)[1]?.key ?? '';
    expect(shape(lines, new Set([key]))).toEqual([
      '5',
      '3 in one',
      'part 4',
      'part 3',
      'part 2',
      '1',
    ]);
  });

  it('keep apart what was decided and what was undone, and one alone', () => {
    expect(
      shape([line(4, 'b', 'undone'), line(3, 'b', 'undone'), line(2, 'a'), line(1, 'a')]),
    ).toEqual(['2 in one', '2 in one']);
    expect(shape([line(2, 'b'), line(1, 'a')])).toEqual(['2', '1']);
    expect(shape([])).toEqual([]);
  });
});
