import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecideOutcome } from '../../shared/contract.ts';
import type { ApprovalsFile } from '../../shared/model/approval.ts';
import { verifyAudit } from '../storage/audit/verify.ts';
import { openStore, put } from '../storage/testing/forge.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { httpServer, scene, skill, stdioServer, type Scene } from './testing/servers.ts';

let shared: Place;
beforeAll(() => {
  shared = makePlace();
});
afterAll(() => shared.remove());

const uri = 'skill://one/SKILL.md';
const moving = 'skill://moving/SKILL.md';
const first = [skill('one'), skill('two'), skill('moving', {}, { dynamic: true })];
const changed = [skill('one', { 'references/guide.md': '# Another guide\n' }), ...first.slice(1)];
type Name = 'approve' | 'deny' | 'revoke' | 'allowSession';

async function undoing(run: (app: TestApp, served: Scene) => Promise<void>): Promise<void> {
  const served = scene(shared, `undoing-${Math.random().toString(36).slice(2)}`, {
    skills: first,
  });
  const place = makePlace();
  const { entry } = stdioServer(shared, 'honest', served.args);
  await withApp({ session: { s: entry }, place }, async (app) => {
    await app.settled('s');
    await run(app, served);
  });
  place.remove();
}

/** Decides as the page does, and returns the whole outcome. */
async function decided(app: TestApp, name: Name, of = uri, note = ''): Promise<DecideOutcome> {
  const { identity, setDigest, metadataDigest, record: replaces } = await app.row('s', of);
  const items = [
    { server: 's', uri: of, identity, setDigest, metadataDigest, replaces, grants: [] },
  ];
  const noted = name === 'approve' || name === 'deny' ? { note } : {};
  const ends = name === 'approve' ? { expiresAt: null } : {};
  const [outcome] = await app.ask(name, { items, ...noted, ...ends } as never);
  if (outcome === undefined) throw new Error('a decision without an outcome');
  return outcome;
}

const undo = async (app: TestApp, ...done: DecideOutcome[]): Promise<DecideOutcome[]> =>
  app.ask('undo', {
    items: done.map((one) => ({ server: one.server, uri: one.uri, undo: one.undo ?? '' })),
  });
const records = (app: TestApp): ApprovalsFile['records'] =>
  app.place.json<ApprovalsFile>('data/approvals.json').records;
const standing = async (app: TestApp, of = uri): Promise<string> =>
  (await app.row('s', of)).standing.kind;
