import { describe, expect, it } from 'vitest';
import type { DecisionItem } from '../../../shared/contract.ts';
import { pinOf } from '../../core/decisions/identity.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import {
  entryOf,
  heldOf,
  identity,
  recordOn,
  unvouched,
  uri,
  type Changes,
} from '../../core/skill-state/held.fixture.ts';
import { withSession } from '../../core/skill-state/skill.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { parsePolicy, policyFormat, type PolicyInForce } from '../../core/policy/policy.ts';
import { words } from '../../core/policy/policy-text.ts';
import { problem } from '../../core/problem.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { objectionTo, replacedWords } from './objections.ts';
import type { SkillDecision } from './record-change.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const approve: SkillDecision = { action: 'approve', note: '', expiresAt: null };
const deny: SkillDecision = { action: 'deny', note: '' };
const revoke: SkillDecision = { action: 'revoke' };
const session: SkillDecision = { action: 'session' };

function inForce(file: object): PolicyInForce {
  const parsed = parsePolicy(JSON.stringify({ format: policyFormat, ...file }));
  if (!parsed.ok) throw new Error(parsed.error);
  return { status: 'active', path: '/p', policy: parsed.value, digest: '' };
}
const ready = { status: 'ready', path: '/a', revision: 0, records: 0 } as const;
const partsWith = (policy: PolicyInForce = { status: 'none' }, state: object = ready) =>
  ({
    approvals: { state },
    policy: { current: policy },
    clock: { now: () => now },
    inspections: { lookingAt: () => new Set() },
  }) as unknown as Parameters<typeof objectionTo>[0];

const skillWith = (entry = entryOf(), changes: Partial<CatalogueSkill> = {}): CatalogueSkill => ({
  server: { label: 'acme', identity, target: null } as CatalogueSkill['server'],
  uri,
  held: heldOf(entry),
  record: null,
  failures: [],
  answers: [],
  others: [],
  barredBy: [],
  entry,
  standing: { kind: 'undecided' },
  ...changes,
});
const itemOf = (
  { entry, record }: CatalogueSkill,
  changes: Partial<DecisionItem> = {},
): DecisionItem => ({
  server: 'acme',
  uri,
  identity: pinOf(identity),
  setDigest: setDigestOf(entry),
  metadataDigest: metadataDigestOf(entry),
  replaces: record?.id ?? null,
  grants: [],
  ...changes,
});
const asked = (
  skill: CatalogueSkill,
  decision: SkillDecision,
  item: Partial<DecisionItem> = {},
  parts = partsWith(),
): string | null => objectionTo(parts, skill, itemOf(skill, item), decision)?.join(': ') ?? null;
const refused = (): Partial<CatalogueSkill> => ({
  standing: { kind: 'refused', problem: problem('verification-failed', 'It does not match.') },
});
const tools: Changes = {
  frontmatter: { name: 'refunds', description: 'Process refunds', 'allowed-tools': 'Read' },
};
const dynamic = entryOf({ files: 'dynamic' });

describe('a decision', () => {
  it('about what is on screen is made', () => {
    const skill = skillWith();
    for (const decision of [approve, deny]) expect(asked(skill, decision)).toBeNull();
    expect(asked(skillWith(dynamic), session)).toBeNull();
    const record = recordOn(entryOf());
    expect(asked(skillWith(entryOf(), { record }), revoke)).toBeNull();
  });

  it.each([approve, deny, revoke, session])(
    'cannot be made while the decisions cannot be read, or for no server: $action',
    (decision) => {
      const unreadable = { status: 'unreadable', message: 'it is cut short' };
      expect(asked(skillWith(), decision, {}, partsWith(undefined, unreadable))).toBe(
        'store-unreadable: it is cut short',
      );
      const server = { label: 'acme', identity: null, target: null } as CatalogueSkill['server'];
      expect(asked(skillWith(entryOf(), { server }), decision)).toBe(
        'refused: This server has no usable configuration.',
      );
    },
  );

  it.each([approve, deny, revoke])(
    'does not replace another one than stood on screen: $action',
    (decision) => {
      const record = recordOn(entryOf());
      const skill = skillWith(entryOf(), { record });
      for (const replaces of [null, 'another'])
        expect(asked(skill, decision, { replaces })).toBe(`replaced: ${replacedWords(record)}`);
      expect(asked(skillWith(), decision, { replaces: 'another' })).toBe(
        `replaced: ${replacedWords(null)}`,
      );
    },
  );

  it('says what somebody else decided', () => {
    const ago = 'a moment ago in another window or program. Review it again.';
    expect(replacedWords(null)).toBe(`Its decision was undone ${ago}`);
    expect(replacedWords(recordOn(entryOf(), { decision: 'denied' }))).toBe(`It was denied ${ago}`);
  });

  it.each([approve, deny, session])(
    'is about the files and the words on screen: $action',
    (decision) => {
      const skill = skillWith(dynamic);
      expect(asked(skill, decision, { setDigest: 'sha256:00' })).toBe(
        'stale: The skill changed while you were reviewing it. Review it again.',
      );
      for (const metadataDigest of [null, 'sha256:00'])
        expect(asked(skill, decision, { metadataDigest })).toBe(
          'stale: Its description changed while you were reviewing it. Review it again.',
        );
    },
  );
});

