import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/forge.ts';
import { watchTree, type TreeWatch, type WatchTools } from './tree-watch.ts';

let top: string;
let tools: WatchTools;
/** Folders that are watched, with what hears of a change. */
let heard: Map<string, () => void>;
interface Due {
  readonly ms: number;
  readonly run: () => void;
}
let due: Due | null;
let isWatchable: (folder: string) => boolean;
let changes: number;
let watching: TreeWatch;

beforeEach(async () => {
  top = await temporaryFolder();
  heard = new Map();
  due = null;
  changes = 0;
  isWatchable = () => true;
  tools = {
    now: () => 0,
    after(ms, run) {
      due = { ms, run };
      return () => void (due = null);
    },
    watch(folder, changed) {
      if (!isWatchable(folder)) throw new Error('no watches are left');
      heard.set(folder, changed);
      return { close: () => void heard.delete(folder) };
    },
  };
});

async function watch(): Promise<void> {
  watching = watchTree(top, () => (changes += 1), tools);
  await watching.ready;
  await settle();
}
/** Runs what is due, and waits until the look that it began has ended. */
async function settle(): Promise<number> {
  const next = due;
  due = null;
  next?.run();
  while (next !== null && due === null) await new Promise((resolve) => setImmediate(resolve));
  return (due as Due | null)?.ms ?? 0;
}

describe('a watched tree', () => {
  it('tells of a change in any folder, once for several, and watches new folders', async () => {
    await mkdir(join(top, 'a'));
    await watch();
    expect([...heard.keys()]).toEqual([top, join(top, 'a')]);
    expect(due?.ms).toBe(30_000);
    await mkdir(join(top, 'b'));
    await writeFile(join(top, 'b/SKILL.md'), 'x');
    heard.get(top)?.();
    heard.get(top)?.();
    expect(due?.ms).toBe(200);
    await settle();
    expect(changes).toBe(1);
    expect(heard.has(join(top, 'b'))).toBe(true);
    await rm(join(top, 'b'), { recursive: true });
    await settle();
    expect(changes).toBe(2);
    expect(heard.has(join(top, 'b'))).toBe(false);
  });

  it('looks again after a while, as notifications get lost', async () => {
    await watch();
    await writeFile(join(top, 'SKILL.md'), 'x');
    await settle();
    expect(changes).toBe(1);
  });

  it('says nothing when nothing is other than before', async () => {
    await watch();
    heard.get(top)?.();
    await settle();
    expect(changes).toBe(0);
  });

  it('looks more often where watching fails', async () => {
    isWatchable = () => false;
    await watch();
    expect(due?.ms).toBe(3_000);
    await writeFile(join(top, 'SKILL.md'), 'x');
    await settle();
    expect(changes).toBe(1);
  });

  it('takes a bounded number of watches', async () => {
    for (let n = 0; n < 100; n += 1) await mkdir(join(top, String(n)));
    await watch();
    expect(heard.size).toBe(64);
    expect(due?.ms).toBe(3_000);
  });

  it('hears when the folder is gone and when it’s back', async () => {
    await watch();
    await rm(top, { recursive: true });
    await settle();
    expect(changes).toBe(1);
    expect(due?.ms).toBe(3_000);
    await mkdir(top);
    await settle();
    expect(changes).toBe(2);
  });

  it('watches nothing after its end', async () => {
    await watch();
    watching.end();
    expect(heard.size).toBe(0);
    expect(due).toBeNull();
  });

  it('gives a folder that’s slow to look at more time in between', async () => {
    let now = 0;
    tools = { ...tools, now: () => (now += 1_000) };
    await watch();
    heard.get(top)?.();
    expect(due?.ms).toBeGreaterThan(10_000);
    watching.end();
  });
});
