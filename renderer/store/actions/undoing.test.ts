import { describe, expect, it } from 'vitest';
import type { Api } from '../../../shared/contract.ts';
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
const undone: Api['undo'] = async ({ items }) => ({
  ok: true,
  value: items.map(({ server, uri }) => ({
    ...{ server, uri, outcome: 'done', message: '' },
    record: 'before',
  })),
});
async function open(answers: Partial<Api> = { undo: undone }) {
  const main = fakeApi(answers, aSnapshot({ servers: [aServer('acme')], skills: [deploy, other] }));
  const app = createAppStore(main.api, (run) => run());
  await app.load();
  return { ...app, ...main, toasts: () => app.store.getState().toasts };
}

describe('what was decided', () => {
  it.each([
    ['approve', 'ok', undefined, 'Approved deploy.'],
    ['deny', 'info', 'denied', 'Denied deploy.'],
    ['revoke', 'info', 'history', 'Revoked the decision on deploy.'],
    ['session', 'info', 'session', 'Allowed deploy for this session.'],
  ] as const)('is said with a sign that fits (%s), and can be undone', async (action, ...look) => {
    const { actions, toasts } = await open();
    actions.decided(action, [done(deploy, 'u1')]);
    const [tone, icon, text] = look;
    expect(toasts()).toMatchObject([
      { tone, text, undo: [{ server: 'acme', uri: deploy.uri, undo: 'u1' }] },
    ]);
    expect(toasts()[0]?.icon).toBe(icon);
  });

  it('of many is one notice, and one undo of all of them', async () => {
    const { actions, toasts, calls } = await open();
    actions.decided('approve', [done(deploy, 'u1'), done(other, 'u2')]);
    expect(toasts()).toMatchObject([{ text: 'Approved 2 skills.' }]);
    actions.undoLast();
    await expect
      .poll(() => toasts().map(({ text }) => text))
      .toEqual(['Undone: 2 skills stand as before.']);
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

  it('offers no undo where the main side gave no way back', async () => {
    const { actions, toasts, calls } = await open();
    actions.decided('approve', [done(deploy, null)]);
    expect(toasts()[0]?.undo).toBeUndefined();
    const before = calls.length;
    actions.undoLast();
    expect(calls).toHaveLength(before);
    expect(toasts().at(-1)?.text).toContain('nothing to undo');
  });
});

describe('undo', () => {
  it('takes the notice with it, wherever it was asked for', async () => {
    const { actions, toasts } = await open();
    actions.decided('approve', [done(deploy, 'u1')]);
    actions.decided('deny', [done(other, 'u2')]);
    await actions.undo([{ server: 'acme', uri: deploy.uri, name: 'deploy', undo: 'u1' }]);
    expect(toasts().map(({ text }) => text)).toEqual([
      'Denied other.',
      'Undone: deploy stands as before.',
    ]);
  });

  it('takes the newest notice that offers it, each once', async () => {
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

  it('is this window’s own: its page goes on from what stands again, and the list drops it', async () => {
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

  it('that was refused says why, and keeps the decision in the list', async () => {
    const refused: Api['undo'] = async ({ items }) => ({
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
        text: 'deploy was not undone: It was denied a moment ago.',
      });
    expect(store.getState().decidedHere).toHaveLength(1);
  });

  it('in the queue brings the skill back in front, unless the person has gone on', async () => {
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
