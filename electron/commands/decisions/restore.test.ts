import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppContext } from '../../engine/contexts.ts';
import { DecisionCopies } from '../../storage/approvals/decision-copies.ts';
import { openStore, put, temporaryFolder } from '../../storage/testing/forge.ts';
import { describeStore } from '../call/store-remarks.ts';
import { restore } from './restore.ts';

const plain = { words: [], list: false, empty: false };

async function damagedStore(isDamaged = true) {
  const folder = await temporaryFolder();
  const copies = new DecisionCopies(folder);
  const store = await openStore(folder, { copies });
  await store.commit([put('a'), put('b')]);
  await store.close();
  if (isDamaged) await writeFile(join(folder, 'approvals.json'), '{', { mode: 0o600 });
  const approvals = await openStore(folder, { copies });
  const parts = {
    approvals,
    answers: { problem: null },
    hostRules: { problem: null },
    catalogue: { refresh: () => {} },
    publish: () => {},
    undoable: { forget: () => {} },
  };
  return { ctx: parts as unknown as AppContext, approvals, folder };
}

it('restores the newest copy, and every other command says that it can', async () => {
  const { ctx, approvals } = await damagedStore();
  expect(describeStore(approvals.state).join(' ')).toMatch(
    /To restore the copy of .* \(2 decisions\), run `skillgate restore`/,
  );
  const { json, human, exit } = await restore(ctx, plain);
  expect([exit, json]).toMatchObject([0, { decisions: 2, toConfirm: 0, left: 0 }]);
  expect(human[0]).toMatch(/^Restored 2 decisions from the copy of /);
  expect(approvals.all()).toHaveLength(2);
  await expect(restore(ctx, plain)).rejects.toThrow('nothing to restore');
});

it('takes the copy before where the newest is damaged, too', async () => {
  const { ctx, folder, approvals } = await damagedStore();
  const [newest] = await approvals.copies();
  const older = newest?.name.replace('.r1.', '.r0.').replace('.n2.', '.n0.') ?? '';
  const copies = join(folder, 'approvals-copies');
  const text = await readFile(join(copies, newest?.name ?? ''), 'utf8');
  await writeFile(join(copies, older), text.replace('"revision":1', '"revision":0'), {
    mode: 0o600,
  });
  await writeFile(join(copies, newest?.name ?? ''), '', { mode: 0o600 });
  expect((await restore(ctx, plain)).json).toMatchObject({ copy: older, decisions: 2 });
});

it('lists the copies, and restores the one that is named', async () => {
  const { ctx } = await damagedStore();
  const { json, human } = await restore(ctx, { ...plain, list: true });
  const { copies } = json as { copies: { name: string }[] };
  expect(human).toHaveLength(1);
  await expect(restore(ctx, { ...plain, words: ['other'] })).rejects.toThrow('no copy');
  const done = await restore(ctx, { ...plain, words: [copies[0]?.name ?? ''] });
  expect(done.exit).toBe(0);
});

it('starts with no decisions only where a person says so', async () => {
  const { ctx, folder, approvals } = await damagedStore();
  await rm(join(folder, 'approvals-copies'), { recursive: true });
  await expect(restore(ctx, plain)).rejects.toThrow('skillgate restore --empty');
  const { human } = await restore(ctx, { ...plain, empty: true });
  expect(human[0]).toContain('starts with no decisions');
  expect(approvals.state).toMatchObject({ status: 'ready', records: 0 });
  await expect(restore(ctx, { words: ['a'], list: true, empty: false })).rejects.toThrow(
    'not several',
  );
});

it('leaves decisions alone that can be read', async () => {
  const { ctx } = await damagedStore(false);
  await expect(restore(ctx, { ...plain, empty: true })).rejects.toThrow('nothing to restore');
});
