import { answersInMemory } from '../testing/stores.ts';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { sha256 } from '../../core/digest.ts';
import { entryOf, heldOf } from '../../core/skill-state/held.fixture.ts';
import { withSession } from '../../core/skill-state/skill.ts';
import { openReviewMemory } from '../../storage/review-memory.ts';
import { openSnapshots } from '../../storage/snapshots.ts';
import { openStore, put, record, temporaryFolder } from '../../storage/testing/forge.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { handClock } from '../catalogue/testing/stage.ts';
import { createRuleKeeper } from '../hosts/rule-keeper.ts';
import { createOperations } from '../operations.ts';
import { createKeptBytes } from '../reading/archive-cache.ts';
import { forgetEverything } from './forget.ts';
import { createKeeper } from './snapshot-copies.ts';
import { createUndoable } from './undo-history.ts';
import type { DecisionContext } from '../contexts.ts';
import { partialContext } from '../testing/partial-context.ts';

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
  const answers = answersInMemory();
  const catalogue = createCatalogue({
    approvals,
    answers,
    policy: { current: { status: 'none' } },
    clock: { now: () => 0 },
  });
  const publish = (): void => {};
  const snapshots = openSnapshots(folder);
  const operations = createOperations(publish, handClock(), { next: () => 'op' });
  const kept = createKeptBytes(1_000);
  const keeper = createKeeper({ operations, kept, snapshots });
  const undoable = createUndoable({ next: () => 'undo' }, approvals);
  const memory = openReviewMemory(folder);
  const stores = { approvals, answers, snapshots, memory };
  const hostRules = createRuleKeeper([], handClock(), publish);
  const made = { ...stores, hostRules, catalogue, publish, keeper, undoable, operations };
  const parts = partialContext<DecisionContext>(made);
  return { approvals, catalogue, memory, snapshots, forgetting: () => forgetEverything(parts) };
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

it('is written also where nothing stood: no process undoes what was taken back before', async () => {
  const { approvals, forgetting } = await forget();
  const other = await openStore(folder);
  const count = other.count(server.identity, uri);
  expect(await forgetting()).toEqual({ ok: true, value: { removed: 0 } });
  expect(approvals.state).toMatchObject({ revision: 1 });
  await other.commit([]);
  expect(other.count(server.identity, uri)).toBeGreaterThan(count);
  expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toContain('everything forgotten');
});

it('everything forgotten is every kept byte, and what a session was allowed', async () => {
  const { catalogue, snapshots, forgetting } = await forget();
  const bytes = Buffer.from('text');
  await snapshots.put(server.identity, uri, uri, sha256(bytes), bytes);
  const place = {
    server: catalogue.add({
      label: 'acme',
      enabled: true,
      source: 'stored',
      config: ok({ type: 'http', url: 'https://mcp.acme.example/mcp', headers: {} }),
    }),
    uri,
  };
  const held = withSession(heldOf(entryOf({ files: 'dynamic' })), true);
  catalogue.updateAll([{ place, step: () => held }]);
  expect(catalogue.at(place)?.held.sessionAllowed).toBe(true);
  expect(await forgetting()).toMatchObject({ ok: true });
  expect(catalogue.at(place)?.held.sessionAllowed).toBe(false);
  expect(await snapshots.has(server.identity, uri, uri, sha256(bytes))).toBe(false);
});

it('nothing is forgotten where the decisions cannot be read, and the person is told', async () => {
  await (await openStore(folder)).commit([put('a')]);
  await writeFile(join(folder, 'approvals.json'), '{', { mode: 0o600 });
  const { snapshots, forgetting } = await forget();
  const bytes = Buffer.from('text');
  await snapshots.put(server.identity, uri, uri, sha256(bytes), bytes);
  expect(await forgetting()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('it isn’t valid JSON, or it’s cut short') },
  });
  expect(await snapshots.has(server.identity, uri, uri, sha256(bytes))).toBe(true);
});

it('starts with no decisions where the file is gone', async () => {
  await (await openStore(folder)).commit([put('a')]);
  await rm(join(folder, 'approvals.json'));
  const { approvals, forgetting } = await forget();
  expect(approvals.state).toMatchObject({ status: 'unreadable', reason: 'missing' });
  expect(await forgetting()).toEqual({ ok: true, value: { removed: 0 } });
  expect(approvals.state).toMatchObject({ status: 'ready', records: 0 });
});

it('everything forgotten is said to be so although kept text could not be deleted', async () => {
  await (await openStore(folder)).commit([put('a')]);
  const { snapshots, forgetting } = await forget();
  snapshots.forgetAll = () => Promise.reject(new Error('permission denied'));
  expect(await forgetting()).toEqual({
    ok: true,
    value: { removed: 1, left: 'permission denied' },
  });
  expect((await openStore(folder)).all()).toEqual([]);
});

it('forgets with the decisions what was checked and read', async () => {
  const { memory, forgetting } = await forget();
  const file = { identity: server.identity, uri, file: uri, digest: sha256('a'), size: 1 };
  memory.keepCheck({ ...file, frontmatter: '' }, { at: 1 });
  await memory.close();
  await forgetting();
  const left = openReviewMemory(folder);
  await left.load();
  expect(left.check({ ...file, frontmatter: '' })).toBeNull();
});
