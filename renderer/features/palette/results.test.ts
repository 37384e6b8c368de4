import { describe, expect, it } from 'vitest';
import { fromSnapshot } from '../../store/apply-event.ts';
import { aServer, aSkill, aSnapshot } from '../../store/testing/fixtures.ts';
import type { PaletteCommand } from '../../store/state.ts';
import { makeResultKey, paletteResults } from './results.ts';

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
  it('offers no command that would do nothing now', () => {
    const command = { id: 'back', title: 'Back', group: 'Move', run: () => undefined };
    const found = (can: boolean) =>
      paletteResults({ ...state, commands: [{ ...command, can: () => can }] }, 'back');
    expect([found(false).length, found(true).length]).toEqual([0, 1]);
  });
  it('requires every word somewhere', () => {
    expect(paletteResults(state, 'refunds billing').map((result) => result.id)).toEqual([
      'k:acme\nskill://billing/refunds/SKILL.md',
    ]);
    expect(paletteResults(state, 'refunds nowhere')).toEqual([]);
  });
  it('offers commands and servers before anything is typed, never thousands of skills', () => {
    expect(paletteResults(state, '').map((result) => result.kind)).toEqual(['command', 'server']);
  });

  const all: readonly PaletteCommand[] = (
    [
      ['forget-all', 'danger'],
      ['settings', 'settings'],
      ['home', 'go'],
      ['add-server', 'app'],
      ['verify', undefined],
      ['remove-server', 'danger'],
      ['approve', undefined],
    ] as const
  ).map(([id, kind]) => ({
    id,
    title: `${id} word`,
    group: 'Test',
    ...(kind && { kind }),
    run: () => undefined,
  }));
  it('lists the current page’s commands first, then places, settings, and destructive ones last', () => {
    expect(paletteResults({ ...data, commands: all }, '').map((result) => result.id)).toEqual([
      ...['c:verify', 'c:approve', 'c:add-server', 'c:home', 'c:settings', 's:acme'],
      ...['c:forget-all', 'c:remove-server'],
    ]);
  });
  it('puts a destructive command below all other matches, however well it matches', () => {
    const commands: readonly PaletteCommand[] = [
      { ...{ id: 'refuse', title: 'Refund nothing', group: 'App' }, kind: 'danger', run: () => {} },
    ];
    const ids = paletteResults({ ...data, commands }, 'ref').map((result) => result.id);
    expect([ids.length, ids.at(-1)]).toEqual([4, 'c:refuse']);
  });
  it('shows a shortcut only beside the command that it runs now', () => {
    const next = {
      id: 'next',
      title: 'Next',
      group: 'Test',
      key: 'n',
      letter: true,
      run: () => {},
    };
    const ofPage = { ...next, id: 'next-of-page' };
    expect(makeResultKey(next, [next, ofPage], true)).toBeUndefined();
    expect(makeResultKey(ofPage, [next, ofPage], true)).toBe('n');
    expect(makeResultKey(ofPage, [next, ofPage], false)).toBeUndefined();
  });
});
