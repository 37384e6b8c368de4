import { describe, expect, it } from 'vitest';
import { reviewItems } from '../../store/queue.ts';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
import { reasonInWords, reasonSpoken } from './use-queue.ts';

const at = '2026-11-12T12:00:00.000Z';
const item = (more: Parameters<typeof aSkill>[2]) => {
  const row = aSkill('acme', 'a', more);
  const [first] = reviewItems({
    servers: new Map([['acme', aServer('acme')]]),
    skills: new Map([['acme', new Map([[row.uri, row]])]]),
    sitting: { order: [`acme\n${row.uri}`], skipped: new Set() },
  });
  if (!first) throw new Error('the skill is not in the queue');
  return first;
};

describe('the reason why a skill is in the queue', () => {
  it('counts what changed, omitting zeros, also in words', () => {
    const changed = item({
      standing: {
        kind: 'changed',
        metadata: false,
        approvedAt: at,
        changes: { added: ['a', 'b'], removed: [], modified: ['c'] },
      },
    });
    expect(reasonInWords(changed)).toBe('changed +2 ~1');
    expect(reasonSpoken(changed)).toBe('changed: 2 added, 0 removed, 1 modified');
  });
  it('says that an approval expired, that a skill is new, or that it must be loaded first', () => {
    expect(reasonInWords(item({ standing: { kind: 'expired', at } }))).toBe('approval expired');
    expect(reasonInWords(item({}))).toBe('new');
    expect(reasonInWords(item({ needsReadAll: true, content: 'unknown' }))).toBe(
      'new, load it first',
    );
    expect(reasonInWords(item({ standing: { kind: 'approved', at, expiresAt: null } }))).toBe(
      'decided',
    );
  });
});
