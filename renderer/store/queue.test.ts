import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../shared/model/skill.ts';
import type { AskedSkill } from '../../shared/model/waiting.ts';
import type { QueueFilter } from '../../shared/place.ts';
import { createAppStore } from './app-store.ts';
import { afterIn, decidedOf, filterOf, frontOf, reviewItems } from './queue.ts';
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
  it('lists the riskiest first: dangerous, then not read, then the rest', () => {
    const { findings } = aSkill('acme', 'a');
    const found = (name: string, more: Partial<SkillRow['findings']>) =>
      aSkill('acme', name, { findings: { ...findings, files: 1, ...more } });
    const unread = aSkill('acme', 'd');
    const read = [found('a', {}), found('b', { low: 1 }), found('c', { medium: 1 })];
    const bad = [found('e', { high: 1 }), found('f', { critical: 1 })];
    const all = [...read, unread, ...bad];
    expect(names(all).map(([name]) => name)).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
  });

  it('lists changed skills first at the same risk, then expired, then new; never decided or dynamic ones', () => {
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

describe('a filter of the queue', () => {
  const shown = (filter: QueueFilter, more: Partial<Parameters<typeof filterOf>[1]> = {}) => {
    const state = { waiting: { skills: [], dropped: 0, problem: null }, many: null, ...more };
    const high = aSkill('docs', 'h', { findings: { ...rows[1]!.findings, high: 1 } });
    return reviewItems(stateOf([...rows, high]))
      .filter(filterOf(filter, state))
      .map(({ row }) => row.name);
  };
  const asked: AskedSkill = {
    ...{ key: '1', server: 'acme', uri: 'skill://a/SKILL.md', name: 'a', isOtherServer: false },
    ...{ hosts: [], moreHosts: 0, count: 1, firstAt: at, lastAt: at },
    standing: 'undecided',
    how: 'get',
  };

  it('shows new ones, changed ones, dangerous ones, or those of one server', () => {
    expect(shown({})).toEqual(['h', 'd', 'e', 'a', 'b']);
    expect(shown({ filter: 'new' })).toEqual(['h', 'a', 'b']);
    expect(shown({ filter: 'changed' })).toEqual(['d', 'e']);
    expect(shown({ filter: 'high' })).toEqual(['h']);
    expect(shown({ server: 'docs' })).toEqual(['h', 'd']);
    expect(shown({ filter: 'new', server: 'docs' })).toEqual(['h']);
  });

  it('shows what apps requested, but never of a server that only has the label', () => {
    const others = { ...asked, uri: 'skill://b/SKILL.md', isOtherServer: true };
    const waiting = { skills: [asked, others], dropped: 0, problem: null };
    expect(shown({ filter: 'requested' }, { waiting })).toEqual(['a']);
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
  it('stays in its filter, and keeps the current skill if another filter shows it, too', async () => {
    const app = await open();
    app.actions.openReview(null, { filter: 'new' });
    expect(front(app)).toBe('skill://a/SKILL.md');
    app.actions.reviewMove(1);
    app.actions.reviewMove(1);
    expect(front(app)).toBe('skill://a/SKILL.md');
    app.actions.narrowReview({ server: 'acme' });
    expect(front(app)).toBe('skill://a/SKILL.md');
    app.actions.narrowReview({ filter: 'changed' });
    expect(front(app)).toBe('skill://d/SKILL.md');
    app.actions.goBack();
    expect(front(app)).toBe('home');
  });
  it('opens a selected skill, and Back returns to the selection with all its choices', async () => {
    const app = await open();
    app.actions.openMany('approve', [key('acme', 'a'), key('acme', 'b')]);
    app.actions.draftMany({ note: 'mine' });
    app.actions.viewSelected({ server: 'acme', uri: 'skill://b/SKILL.md' });
    expect(front(app)).toBe('skill://b/SKILL.md');
    app.actions.goBack();
    const { selection, many } = app.store.getState();
    expect(selection).toEqual({ kind: 'review', at: null, filter: 'selected' });
    expect(many).toMatchObject({ draft: { note: 'mine' }, items: { length: 2 } });
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

describe('a server that was added to be looked at', () => {
  const start = async () => {
    const { api } = fakeApi({}, aSnapshot({ servers: [aServer('acme'), aServer('docs')] }));
    const app = createAppStore(api);
    await app.load();
    const listing = (status: 'loading' | 'complete', skills: readonly SkillRow[]): void => {
      const { listing: known } = aServer('docs');
      app.store.setState((state) => ({
        servers: new Map(state.servers).set(
          'docs',
          aServer('docs', { listing: { ...known, status } }),
        ),
        skills: new Map(state.skills).set('docs', new Map(skills.map((row) => [row.uri, row]))),
      }));
    };
    listing('loading', []);
    return { app, listing };
  };
  const two = [aSkill('docs', 'z'), aSkill('docs', 'y')];

  it('opens its first waiting skill once all are listed', async () => {
    const { app, listing } = await start();
    app.actions.openFirst('docs');
    expect(app.store.getState().selection).toEqual({ kind: 'server', server: 'docs' });
    listing('loading', two.slice(0, 1));
    expect(app.store.getState().selection).toEqual({ kind: 'server', server: 'docs' });
    listing('complete', two);
    expect(app.store.getState()).toMatchObject({
      selection: { kind: 'skill', server: 'docs', uri: 'skill://y/SKILL.md' },
      toRead: true,
    });
    app.actions.selectServer('docs');
    listing('complete', two);
    expect(app.store.getState().selection).toEqual({ kind: 'server', server: 'docs' });
  });
  it('opens nothing once the person has gone elsewhere, opened something or typed', async () => {
    const meanwhile: readonly ((app: ReturnType<typeof createAppStore>) => void)[] = [
      ({ actions }) => actions.selectHome(),
      ({ actions }) => actions.openOverlay({ kind: 'settings' }),
      ({ actions }) => actions.setFilterText('z'),
    ];
    for (const act of meanwhile) {
      const { app, listing } = await start();
      app.actions.openFirst('docs');
      act(app);
      listing('complete', two);
      expect(app.store.getState().selection.kind).not.toBe('skill');
      expect(app.store.getState().toRead).toBe(false);
    }
  });
  it('opens nothing of another server', async () => {
    const { app, listing } = await start();
    app.store.setState({ skills: new Map([['acme', new Map([['a', aSkill('acme', 'a')]])]]) });
    app.actions.openFirst('docs');
    listing('complete', []);
    expect(app.store.getState().selection).toEqual({ kind: 'server', server: 'docs' });
  });
});
