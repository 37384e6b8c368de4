import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { limits } from '../../core/limits.ts';
import { readAll } from '../reading/read-all.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';

const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`), 'guide.md': 'Guide' },
  ...more,
});
const settle = () => new Promise((done) => setTimeout(done, 5));
const listChanged = 'notifications/skills/list_changed';
const updated = 'notifications/resources/updated';

async function one(server = new ServedHere([served('a')]), autoRetry = true) {
  const scene = await stage({ servers: { acme: server }, options: { autoRetry } });
  await scene.up();
  const method = server.capabilities['extensions'] === undefined ? 'resources/list' : 'skills/list';
  let before = server.askedFor(method).length;
  return {
    ...scene,
    served: server,
    /** How often it was listed since this was last asked. */
    async listings() {
      await settle();
      const all = server.askedFor(method).length;
      const fresh = all - before;
      before = all;
      return fresh;
    },
  };
}

describe('a server that says that its list changed', () => {
  it.each([listChanged, 'notifications/resources/list_changed'])(
    'by %s is listed again a moment later',
    async (method) => {
      const { served, clock, listings } = await one();
      served.tell(method);
      clock.move(limits.refreshAfterMs - 1);
      expect(await listings()).toBe(0);
      clock.move(1);
      expect(await listings()).toBe(1);
    },
  );

  it('many times at once is listed once', async () => {
    const { served, clock, listings } = await one();
    for (let times = 0; times < 50; times += 1) served.tell(listChanged);
    clock.move(limits.refreshAfterMs);
    expect(await listings()).toBe(1);
    clock.move(60_000);
    expect(await listings()).toBe(0);
  });

  it('twice within two seconds is listed within a second both times', async () => {
    const { served, clock, listings } = await one();
    for (let round = 0; round < 3; round += 1) {
      served.tell(listChanged);
      clock.move(limits.refreshAfterMs);
      expect(await listings()).toBe(1);
      clock.move(200);
      served.tell(listChanged);
      clock.move(999);
      expect(await listings()).toBe(1);
      clock.move(2 * limits.refreshEveryMs);
    }
  });

  it('without an end costs two listings, and then one for every two seconds', async () => {
    const { served, clock, listings } = await one();
    const costs: number[] = [];
    for (let second = 0; second < 20; second += 1) {
      let cost = 0;
      for (let step = 0; step < 20; step += 1) {
        served.tell(listChanged);
        clock.move(50);
        cost += await listings();
      }
      costs.push(cost);
    }
    const all = costs.reduce((sum, cost) => sum + cost, 0);
    expect(costs[0]).toBe(2);
    expect(all).toBeGreaterThanOrEqual(10);
    expect(all).toBeLessThanOrEqual(12);
    for (let at = 1; at + 2 <= costs.length; at += 1)
      expect(costs[at]! + costs[at + 1]!).toBeLessThanOrEqual(1 + Number(at === 1));
  });

  it('while it is being listed is listed once more, when that has ended', async () => {
    const { served, clock, listings } = await one();
    let open = (): void => {};
    const held = new Promise<void>((opened) => (open = opened));
    served.instead = async ({ method }) => {
      if (method === 'skills/list') await held;
      return undefined as never;
    };
    served.tell(listChanged);
    clock.move(limits.refreshAfterMs);
    expect(await listings()).toBe(1);
    served.tell(listChanged);
    clock.move(limits.refreshEveryMs);
    expect(await listings()).toBe(0);
    open();
    await settle();
    clock.move(limits.refreshAfterMs);
    expect(await listings()).toBe(1);
  });

  it('is not listed by a command, which lists when it is told to', async () => {
    const { served, clock, listings } = await one(undefined, false);
    served.tell(listChanged);
    clock.move(60_000);
    expect(await listings()).toBe(0);
  });

  it('and then breaks off is not connected to for that', async () => {
    const { app, server, served, clock } = await one();
    served.tell(listChanged);
    await app.links.close(server('acme'));
    clock.move(limits.refreshAfterMs);
    await settle();
    expect(served.opened).toBe(1);
  });

  it('says it in words that mean something else, and nothing happens', async () => {
    const { served, clock, listings, skill } = await one();
    const before = skill('acme', main('a'));
    served.tell('notifications/tools/list_changed');
    served.tell('notifications/message', { uri: main('a') });
    served.tell(updated, { uri: 7 });
    served.tell(updated, 'no object');
    clock.move(60_000);
    expect(await listings()).toBe(0);
    expect(skill('acme', main('a'))).toBe(before);
  });
});

describe('a server that says that a resource changed', () => {
  it.each([main('a'), 'skill://a/guide.md'])(
    'as %s is not listed where no listing tells: what was read has to be read again',
    async (uri) => {
      const server = new ServedHere([served('a'), served('b')], 'index-2026-06');
      const { app, clock, listings, skill } = await one(server);
      for (const name of ['a', 'b'])
        await readAll(app, skill('acme', main(name)), {}, { report: () => {} });
      expect(skill('acme', main('a')).held.reading).not.toBeNull();
      server.tell(updated, { uri });
      clock.move(60_000);
      expect(await listings()).toBe(0);
      expect(skill('acme', main('a')).held.reading).toBeNull();
      expect(skill('acme', main('b')).held.reading).not.toBeNull();
    },
  );

  it.each([main('a'), 'skill://a/guide.md', 'skill://index.json', 'skill://unknown/SKILL.md'])(
    'as %s is listed where only a listing tells what is new',
    async (uri) => {
      const { served, clock, listings } = await one();
      served.tell(updated, { uri });
      clock.move(limits.refreshAfterMs);
      expect(await listings()).toBe(1);
    },
  );

  it('is listed for an archive, whose digest stands in the listing', async () => {
    const server = new ServedHere([served('a')], 'index-2026-06-archive');
    const { server: at, clock, listings } = await one(server);
    const [uri = ''] = at('acme').skills.keys();
    server.tell(updated, { uri });
    clock.move(limits.refreshAfterMs);
    expect(await listings()).toBe(1);
  });
});

describe('leaving', () => {
  it('takes back the listings that are due', async () => {
    const { app, served, clock } = await one();
    served.tell(listChanged);
    expect(clock.due).toBe(1);
    await app.shutDown();
    expect(clock.due).toBe(0);
  });
});
