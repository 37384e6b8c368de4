import { describe, expect, it, vi } from 'vitest';
import { ordinarySkills } from '../../e2e/servers/support/served-skill.ts';
import { limits } from '../core/limits.ts';
import { refusedIn } from './catalogue/advice.ts';
import { ok } from '../../shared/result.ts';
import { snapshotOf } from './application.ts';
import { reconnect, takeDown } from './servers/roster.ts';
import { readFile } from './reading/read-file.ts';
import { failure, ServedHere } from './testing/served.ts';
import { addressOf, stage } from './testing/stage.ts';

const about = { version: '1', shell: 'browser', platform: 'linux', dataFolder: '/d' } as const;
const soon = () => new Promise((done) => setTimeout(done, 20));

it('many skills are told of once, and very many once more (lists them all)', async () => {
  const many: string[] = [];
  const a = new ServedHere(limits.fewSkills);
  const scene = await stage({ servers: { a }, onMany: (skills) => void many.push(skills) });
  await scene.up();
  expect(many).toEqual([]);
  const more = (count: number): Promise<unknown> => {
    a.serve(ordinarySkills(count));
    return scene.up();
  };
  await more(limits.fewSkills + 1);
  expect(many).toEqual(['many']);
  await more(limits.manySkills + 1);
  expect(many).toEqual(['many', 'very-many']);
});

