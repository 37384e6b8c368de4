import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { DetailState } from '../../store/state.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { expiresAt, expiryChoices } from './dates.ts';
import { endingAmong, isStandingKnown, renewalOf, replacing } from './renewal.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const set = `sha256:${'a'.repeat(64)}`;
const row = aSkill('acme', 'deploy', {
  setDigest: set,
  requests: { tools: ['Read', 'Bash(*)'], declarative: [], settings: [], executables: [] },
});
const record = (more: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  ({
    id: '01',
    decision: 'approved',
    setDigest: set,
    grants: { allowedTools: ['Read', 'Gone'], codeExecution: false },
    decidedAt: '2026-10-01T12:00:00.000Z',
    expiresAt: null,
    note: 'looked at it',
    ...more,
  }) as ApprovalRecord;

describe('an approval that is made again', () => {
  it('keeps its end to the millisecond unless another is chosen, and says what it was', () => {
    const end = '2027-01-01T09:30:00.123Z';
    const renewal = renewalOf(row, record({ expiresAt: end }), now);
    expect(renewal).toMatchObject({ expiry: 'same', same: end, was: 'Was: until 1 Jan 2027' });
    expect(expiresAt('same', '', now, end)).toBe(end);
    expect(expiryChoices(end)[0]?.label).toBe('As before: 1 Jan 2027');
    expect(expiryChoices(null).map(({ id }) => id)).not.toContain('same');
  });
  it('that ran out is offered for as long again, and never silently without an end', () => {
    const over = record({ expiresAt: '2026-10-31T12:00:00.000Z' });
    expect(renewalOf(row, over, now)).toMatchObject({
      expiry: '30',
      same: null,
      was: 'Was: until 31 Oct 2026, which is over',
    });
  });
  it('keeps its note, and its tools while the content is the same', () => {
    const renewal = renewalOf(row, record(), now);
    expect(renewal?.note).toBe('looked at it');
    expect([...(renewal?.ticked ?? [])]).toEqual(['Read']);
  });
  it('ticks no tool for other content, and says which were granted before', () => {
    const renewal = renewalOf(row, record({ setDigest: `sha256:${'b'.repeat(64)}` }), now);
    expect([...(renewal?.ticked ?? [])]).toEqual([]);
    expect([...(renewal?.granted ?? [])]).toEqual(['Read']);
  });
  it('is none where there was no approval', () => {
    expect(renewalOf(row, null, now)).toBeNull();
    expect(renewalOf(row, record({ decision: 'denied' }), now)).toBeNull();
  });
});

it('counts the approvals of many that one end for all would replace', () => {
  const approved = (expires: string | null) =>
    aSkill('acme', 'x', {
      standing: { kind: 'approved', at: '2026-10-01T12:00:00.000Z', expiresAt: expires, note: '' },
    } as never);
  expect(endingAmong([row, approved(null), approved('2027-01-01T00:00:00.000Z')])).toBe(1);
});

describe('what a new approval would replace', () => {
  const item = { server: 'acme', uri: row.uri, replaces: '01' } as unknown as ReturnType<
    typeof replacing
  > & {};
  const detail = (standing: ApprovalRecord | null, more: Partial<DetailState> = {}): DetailState =>
    ({ detail: { record: standing }, error: null, stale: false, loading: false, ...more }) as never;

  it('is asked for only by one approval over another', () => {
    expect(replacing({ action: 'approve', items: [item] })).toBe(item);
    expect(replacing({ action: 'deny', items: [item] })).toBeNull();
    expect(replacing({ action: 'approve', items: [item, item] })).toBeNull();
    expect(replacing({ action: 'approve', items: [{ ...item, replaces: null }] })).toBeNull();
  });

  it('is not known before it is here: right after a decision, or with no page opened', () => {
    expect(isStandingKnown(item, undefined)).toBe(false);
    expect(isStandingKnown(item, detail(null, { stale: true }))).toBe(false);
    expect(isStandingKnown(item, detail(null, { loading: true }))).toBe(false);
    expect(isStandingKnown(item, detail(record(), { stale: true }))).toBe(true);
    expect(isStandingKnown(item, detail(record()))).toBe(true);
  });

  it('is known to be another when it was decided elsewhere', () => {
    expect(isStandingKnown(item, detail(record({ id: '02' })))).toBe(true);
  });
});
