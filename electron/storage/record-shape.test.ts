import { describe, expect, it } from 'vitest';
import { approvalRecordSchema } from '../../shared/model/approval.ts';
import { isPlainRecord } from './record-shape.ts';
import { record } from './testing/forge.ts';

const stdio = {
  label: 'x',
  identity: {
    kind: 'stdio',
    command: 'npx',
    args: ['a'],
    cwd: null,
    fingerprint: `sha256:${'a'.repeat(64)}`,
  },
};
/** What a hand or another program may put in the place of any field. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  Number.POSITIVE_INFINITY,
  '',
  'text',
  true,
  [],
  [1],
  {},
  [{}],
  'sha256:',
  `sha256:${'A'.repeat(64)}`,
  `sha256:${'a'.repeat(64)}\n`,
  '2026-02-30T00:00:00Z',
  '2026-01-01',
  '2026-01-01T00:00:00+01:00',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-13-01T00:00:00.000Z',
  { kind: 'ftp' },
  { kind: 'http' },
];

function* forged(value: unknown): Generator<unknown> {
  for (const other of wrong) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    for (const other of forged((value as Record<string, unknown>)[key]))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
  }
}

describe('the plain shape of a record', () => {
  it('is that of what Skillgate writes, with unknown fields, too', () => {
    for (const value of [
      record('a'),
      { ...record('a'), later: 1 },
      record('a', { expiresAt: '2026-12-31T23:59:59Z' }),
      { ...record('a'), server: stdio },
    ]) {
      expect(isPlainRecord(value)).toBe(true);
      expect(approvalRecordSchema.safeParse(value).success).toBe(true);
    }
  });

  it('never says yes where the schema says no', () => {
    let asked = 0;
    for (const base of [record('a'), { ...record('a'), server: stdio }]) {
      for (const value of forged(base)) {
        asked += 1;
        if (isPlainRecord(value) && !approvalRecordSchema.safeParse(value).success)
          throw new Error(JSON.stringify(value));
      }
    }
    expect(asked).toBeGreaterThan(1_000);
  });
});
