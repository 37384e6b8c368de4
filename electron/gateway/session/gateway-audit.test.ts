import { expect, it } from 'vitest';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { GatewayAudit, type WitnessParts } from './gateway-audit.ts';

type Noted = Parameters<WitnessParts['approvals']['note']>[0][number];
type Met = Parameters<WitnessParts['waiting']['add']>[0][number];

/** What a gateway writes down, with a clock that stands still. */
function stage() {
  const [noted, met]: [Noted[], Met[]] = [[], []];
  const audit = new GatewayAudit({
    approvals: { note: async (entries) => void noted.push(...entries) },
    waiting: {
      add: async (requests) => {
        met.push(...requests);
        return true;
      },
    },
    clock: { now: () => 0, after: () => () => {} },
    server: { label: 'acme', identity: null } as CatalogueServer,
    mask: (text) => text,
    host: { name: 'an app', version: '1' },
  });
  return { audit, noted, met };
}
const skillThatIs = (kind: string): CatalogueSkill =>
  ({ standing: { kind }, entry: { name: 'refunds' } }) as CatalogueSkill;

it.each(['undecided', 'changed', 'expired'])(
  'a skill that is %s waits for a person once an app asked for it',
  async (kind) => {
    const { audit, met } = stage();
    audit.met('skill://refunds/SKILL.md', skillThatIs(kind), 'get');
    await audit.settled();
    expect(met).toMatchObject([{ server: 'acme', name: 'refunds', standing: kind, how: 'get' }]);
  },
);

it.each(['approved', 'denied', 'blocked', 'refused', 'session'])(
  'a skill that is %s waits for nobody',
  async (kind) => {
    const { audit, met } = stage();
    audit.met('skill://refunds/SKILL.md', skillThatIs(kind), 'get');
    await audit.settled();
    expect(met).toEqual([]);
  },
);

it('what was noted in the last moment is written before the end, the same lines as one', async () => {
  const { audit, noted } = stage();
  for (const uri of ['skill://a/SKILL.md', 'skill://b/SKILL.md', 'skill://b/SKILL.md'])
    audit.note('load-refused', uri, null, 'asked for it');
  expect(noted).toEqual([]);
  await audit.settled();
  expect(noted.map(({ uri, detail }) => [uri, detail])).toEqual([
    ['skill://a/SKILL.md', 'an app 1: asked for it'],
    ['skill://b/SKILL.md', 'an app 1: asked for it (2 times)'],
  ]);
});
