import { describe, expect, it } from 'vitest';
import type { ApprovalRecord, BoundResource } from '../../../shared/model/approval.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { heldEntry, refundsFolder, refundsUri } from '../entry.fixture.ts';
import { problem } from '../problem.ts';
import { setChanges } from './changes.ts';
import { failureOn } from '../skill-state/held.fixture.ts';
import {
  decide,
  expiryOf,
  type DecideInput,
  failureProblem,
  approvalRecord,
  type RecordInput,
  setDigest,
} from './record.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const a = { uri: refundsUri, digest: sha256('a') };
const b = { uri: `${refundsFolder}/b.md`, digest: sha256('b') };
const set: BoundResource[] = [a, b];

const recordInput = (changes: Partial<RecordInput> = {}): RecordInput => ({
  id: '01',
  label: 'acme',
  identity: { kind: 'http', url: 'https://h/x' },
  display: 'https://h/x',
  entry: heldEntry({
    frontmatter: { name: 'refunds', description: 'd', 'allowed-tools': 'Read Bash(git:*)' },
  }),
  resources: set,
  setDigest: setDigest(set),
  decision: 'approved',
  allowedTools: [],
  coverage: { verified: 1, shown: 0, total: 2 },
  actor: { kind: 'user', name: 'me' },
  now,
  expiresAt: null,
  note: '',
  supersedes: null,
  ...changes,
});
const approved = (changes: Partial<ApprovalRecord> = {}): ApprovalRecord => ({
  ...approvalRecord(recordInput()),
  ...changes,
});
const denied = approvalRecord(recordInput({ decision: 'denied', note: 'no' }));

const input = (changes: Partial<DecideInput> = {}): DecideInput => ({
  problem: null,
  content: 'listed',
  resources: set,
  record: null,
  policy: null,
  sessionAllowed: false,
  now,
  store: { status: 'ready' },
  ...changes,
});
const kind = (changes: Partial<DecideInput>): string => decide(input(changes)).kind;

const broken = problem('verification-failed', 'x');
const policy = { verdict: 'blocked', rule: 'r' } as const;

