import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../shared/model/skill.ts';
import { createAppStore } from './app-store.ts';
import { afterIn, decidedOf, frontOf, reviewItems } from './queue.ts';
import { skillKey, type ReviewSession } from './state.ts';
import { fakeApi } from './testing/fake-api.ts';
import { aServer, aSkill, aSnapshot } from './testing/fixtures.ts';

const at = '2026-11-12T12:00:00.000Z';
const changed: SkillRow['standing'] = {
  kind: 'changed',
  metadata: false,
  approvedAt: at,
  changes: { added: [], removed: [], modified: ['x'] },
};
const approved = { kind: 'approved', at, expiresAt: null } as const;
const rows = [
  aSkill('docs', 'd', { standing: changed }),
  aSkill('acme', 'b'),
  aSkill('acme', 'a'),
  aSkill('acme', 'e', { standing: { kind: 'expired', at } }),
  aSkill('acme', 'f', { standing: approved }),
  aSkill('acme', 'g', { content: 'dynamic' }),
];
const empty: ReviewSession = { order: [], skipped: new Set() };

const stateOf = (skills: readonly SkillRow[], sitting = empty) => {
  const byServer = new Map<string, Map<string, SkillRow>>();
  for (const row of skills)
    byServer.set(
      row.server,
      (byServer.get(row.server) ?? new Map<string, SkillRow>()).set(row.uri, row),
    );
  return {
    servers: new Map([
      ['acme', aServer('acme')],
      ['docs', aServer('docs')],
    ]),
    skills: byServer,
    sitting,
  };
};
const names = (skills: readonly SkillRow[], sitting?: ReviewSession) =>
  reviewItems(stateOf(skills, sitting)).map(
    (item) => `${item.row.name} ${item.reason ?? 'decided'}`,
  );
const key = (server: string, name: string) => skillKey(server, `skill://${name}/SKILL.md`);

const served = (row: SkillRow) => ({
  type: 'skills-put' as const,
  reset: false,
  refused: [],
  server: 'acme',
  skills: [row],
});

/** A window in which these skills are served, and `decided` were decided one by one. */
async function window(decided: readonly SkillRow[], waiting: readonly SkillRow[]) {
  const skills = [...decided, ...waiting];
  const main = fakeApi({}, aSnapshot({ servers: [aServer('acme'), aServer('docs')], skills }));
  const app = createAppStore(main.api, (run) => run());
  await app.load();
  app.actions.noteDecided(
    'approve',
    decided.map(({ server, uri, name, record }) => ({ server, uri, name, record, undo: null })),
  );
  return { ...app, ...main };
}

describe('decisions of a session', () => {
  const mine = aSkill('acme', 'mine', { standing: approved, record: 'r1' });
  const names = (state: Parameters<typeof reviewItems>[0]) =>
    decidedOf(reviewItems(state)).map(({ row }) => row.name);

  it('include this window’s earlier ones and others’ later ones', async () => {
    const { actions, store, send } = await window(
      [mine],
      [aSkill('acme', 'a'), aSkill('acme', 'b')],
    );
    actions.openReview();
    expect(names(store.getState())).toEqual(['mine']);
    const there = aSkill('acme', 'b', { standing: approved, record: 'r2' });
    send(served(there));
    expect(names(store.getState())).toEqual(['mine', 'b']);
  });

  it('exclude skills that changed, were decided again, or became unreadable', async () => {
    const { actions, store, send } = await window([mine], [aSkill('acme', 'a')]);
    actions.openReview();
    const refused = { kind: 'refused', problem: { rule: 'x', message: '' } } as never;
    send(served({ ...mine, standing: changed }));
    send(served(aSkill('acme', 'a', { standing: refused })));
    expect(names(store.getState())).toEqual([]);
    send(served({ ...mine, record: 'r2' }));
    actions.openReview();
    expect(names(store.getState())).toEqual([]);
  });
});

describe('the review queue', () => {
  it('lists changed skills first, then expired, then new; never decided or dynamic ones', () => {
    expect(names(rows)).toEqual(['d changed', 'e expired', 'a new', 'b new']);
  });
  it('keeps its order when a skill is decided, and adds newly waiting ones at its end', () => {
    const order = [key('docs', 'd'), key('acme', 'a')];
    const now = [
      aSkill('docs', 'd', { standing: approved }),
      aSkill('acme', 'a'),
      aSkill('acme', 'z', { standing: changed }),
    ];
    expect(names(now, { order, skipped: new Set() })).toEqual(['d decided', 'a new', 'z changed']);
  });
  it('drops a skill that its server no longer has', () => {
    expect(
      names([aSkill('acme', 'a')], {
        order: [key('acme', 'gone'), key('acme', 'a')],
        skipped: new Set(),
      }),
    ).toEqual(['a new']);
  });
  it('moves past decided and skipped ones, wraps around, and goes back', () => {
    const items = reviewItems(
      stateOf(rows, {
        order: [key('docs', 'd'), key('acme', 'e'), key('acme', 'f'), key('acme', 'a')],
        skipped: new Set([key('acme', 'e')]),
      }),
    );
    expect(afterIn(items, key('docs', 'd'), 1)?.row.name).toBe('a');
    expect(afterIn(items, key('acme', 'b'), 1)?.row.name).toBe('d');
    expect(afterIn(items, key('docs', 'd'), -1)?.row.name).toBe('b');
    expect(afterIn([], null, 1)).toBeNull();
  });
  it('returns to skipped skills once nothing else waits', () => {
    const items = reviewItems(
      stateOf([aSkill('acme', 'a'), aSkill('acme', 'b')], {
        order: [key('acme', 'a'), key('acme', 'b')],
        skipped: new Set([key('acme', 'a')]),
      }),
    );
    expect(afterIn(items, key('acme', 'b'), 1)?.row.name).toBe('a');
  });
});

