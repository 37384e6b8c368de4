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

describe('an address', () => {
  it('is added as the person navigates; tabs replace each other', async () => {
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

  it('returns with tab and file by Back and Forward, and loads nothing', async () => {
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

  it('is where a reload and a copied link start, and nothing loads there', async () => {
    const link = (await opened()).actions.linkTo({ selection: skill, tab: 'source', file });
    const [, address = ''] = link.split('#');
    const { state, main } = await opened(address);
    expect(state()).toMatchObject({ selection: skill, tab: 'source', file, toRead: false });
    expect(main.calls.map(({ name }) => name)).toEqual(['getSnapshot', 'getLog']);
  });

  it('is reported if invalid, and opens the overview', async () => {
    for (const start of ['nowhere', '/%', '/acme/skill/%C0%80', '/gone', '/gone/skill/u']) {
      const { state, addresses } = await opened(start);
      expect(state().selection, start).toEqual({ kind: 'home' });
      expect(state().toasts.map(({ tone }) => tone)).toEqual(['warn']);
      expect(addresses).toEqual(['replace /']);
    }
  });

  it('isn’t left while the list of servers loads', async () => {
    const main = fakeApi({}, served);
    const trail = { ...memoryTrail(), start: '/acme' };
    const { store, load } = createAppStore(main.api, (run) => run(), trail);
    expect(store.getState().selection).toEqual({ kind: 'server', server: 'acme' });
    await load();
    expect(store.getState().selection).toEqual({ kind: 'server', server: 'acme' });
    expect(store.getState().toasts).toEqual([]);
  });

  it('closes what covered the previous page when Back leads to the overview', async () => {
    const { actions, state } = await opened();
    actions.selectSkill('acme', uri);
    actions.openPanel({ server: 'acme', uri, action: 'approve' });
    expect(state().panel).not.toBeNull();
    actions.goBack();
    expect(state()).toMatchObject({ panel: null });
  });
});

describe('a link from another program', () => {
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

  it('opens its page and goes back, and loads, decides and requests nothing', async () => {
    const { state, come, actions } = await follow(
      `/acme/skill/${encodeURIComponent(uri)}/source/${encodeURIComponent(file)}`,
    );
    come();
    expect(state()).toMatchObject({ selection: skill, tab: 'source', file, toRead: false });
    expect(state()).toMatchObject({ panel: null, overlay: null });
    actions.goBack();
    expect(state().selection.kind).toBe('home');
  });

  it('doesn’t interrupt someone who is deciding or typing', async () => {
    const { state, come, actions } = await follow('/docs');
    actions.selectSkill('acme', uri);
    const items = actions.itemsOf([`acme\n${uri}`, 'docs\nskill://b/SKILL.md']);
    actions.openSheet({ action: 'deny', items });
    come();
    expect(state()).toMatchObject({
      selection: { filter: 'selected' },
      many: { items: { length: 2 } },
    });
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

  it('leaves the person on the page if it leads nowhere, and says so', async () => {
    const { state, come, actions } = await follow('nowhere');
    actions.selectServer('acme');
    for (const address of ['nowhere', '/gone', '/gone/skill/u']) come(address);
    expect(state().selection).toEqual({ kind: 'server', server: 'acme' });
    expect(state().toasts).toHaveLength(2);
  });
});
