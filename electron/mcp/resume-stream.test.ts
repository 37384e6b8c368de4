import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpRefusal } from './connect-failure.ts';
import { resuming } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a stream that dropped', () => {
  const refused = (status: number, retryAfterMs: number | null = null): HttpRefusal => ({
    ...{ status, method: 'GET', retryAfterMs },
  });

  it.each([
    [null, 500],
    [refused(503), 500],
    [refused(503, 7_000), 7_000],
    [refused(429, 100), 500],
    [refused(429, 86_400_000), 15 * 60_000],
  ])('after %j is asked for again in %i ms', (refusal, wait) => {
    const again = vi.fn();
    const over = vi.fn();
    resuming(() => refusal, over)(again, 500);
    vi.advanceTimersByTime(wait - 1);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(again).toHaveBeenCalledOnce();
    expect(over).not.toHaveBeenCalled();
  });

  it.each([401, 403, 404, 405, 410, 418, 302])('after HTTP %i is left alone', (status) => {
    const over = vi.fn();
    resuming(() => refused(status), over)(() => {}, 500);
    expect(over).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked for again once the connection is closed', () => {
    const again = vi.fn();
    resuming(() => null, vi.fn())(again, 500)();
    vi.advanceTimersByTime(60_000);
    expect(again).not.toHaveBeenCalled();
  });
});