describe('walking the queue', () => {
  const open = async () => {
    const main = fakeApi(
      {},
      aSnapshot({ servers: [aServer('acme'), aServer('docs')], skills: [...rows] }),
    );
    const app = createAppStore(main.api, (run) => run());
    await app.load();
    return { ...app, main };
  };
  const front = (app: Awaited<ReturnType<typeof open>>) => {
    const { selection } = app.store.getState();
    return selection.kind === 'review' ? selection.at?.uri : selection.kind;
  };
  it('starts at the first, skips, and leaves by one step back', async () => {
    const app = await open();
    app.actions.openReview();
    expect(front(app)).toBe('skill://d/SKILL.md');
    app.actions.reviewSkip(key('docs', 'd'));
    expect(front(app)).toBe('skill://e/SKILL.md');
    app.actions.reviewMove(-1);
    expect(front(app)).toBe('skill://d/SKILL.md');
    app.actions.goBack();
    expect(front(app)).toBe('home');
  });
  it('shows a file of the current skill without leaving the queue', async () => {
    const app = await open();
    app.actions.openReview();
    app.actions.openFile('docs', 'skill://d/SKILL.md', 'skill://d/x.md', 'source');
    expect(front(app)).toBe('skill://d/SKILL.md');
    expect(app.store.getState()).toMatchObject({ tab: 'source', file: 'skill://d/x.md' });
  });
  it('remembers decisions until they are undone', async () => {
    const { store, actions } = await open();
    const one = { server: 'acme', uri: 'skill://a/SKILL.md', name: 'a', record: null, undo: null };
    actions.noteDecided('approve', [one]);
    actions.noteDecided('deny', [one]);
    expect(store.getState().decidedHere).toEqual([{ ...one, action: 'deny' }]);
    actions.noteDecided('revoke', [one]);
    expect(store.getState().decidedHere).toEqual([]);
  });
  it('says whether the current skill waits, was decided here or elsewhere, or is gone', async () => {
    const app = await open();
    const { store, actions } = app;
    const at = { server: 'acme', uri: 'skill://a/SKILL.md' };
    const put = (more: Partial<SkillRow>) =>
      app.main.send({
        type: 'skills-put',
        server: 'acme',
        skills: [aSkill('acme', 'a', more)],
        refused: [],
        reset: false,
      });
    expect(frontOf(store.getState(), at)).toBe('waiting');
    put({ standing: approved, record: '01' });
    expect(frontOf(store.getState(), at)).toBe('settled');
    actions.noteDecided('approve', [{ ...at, name: 'a', record: '01', undo: 'u1' }]);
    expect(frontOf(store.getState(), at)).toBe('decided');
    // Another window has decided since.
    put({ standing: approved, record: '02' });
    expect(frontOf(store.getState(), at)).toBe('settled');
    app.main.send({ type: 'skills-removed', server: 'acme', uris: [at.uri] });
    expect(frontOf(store.getState(), at)).toBe('gone');
  });
  it('stays at a vanished skill until the person continues, and ends when none waits', async () => {
    const app = await open();
    app.actions.openReview();
    for (const server of ['acme', 'docs'])
      app.main.send({ type: 'skills-put', server, skills: [], refused: [], reset: true });
    expect(front(app)).toBe('skill://d/SKILL.md');
    expect(app.actions.itemsOf([key('docs', 'd')])).toEqual([]);
    app.actions.selectNextUndecided();
    expect(app.store.getState().selection).toEqual({ kind: 'review', at: null });
    expect(app.store.getState().toasts).toEqual([]);
  });
  it('continues from a vanished skill’s position, not from the first', async () => {
    const app = await open();
    app.actions.openReview();
    app.actions.reviewMove(1);
    expect(front(app)).toBe('skill://e/SKILL.md');
    app.main.send({ type: 'skills-removed', server: 'acme', uris: ['skill://e/SKILL.md'] });
    app.actions.selectNextUndecided();
    expect(front(app)).toBe('skill://a/SKILL.md');
  });
  it('loads a chosen file once, and forgets that with the page', async () => {
    const { store, actions } = await open();
    const read = () => store.getState().toRead;
    const choose = () => actions.openFile('docs', 'skill://d/SKILL.md', 'skill://d/x.md', 'source');
    choose();
    expect(read()).toBe(true);
    actions.takeRead();
    expect(read()).toBe(false);
    choose();
    actions.selectHome();
    expect(read()).toBe(false);
  });
});
