import { describe, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { PipeBudget } from './pipe-budget.ts';

function budget() {
  const clock = { now: 0 };
  return { clock, it: new PipeBudget(() => clock.now) };
}

describe('the budget of a pipe', () => {
  it.each([
    ['messages', (one: PipeBudget, share: number) => spend(one, limits.unaskedMessages * share)],
    ['lines', (one: PipeBudget, share: number) => one.spendText(limits.unaskedLines * share, 0)],
    ['bytes', (one: PipeBudget, share: number) => one.spendText(0, limits.unaskedBytes * share)],
  ])('lets a second of %s pass at once, and no more per second after that', (_, use) => {
    const { clock, it: one } = budget();
    use(one, 0.5);
    expect(one.endSlice()).toBe(0);
    use(one, 1);
    expect(one.endSlice()).toBeCloseTo(500, -1);
    clock.now = 600;
    expect(one.endSlice()).toBe(0);
  });

  it('ends a slice long before it’s spent', () => {
    const { it: one } = budget();
    spend(one, 10);
    expect(one.isSliceSpent).toBe(false);
    spend(one, 100);
    expect(one.isSliceSpent).toBe(true);
    expect(one.endSlice()).toBe(0);
    expect(one.isSliceSpent).toBe(false);
  });

  it('is tight where much comes at once, until it’s quiet again', () => {
    const { clock, it: one } = budget();
    spend(one, 100);
    one.endSlice();
    expect(one.isTight).toBe(false);
    spend(one, 1_000);
    one.endSlice();
    expect(one.isTight).toBe(true);
    clock.now = 1_000;
    one.endSlice();
    expect(one.isTight).toBe(false);
  });

  it('is behind while much comes, and not when the server has been silent since', () => {
    const { clock, it: one } = budget();
    expect(one.isBehind).toBe(false);
    spend(one, 2_000);
    one.endSlice();
    expect(one.isBehind).toBe(true);
    clock.now = 1_000;
    expect(one.isBehind).toBe(false);
  });

  it('never waits where it has no limit, but still ends its slices', () => {
    const budget = new PipeBudget(() => 0, true);
    for (let at = 0; at < 100_000; at += 1) budget.spend('message', 1_000);
    expect(budget.isSliceSpent).toBe(true);
    expect([budget.endSlice(), budget.isSliceSpent, budget.isTight, budget.isBehind]).toEqual([
      ...[0, false, false, false],
    ]);
  });

  it('counts what it was spent on', () => {
    const { it: one } = budget();
    one.spend('message', 30);
    one.spend('line', 2);
    one.spendText(5, 10);
    expect(one.noise).toEqual({ lines: 7, bytes: 42 });
  });
});

function spend(one: PipeBudget, messages: number): void {
  for (let at = 0; at < messages; at += 1) one.spend('message', 0);
}
