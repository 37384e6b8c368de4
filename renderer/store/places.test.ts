import { describe, expect, it } from 'vitest';
import { createAppStore } from './app-store.ts';
import { fakeApi } from './testing/fake-api.ts';
import { aServer, aSkill, aSnapshot } from './testing/fixtures.ts';
import { memoryTrail, type NavigationTrail } from './trail.ts';

const uri = 'skill://a/SKILL.md';
const file = 'skill://a/run.sh';
const skill = { kind: 'skill', server: 'acme', uri } as const;
const served = aSnapshot({
  servers: [aServer('acme'), aServer('docs')],
  skills: [aSkill('acme', 'a'), aSkill('docs', 'b')],
});

/** A page opened at an address, with what becomes of that address. */
async function opened(start = '/', snapshot = served) {
  const memory = memoryTrail();
  const addresses: string[] = [];
  const trail: NavigationTrail = {
    ...memory,
    start,
    push: (address) => {
      addresses.push(`push ${address}`);
      memory.push(address);
    },
    replace: (address) => {
      addresses.push(`replace ${address}`);
      memory.replace(address);
    },
  };
  const main = fakeApi({}, snapshot);
  const app = createAppStore(main.api, (run) => run(), trail);
  await app.load();
  return { ...app, main, addresses, state: app.store.getState };
}

describe('a place', () => {
  it('stands in the address as the person goes there; tabs take each other’s place', async () => {
    const { actions, addresses } = await opened();
    actions.selectServer('acme');
    actions.selectSkill('acme', uri);
    actions.setTab('files');
    actions.setTab('history');
    actions.openFile('acme', uri, file);
    actions.openFile('acme', uri, file);
    const at = `/acme/skill/${encodeURIComponent(uri)}`;
    expect(addresses).toEqual([
      'push /acme',
      `push ${at}`,
      `replace ${at}/files`,
      `replace ${at}/history`,
      `push ${at}/preview/${encodeURIComponent(file)}`,
    ]);
  });

  it('comes back with tab and file by Back and Forward, and reads nothing', async () => {
    const { actions, state, main } = await opened();
    expect(state().reach).toEqual({ back: false, forward: false });
    actions.openFile('acme', uri, file, 'source');
    expect(state().toRead).toBe(true);
    actions.selectServer('docs');
    actions.goBack();
    expect(state()).toMatchObject({ selection: skill, tab: 'source', file, toRead: false });
    expect(state().reach).toEqual({ back: true, forward: true });
    actions.goBack();
    actions.goBack();
    expect(state().selection.kind).toBe('home');
    actions.goForward();
    expect(state()).toMatchObject({ selection: skill, tab: 'source', file, toRead: false });
    expect(main.calls.map(({ name }) => name)).toEqual(['getSnapshot', 'getLog']);
  });

  it('is where a reload and a copied link begin, and nothing is read there', async () => {
    const link = (await opened()).actions.linkTo({ selection: skill, tab: 'source', file });
    const [, address = ''] = link.split('#');
    const { state, main } = await opened(address);
    expect(state()).toMatchObject({ selection: skill, tab: 'source', file, toRead: false });
    expect(main.calls.map(({ name }) => name)).toEqual(['getSnapshot', 'getLog']);
  });

  it('that is none says so and goes home', async () => {
    for (const start of ['nowhere', '/%', '/acme/skill/%C0%80', '/gone', '/gone/skill/u']) {
      const { state, addresses } = await opened(start);
      expect(state().selection, start).toEqual({ kind: 'home' });
      expect(state().toasts.map(({ tone }) => tone)).toEqual(['warn']);
      expect(addresses).toEqual(['replace /']);
    }
  });

  it('is not left while the list of servers is on its way', async () => {
    const main = fakeApi({}, served);
    const trail = { ...memoryTrail(), start: '/acme' };
    const { store, load } = createAppStore(main.api, (run) => run(), trail);
    expect(store.getState().selection).toEqual({ kind: 'server', server: 'acme' });
    await load();
    expect(store.getState().selection).toEqual({ kind: 'server', server: 'acme' });
    expect(store.getState().toasts).toEqual([]);
  });

  it('that is gone home from by Back closes what was open over the one before', async () => {
    const { actions, state } = await opened();
    actions.selectSkill('acme', uri);
    actions.openPanel({ server: 'acme', uri, action: 'approve' });
    expect(state().panel).not.toBeNull();
    actions.goBack();
    expect(state()).toMatchObject({ panel: null });
  });
});

describe('a link of another program', () => {
  const follow = async (address: string) => {
    const listeners: ((address: string) => void)[] = [];
    const onPlace = (listener: (address: string) => void) => {
      listeners.push(listener);
      return () => undefined;
    };
    const main = fakeApi({ onPlace } as never, served);
    const app = createAppStore(main.api, (run) => run());
    await app.load();
    return {
      ...app,
      state: app.store.getState,
      come: (to = address) => listeners.forEach((listener) => listener(to)),
    };
  };

  it('leads to its place and back, and reads, decides and asks nothing', async () => {
    const { state, come, actions } = await follow(
      `/acme/skill/${encodeURIComponent(uri)}/source/${encodeURIComponent(file)}`,
    );
    come();
    expect(state()).toMatchObject({ selection: skill, tab: 'source', file, toRead: false });
    expect(state()).toMatchObject({ panel: null, overlay: null });
    actions.goBack();
    expect(state().selection.kind).toBe('home');
  });

  it('does not take the page away from somebody who is deciding or filling something in', async () => {
    const { state, come, actions } = await follow('/docs');
    actions.selectSkill('acme', uri);
    const items = actions.itemsOf([`acme\n${uri}`, 'docs\nskill://b/SKILL.md']);
    actions.openSheet({ action: 'deny', items });
    come();
    expect(state()).toMatchObject({ selection: { kind: 'many' }, many: { items: { length: 2 } } });
    actions.selectSkill('acme', uri);
    actions.openPanel({ server: 'acme', uri, action: 'deny' });
    come();
    expect(state()).toMatchObject({ selection: skill, panel: { action: 'deny' } });
    actions.closePanel();
    actions.openOverlay({ kind: 'consent', server: 'acme' });
    come();
    expect(state().selection).toEqual(skill);
    actions.closeOverlay();
    actions.addServer('paste');
    come();
    expect(state().selection.kind).toBe('add-server');
    expect(state().toasts.map(({ text }) => text)).toEqual([
      'Skillgate didn’t follow a link because something is open here.',
    ]);
    actions.selectHome();
    come();
    expect(state().selection).toEqual({ kind: 'server', server: 'docs' });
  });

  it('that leads nowhere leaves the person where they are, and says so', async () => {
    const { state, come, actions } = await follow('nowhere');
    actions.selectServer('acme');
    for (const address of ['nowhere', '/gone', '/gone/skill/u']) come(address);
    expect(state().selection).toEqual({ kind: 'server', server: 'acme' });
    expect(state().toasts).toHaveLength(2);
  });
});
