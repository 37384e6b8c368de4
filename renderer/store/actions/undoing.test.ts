import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import type { Operation } from '../../../shared/model/operation.ts';
import { createAppStore } from '../app-store.ts';
import { driftFrom } from '../pin.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { aServer, aSkill, aSnapshot } from '../testing/fixtures.ts';

const deploy = aSkill('acme', 'deploy', { record: 'x' });
const other = aSkill('acme', 'other');
const done = (row: typeof deploy, undo: string | null) => ({
  server: row.server,
  uri: row.uri,
  name: row.name,
  record: 'new',
  undo,
});
const work: Operation = {
  operationId: 'op',
  ...{ kind: 'approve', server: null, uri: null, done: 1, total: 1, failed: 0, message: '' },
  ...{ status: 'done', stoppable: false, startedAt: 0, endedAt: 1, notDone: [] },
  ...{ undoable: true, closed: false },
};
const undone: RendererApi['undo'] = async ({ items }) => ({
  ok: true,
  value: items.map(({ server, uri }) => ({
    ...{ server, uri, outcome: 'done', message: '' },
    record: 'before',
  })),
});
async function open(answers: Partial<RendererApi> = { undo: undone }) {
  const main = fakeApi(answers, aSnapshot({ servers: [aServer('acme')], skills: [deploy, other] }));
  const app = createAppStore(main.api, (run) => run());
  await app.load();
  return { ...app, ...main, toasts: () => app.store.getState().toasts };
}

describe('a saved decision', () => {
  it.each([
    ['approve', 'ok', undefined, 'Approved deploy.'],
    ['deny', 'info', 'denied', 'Denied deploy.'],
    ['revoke', 'info', 'history', 'Revoked the decision on deploy.'],
    ['session', 'info', 'session', 'Allowed deploy for this session.'],
  ] as const)(
    'is announced with a fitting icon (%s), and can be undone',
    async (action, ...look) => {
      const { actions, toasts } = await open();
      actions.decided(action, [done(deploy, 'u1')]);
      const [tone, icon, text] = look;
      expect(toasts()).toMatchObject([
        { tone, text, undo: [{ server: 'acme', uri: deploy.uri, undo: 'u1' }] },
      ]);
      expect(toasts()[0]?.icon).toBe(icon);
    },
  );

  it('is one notice and one undo for many skills', async () => {
    const { actions, toasts, calls } = await open();
    actions.decided('approve', [done(deploy, 'u1'), done(other, 'u2')]);
    expect(toasts()).toMatchObject([{ text: 'Approved 2 skills.' }]);
    actions.undoLast();
    await expect.poll(() => toasts().map(({ text }) => text)).toEqual(['Undone for 2 skills.']);
    expect(calls.at(-1)).toEqual({
      name: 'undo',
      input: {
        items: [
          { server: 'acme', uri: deploy.uri, undo: 'u1' },
          { server: 'acme', uri: other.uri, undo: 'u2' },
        ],
      },
    });
  });

  it('offers no undo if the main process gave none', async () => {
    const { actions, toasts, calls } = await open();
    actions.decided('approve', [done(deploy, null)]);
    expect(toasts()[0]?.undo).toBeUndefined();
    const before = calls.length;
    actions.undoLast();
    expect(calls).toHaveLength(before);
    expect(toasts().at(-1)?.text).toContain('Nothing to undo');
  });
});

