import { describe, expect, it, vi } from 'vitest';
import type { SkillDetail } from '../../shared/model/detail.ts';
import { createAppStore } from './app-store.ts';
import { selectCounts } from './groups.ts';
import { nextUndecided } from './queue.ts';
import { skillKey } from './state.ts';
import { fakeApi } from './testing/fake-api.ts';
import { aRefusal, aServer, aSkill, aSnapshot } from './testing/fixtures.ts';

const at = '2026-11-12T09:00:00.000Z';
const approved = { kind: 'approved', at, expiresAt: null } as const;
const filled = aSnapshot({
  servers: [aServer('acme'), aServer('docs')],
  skills: [
    aSkill('acme', 'a', { standing: approved }),
    aSkill('acme', 'b'),
    aSkill('acme', 'daily', { content: 'dynamic', setDigest: null }),
    aSkill('docs', 'c', { standing: { kind: 'expired', at } }),
  ],
  refused: [aRefusal('docs', 0)],
});
const now = (run: () => void) => run();

describe('the store', () => {
  it('follows events after its snapshot', async () => {
    const main = fakeApi({}, filled);
    const { store, load } = createAppStore(main.api, now);
    await load();
    main.send({ type: 'server-removed', label: 'docs' });
    expect([...store.getState().servers.keys()]).toEqual(['acme']);
    expect(store.getState().link.status).toBe('ready');
  });
  it('reloads the snapshot when an event is missing', async () => {
    const main = fakeApi({}, filled);
    const { store, load } = createAppStore(main.api, now);
    await load();
    main.lose(aSnapshot({ servers: [aServer('later')] }));
    main.send({ type: 'server-put', server: aServer('last') });
    // Nobody else asks for it again.
    await vi.waitFor(() => expect([...store.getState().servers.keys()]).toEqual(['later']), 60_000);
    expect(main.calls.filter((call) => call.name === 'getSnapshot').length).toBe(2);
    main.send({ type: 'server-put', server: aServer('next') });
    expect([...store.getState().servers.keys()]).toEqual(['later', 'next']);
  });
  it('deselects a skill that the server changed, and says so', async () => {
    const main = fakeApi({}, filled);
    const { store, load } = createAppStore(main.api, now);
    await load();
    const changed = { ...aSkill('acme', 'b'), setDigest: `sha256:${'f'.repeat(64)}` };
    store.setState({ picked: new Set([skillKey('acme', changed.uri)]) });
    const rows = { skills: [changed], refused: [] };
    main.send({ type: 'skills-put', server: 'acme', reset: false, ...rows });
    expect(store.getState().picked.size).toBe(0);
    expect(store.getState().toasts.map(({ text }) => text)).toEqual([
      'One selected skill changed or disappeared, so it’s no longer selected.',
    ]);
  });
  it('reports a lost connection when the snapshot doesn’t load', async () => {
    const main = fakeApi({
      getSnapshot: async () => ({ ok: false, error: { code: 'not-connected', message: 'gone' } }),
    });
    const { store, load } = createAppStore(main.api, now);
    await load();
    expect(store.getState().link).toEqual({ status: 'lost', message: 'gone' });
  });
  it('counts what waits, without dynamic content and invalid entries', async () => {
    const { store, load } = createAppStore(fakeApi({}, filled).api, now);
    await load();
    expect(selectCounts(store.getState())).toEqual({
      skills: 4,
      changed: 1,
      fresh: 1,
      approved: 1,
      denied: 0,
      mismatched: 0,
      refused: 1,
    });
    expect(selectCounts(store.getState())).toBe(selectCounts(store.getState()));
  });
});

describe('actions', () => {
  it('walk the waiting skills, wrap around, and never stop at dynamic content', async () => {
    const { store, actions, load } = createAppStore(fakeApi({}, filled).api, now);
    await load();
    const seen = [1, 2, 3].map(() => {
      actions.selectNextUndecided();
      const { selection } = store.getState();
      return selection.kind === 'review' ? selection.at?.uri : selection.kind;
    });
    expect(seen).toEqual(['skill://b/SKILL.md', 'skill://c/SKILL.md', 'skill://b/SKILL.md']);
    actions.goBack();
    expect(store.getState().selection.kind).toBe('home');
  });
  it('say so when nothing waits', async () => {
    const { store, actions, load } = createAppStore(
      fakeApi({}, aSnapshot({ servers: [aServer('acme')] })).api,
      now,
    );
    await load();
    actions.selectNextUndecided();
    expect(nextUndecided(store.getState())).toBeNull();
    expect(store.getState().toasts[0]?.text).toContain('No skills waiting');
  });
  it('bind decision items to the server and the digest on screen and allow no tool', async () => {
    const { actions, load } = createAppStore(fakeApi({}, filled).api, now);
    await load();
    expect(
      actions.itemsOf([
        skillKey('acme', 'skill://b/SKILL.md'),
        skillKey('acme', 'skill://gone/SKILL.md'),
      ]),
    ).toEqual([
      {
        server: 'acme',
        uri: 'skill://b/SKILL.md',
        identity: `sha256:${'e'.repeat(64)}`,
        setDigest: `sha256:${'a'.repeat(64)}`,
        metadataDigest: `sha256:${'f'.repeat(64)}`,
        replaces: null,
        grants: [],
      },
    ]);
  });
  it('forget tab and file when another skill is shown, and go back', async () => {
    const { store, actions, load } = createAppStore(fakeApi({}, filled).api, now);
    await load();
    actions.openFile('acme', 'skill://a/SKILL.md', 'skill://a/x.md', 'source');
    expect(store.getState()).toMatchObject({ tab: 'source', file: 'skill://a/x.md' });
    actions.selectServer('docs');
    expect(store.getState()).toMatchObject({ tab: null, file: null });
    actions.goBack();
    expect(store.getState().selection).toEqual({
      kind: 'skill',
      server: 'acme',
      uri: 'skill://a/SKILL.md',
    });
  });
  it('keep a detail stale if its skill changed while it loaded', async () => {
    const detail = { row: aSkill('acme', 'b'), files: [] as unknown } as SkillDetail;
    let answer = (): void => undefined;
    const main = fakeApi(
      {
        getSkill: () =>
          new Promise((resolve) => {
            answer = () => resolve({ ok: true, value: detail });
          }),
      },
      filled,
    );
    const { store, actions, load } = createAppStore(main.api, now);
    await load();
    const { uri } = detail.row;
    const isStale = () => store.getState().details.get(skillKey('acme', uri))?.stale;
    const late = actions.loadSkill('acme', uri);
    main.send({
      type: 'skills-put',
      server: 'acme',
      reset: false,
      skills: [detail.row],
      refused: [],
    });
    answer();
    await late;
    expect(isStale()).toBe(true);
    const again = actions.loadSkill('acme', uri);
    answer();
    await again;
    expect(isStale()).toBe(false);
  });
  it('request a detail once and keep its failure', async () => {
    const main = fakeApi(
      {
        getSkill: async () => ({
          ok: false,
          error: { code: 'not-found', message: 'no such skill' },
        }),
      },
      filled,
    );
    const { store, actions, load } = createAppStore(main.api, now);
    await load();
    await Promise.all([actions.loadSkill('acme', 'x'), actions.loadSkill('acme', 'x')]);
    expect(main.calls.filter((call) => call.name === 'getSkill').length).toBe(1);
    expect(store.getState().details.get(skillKey('acme', 'x'))?.error?.message).toBe(
      'no such skill',
    );
  });
});
