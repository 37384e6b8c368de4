import { describe, expect, it } from 'vitest';
import type { SkillStatus } from '../../../shared/model/standing.ts';
import { expiresAt, modeInWords } from './dates.ts';
import { sheetWords } from './sheet.ts';
import {
  actionsFor,
  changesInWords,
  coverageInWords,
  outcomeInWords,
  standingInWords,
} from './status-text.ts';

const at = '2026-11-12T12:00:00.000Z';
const every: readonly SkillStatus[] = [
  { kind: 'undecided' },
  { kind: 'approved', at, expiresAt: null },
  { kind: 'approved', at, expiresAt: '2027-02-10T12:00:00.000Z' },
  {
    kind: 'changed',
    approvedAt: at,
    changes: { added: ['a'], removed: [], modified: ['b', 'c'] },
    metadata: false,
  },
  { kind: 'denied', at, note: 'Fetches a script' },
  { kind: 'expired', at },
  { kind: 'refused', problem: { rule: 'resource-digest', message: 'A digest is not SHA-256.' } },
  { kind: 'session' },
  { kind: 'blocked', rule: 'Only skills of acme' },
  { kind: 'cannot-tell', reason: 'The approvals file cannot be read.' },
];

describe('a status in words', () => {
  it.each([
    ['changed', 'Changed since you approved it on 12 Nov 2026', '1 added · 2 modified'],
    ['denied', 'Denied on 12 Nov 2026', 'Fetches a script'],
    [
      'expired',
      'Expired on 12 Nov 2026',
      'Protected apps treat it as not approved until you decide again.',
    ],
    ['refused', 'Invalid: can’t be approved', 'A digest is not SHA-256.'],
    ['blocked', 'Blocked by policy', 'Only skills of acme'],
    ['cannot-tell', 'Can’t tell', 'The approvals file cannot be read.'],
  ])('%s says what happened and when', (kind, title, detail) => {
    const standing = every.find((one) => one.kind === kind);
    expect(standing && standingInWords(standing, 'listed')).toMatchObject({ title, detail });
  });
  it('says until when an approval lasts', () => {
    expect(
      standingInWords({ kind: 'approved', at, expiresAt: '2027-02-10T12:00:00.000Z' }, 'listed')
        .detail,
    ).toContain('until 10 Feb 2027');
  });
  it('claims no protection for a skill in a local folder, which no app asks about', () => {
    const local = { integrity: 'manifest', needsReadAll: false, isLocal: true } as const;
    const text = every.map((one) => standingInWords(one, 'listed', local).detail).join('\n');
    expect(text).toContain('Apps read this folder themselves and don’t ask Skillgate');
    expect(text).not.toMatch(/Protected apps won’t|the server/i);
    const denied = sheetWords('deny', 1, 'deploy', true).meaning;
    expect(denied).toContain('by the skill’s name alone, once you turn that on');
    expect(denied).not.toContain('Protected apps won’t');
  });
  it('never claims more than a match', () => {
    const text = every
      .flatMap((standing) =>
        (['listed', 'dynamic', 'unknown'] as const).map((content) =>
          JSON.stringify(standingInWords(standing, content)),
        ),
      )
      .join(' ');
    expect(text).not.toMatch(/\b(safe|secure|trusted|verified by)\b/i);
  });
});

describe('what can be done', () => {
  it.each([
    ['undecided', 'listed', { approve: 'approve', deny: true, revoke: false, session: false }],
    ['undecided', 'dynamic', { approve: null, deny: true, revoke: false, session: true }],
    ['undecided', 'unknown', { approve: null, deny: true, revoke: false, session: false }],
    ['approved', 'listed', { approve: 'again', deny: true, revoke: true, session: false }],
    ['changed', 'listed', { approve: 'approve', deny: true, revoke: true, session: false }],
    ['denied', 'listed', { approve: 'approve', deny: false, revoke: true, session: false }],
    ['session', 'dynamic', { approve: null, deny: true, revoke: true, session: false }],
    ['refused', 'listed', { approve: null, deny: true, revoke: false, session: false }],
    ['blocked', 'listed', { approve: null, deny: false, revoke: false, session: false }],
    ['cannot-tell', 'listed', { approve: null, deny: false, revoke: false, session: false }],
  ] as const)('%s with %s content', (kind, content, actions) => {
    const standing = every.find((one) => one.kind === kind);
    expect(standing && actionsFor(standing, content)).toEqual(actions);
  });

  it.each(['refused', 'blocked'] as const)('revokes a decision on what is %s', (kind) => {
    const standing = every.find((one) => one.kind === kind);
    expect(standing && actionsFor(standing, 'listed', false, true).revoke).toBe(true);
  });
});

