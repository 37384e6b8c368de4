import { beforeEach, expect, it } from 'vitest';
import { openSnapshots } from '../../storage/snapshots.ts';
import { openStore, put, record, temporaryFolder } from '../../storage/testing/forge.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { handClock } from '../catalogue/testing/stage.ts';
import { createOperations } from '../operations.ts';
import { createKeptBytes } from '../reading/kept-bytes.ts';
import { forgetEverything } from './forget.ts';
import { createKeeper } from './keeper.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

const { server, uri } = record('a');
const failure = {
  server,
  uri,
  file: uri,
  check: 'digest',
  expected: 'x',
  actual: 'y',
  at: '2026-11-22T08:00:00.000Z',
};

async function forget() {
  const approvals = await openStore(folder);
  const catalogue = createCatalogue({
    approvals,
    answers: { find: () => [] },
    policy: { current: { status: 'none' } },
    clock: { now: () => 0 },
  });
  const publish = (): void => {};
  const snapshots = openSnapshots(folder);
  const operations = createOperations(publish, handClock(), { next: () => 'op' });
  const kept = createKeptBytes(1_000);
  const keeper = createKeeper({ operations, kept, snapshots });
  const parts = { approvals, catalogue, publish, snapshots, keeper };
  return { approvals, forgetting: () => forgetEverything(parts) };
}

it('everything forgotten is also what is just being written', async () => {
  const { approvals, forgetting } = await forget();
  void approvals.noteFailure(failure);
  void approvals.commit([put('a')]);
  expect(await forgetting()).toEqual({ ok: true, value: { removed: 1 } });
  const left = await openStore(folder);
  expect([left.all(), left.allFailures()]).toEqual([[], []]);
});

it('everything forgotten is also what another window decided a moment ago', async () => {
  const { forgetting } = await forget();
  await (await openStore(folder)).commit([put('a'), put('b')]);
  expect(await forgetting()).toEqual({ ok: true, value: { removed: 2 } });
  expect((await openStore(folder)).all()).toEqual([]);
});
