import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { DetailState } from '../../store/state.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { expiresAt, expiryChoices, fitting, lastDay } from './dates.ts';
import { endingAmong, isStandingKnown, renewalOf } from './renewal.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const dayMs = 86_400_000;
const set = `sha256:${'a'.repeat(64)}`;
const row = aSkill('acme', 'deploy', {
  setDigest: set,
  requests: { tools: ['Read', 'Bash(*)', 'Grep'], declarative: [], settings: [], executables: [] },
});
const record = (more: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  ({
    id: '01',
    decision: 'approved',
    setDigest: set,
    frontmatter: { 'allowed-tools': 'Read Grep Gone' },
    grants: { allowedTools: ['Read', 'Gone'], codeExecution: false },
    decidedAt: '2026-10-01T12:00:00.000Z',
    expiresAt: null,
    note: 'looked at it',
    ...more,
  }) as ApprovalRecord;
const free = { longestMs: null, now };

describe('a renewed approval', () => {
  it('keeps its expiry to the millisecond unless another is chosen, and shows the previous one', () => {
    const end = '2027-01-01T09:30:00.123Z';
    const renewal = renewalOf(row, record({ expiresAt: end }), now);
    expect(renewal).toMatchObject({
      expiry: 'same',
      same: end,
      was: 'Previously: until 1 Jan 2027',
    });
    expect(expiresAt('same', '', { ...free, same: end })).toBe(end);
    expect(expiryChoices({ ...free, same: end })[0]?.label).toBe('As before: 1 Jan 2027');
    expect(expiryChoices({ ...free, same: null }).map(({ id }) => id)).not.toContain('same');
  });
  it('is offered its original duration after it expired, and never silently without an expiry', () => {
    const over = record({ expiresAt: '2026-10-31T12:00:00.000Z' });
    expect(renewalOf(row, over, now)).toMatchObject({
      expiry: '30',
      same: null,
      was: 'Previously: until 31 Oct 2026, expired',
    });
  });
  it('starts from its note and allowed tools, and knows what differs', () => {
    // Also for other content: the person sees each tick with what was said of it before.
    for (const setDigest of [set, `sha256:${'b'.repeat(64)}`]) {
      const renewal = renewalOf(row, record({ setDigest }), now);
      expect(renewal?.note).toBe('looked at it');
      expect([...(renewal?.granted ?? [])]).toEqual(['Read']);
      expect([...(renewal?.fresh ?? [])]).toEqual(['Bash(*)']);
      expect(renewal?.gone).toEqual(['Gone']);
    }
  });
  it('treats every tool that it didn’t request as new, whatever its frontmatter looks like', () => {
    for (const frontmatter of [null, 'Read', { 'allowed-tools': 7 }, {}]) {
      const renewal = renewalOf(row, record({ frontmatter } as never), now);
      expect([...(renewal?.fresh ?? [])]).toEqual(['Bash(*)', 'Grep']);
    }
  });
  it('doesn’t exist without an approval', () => {
    expect(renewalOf(row, null, now)).toBeNull();
    expect(renewalOf(row, record({ decision: 'denied' }), now)).toBeNull();
  });
});

describe('the expiry of an approval under a managed policy', () => {
  const bounds = (longestDays: number, same: string | null = null) => ({
    same,
    longestMs: longestDays * dayMs,
    now,
  });
  const ids = (...args: Parameters<typeof bounds>) =>
    expiryChoices(bounds(...args)).map(({ id }) => id);

  it('is one that the policy allows, the longest at first', () => {
    expect(ids(90)).toEqual(['30', '90', 'date']);
    expect(ids(60)).toEqual(['30', 'longest', 'date']);
    expect(ids(0.1)).toEqual(['longest']);
    expect(fitting('never', bounds(90))).toBe('90');
    expect(fitting('never', bounds(60))).toBe('longest');
    expect(fitting('30', bounds(60))).toBe('30');
    expect(expiresAt('longest', '', bounds(60))).toBe(new Date(now + 60 * dayMs).toISOString());
  });
  it('is the previous one only if that isn’t too late by now', () => {
    const end = (days: number): string => new Date(now + days * dayMs).toISOString();
    expect(ids(30, end(29))[0]).toBe('same');
    expect(ids(30, end(31))).not.toContain('same');
    expect(fitting('same', bounds(30, end(31)))).toBe('30');
  });
  it('is at the latest the last day that ends in time', () => {
    const last = lastDay(bounds(10));
    const end = expiresAt('date', last ?? '', bounds(10));
    expect(Date.parse(end ?? '')).toBeLessThanOrEqual(now + 10 * dayMs);
    expect(Date.parse(end ?? '')).toBeGreaterThan(now + 9 * dayMs);
    expect(lastDay({ longestMs: null, now })).toBeNull();
  });
});

it('counts the approvals that one expiry for all would replace', () => {
  const approved = (expires: string | null) =>
    aSkill('acme', 'x', {
      standing: { kind: 'approved', at: '2026-10-01T12:00:00.000Z', expiresAt: expires, note: '' },
    } as never);
  expect(endingAmong([row, approved(null), approved('2027-01-01T00:00:00.000Z')])).toBe(1);
});

describe('the current decision when a form opens', () => {
  const detail = (standing: ApprovalRecord | null, more: Partial<DetailState> = {}): DetailState =>
    ({ detail: { record: standing }, error: null, stale: false, loading: false, ...more }) as never;

  it('isn’t known before it has loaded: right after a decision, or with no page opened', () => {
    expect(isStandingKnown('01', undefined)).toBe(false);
    expect(isStandingKnown('01', detail(null, { stale: true }))).toBe(false);
    expect(isStandingKnown('01', detail(null, { loading: true }))).toBe(false);
    expect(isStandingKnown(null, detail(record(), { stale: true }))).toBe(false);
    expect(isStandingKnown('01', detail(record(), { stale: true }))).toBe(true);
    expect(isStandingKnown('01', detail(record()))).toBe(true);
    expect(isStandingKnown(null, detail(null, { stale: true }))).toBe(true);
  });

  it('is known to differ when it was decided elsewhere', () => {
    expect(isStandingKnown('01', detail(record({ id: '02' })))).toBe(true);
  });
});