describe('revoking', () => {
  it('needs something to revoke: a decision, or what the session is allowed', () => {
    expect(asked(skillWith(), revoke)).toBe('nothing-to-revoke: There’s no decision to revoke.');
    const held = withSession(heldOf(dynamic), true);
    expect(asked(skillWith(dynamic, { held }), revoke)).toBeNull();
  });

  it('is possible whatever is served now, and under any policy', () => {
    const record = recordOn(entryOf());
    const skill = skillWith(entryOf(), { record, ...refused() });
    const nothing = partsWith({ status: 'unreadable', path: '/p', message: 'no JSON' });
    expect(asked(skill, revoke, { setDigest: 'sha256:00' }, nothing)).toBeNull();
  });
});

describe('denying', () => {
  it('is possible for what is refused, and under any policy', () => {
    const nothing = partsWith({ status: 'unreadable', path: '/p', message: 'no JSON' });
    expect(asked(skillWith(entryOf(), refused()), deny, {}, nothing)).toBeNull();
  });
});

describe('allowing for a session', () => {
  it('is for dynamic content alone', () => {
    expect(asked(skillWith(), session)).toBe(
      'refused: Only dynamic content can be allowed for a session. Approve this skill instead.',
    );
  });

  it('is not for what is refused now: nobody would be asked again when that is lifted', () => {
    expect(asked(skillWith(dynamic, refused()), session)).toBe('refused: It does not match.');
  });

  it('is narrowed by the policy', () => {
    const parts = partsWith(inForce({ refuseDynamic: true }));
    expect(asked(skillWith(dynamic), session, {}, parts)).toBe(`refused: Policy: ${words.dynamic}`);
  });
});

describe('approving', () => {
  it('is not for what is refused, nor for what a policy blocks', () => {
    expect(asked(skillWith(entryOf(), refused()), approve)).toBe('refused: It does not match.');
    const rules = [{ name: 'none of these', effect: 'deny', uri: 'skill://**' }];
    expect(asked(skillWith(), approve, {}, partsWith(inForce({ rules })))).toBe(
      'refused: Policy: none of these',
    );
  });

  it('needs files that can be bound', () => {
    expect(asked(skillWith(unvouched()), approve)).toMatch(
      /^read-first: .+ load all files before you approve\.$/,
    );
    expect(asked(skillWith(dynamic), approve)).toMatch(/^dynamic: .+ for this session\.$/);
  });

  it('grants only what the skill asks for', () => {
    const skill = skillWith(entryOf(tools));
    expect(asked(skill, approve, { grants: ['Read'] })).toBeNull();
    expect(asked(skill, approve, { grants: ['Read', 'Bash(*)'] })).toBe(
      'grant-not-requested: The skill doesn’t request the tool "Bash(*)".',
    );
  });

  it.each([approve, deny, revoke, session])(
    'is about the server that was on screen, not about whoever has its label now: $action',
    (decision) => {
      const other = pinOf({ kind: 'http', url: 'https://other.example/mcp' });
      for (const shown of [other, null])
        expect(asked(skillWith(), decision, { identity: shown })).toBe(
          'stale: This label now belongs to a different server. Review what it serves.',
        );
    },
  );

  it('ends after it begins: one that is over when it is sent is refused', () => {
    const ending = (expiresAt: string): SkillDecision => ({
      action: 'approve',
      note: '',
      expiresAt,
    });
    const words = 'refused: That end date has passed. Choose a later one.';
    expect(asked(skillWith(), ending('2001-01-01T00:00:00.000Z'))).toBe(words);
    expect(asked(skillWith(), ending('2026-01-01T00:00:00.000Z'))).toBe(words);
    expect(asked(skillWith(), ending('2026-01-01T00:00:00.001Z'))).toBeNull();
  });

  it('does what the policy wants of an approval: shown, checked, without tools, with an end', () => {
    const skill = skillWith(entryOf(tools));
    const under = (
      file: object,
      item: Partial<DecisionItem> = {},
      decision: SkillDecision = approve,
    ) => asked(skill, decision, item, partsWith(inForce(file)));
    expect(under({ requireFullCoverage: true })).toBe(`refused: Policy: ${words.coverage}`);
    expect(under({ requireShown: true }, { shown: 1 })).toBe(`refused: Policy: ${words.shown}`);
    expect(under({ requireShown: true }, { shown: 2 })).toBeNull();
    expect(under({ forbidToolGrants: true }, { grants: ['Read'] })).toBe(
      `refused: Policy: ${words.grants}`,
    );
    expect(under({ forbidToolGrants: true })).toBeNull();
    const ending = (expiresAt: string): SkillDecision => ({
      action: 'approve',
      note: '',
      expiresAt,
    });
    const day = { longestExpiryDays: 1 };
    expect(under(day)).toBe(`refused: Policy: ${words.longest(86_400_000)}`);
    expect(under(day, {}, ending('2026-01-02T00:00:00.000Z'))).toBeNull();
    expect(under(day, {}, ending('2026-01-02T00:00:00.001Z'))).not.toBeNull();
  });
});