const actions = (app: TestApp): string[] =>
  readFileSync(join(app.place.data, 'audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { action: string }).action);

describe('undo', () => {
  it.each(['deny', 'revoke', 'approve'] as const)(
    "of an approval's replacement (%s) restores it exactly, under its own id, and is audited",
    (name) =>
      undoing(async (app) => {
        await decided(app, 'approve', uri, 'looked at all of it');
        const [before] = records(app);
        const outcome = await decided(app, name, uri, 'another note');
        expect(outcome).toMatchObject({ outcome: 'done', undo: expect.any(String) as string });
        expect(await undo(app, outcome)).toMatchObject([{ outcome: 'done', record: before?.id }]);
        expect(records(app)).toEqual([before]);
        expect(await standing(app)).toBe('approved');
        expect(actions(app).at(-1)).toBe('undone');
        expect(await verifyAudit(join(app.place.data, 'audit.jsonl'))).toMatchObject({ ok: true });
      }),
  );

  it('of a first decision leaves none, and works once', () =>
    undoing(async (app) => {
      const approved = await decided(app, 'approve');
      expect(await undo(app, approved)).toMatchObject([{ outcome: 'done', record: null }]);
      expect(records(app)).toEqual([]);
      expect(await standing(app)).toBe('undecided');
      expect(await undo(app, approved)).toMatchObject([{ outcome: 'refused' }]);
      expect(actions(app)).toEqual(['approved', 'undone']);
    }));

  it('goes back step by step', () =>
    undoing(async (app) => {
      const approved = await decided(app, 'approve');
      const denied = await decided(app, 'deny');
      expect(await undo(app, approved)).toMatchObject([{ outcome: 'replaced' }]);
      expect(await undo(app, denied)).toMatchObject([{ outcome: 'done' }]);
      expect(await undo(app, approved)).toMatchObject([{ outcome: 'done' }]);
      expect(await standing(app)).toBe('undecided');
    }));

  it('is refused if somebody has decided since, and shows that decision', () =>
    undoing(async (app) => {
      const mine = await decided(app, 'approve');
      await decided(app, 'deny', uri, 'by another window');
      const [late] = await undo(app, mine);
      expect(late).toMatchObject({ outcome: 'replaced' });
      expect(late?.message).toContain('It was denied a moment ago');
      expect(await standing(app)).toBe('denied');
    }));

  it('never restores an approval if something else was served meanwhile, even if the old content is back', () =>
    undoing(async (app, served) => {
      await decided(app, 'approve');
      const denied = await decided(app, 'deny');
      served.set({ skills: changed });
      await app.relist('s');
      expect(await undo(app, denied)).toMatchObject([{ outcome: 'stale' }]);
      served.set({ skills: first });
      await app.relist('s');
      expect(await undo(app, denied)).toMatchObject([{ outcome: 'stale' }]);
      expect(await standing(app)).toBe('denied');
    }));

  it('restores an approval that was no longer valid as no longer valid', () =>
    undoing(async (app, served) => {
      await decided(app, 'approve');
      served.set({ skills: changed });
      await app.relist('s');
      await until('the lapse', async () => (await app.detail('s', uri)).record?.lapsed != null);
      const [before] = records(app);
      const again = await decided(app, 'approve');
      expect(await undo(app, again)).toMatchObject([{ outcome: 'done' }]);
      expect(records(app)).toEqual([before]);
      expect(await standing(app)).toBe('changed');
    }));

  it('of a denial and of a first approval needs no content', () =>
    undoing(async (app, served) => {
      const denied = await decided(app, 'deny');
      served.set({ skills: changed });
      await app.relist('s');
      expect(await undo(app, denied)).toMatchObject([{ outcome: 'done', record: null }]);
      expect(await standing(app)).toBe('undecided');
    }));

  it("of a session's permission, and of its end, writes nothing", () =>
    undoing(async (app) => {
      const allowed = await decided(app, 'allowSession', moving);
      const ended = await decided(app, 'revoke', moving);
      expect(await standing(app, moving)).toBe('undecided');
      expect(await undo(app, ended)).toMatchObject([{ outcome: 'done' }]);
      expect(await standing(app, moving)).toBe('session');
      expect(await undo(app, allowed)).toMatchObject([{ outcome: 'done' }]);
      expect(await standing(app, moving)).toBe('undecided');
      const again = await decided(app, 'allowSession', moving);
      await decided(app, 'deny', moving);
      expect(await undo(app, again)).toMatchObject([{ outcome: 'replaced' }]);
    }));

  it("of many is one write, and one failure doesn't stop the others", () =>
    undoing(async (app) => {
      const both = [
        await decided(app, 'approve'),
        await decided(app, 'approve', 'skill://two/SKILL.md'),
      ];
      await decided(app, 'deny');
      const { revision } = app.place.json<ApprovalsFile>('data/approvals.json');
      const outcomes = await undo(app, ...both);
      expect(Object.fromEntries(outcomes.map((one) => [one.uri, one.outcome]))).toEqual({
        [uri]: 'replaced',
        'skill://two/SKILL.md': 'done',
      });
      const file = app.place.json<ApprovalsFile>('data/approvals.json');
      expect(file.revision).toBe(revision + 1);
      expect(file.records.map((one) => one.uri)).toEqual([uri]);
    }));

  it("isn't done by a token for another skill", () =>
    undoing(async (app) => {
      const approved = await decided(app, 'approve');
      expect(await undo(app, { ...approved, uri: 'skill://two/SKILL.md' })).toMatchObject([
        { outcome: 'refused' },
      ]);
      expect(await standing(app)).toBe('approved');
    }));
});

/** What another window or a command does to the same decisions. */
const elsewhere = (app: TestApp, run: (other: TestApp) => Promise<unknown>): Promise<unknown> =>
  withApp({ session: {}, place: app.place }, run);
const clearAll = (app: TestApp): Promise<unknown> =>
  app.ask('clearAll', { confirm: 'forget every decision' });

describe('a chain of undos', () => {
  it('goes back through undone steps, each to the state before it', () =>
    undoing(async (app) => {
      const approved = await decided(app, 'approve');
      const [record] = records(app);
      const revoked = await decided(app, 'revoke');
      const again = await decided(app, 'approve');
      expect(await undo(app, again)).toMatchObject([{ outcome: 'done', record: null }]);
      expect(await undo(app, revoked)).toMatchObject([{ outcome: 'done', record: record?.id }]);
      expect(await standing(app)).toBe('approved');
      expect(await undo(app, approved)).toMatchObject([{ outcome: 'done', record: null }]);
      expect(await standing(app)).toBe('undecided');
    }));

  it("goes back through a denial to the session's permission, and beyond", () =>
    undoing(async (app) => {
      const allowed = await decided(app, 'allowSession', moving);
      const denied = await decided(app, 'deny', moving);
      expect(await undo(app, denied)).toMatchObject([{ outcome: 'done' }]);
      expect(await standing(app, moving)).toBe('session');
      expect(await undo(app, allowed)).toMatchObject([{ outcome: 'done' }]);
      expect(await standing(app, moving)).toBe('undecided');
    }));

  it('stops where another program may have decided in between', () =>
    undoing(async (app) => {
      await decided(app, 'approve');
      const revoked = await decided(app, 'revoke');
      await elsewhere(app, clearAll);
      const again = await decided(app, 'approve');
      expect(await undo(app, again)).toMatchObject([{ outcome: 'done', record: null }]);
      expect(await undo(app, revoked)).toMatchObject([{ outcome: 'replaced' }]);
      expect(await standing(app)).toBe('undecided');
    }));
});

describe('undo of things that no longer exist', () => {
  it('restores nothing that was forgotten since', () =>
    undoing(async (app) => {
      await decided(app, 'approve');
      const revoked = await decided(app, 'revoke');
      await decided(app, 'allowSession', moving);
      const ended = await decided(app, 'revoke', moving);
      await app.ask('clearAll', { confirm: 'forget every decision' });
      expect(await undo(app, revoked, ended)).toMatchObject([
        { outcome: 'refused' },
        { outcome: 'refused' },
      ]);
      expect(await standing(app)).toBe('undecided');
      expect(await standing(app, moving)).not.toBe('session');
    }));

  it('restores nothing that another window or a command forgot since', () =>
    undoing(async (app) => {
      await decided(app, 'approve');
      const revoked = await decided(app, 'revoke');
      await decided(app, 'allowSession', moving);
      const ended = await decided(app, 'revoke', moving);
      await elsewhere(app, clearAll);
      expect(await undo(app, revoked, ended)).toMatchObject([
        { outcome: 'replaced' },
        { outcome: 'replaced' },
      ]);
      expect(await standing(app)).toBe('undecided');
      expect(await standing(app, moving)).toBe('undecided');
    }));

  it('restores nothing while everything is being forgotten', () =>
    undoing(async (app) => {
      for (let ms = 0; ms < 8; ms += 1) {
        await decided(app, 'approve');
        const revoked = await decided(app, 'revoke');
        await decided(app, 'approve', 'skill://two/SKILL.md');
        const forgotten = clearAll(app);
        await sleep(ms);
        await Promise.all([forgotten, undo(app, revoked)]);
        expect(await standing(app)).toBe('undecided');
        expect(records(app)).toEqual([]);
      }
    }));

  it('of a denial still works if another window decided about another skill', () =>
    undoing(async (app) => {
      await decided(app, 'approve');
      const denied = await decided(app, 'deny');
      await (await openStore(app.place.data)).commit([put('a')]);
      expect(await undo(app, denied)).toMatchObject([{ outcome: 'done' }]);
      expect(await standing(app)).toBe('approved');
    }));

  it('restores no session permission if the content was gone, or not dynamic, for a while', () =>
    undoing(async (app, served) => {
      for (const meanwhile of [first.slice(0, 2), [...first.slice(0, 2), skill('moving')]]) {
        await decided(app, 'allowSession', moving);
        const ended = await decided(app, 'revoke', moving);
        served.set({ skills: meanwhile });
        await app.relist('s');
        served.set({ skills: first });
        await app.relist('s');
        expect(await undo(app, ended)).toMatchObject([{ outcome: 'stale' }]);
        expect(await standing(app, moving)).toBe('undecided');
      }
    }));

  it('restores no approval behind a decision that was made and undone', () =>
    undoing(async (app) => {
      await decided(app, 'approve');
      const revoked = await decided(app, 'revoke');
      await decided(app, 'deny');
      await decided(app, 'revoke');
      expect(await undo(app, revoked)).toMatchObject([{ outcome: 'replaced' }]);
      expect(await standing(app)).toBe('undecided');
    }));

  it('restores nothing for another server under the same label', async () => {
    const served = scene(shared, 'undoing-moved', { skills: first });
    const other = scene(shared, 'undoing-other', { skills: first });
    const before = stdioServer(shared, 'honest', served.args).entry;
    const after = stdioServer(shared, 'honest', other.args).entry;
    await withApp({ stored: { s: before } }, async (app) => {
      await app.start('s');
      await until('the listing', async () => (await app.server('s')).listing.status === 'complete');
      await decided(app, 'allowSession', moving);
      const ended = await decided(app, 'revoke', moving);
      await app.ask('updateServer', {
        label: 's',
        newLabel: 's',
        server: {
          type: 'stdio',
          command: process.execPath,
          args: after['args'] as string[],
          env: {},
        },
      });
      await app.start('s');
      await until('the listing', async () => (await app.server('s')).listing.status === 'complete');
      expect(await undo(app, ended)).toMatchObject([{ outcome: 'refused' }]);
      expect(await standing(app, moving)).not.toBe('session');
    });
  });

  /** Two servers under their own labels, at one address. */
  const addressed =
    (run: (app: TestApp, add: (label: string) => Promise<void>) => Promise<void>) =>
    async (): Promise<void> => {
      const served = scene(shared, `undoing-${Math.random().toString(36).slice(2)}`, {
        skills: first,
      });
      const server = await httpServer(shared, 'honest', [...served.args]);
      const url = String(server.entry['url']);
      try {
        await withApp({ stored: {} }, async (app) => {
          const add = async (label: string): Promise<void> => {
            await app.ask('addServer', { label, server: { type: 'http', url, headers: {} } });
            await app.settled(label);
          };
          await add('s');
          await run(app, add);
        });
      } finally {
        await server.stop();
      }
    };
  const remove = (app: TestApp, server: string, forgetDecisions: boolean): Promise<unknown> =>
    app.ask('removeServer', { server, forgetDecisions, forgetCache: false });

  it(
    'restores no session permission for a server that was removed and added again',
    addressed(async (app, add) => {
      await decided(app, 'allowSession', moving);
      const ended = await decided(app, 'revoke', moving);
      await remove(app, 's', false);
      await add('s');
      expect(await undo(app, ended)).toMatchObject([{ outcome: 'refused' }]);
      expect(await standing(app, moving)).toBe('undecided');
    }),
  );

  it(
    'restores nothing of a server that was forgotten under another label',
    addressed(async (app, add) => {
      await add('t');
      await decided(app, 'approve');
      const revoked = await decided(app, 'revoke');
      await remove(app, 't', true);
      expect(await undo(app, revoked)).toMatchObject([{ outcome: 'refused' }]);
      expect(await standing(app)).toBe('undecided');
    }),
  );

  it(
    'has nothing to restore if a server is forgotten under another label, including session permissions',
    addressed(async (app, add) => {
      await add('t');
      await decided(app, 'allowSession', moving);
      await remove(app, 't', true);
      expect(await standing(app, moving)).toBe('undecided');
    }),
  );
});
