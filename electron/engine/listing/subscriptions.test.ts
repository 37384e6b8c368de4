import { describe, expect, it } from 'vitest';
import { ordinarySkills } from '../../../e2e/servers/support/served-skill.ts';
import { limits } from '../../core/limits.ts';
import { ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { subscribe } from './list.ts';

const settle = () => new Promise((done) => setTimeout(done, 5));
const uri = (index: number): string => `skill://skill-${index}/SKILL.md`;

async function one(
  change: (server: ServedHere) => void = () => {},
  { autoRetry = true, skills = 3, approve = [0] as readonly number[] } = {},
) {
  const served = new ServedHere(ordinarySkills(skills));
  served.protocolVersion = '2025-11-25';
  served.capabilities = { ...served.capabilities, resources: { subscribe: true } };
  change(served);
  const scene = await stage({ servers: { acme: served }, options: { autoRetry } });
  await scene.up();
  for (const index of approve) await scene.approve('acme', uri(index));
  subscribe(scene.app, scene.server('acme'));
  await settle();
  return served.askedFor('resources/subscribe');
}

describe('changes are asked for', () => {
  it('of the skills that were approved', async () => {
    expect(await one()).toEqual([uri(0)]);
  });

  it('of the indexes that the server lists, and of no other resource', async () => {
    const asked = await one((served) => {
      served.instead = ({ method }) =>
        method === 'resources/list'
          ? ok({
              resources: [
                { uri: 'skill://index.json' },
                { uri: 'skill://index' },
                { uri: 'skill://index.jsonx' },
                { uri: 'other://skill://index' },
              ],
            })
          : undefined;
    });
    expect(asked).toEqual(['skill://index.json', 'skill://index', uri(0)]);
  });

  it('of no more than there may be', async () => {
    const many = Array.from({ length: limits.subscriptions + 3 }, (_, index) => index);
    expect(await one(() => {}, { skills: many.length, approve: many })).toHaveLength(
      limits.subscriptions,
    );
  });

  it.each<[string, (served: ServedHere) => void]>([
    [
      'does not offer it',
      (served) => (served.capabilities = { ...served.capabilities, resources: {} }),
    ],
    [
      'offers something else',
      (served) =>
        (served.capabilities = { ...served.capabilities, resources: { subscribe: 'yes' } }),
    ],
    ['is of a revision that listens', (served) => (served.protocolVersion = '2026-07-28')],
  ])('of no server that %s', async (_, change) => {
    expect(await one(change)).toEqual([]);
  });

  it('by no command', async () => {
    expect(await one(() => {}, { autoRetry: false })).toEqual([]);
  });
});
