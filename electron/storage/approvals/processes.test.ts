import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { openStore, put, temporaryFolder } from '../testing/forge.ts';
import { buildScripts } from '../testing/scripts.ts';

let scripts: Awaited<ReturnType<typeof buildScripts>>;
beforeAll(async () => {
  scripts = await buildScripts('writer');
  return () => scripts.remove();
});

function write(folder: string, prefix: string, count: number): ChildProcess {
  return spawn(process.execPath, [scripts.path('writer'), folder, prefix, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('approvals written by several processes', () => {
  it('loses nothing when four write at once', async () => {
    const folder = await temporaryFolder();
    const codes = await Promise.all(
      ['a', 'b', 'c', 'd'].map(
        async (prefix) => (await once(write(folder, prefix, 25), 'exit'))[0] as unknown,
      ),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    const store = await openStore(folder);
    expect(store.state).toMatchObject({ status: 'ready', revision: 100, records: 100 });
    expect(await verifyAudit(join(folder, 'audit.jsonl'))).toEqual({
      ok: true,
      lines: 100,
      recovered: 0,
    });
    expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
  });

  it('keeps every decision that was said to be durable when the writer is killed (starts one per kill)', async () => {
    const folder = await temporaryFolder();
    const seed = await openStore(folder);
    await seed.commit(Array.from({ length: 300 }, (_, index) => put(`seed-${index}`)));
    const durable: string[] = [];
    for (let round = 0; round < 15; round += 1) {
      const child = write(folder, `r${round}`, 10_000);
      const exited = once(child, 'exit');
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        // Killed at whichever step it has reached when the third decision has been reported.
        if (text.split('\n').length > 3) child.kill('SIGKILL');
      });
      await exited;
      durable.push(...text.split('\n').slice(0, -1));
      const store = await openStore(folder);
      expect(store.state.status).toBe('ready');
      expect(await store.commit([put(`after-${round}`)])).toMatchObject({ ok: true });
    }
    const names = new Set((await openStore(folder)).all().map(({ name }) => name));
    expect(durable.length).toBeGreaterThanOrEqual(45);
    expect(durable.filter((name) => !names.has(name))).toEqual([]);
    expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
  }, 120_000);
});
