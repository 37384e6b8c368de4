// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
import { ReviewPage } from './ReviewPage.tsx';

beforeEach(() => {
  // Rows are drawn as far as a window shows them, and this one has no size of its own.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
});
afterEach(() => vi.restoreAllMocks());

const standing = { kind: 'approved', at: '2026-11-12T12:00:00.000Z', expiresAt: null } as const;
const mine = aSkill('acme', 'mine', { standing, record: 'r1' });
const waiting = ['a', 'b', 'c'].map((name) => aSkill('acme', name));

/** The queue after one skill was approved on its own page and the queue was opened. */
function open() {
  const servers = new Map([['acme', aServer('acme')]]);
  const view = drawn(
    <ReviewPage selection={{ at: null }} Skill={() => null} Bulk={() => null} />,
    { ...holding([mine, ...waiting]), servers },
    {},
  );
  const { server, uri, name } = mine;
  act(() => {
    view.app.actions.noteDecided('approve', [{ server, uri, name, record: 'r1', undo: 'u1' }]);
    view.app.actions.openReview();
  });
  return view;
}
const counted = (): readonly (string | null)[] => {
  const bar = screen.getByRole('progressbar', { name: 'Decided' });
  return [bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')];
};
const listed = () =>
  within(screen.getByRole('region', { name: 'Decided this session' }))
    .getAllByRole('listitem')
    .map((one) => one.textContent);

describe('the review queue', () => {
  it('counts as decided what its list shows as decided, each with Undo if possible', () => {
    const { app } = open();
    expect(counted()).toEqual(['1', '4']);
    expect(listed()).toEqual(['approvedmineUndo']);
    const together = { ...waiting[0]!, standing, record: 'r2' };
    act(() => app.store.setState(holding([mine, together, ...waiting.slice(1)])));
    expect(counted()).toEqual(['2', '4']);
    expect(listed()).toEqual(['approvedmineUndo', 'approveda']);
  });

  it('stops counting a decided skill that changed since: it waits again', () => {
    const { app } = open();
    const changes = { added: [], removed: [], modified: ['x'] };
    const changed = { kind: 'changed', metadata: false, approvedAt: standing.at, changes } as const;
    const now = { ...mine, standing: changed };
    act(() => app.store.setState(holding([now, ...waiting])));
    expect(counted()[1]).toBe('4');
    expect(screen.queryByRole('region', { name: 'Decided this session' })).toBeNull();
  });
});
