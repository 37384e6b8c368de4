import { describe, expect, it } from 'vitest';
import { fromSnapshot } from '../../store/apply-event.ts';
import { aServer, aSkill, aSnapshot } from '../../store/testing/fixtures.ts';
import { paletteResults } from './results.ts';

const data = fromSnapshot(
  aSnapshot({
    servers: [aServer('acme')],
    skills: [
      aSkill('acme', 'billing/prerefund'),
      aSkill('acme', 'refunds/tax'),
      aSkill('acme', 'billing/refunds'),
    ],
  }),
);
const state = {
  ...data,
  commands: [
    { id: 'refresh', title: 'Refresh list', group: 'Servers', run: () => undefined },
    { id: 'hidden', title: 'Refuse', group: 'App', palette: false, run: () => undefined },
  ],
};

describe('the palette', () => {
  it('puts names that start with the query first, then names that hold it, then URIs', () => {
    expect(paletteResults(state, 'ref').map((result) => result.id)).toEqual([
      'c:refresh',
      'k:acme\nskill://billing/refunds/SKILL.md',
      'k:acme\nskill://billing/prerefund/SKILL.md',
      'k:acme\nskill://refunds/tax/SKILL.md',
    ]);
  });
  it('wants every word somewhere', () => {
    expect(paletteResults(state, 'refunds billing').map((result) => result.id)).toEqual([
      'k:acme\nskill://billing/refunds/SKILL.md',
    ]);
    expect(paletteResults(state, 'refunds nowhere')).toEqual([]);
  });
  it('offers commands and servers before anything is typed, never thousands of skills', () => {
    expect(paletteResults(state, '').map((result) => result.kind)).toEqual(['command', 'server']);
  });
});
