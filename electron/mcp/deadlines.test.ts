import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallDeadlines } from './deadlines.ts';

describe('deadlines', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('expires each call at its own time, whatever the order in which they were added', () => {
    const deadlines = new CallDeadlines(() => Date.now());
    const expired: string[] = [];
    deadlines.add(1, 300, () => expired.push('slow'));
    deadlines.add(2, 100, () => expired.push('quick'));
    deadlines.add(3, 200, () => expired.push('middle'));
    vi.advanceTimersByTime(99);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(['quick']);
    vi.advanceTimersByTime(100);
    expect(expired).toEqual(['quick', 'middle']);
    vi.advanceTimersByTime(100);
    expect(expired).toEqual(['quick', 'middle', 'slow']);
  });

  it('leaves alone what was answered, and watches what comes after a long quiet', () => {
    const deadlines = new CallDeadlines(() => Date.now());
    const expired: number[] = [];
    deadlines.add(1, 100, () => expired.push(1));
    deadlines.remove(1);
    vi.advanceTimersByTime(1_000);
    deadlines.add(2, 100, () => expired.push(2));
    vi.advanceTimersByTime(100);
    expect(expired).toEqual([2]);
  });

  it('lets a call that expires start another one', () => {
    const deadlines = new CallDeadlines(() => Date.now());
    const expired: number[] = [];
    deadlines.add(1, 50, () => {
      expired.push(1);
      deadlines.add(2, 50, () => expired.push(2));
    });
    vi.advanceTimersByTime(100);
    expect(expired).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