describe('undo', () => {
  it('removes the notice, wherever it was triggered', async () => {
    const { actions, toasts } = await open();
    actions.decided('approve', [done(deploy, 'u1')]);
    actions.decided('deny', [done(other, 'u2')]);
    await actions.undo([{ server: 'acme', uri: deploy.uri, name: 'deploy', undo: 'u1' }]);
    expect(toasts().map(({ text }) => text)).toEqual(['Denied other.', 'Undone: deploy.']);
  });

  it('uses the newest notice that offers it, each once', async () => {
    const { actions, calls } = await open();
    actions.decided('approve', [done(other, 'u1')]);
    actions.decided('deny', [done(deploy, 'u2')]);
    actions.undoLast();
    actions.undoLast();
    actions.undoLast();
    const undos = calls.filter(({ name }) => name === 'undo');
    expect(
      undos.map(({ input }) => (input as { items: { undo: string }[] }).items[0]?.undo),
    ).toEqual(['u2', 'u1']);
  });

  it('undoes the last decision even without its notice, and never an older one instead', async () => {
    const { actions, store, calls, toasts } = await open();
    actions.decided('deny', [done(other, 'u1')]);
    actions.decided('revoke', [done(deploy, 'u2')]);
    for (const { id } of toasts()) actions.dismissToast(id);
    actions.undoLast();
    await expect.poll(() => store.getState().undoSteps).toHaveLength(1);
    actions.decided('approve', [done(deploy, null)]);
    actions.undoLast();
    expect(toasts().at(-1)?.text).toContain('Nothing to undo');
    expect(calls.filter(({ name }) => name === 'undo')).toHaveLength(1);
  });

  it('undoes a group before earlier single decisions, not before later ones', async () => {
    const { actions, calls, ...main } = await open({
      undo: undone,
      undoMany: async () => ({ ok: true, value: { operationId: 'op-2' } }),
    });
    actions.decided('deny', [done(other, 'u1')]);
    actions.openMany('approve', [`acme\n${deploy.uri}`]);
    actions.sentMany({ operationId: 'op', keys: new Set() });
    const send = (change: Partial<Operation>) =>
      main.send({ type: 'operation', ...work, ...change });
    send({});
    const names = () => calls.map(({ name }) => name).filter((name) => name.startsWith('undo'));
    actions.undoLast();
    expect(names()).toEqual(['undoMany']);
    // What the main side tells of one that was taken back.
    send({ undoable: false, closed: true });
    actions.undoLast();
    expect(names()).toEqual(['undoMany', 'undo']);
  });

  it('reports a missing group once, and then continues with older decisions', async () => {
    const { actions, calls, toasts } = await open({
      undo: undone,
      undoMany: async () => ({ ok: false, error: { code: 'not-found', message: 'Not any more.' } }),
    });
    actions.decided('deny', [done(other, 'u1')]);
    actions.openMany('approve', [`acme\n${deploy.uri}`]);
    actions.sentMany({ operationId: 'gone', keys: new Set() });
    actions.undoLast();
    await expect.poll(() => toasts().at(-1)?.text).toContain('Not any more.');
    actions.undoLast();
    expect(calls.at(-1)).toMatchObject({ name: 'undo' });
  });

  it.each(['write-failed', 'store-unreadable'])(
    'can be retried after a failed write (%s), before anything older',
    async (outcome) => {
      let answers = 0;
      const { actions, calls, toasts } = await open({
        undo: async (input) => {
          answers += 1;
          if (answers > 1) return undone(input);
          const value = input.items.map(({ server, uri }) => ({
            server,
            uri,
            outcome,
            message: 'No.',
          }));
          return { ok: true, value: value as never };
        },
      });
      actions.decided('deny', [done(deploy, 'u1')]);
      actions.decided('deny', [done(other, 'u2')]);
      actions.undoLast();
      await expect.poll(() => toasts().at(-1)?.tone).toBe('bad');
      actions.undoLast();
      const undos = calls.filter(({ name }) => name === 'undo');
      expect(
        undos.map(({ input }) => (input as { items: { undo: string }[] }).items[0]?.undo),
      ).toEqual(['u2', 'u2']);
    },
  );

  it.each([
    ['is still being decided', { status: 'running', undoable: false }],
    ['was put away', { closed: true }],
  ] as const)('undoes nothing older while the newest work %s', async (_, state) => {
    const { actions, calls, send } = await open({
      undo: undone,
      undoMany: async () => ({ ok: false, error: { code: 'not-found', message: 'Not any more.' } }),
    });
    actions.decided('deny', [done(other, 'u1')]);
    actions.openMany('approve', [`acme\n${deploy.uri}`]);
    actions.sentMany({ operationId: 'op', keys: new Set() });
    send({ type: 'operation', ...work, ...state });
    actions.undoLast();
    expect(calls.map(({ name }) => name)).not.toContain('undo');
  });

  it('is this window’s own: its page shows the restored status, and the list drops it', async () => {
    const { actions, store } = await open();
    actions.selectSkill('acme', deploy.uri);
    actions.pinShown({ row: { ...deploy, record: 'new' }, files: [], frontmatter: [] });
    actions.decided('deny', [done(deploy, 'u1')]);
    await actions.undo([{ server: 'acme', uri: deploy.uri, name: 'deploy', undo: 'u1' }]);
    const { pin, decidedHere } = store.getState();
    expect(decidedHere).toEqual([]);
    expect(pin && driftFrom(pin, { ...deploy, record: 'before' })).toBeNull();
    // Nothing else than its own undo is known to the page.
    expect(pin && driftFrom(pin, { ...deploy, record: 'another' })).toMatchObject({
      decision: true,
    });
  });

  it('says why it was refused, and keeps the decision in the list', async () => {
    const refused: RendererApi['undo'] = async ({ items }) => ({
      ok: true,
      value: items.map(({ server, uri }) => ({
        ...{ server, uri, outcome: 'replaced' },
        message: 'It was denied a moment ago.',
      })) as never,
    });
    const { actions, toasts, store } = await open({ undo: refused });
    actions.decided('approve', [done(deploy, 'u1')]);
    actions.undoLast();
    await expect
      .poll(() => toasts().at(-1))
      .toMatchObject({
        tone: 'bad',
        text: 'deploy wasn’t undone: It was denied a moment ago.',
      });
    expect(store.getState().decidedHere).toHaveLength(1);
  });

  it('returns to the skill in the queue, unless the person has moved on', async () => {
    const { actions, store } = await open();
    actions.openReview({ server: 'acme', uri: other.uri });
    const undoing = [{ server: 'acme', uri: deploy.uri, name: 'deploy', undo: 'u1' }];
    await actions.undo(undoing);
    expect(store.getState().selection).toMatchObject({ at: { uri: deploy.uri } });
    const late = actions.undo(undoing);
    actions.reviewAt({ server: 'acme', uri: other.uri });
    await late;
    expect(store.getState().selection).toMatchObject({ at: { uri: other.uri } });
  });
});

