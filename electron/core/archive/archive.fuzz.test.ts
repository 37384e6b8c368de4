import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { ArchiveContents } from './archive.ts';
import { readArchive } from './read-archive.ts';
import { type Mutant, mutants } from './testing/mutants.ts';

/**
 * Seeded, so that failures are reproducible: `FUZZ_SEED` and `FUZZ_ROUNDS` choose another or a
 * longer run. Every message has the seed and the round.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 2_640);
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 4_000);
/** The most CPU time for one archive, so that a busy machine doesn't look like a hang. */
const longestMs = 1_000;
/** How much memory reading may add: the archive, its tar, its files, and the collector's delay. */
const mostMemory = 512 * 1024 * 1024;

const control = /[\u0000-\u001f\u007f-\u009f\\]/;

/** Whether a path can only be below the root, decided without the reader's own rules. */
function inside(path: string): boolean {
  const resolved = new URL(
    path.split('/').map(encodeURIComponent).join('/'),
    'file:///root/below/',
  );
  return (
    resolved.pathname.startsWith('/root/below/') &&
    resolved.pathname.length > '/root/below/'.length &&
    !path.startsWith('/') &&
    !control.test(path) &&
    !/^[A-Za-z]:/.test(path) &&
    !path.split('/').some((part) => part === '..' || part === '.' || part === '')
  );
}

function judge(read: ArchiveContents, name: string): void {
  const bytes = read.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes !== read.unpackedBytes || bytes > limits.skillBytes)
    throw new Error(`${name} yields ${bytes} bytes`);
  if (read.files.length > limits.skillFiles || read.entries.length > limits.archiveEntries)
    throw new Error(`${name} yields ${read.entries.length} entries`);
  if (!read.files.some((file) => file.path === 'SKILL.md'))
    throw new Error(`${name} yields no SKILL.md`);
  const folded = new Set(read.entries.map(({ path }) => path.normalize('NFC').toLowerCase()));
  if (folded.size !== read.entries.length) throw new Error(`${name} yields one path twice`);
  for (const { path, mode } of read.entries) {
    if (!inside(path)) throw new Error(`${name} yields the path ${JSON.stringify(path)}`);
    if ((mode & ~0o777) !== 0) throw new Error(`${name} yields the mode ${mode.toString(8)}`);
  }
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

describe('a mutated archive', () => {
  it(
    `never crashes, hangs, fills the memory or yields a path outside the root (${rounds} rounds)`,
    { timeout: Math.max(120_000, rounds * 20) },
    async () => {
      const counts = new Map<string, number>();
      let slowest = 0;
      let most = 0;
      const before = process.memoryUsage.rss();
      const one = async ({ bytes, name }: Mutant): Promise<void> => {
        const started = cpuMs();
        const read = await readArchive(
          bytes,
          { url: 'skill://refunds/archive' },
          { bytes: limits.serverBytes },
        ).catch((error: unknown) => {
          throw new Error(`${name} crashes the reader`, { cause: error });
        });
        slowest = Math.max(slowest, cpuMs() - started);
        if (slowest > longestMs) throw new Error(`${name} takes ${slowest} ms`);
        if (read.ok) judge(read.value, name);
        const outcome = read.ok ? 'accepted' : read.error.rule;
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      };
      let round = 0;
      for (const mutant of mutants(seed, rounds)) {
        await one(mutant);
        round += 1;
        if (round % 200 === 0) most = Math.max(most, process.memoryUsage.rss() - before);
      }
      expect(round).toBe(rounds);
      expect(most).toBeLessThan(mostMemory);
      // A run that triggers few rules, or accepts nothing, has tested little.
      expect(counts.size).toBeGreaterThan(15);
      expect(counts.get('accepted') ?? 0).toBeGreaterThan(rounds / 100);
      if (process.env['FUZZ_REPORT'] !== undefined)
        console.log(
          JSON.stringify(
            {
              seed,
              rounds,
              slowestMs: Math.round(slowest),
              mostMiB: Math.round(most / 1024 / 1024),
              counts: Object.fromEntries([...counts].toSorted((a, b) => b[1] - a[1])),
            },
            null,
            1,
          ),
        );
    },
  );
});
