import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { defines } from '../../build/product.ts';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import type { ApprovalsFile } from '../../shared/model/approval.ts';
import { verifyAudit } from '../storage/audit/verify.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { makePlace, type Place } from './testing/place.ts';
import { itemsOf } from './testing/deciding-many.ts';

const server = join(import.meta.dirname, '../../build/bench/server.mjs');
const entryOf = (count: number) => ({ command: process.execPath, args: [server, String(count)] });
const records = (place: Place): ApprovalsFile['records'] =>
  place.json<ApprovalsFile>('data/approvals.json').records;

/** An app whose one server lists this many skills. */
const listing = (count: number, run: (app: TestApp) => Promise<void>): Promise<void> =>
  withApp({ session: { many: entryOf(count) } }, async (app) => {
    await app.settled('many');
    await run(app);
  });
const approving = { action: 'approve', note: 'all of them', expiresAt: null } as const;

describe('a decision about many skills', () => {
  it('is saved part by part, and the windows see each part', () =>
    listing(2_500, async (app) => {
      const items = await itemsOf(app, 'many');
      const before = app.events.length;
      const { operationId } = await app.ask('decideMany', { ...approving, items });
      expect(await app.finished(operationId)).toMatchObject({
        ...{ kind: 'approve', server: 'many', status: 'done', done: 2_500, total: 2_500 },
        ...{ failed: 0, message: '2,500 skills approved', notDone: [] },
      });
      expect(records(app.place)).toHaveLength(2_500);
      const told = app.events.slice(before).filter((event) => event.type === 'skills-put');
      expect(told.length).toBeGreaterThan(1);
      expect(told.length).toBeLessThan(10);
      expect(told.flatMap(({ skills }) => skills.map(({ standing }) => standing.kind))).toEqual(
        Array.from({ length: 2_500 }, () => 'approved'),
      );
      // Whoever loads the page now also learns how it ended.
      expect((await app.snapshot()).operations).toContainEqual(
        expect.objectContaining({ operationId, message: '2,500 skills approved' }),
      );
    }));

  it('stops between two parts, keeping what is done and leaving the rest', () =>
    listing(2_500, async (app) => {
      const items = await itemsOf(app, 'many');
      const { operationId } = await app.ask('decideMany', { ...approving, items });
      await app.ask('cancel', { operationId });
      const end = await app.finished(operationId);
      expect(end).toMatchObject({
        status: 'cancelled',
        message: '500 skills approved, 2,000 left unchanged',
      });
      expect(records(app.place)).toHaveLength(500);
      const kinds = (await app.rows('many')).map(({ standing }) => standing.kind);
      expect(kinds.filter((kind) => kind === 'approved')).toHaveLength(500);
      expect(kinds.filter((kind) => kind === 'undecided')).toHaveLength(2_000);
      expect((await app.reply('cancel', { operationId })).ok).toBe(false);
    }));

  it('skips and names skills that changed or were decided elsewhere', () =>
    listing(30, async (app) => {
      const [one, two, ...rest] = await itemsOf(app, 'many');
      if (one === undefined || two === undefined) throw new Error('too few skills');
      expect(await app.decide('deny', 'many', two.uri)).toBe('done');
      const swapped = { ...one, setDigest: `sha256:${'0'.repeat(64)}` };
      const { operationId } = await app.ask('decideMany', {
        ...approving,
        items: [swapped, two, ...rest],
      });
      const end = await app.finished(operationId);
      expect(end).toMatchObject({
        status: 'done',
        failed: 2,
        message: '28 skills approved, 2 not',
      });
      expect(end.notDone).toMatchObject([
        {
          uri: one.uri,
          why: expect.stringContaining('changed while you were reviewing it') as string,
        },
        { uri: two.uri, why: expect.stringContaining('denied a moment ago') as string },
      ]);
      expect((await app.row('many', one.uri)).standing.kind).toBe('undecided');
      expect((await app.row('many', two.uri)).standing.kind).toBe('denied');
    }));

  it('denies and undoes as many', () =>
    listing(30, async (app) => {
      for (const [action, message, left] of [
        ['deny', '30 skills denied', 30],
        ['revoke', '30 skills not decided any more', 0],
      ] as const) {
        const items = await itemsOf(app, 'many');
        const { operationId } = await app.ask('decideMany', { ...approving, action, items });
        expect(await app.finished(operationId)).toMatchObject({ status: 'done', message });
        expect(records(app.place)).toHaveLength(left);
      }
    }));

  it('is undone as a whole, once, and never over a later decision', () =>
    listing(30, async (app) => {
      const items = await itemsOf(app, 'many');
      const { operationId } = await app.ask('decideMany', { ...approving, items });
      expect(await app.finished(operationId)).toMatchObject({ undoable: true });
      const uri = items[0]?.uri ?? '';
      expect(await app.decide('deny', 'many', uri)).toBe('done');
      const undone = await app.ask('undoMany', { operationId });
      expect(await app.finished(undone.operationId)).toMatchObject({
        ...{ kind: 'undo', message: '29 skills as before, 1 not', undoable: false },
        notDone: [{ uri, why: expect.stringContaining('denied a moment ago') as string }],
      });
      expect(records(app.place).map(({ decision }) => decision)).toEqual(['denied']);
      expect((await app.reply('undoMany', { operationId })).ok).toBe(false);
    }));

  it("doesn't wait for text to be stored, which continues in the background", () =>
    listing(300, async (app) => {
      await app.verify('many');
      const { operationId } = await app.ask('decideMany', {
        ...approving,
        items: await itemsOf(app, 'many'),
      });
      await app.finished(operationId);
      const { operations } = await app.snapshot();
      const keeping = operations.find(({ kind }) => kind === 'keep');
      expect(keeping).toMatchObject({ stoppable: true, status: 'running' });
      expect(await app.finished(keeping?.operationId ?? '')).toMatchObject({
        status: 'done',
        message: 'text of 1,200 files kept for later comparison',
      });
    }));

  it('loses nothing reported as saved when killed midway, and can continue (starts two)', async () => {
    const place = makePlace();
    const script = await built();
    try {
      const child = spawn(
        process.execPath,
        [script.path, place.root, '2500', JSON.stringify(entryOf(2_500))],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let said = '';
      child.stdout.on('data', (data) => (said += String(data)));
      const [, signal] = (await once(child, 'close')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
      const saved = Number(said);
      expect(saved).toBeGreaterThanOrEqual(500);
      expect(saved).toBeLessThan(2_500);
      expect(records(place).length).toBeGreaterThanOrEqual(saved);

      await withApp({ place, session: { many: entryOf(2_500) } }, async (app) => {
        await app.settled('many');
        const kinds = (await app.rows('many')).map(({ standing }) => standing.kind);
        const approved = kinds.filter((kind) => kind === 'approved').length;
        expect(approved).toBe(records(place).length);
        const rest = (await itemsOf(app, 'many')).filter(({ replaces }) => replaces === null);
        expect(rest).toHaveLength(2_500 - approved);
        const { operationId } = await app.ask('decideMany', { ...approving, items: rest });
        expect(await app.finished(operationId)).toMatchObject({ status: 'done', failed: 0 });
        expect(records(place)).toHaveLength(2_500);
        expect(await verifyAudit(join(place.data, 'audit.jsonl'))).toMatchObject({ ok: true });
      });
    } finally {
      script.remove();
      place.remove();
    }
  });
});

/** `testing/killed.ts` as a file that its own process can run. */
async function built(): Promise<{ readonly path: string; readonly remove: () => void }> {
  const outDir = join(import.meta.dirname, '../../.cache/killed');
  await build({
    configFile: false,
    define: defines,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'testing/killed.ts'),
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'killed.mjs' } },
    },
  });
  return {
    path: join(outDir, 'killed.mjs'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