describe('the news of this window’s own decisions', () => {
  /** A page whose events wait for the next frame, as they do on screen. */
  async function openPaced() {
    let frame = (): void => {};
    const rowWith = (record: string | null) => ({ ...deploy, record });
    const tell = (record: string | null): void =>
      main.send({
        ...{ type: 'skills-put', server: 'acme', reset: false, refused: [] },
        skills: [rowWith(record)],
      });
    const main = fakeApi(
      {
        // The main process publishes what changed before it answers.
        undo: async ({ items }) => {
          tell('before');
          return undone({ items });
        },
      },
      aSnapshot({ servers: [aServer('acme')], skills: [rowWith('new')] }),
    );
    const app = createAppStore(main.api, (run) => void (frame = run));
    await app.load();
    const row = () => app.store.getState().skills.get('acme')?.get(deploy.uri);
    const pinNow = () => {
      const shown = row();
      if (shown === undefined) throw new Error('no row');
      app.actions.pinShown({ row: shown, files: [], frontmatter: [] });
    };
    return { ...app, tell, row, pinNow, frame: () => frame() };
  }

  it('isn’t another window’s when the queue goes back to an undone skill', async () => {
    const { actions, store, row, pinNow, frame } = await openPaced();
    actions.openReview({ server: 'acme', uri: deploy.uri });
    actions.decided('approve', [done(deploy, 'u1')]);
    await actions.undo([{ server: 'acme', uri: deploy.uri, name: 'deploy', undo: 'u1' }]);
    pinNow();
    frame();
    const { pin } = store.getState();
    const now = row();
    expect(pin !== null && now !== undefined && driftFrom(pin, now)).toBeNull();
    expect(now?.record).toBe('before');
  });

  it('isn’t another window’s while its event waits for a frame', async () => {
    const { actions, store, row, pinNow, tell } = await openPaced();
    actions.openReview({ server: 'acme', uri: deploy.uri });
    pinNow();
    actions.setDeciding(true);
    tell('mine');
    actions.decided('approve', [{ ...done(deploy, 'u1'), record: 'mine' }]);
    actions.setDeciding(false);
    const { pin } = store.getState();
    const now = row();
    expect(pin !== null && now !== undefined && driftFrom(pin, now)).toBeNull();
  });
});