describe('standing', () => {
  it('follows the order of the design: each reason wins over all after it', () => {
    const other = approved({
      resources: [a],
      setDigest: setDigest([a]),
      expiresAt: '2020-01-01T00:00:00.000Z',
    });
    const unreadable = { status: 'unreadable', reason: 'corrupt' } as const;
    expect(decide(input({ store: unreadable, problem: broken, policy, record: denied }))).toEqual({
      kind: 'cannot-tell',
      reason: 'corrupt',
    });
    expect(decide(input({ problem: broken, policy, record: approved() }))).toEqual({
      kind: 'refused',
      problem: broken,
    });
    expect(decide(input({ policy, record: denied }))).toEqual({ kind: 'blocked', rule: 'r' });
    expect(decide(input({ record: denied, resources: [a] }))).toEqual({
      kind: 'denied',
      at: '2026-11-21T12:00:00.000Z',
      note: 'no',
    });
    expect(decide(input({ record: other }))).toEqual({
      kind: 'changed',
      changes: { added: [b.uri], removed: [], modified: [] },
      metadata: false,
      approvedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(kind({ record: approved({ expiresAt: '2020-01-01T00:00:00.000Z' }) })).toBe('expired');
    expect(decide(input({ record: approved() }))).toEqual({
      kind: 'approved',
      at: '2026-11-21T12:00:00.000Z',
      expiresAt: null,
    });
    expect(kind({ content: 'dynamic', resources: null, sessionAllowed: true })).toBe('session');
    expect(kind({})).toBe('undecided');
  });

  it('is not moved by the order in which the set is listed, nor by sizes', () => {
    expect(kind({ record: approved(), resources: [{ ...b, size: 9 } as BoundResource, a] })).toBe(
      'approved',
    );
  });

  it.each<[string, BoundResource[] | null]>([
    ['a file is added', [...set, { uri: `${refundsFolder}/c.md`, digest: a.digest }]],
    ['a file is removed', [a]],
    ['a digest is rotated', [a, { ...b, digest: a.digest }]],
    [
      'two files swap their digests',
      [
        { ...a, digest: b.digest },
        { ...b, digest: a.digest },
      ],
    ],
    ['a URI is spelt otherwise', [a, { ...b, uri: b.uri.replace('b.md', 'B.md') }]],
    ['a file is listed twice in place of another', [a, a]],
    ['the set is empty', []],
    ['the content became dynamic', null],
  ])('is changed when %s', (_, resources) => {
    expect(kind({ record: approved(), resources })).toBe('changed');
  });

  it('is changed when the content became dynamic, even if the session allows it', () => {
    expect(
      kind({ record: approved(), resources: null, content: 'dynamic', sessionAllowed: true }),
    ).toBe('changed');
  });

  it('does not follow a record that contradicts itself', () => {
    expect(kind({ record: approved({ setDigest: sha256('x') }) })).toBe('changed');
    expect(kind({ record: approved({ setDigest: null }) })).toBe('changed');
    expect(
      kind({ record: approved({ resources: [], setDigest: setDigest([]) }), resources: [] }),
    ).toBe('changed');
  });

  it.each([
    ['2026-11-21T12:00:00.000Z', 'expired'],
    ['2026-11-21T12:00:00.001Z', 'approved'],
    ['not a time', 'expired'],
  ])('with expiry %s is %s', (expiresAt, standing) => {
    expect(kind({ record: approved({ expiresAt }) })).toBe(standing);
  });

  it('of listed content is never a session allowance', () => {
    expect(kind({ sessionAllowed: true })).toBe('undecided');
    expect(kind({ content: 'unknown', resources: null, sessionAllowed: true })).toBe('undecided');
  });
});

describe('a standing', () => {
  const past = '2020-01-01T00:00:00.000Z';

  it('is refused by the first failure that was kept, after what is wrong now, before any policy', () => {
    const kept = failureOn(refundsUri, past);
    const failures = [kept, failureOn(b.uri, past)];
    expect(decide(input({ failures, policy, record: approved() }))).toEqual({
      kind: 'refused',
      problem: failureProblem(kept),
    });
    expect(decide(input({ failures, problem: broken }))).toMatchObject({ problem: broken });
  });

  it('is changed if the description differs, even with the same files or after the approval ended', () => {
    for (const expiresAt of [null, past])
      expect(decide(input({ record: approved({ expiresAt }), metadataChanged: true }))).toEqual({
        kind: 'changed',
        changes: { added: [], removed: [], modified: [] },
        metadata: true,
        approvedAt: '2026-11-21T12:00:00.000Z',
      });
    expect(
      decide(input({ record: approved(), resources: [a], metadataChanged: true })),
    ).toMatchObject({ changes: { removed: [b.uri] }, metadata: true });
    expect(kind({ record: denied, metadataChanged: true })).toBe('denied');
  });

  it('cannot be told while a server promises nothing and nothing was read', () => {
    const record = approved({ integrity: 'self-computed' });
    expect(decide(input({ content: 'unknown', resources: null, record }))).toEqual({
      kind: 'cannot-tell',
      reason: 'the server publishes no digests, and its files haven’t been read',
    });
    expect(kind({ record })).toBe('approved');
  });

  it('follows an archive that was not unpacked by its digest', () => {
    const archive = { url: 'https://h/a.zip', digest: sha256('zip') };
    const record = approved({ integrity: 'archive', archive });
    const unread = { content: 'unknown', resources: null, record } as const;
    expect(kind({ ...unread, archive })).toBe('approved');
    expect(kind({ ...unread, archive: { ...archive, digest: sha256('other') } })).toBe('changed');
  });

  it('ends when the policy says, where that is earlier, and says when', () => {
    const record = approved({ expiresAt: '2026-12-01T00:00:00.000Z' });
    const hour = 3_600_000;
    const at = (longestApproval: number | null, later: number) =>
      decide(input({ record, longestApproval, now: now + later }));
    expect(at(null, hour)).toMatchObject({ kind: 'approved', expiresAt: record.expiresAt });
    expect(at(2 * hour, hour)).toMatchObject({ expiresAt: '2026-11-21T14:00:00.000Z' });
    expect(at(hour, hour)).toEqual({ kind: 'expired', at: '2026-11-21T13:00:00.000Z' });
  });

  it.each<[string, string | null, number | null, string | null]>([
    ['no bound', null, null, null],
    ['a bound', null, 1_000, '2026-11-21T12:00:01.000Z'],
    ['an end before the bound', '2026-11-21T12:00:00.500Z', 1_000, '2026-11-21T12:00:00.500Z'],
    ['an end at the bound', '2026-11-21T12:00:01.000Z', 1_000, '2026-11-21T12:00:01.000Z'],
    ['an end after the bound', '2026-11-21T12:00:01.001Z', 1_000, '2026-11-21T12:00:01.000Z'],
    [
      'an end at the bound, as it is written',
      '2026-11-21T12:00:01Z',
      1_000,
      '2026-11-21T12:00:01Z',
    ],
    ['a bound beyond all dates', null, 8.64e15, null],
    ['a bound at the last of all dates', null, 8.64e15 - now, null],
    ['an end and a bound beyond all dates', '2099-01-01T00:00:00Z', 9e15, '2099-01-01T00:00:00Z'],
  ])('ends with %s where it should', (_, expiresAt, longest, end) => {
    expect(expiryOf({ decidedAt: '2026-11-21T12:00:00.000Z', expiresAt }, longest)).toBe(end);
  });

  it('stays where the time of the decision is none: the record’s own end counts', () => {
    expect(expiryOf({ decidedAt: 'never', expiresAt: '2099-01-01T00:00:00Z' }, 1)).toBe(
      '2099-01-01T00:00:00Z',
    );
  });
});

describe('the set digest', () => {
  it('is the SHA-256 of the canonical JSON of the pairs, sorted by URI', () => {
    const odd = { uri: 'skill://a/"\\\u0007é😀.md', digest: a.digest };
    expect(setDigest([odd, a])).toBe(
      sha256(
        canonicalJson(
          [odd, a]
            .map(({ uri, digest }) => ({ uri, digest }))
            .sort((x, y) => (x.uri < y.uri ? -1 : 1)),
        ),
      ),
    );
    expect(setDigest([])).toBe(sha256('[]'));
  });

  it('sorts by code units and ignores the order received', () => {
    const files = ['skill://x/\ufb33', 'skill://x/😀', 'skill://x/Z', 'skill://x/a'].map((uri) => ({
      uri,
      digest: a.digest,
    }));
    expect(setDigest(files)).toBe(setDigest([...files].reverse()));
  });

  it('changes when two files swap their names', () => {
    expect(
      setDigest([
        { ...a, digest: b.digest },
        { ...b, digest: a.digest },
      ]),
    ).not.toBe(setDigest(set));
  });

  it('does not depend on sizes', () => {
    expect(setDigest([{ ...a, size: 1 } as BoundResource, b])).toBe(setDigest(set));
  });
});

describe('changes of a set', () => {
  it('are added, removed and modified URIs in order', () => {
    const pair = (name: string, content: string): BoundResource => ({
      uri: name,
      digest: sha256(content),
    });
    expect(
      setChanges(
        [pair('a', '1'), pair('b', '1'), pair('d', '1'), pair('c', '1')],
        [pair('b', '2'), pair('a', '1'), pair('f', '1'), pair('e', '1')],
      ),
    ).toEqual({ added: ['e', 'f'], removed: ['c', 'd'], modified: ['b'] });
    expect(setChanges(set, [...set].reverse())).toEqual({ added: [], removed: [], modified: [] });
  });
});

describe('a record', () => {
  it('holds the decision and allows no tools on its own', () => {
    expect(approvalRecord(recordInput())).toMatchObject({
      uri: refundsUri,
      name: 'refunds',
      dialect: 'skills-ext',
      reason: 'user',
      grants: { allowedTools: [], codeExecution: false },
      decidedAt: '2026-11-21T12:00:00.000Z',
      setDigest: setDigest(set),
    });
  });

  it('is all that was decided, and is its own: what was given may change afterwards', () => {
    const archive = { url: 'https://h/a.zip', digest: sha256('zip') };
    const given = recordInput({
      allowedTools: ['Read'],
      codeExecution: true,
      integrity: 'archive',
      archive,
      expiresAt: '2027-01-01T00:00:00.000Z',
      note: 'looked at it',
      supersedes: '00',
    });
    const record = approvalRecord(given);
    expect(record).toEqual({
      id: '01',
      server: { label: 'acme', display: 'https://h/x', identity: given.identity },
      uri: refundsUri,
      name: 'refunds',
      dialect: 'skills-ext',
      resources: set,
      setDigest: setDigest(set),
      frontmatter: { name: 'refunds', description: 'd', 'allowed-tools': 'Read Bash(git:*)' },
      decision: 'approved',
      reason: 'user',
      grants: { allowedTools: ['Read'], codeExecution: true },
      coverage: { verified: 1, shown: 0, total: 2 },
      actor: { kind: 'user', name: 'me' },
      decidedAt: '2026-11-21T12:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
      note: 'looked at it',
      supersedes: '00',
      integrity: 'archive',
      archive,
      lapsed: null,
    });
    for (const [mine, theirs] of [
      [record.resources, given.resources],
      [record.resources[0], given.resources[0]],
      [record.grants.allowedTools, given.allowedTools],
      [record.coverage, given.coverage],
      [record.actor, given.actor],
      [record.archive, archive],
    ])
      expect(mine).not.toBe(theirs);
    expect(approvalRecord(recordInput())).toMatchObject({ integrity: 'manifest', archive: null });
  });

  it('allows selected tools that the skill requests, and no others', () => {
    expect(
      approvalRecord(recordInput({ allowedTools: ['Bash(git:*)'] })).grants.allowedTools,
    ).toEqual(['Bash(git:*)']);
    expect(() => approvalRecord(recordInput({ allowedTools: ['Bash(*)'] }))).toThrow(
      'does not request',
    );
  });

  it('cannot approve something it does not bind to', () => {
    expect(() => approvalRecord(recordInput({ resources: [], setDigest: null }))).toThrow('bind');
    expect(() => approvalRecord(recordInput({ resources: [a] }))).toThrow('bind');
    const nothing = { resources: [], setDigest: setDigest([]) };
    expect(() => approvalRecord(recordInput(nothing))).toThrow('bind');
    expect(
      approvalRecord(recordInput({ decision: 'denied', resources: [], setDigest: null })).setDigest,
    ).toBeNull();
  });
});