describe('a window that is open', () => {
  it('connects to everything that may start, and ends every connection when it closes', async () => {
    const [a, b, off] = [new ServedHere(2), new ServedHere(1), new ServedHere(1)];
    const sessions: string[] = [];
    const scene = await stage({
      servers: { a, b, off },
      unasked: ['off'],
      onSession: ({ label }) => void sessions.push(label),
    });
    const close = scene.app.startWatching();
    await vi.waitFor(
      () => expect(scene.told('operation').map(({ status }) => status)).toContain('done'),
      60_000,
    );
    await vi.waitFor(() => expect(scene.server('b').skills.size).toBe(1), 60_000);
    expect(scene.server('a').skills.size).toBe(2);
    expect(sessions.toSorted()).toEqual(['a', 'b']);
    expect([a.opened, b.opened, off.opened]).toEqual([1, 1, 0]);
    await close();
    expect([a.closed, b.closed]).toEqual([1, 1]);
  });

  it('follows the list of servers, the policy and the log until it closes', async () => {
    const scene = await stage({ servers: { a: new ServedHere(1) } });
    let policyChanged = (): void => {};
    scene.policy.onChange = (listener) => {
      policyChanged = listener;
      return () => void (policyChanged = () => {});
    };
    let change: (change: never) => void = () => {};
    vi.spyOn(scene.app.log, 'onChange').mockImplementation((listener) => {
      change = listener;
      return () => void (change = () => {});
    });
    const close = scene.app.startWatching();
    scene.servers.writtenElsewhere([
      { label: 'b', source: 'stored', enabled: true, config: ok(addressOf('b')) },
    ]);
    await vi.waitFor(() => expect([...scene.app.catalogue.servers.keys()]).toEqual(['b']), 60_000);
    policyChanged();
    expect(scene.told('policy')).toMatchObject([{ policy: { status: 'none' } }]);
    change({ rows: [{ id: 1 }], gone: [2] } as never);
    expect(scene.told('log')).toEqual([{ type: 'log', rows: [{ id: 1 }], gone: [2] }]);
    await close();
    policyChanged();
    change({ rows: [] } as never);
    scene.servers.writtenElsewhere([]);
    await soon();
    expect([scene.told('policy').length, scene.told('log').length]).toEqual([1, 1]);
    expect([...scene.app.catalogue.servers.keys()]).toEqual(['b']);
  });

  it('follows what another program decides, until it ends', async () => {
    const scene = await stage({ servers: { a: new ServedHere(1) } });
    const listeners = new Set<() => void>();
    vi.spyOn(scene.app.approvals, 'onChange').mockImplementation((listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    });
    const refresh = vi.spyOn(scene.app.catalogue, 'refresh');
    const end = scene.app.follow();
    expect(listeners.size).toBe(1);
    for (const decided of listeners) decided();
    expect(scene.told('store')).toMatchObject([{ store: { status: 'ready' } }]);
    expect(refresh).toHaveBeenCalledTimes(1);
    end();
    expect(listeners.size).toBe(0);
  });

  it('lists again by itself what a server says has changed, where a window does so', async () => {
    const counts: number[] = [];
    for (const autoRetry of [true, false]) {
      const a = new ServedHere(1);
      const scene = await stage({ servers: { a }, options: { autoRetry } });
      await scene.up();
      const before = a.requests.length;
      a.tell('notifications/resources/list_changed');
      scene.clock.move(10_000);
      await soon();
      counts.push(a.requests.length - before);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(0);
  });
});

describe('the end', () => {
  it('waits for what is being written, though nobody else does', async () => {
    const scene = await stage({ servers: { a: new ServedHere(1) } });
    await scene.up();
    const [uri] = [...scene.server('a').skills.keys()];
    const read = () => readFile(scene.app, scene.skill('a', uri!), uri!, { keep: true });
    await read();
    await scene.decide('approve', [scene.item('a', uri!)]);
    await scene.app.keeper.settled();
    let end = (): void => {};
    scene.snapshots.store.put = () => new Promise((done) => (end = () => done(true)));
    await read();
    let over = false;
    const down = scene.app.shutDown().then(() => (over = true));
    await soon();
    expect(over).toBe(false);
    end();
    await down;
  });

  it('starts nothing anew, though somebody was just about to, and waits for what ends', async () => {
    const served = new ServedHere(1);
    const scene = await stage({ servers: { a: served, b: new ServedHere(1) } });
    await scene.up();
    let gone = (): void => {};
    served.closes = new Promise((done) => (gone = done));
    const again = reconnect(scene.app, scene.server('a'));
    let over = false;
    const down = scene.app.shutDown().then(() => (over = true));
    await soon();
    expect(over).toBe(false);
    gone();
    await Promise.all([again, down]);
    expect([served.opened, served.closed]).toEqual([1, 1]);
  });

  it('waits for a server that is just being taken from the list', async () => {
    const served = new ServedHere(1);
    const scene = await stage({ servers: { a: served } });
    await scene.up();
    let gone = (): void => {};
    served.closes = new Promise((done) => (gone = done));
    const left = takeDown(scene.app, scene.server('a'));
    let over = false;
    const down = scene.app.shutDown().then(() => (over = true));
    await soon();
    expect(over).toBe(false);
    gone();
    await Promise.all([left, down]);
  });

  it('waits longer for what is kept of signing in: what took a spent token’s place is nowhere else', async () => {
    const scene = await stage({ servers: { a: new ServedHere(1) } });
    let end = (): void => {};
    const renewal = scene.app.credentials.exclusively(
      'https://a.example/',
      () => new Promise<void>((done) => (end = done)),
    );
    let over = false;
    const down = scene.app.shutDown().then(() => (over = true));
    await soon();
    scene.clock.move(3_000);
    await soon();
    expect(over).toBe(false);
    end();
    await Promise.all([renewal, down]);
  });

  it('does not wait for ever', async () => {
    const scene = await stage({ servers: { a: new ServedHere(1) } });
    let end = (): void => {};
    scene.settingsStore.save = () => new Promise((done) => (end = () => done(ok(undefined))));
    void scene.app.settingsStore.save(scene.app.settings.current);
    const down = scene.app.shutDown();
    await soon();
    scene.clock.move(3_000);
    await down;
    end();
  });
});

describe('what a window loads first', () => {
  it('is everything that is known: servers, skills, refusals, settings, decisions, work', async () => {
    const a = new ServedHere(2);
    const scene = await stage({ servers: { a, away: new ServedHere(1) } });
    scene.served.get('away')!.unreachable = failure('network');
    await scene.up('a');
    await scene.up('away');
    const whole = snapshotOf(scene.app, 7, about);
    expect(whole).toMatchObject({ ...about, seq: 7, sessionConfig: null });
    expect(whole.servers.map(({ label }) => label)).toEqual(['a', 'away']);
    expect(whole.skills.map(({ server, uri }) => [server, uri])).toEqual(
      [...scene.server('a').skills.keys()].map((uri) => ['a', uri]),
    );
    expect(whole.refused).toEqual(scene.server('a').refused);
    expect(whole.settings).toBe(scene.app.settings.current);
    expect(whole.store).toEqual(scene.app.approvals.state);
    expect(whole.policy).toMatchObject({ status: 'none' });
    expect(whole.waiting).toEqual(scene.app.waitingQueue.current);
    expect(whole.operations.map(({ kind, server }) => [kind, server])).toEqual([['list', 'a']]);
  });

  it('has the entries that were refused', async () => {
    const a = new ServedHere(1);
    a.instead = ({ method }) =>
      method.includes('list') ? ok({ skills: [{ uri: 7 }], resources: [] }) : undefined;
    const scene = await stage({ servers: { a } });
    await scene.up('a');
    expect(scene.server('a').refused.length).toBeGreaterThan(0);
    expect(snapshotOf(scene.app, 1, about).refused).toEqual(
      refusedIn(scene.server('a'), scene.app.dialects),
    );
  });
});

describe('an application that ends', () => {
  it('lets nothing go on, and waits no longer for kept text than it has time', async () => {
    const a = new ServedHere(1);
    const scene = await stage({ servers: { a } });
    await scene.up();
    let aborted = false;
    scene.app.operations.start({ kind: 'verify', server: 'a' }, (signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => {});
    });
    await scene.app.shutDown();
    expect([aborted, a.closed]).toEqual([true, 1]);
    expect(scene.clock.due).toBe(0);
  });
});