describe('a skill without digests of its own', () => {
  const reading = { integrity: 'none', needsReadAll: true } as const;
  it('can be denied, and approved only after it was loaded', () => {
    expect(actionsFor({ kind: 'undecided' }, 'unknown', true)).toMatchObject({
      approve: 'read-first',
      deny: true,
    });
    expect(actionsFor({ kind: 'approved', at, expiresAt: null }, 'unknown', true)).toMatchObject({
      approve: 'read-first',
      revoke: true,
    });
    expect(actionsFor({ kind: 'undecided' }, 'dynamic', true).approve).toBeNull();
  });
  it('says what is missing, and later who computed its digests', () => {
    expect(standingInWords({ kind: 'undecided' }, 'unknown', reading).detail).toContain(
      'Load every file first',
    );
    expect(
      standingInWords({ kind: 'undecided' }, 'unknown', { ...reading, integrity: 'archive' })
        .detail,
    ).toContain('inside the archive');
    expect(
      standingInWords({ kind: 'approved', at, expiresAt: null }, 'listed', {
        integrity: 'self-computed',
        needsReadAll: false,
      }).detail,
    ).toContain('computed the digests itself');
    expect(
      standingInWords({ kind: 'approved', at, expiresAt: null }, 'unknown', reading).detail,
    ).toContain('It hasn’t been loaded since Skillgate opened');
  });
});

describe('coverage', () => {
  it.each([
    [{ no: 4 }, 'You’ve read 0 of 4 files. Approval covers all 4.'],
    [{ shown: 1, no: 3 }, 'You’ve read 1 of 4 files. Approval covers all 4.'],
    [{ shown: 1, part: 2, no: 1 }, 'You’ve read 1 of 4 files (2 partly). Approval covers all 4.'],
    [
      { shown: 3, unreadable: 1 },
      'You’ve read 3 of 4 files (1 can’t be shown). Approval covers all 4.',
    ],
    [{ shown: 4 }, 'You’ve read all 4 files. Approval covers all 4.'],
    [{ no: 1 }, 'You haven’t read its one file. Approval covers all of it.'],
    [{ part: 1 }, 'You’ve read a part of its one file. Approval covers all of it.'],
    [{ unreadable: 1 }, 'Its one file can’t be shown. Approval covers all of it.'],
    [{ shown: 1 }, 'You’ve read its one file. Approval covers it.'],
  ])('%o', (counts, words) => {
    expect(coverageInWords({ no: 0, part: 0, shown: 0, unreadable: 0, ...counts })).toBe(words);
  });
});

describe('other words', () => {
  it('leave out what did not change', () => {
    expect(changesInWords({ added: [], removed: ['x'], modified: [] })).toBe('1 removed');
    expect(changesInWords({ added: [], removed: [], modified: [] })).toBe('');
  });
  it('say that a stale decision needs another review', () => {
    expect(outcomeInWords({ server: 's', uri: 'u', outcome: 'stale', message: '' })).toBe(
      'The skill changed while you were reviewing it. Review it again.',
    );
  });
});

describe('an expiry', () => {
  const bounds = { now: Date.parse(at), same: null, longestMs: null };
  it('is never, a number of days, or the end of a future day', () => {
    expect(expiresAt('never', '', bounds)).toBeNull();
    expect(expiresAt('30', '', bounds)).toBe('2026-12-12T12:00:00.000Z');
    expect(expiresAt('date', '2026-12-24', bounds)).toBe(
      new Date('2026-12-24T23:59:59').toISOString(),
    );
  });
  it('is rejected if it is past, missing or not a date', () => {
    for (const date of ['', '2026-11-11', '2026-13-40', 'soon'])
      expect(expiresAt('date', date, bounds)).toBe('invalid');
  });
});

describe('permission bits', () => {
  it('are written as ls writes them', () => {
    expect([0o755, 0o640, 0].map(modeInWords)).toEqual(['rwxr-xr-x', 'rw-r-----', '---------']);
  });
});
