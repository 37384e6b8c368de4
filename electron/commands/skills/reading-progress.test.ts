import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellingOfReading } from './reading-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports progress twice a second for all servers, and clears the line at the end', async () => {
  const told: (string | null)[] = [];
  let end = (): void => {};
  const over = tellingOfReading(
    (line) => void told.push(line),
    async (of) => {
      of('acme').report(0, 1_200, 0);
      const other = of('other');
      other.report(2, 2, 0);
      await new Promise<void>((done) => (end = done));
      return 'read';
    },
  );
  await vi.advanceTimersByTimeAsync(500);
  expect(told.at(-1)).toMatch(/^reading files of acme, [01] s: 2 of 1,202 files$/);
  end();
  expect(await over).toBe('read');
  expect(told.at(-1)).toBeNull();
  const { length } = told;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toHaveLength(length);
});

it('reports failures and waiting servers, naming at most five', async () => {
  const told: (string | null)[] = [];
  await tellingOfReading(
    (line) => void told.push(line),
    async (of) => {
      for (const label of ['a', 'b', 'c', 'd', 'e', 'f']) of(label).report(1, 3, 1);
      of('a').report(1, 3, 1, 'waiting');
      await vi.advanceTimersByTimeAsync(3_000);
    },
  );
  expect(told.at(-2)).toMatch(
    /^reading files of a \(waiting\), b, c, d, e and 1 more, 3 s: 6 of 18 files, 6 failed or could not be read$/,
  );
});

it('clears the line when reading fails, too', async () => {
  const told: (string | null)[] = [];
  const failing = tellingOfReading(
    (line) => void told.push(line),
    () => Promise.reject(new Error('broken')),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(told.at(-1)).toBeNull();
});
