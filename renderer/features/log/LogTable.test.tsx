// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogRow } from '../../../shared/model/log.ts';
import { LogTable } from './LogTable.tsx';

const many = 50_000;
const rowOf = (id: number): LogRow => ({
  id,
  revision: id,
  at: 0,
  server: 'a',
  kind: 'exchange',
  direction: 'sent',
  method: 'resources/read',
  target: `skill://a/${id}`,
  rpcId: String(id),
  status: 'ok',
  code: null,
  message: '',
  durationMs: 1,
  bytes: 1,
  answerBytes: 1,
  negotiation: false,
  failedCheck: null,
  byHand: false,
  pinned: false,
});

/** Rows that count how often one of them is looked at. */
function counted(): { readonly rows: readonly LogRow[]; readonly looks: () => number } {
  let looks = 0;
  const rows = new Proxy(
    Array.from({ length: many }, (_, index) => rowOf(index + 1)),
    {
      get: (of, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
        return Reflect.get(of, name) as unknown;
      },
    },
  );
  return { rows, looks: () => looks };
}

// Nothing is laid out here: without a height no row is in sight.
beforeEach(() => {
  for (const name of ['clientHeight', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(800);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a full log', () => {
  it('reads only the visible rows when scrolled, and reuses its elements', () => {
    const { rows, looks } = counted();
    const { getByRole } = render(
      <LogTable
        {...{ label: 'Exchanges', rows, chosen: null, empty: '', ref: null }}
        onChoose={() => {}}
      />,
    );
    const table = getByRole('listbox');
    const shown = (): Element[] => [...table.querySelectorAll('[role=option]')];
    const scrollTo = (top: number): void =>
      act(() => {
        table.scrollTop = top;
        table.dispatchEvent(new Event('scroll'));
      });
    scrollTo(0);
    const before = { looks: looks(), elements: shown(), ids: shown().map(({ id }) => id) };
    expect(before.ids[0]).toBe('Exchanges-1');
    scrollTo(500_000);
    expect(looks() - before.looks).toBeLessThan(500);
    const after = shown();
    expect(after.length).toBeGreaterThan(20);
    expect(after[0]?.id).not.toBe(before.ids[0]);
    expect(after.every((one) => before.elements.includes(one))).toBe(true);
  });
});
