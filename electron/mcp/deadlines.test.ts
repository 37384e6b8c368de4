import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallDeadlines } from './deadlines.ts';

describe('an answer that is there when its time is over', () => {
  const answered = async (wait: () => void, now?: () => number): Promise<boolean> => {
    const listening = createServer().listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const ours = createConnection((listening.address() as AddressInfo).port, '127.0.0.1');
    const [theirs] = (await once(listening, 'connection')) as [Socket];
    const deadlines = new CallDeadlines(now);
    const outcome = new Promise<boolean>((resolve) => {
      deadlines.add(1, 30, () => resolve(false));
      ours.once('data', () => {
        deadlines.remove(1);
        resolve(true);
      });
    });
    theirs.write('{}');
    wait();
    const isAnswered = await outcome;
    ours.destroy();
    listening.close();
    return isAnswered;
  };

  it('counts, though the timer fires before it was read', async () => {
    const busy = (): void => {
      const end = performance.now() + 100;
      while (performance.now() < end);
    };
    expect(await answered(busy)).toBe(true);
  });

  it('still has a second to come after the machine slept', async () => {
    let slept = 0;
    const deadlines = new CallDeadlines(() => performance.now() + slept);
    const expired: number[] = [];
    deadlines.add(1, 30, () => expired.push(performance.now()));
    deadlines.add(2, 30, () => expired.push(0));
    slept = 8 * 3_600_000;
    const woke = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(expired).toEqual([]);
    deadlines.remove(2);
    await vi.waitFor(() => expect(expired).toHaveLength(1), 60_000);
    expect((expired[0] ?? 0) - woke).toBeGreaterThan(900);
  });
});

describe('a timer that is early', () => {
  it('loses no deadline that is over a moment later', async () => {
    const times = [0, 0, 29.9];
    const deadlines = new CallDeadlines(() => times.shift() ?? 30.1);
    const expired = await new Promise<boolean>((resolve) => {
      deadlines.add(1, 30, () => resolve(true));
      setTimeout(() => resolve(false), 1_000);
    });
    expect(expired).toBe(true);
  });
});

describe('deadlines', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What is due then runs once the event loop has read what came. */
  const pass = async (ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('expires each call at its own time, whatever the order in which they were added', async () => {
    const deadlines = new CallDeadlines(() => Date.now());
    const expired: string[] = [];
    deadlines.add(1, 300, () => expired.push('slow'));
    deadlines.add(2, 100, () => expired.push('quick'));
    deadlines.add(3, 200, () => expired.push('middle'));
    await pass(99);
    expect(expired).toEqual([]);
    await pass(1);
    expect(expired).toEqual(['quick']);
    await pass(100);
    expect(expired).toEqual(['quick', 'middle']);
    await pass(100);
    expect(expired).toEqual(['quick', 'middle', 'slow']);
  });

  it('leaves alone what was answered, and watches what comes after a long quiet', async () => {
    const deadlines = new CallDeadlines(() => Date.now());
    const expired: number[] = [];
    deadlines.add(1, 100, () => expired.push(1));
    deadlines.remove(1);
    await pass(1_000);
    deadlines.add(2, 100, () => expired.push(2));
    await pass(100);
    expect(expired).toEqual([2]);
  });

  it('lets a call that expires start another one', async () => {
    const deadlines = new CallDeadlines(() => Date.now());
    const expired: number[] = [];
    deadlines.add(1, 50, () => {
      expired.push(1);
      deadlines.add(2, 50, () => expired.push(2));
    });
    await pass(50);
    await pass(50);
    expect(expired).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
