import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../../shared/contract.ts';
import type { AskedSkill } from '../../../shared/model/waiting.ts';
import { defaultSettings } from '../../../shared/model/plain.ts';
import { waitingNotices } from './notices.ts';

const at = new Date(1_000).toISOString();
const asked = (name: string): AskedSkill => ({
  ...{ key: name, server: 'acme', isOtherServer: false, uri: `skill://${name}/SKILL.md`, name },
  ...{ standing: 'undecided', how: 'get', hosts: ['host'], moreHosts: 0, count: 1 },
  ...{ firstAt: at, lastAt: at },
});

function bodiesFor(skills: readonly AskedSkill[], risk: string | null): readonly string[] {
  const bodies: string[] = [];
  waitingNotices({
    clock: { now: () => 0, after: () => () => {} } as never,
    publish: (event: AppEvent) => void (event.type === 'notice' && bodies.push(event.body)),
    settings: { current: defaultSettings },
    riskOf: () => risk,
  }).saw({ skills: [...skills], dropped: 0, problem: null });
  return bodies;
}

describe('a notice of a requested skill', () => {
  it('has the skill’s risk line', () => {
    expect(bodiesFor([asked('refunds')], '3 critical · 10 high')).toEqual([
      '“host” asked acme for refunds. 3 critical · 10 high.',
    ]);
  });
  it('says whose risk it is where it’s about several', () => {
    expect(bodiesFor([asked('refunds'), asked('invoices')], '1 high')).toEqual([
      '“host” asked acme for refunds, and more. refunds: 1 high.',
    ]);
  });
  it('says nothing about a skill that isn’t served now', () => {
    expect(bodiesFor([asked('refunds')], null)).toEqual(['“host” asked acme for refunds.']);
  });
});
