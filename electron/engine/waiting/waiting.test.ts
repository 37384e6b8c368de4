import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../shared/model/plain.ts';
import type { AppEvent } from '../../../shared/contract.ts';
import { mostWaiting, type WaitingFile, type WaitingSkill } from '../../../shared/model/waiting.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { err, ok } from '../../../shared/result.ts';
import type { CatalogueListener } from '../catalogue/catalogue.ts';
import { createWaitingQueue, waitingView } from './queue.ts';

const begun = Date.UTC(2026, 10, 1);
const iso = (ms: number): string => new Date(begun + ms).toISOString();

const met = (uri: string, more: Partial<WaitingSkill> = {}): WaitingSkill => ({
  host: { name: 'host', version: '1' },
  server: 'acme',
  identity: 'http https://acme.example/mcp',
  uri,
  name: uri.split('/')[2] ?? '',
  standing: 'undecided',
  how: 'get',
  firstAt: iso(1),
  lastAt: iso(1),
  count: 1,
  ...more,
});

/** A window over a file, a clock and decisions that a test moves by hand. */
function stage(waiting: readonly WaitingSkill[] = []) {
  let file: WaitingFile | null = {
    format: 'skillgate/waiting@1',
    waiting: [...waiting],
    dropped: 0,
  };
  let now = begun;
  let timers: { at: number; run: () => void }[] = [];
  const events: AppEvent[] = [];
  const standings = new Map<string, string>();
  const serving: { identity: Identity } = {
    identity: { kind: 'http', url: 'https://acme.example/mcp' },
  };
  const listeners: CatalogueListener[] = [];
  let changed = (): void => {};
  let decided = (): void => {};
  const settings = { current: { ...defaultSettings } };
  const records: { server: object; uri: string; decidedAt: string }[] = [];
  const queue = createWaitingQueue({
    settings,
    publish: (event) => void events.push(event),
    clock: {
      now: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => void (timers = timers.filter((one) => one !== timer));
      },
    },
    catalogue: {
      servers: {
        get: () => ({
          identity: serving.identity,
          skills: {
            get: (uri: string) =>
              standings.has(uri) ? { standing: { kind: standings.get(uri) } } : undefined,
          },
        }),
      } as never,
      listen: (listener) => void listeners.push(listener),
    },
    riskOf: () => null,
    approvals: {
      all: () => records as never,
      onChange(listener) {
        decided = listener;
        return () => {};
      },
    },
    waiting: {
      read: async () => (file === null ? err('it is damaged') : ok(file)),
      add: async () => false,
      async remove(gone) {
        if (file === null) return false;
        file = { ...file, waiting: file.waiting.filter((one) => !gone(one)) };
        return true;
      },
      onChange(listener) {
        changed = listener;
        return () => {};
      },
    },
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    queue,
    /** The label is another server's from now on. */
    async isReplaced(): Promise<void> {
      serving.identity = { kind: 'http', url: 'https://other.example/mcp' };
      for (const listener of listeners) listener.server?.({} as never, null);
      await settle();
      now += 1_000;
      for (const timer of timers.splice(0)) timer.run();
      await settle();
    },
    /** Another program decides about a skill of a server that isn't connected. */
    async decidesElsewhere(uri: string): Promise<void> {
      records.push({ server: { identity: serving.identity }, uri, decidedAt: iso(100) });
      decided();
      await settle();
    },
    settings,
    records,
    uris: () => queue.current.skills.map(({ uri }) => uri),
    kept: () => file?.waiting.map(({ uri }) => uri),
    notices: () => events.flatMap((event) => (event.type === 'notice' ? [event] : [])),
    told: () => events.filter(({ type }) => type === 'waiting').length,
    damage: () => void (file = null),
    settle,
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((one) => one !== timer);
        timer.run();
        await settle();
      }
    },
    /** Hosts asked, and no time has passed. */
    async isWritten(...more: WaitingSkill[]): Promise<void> {
      if (file !== null) file = { ...file, waiting: [...file.waiting, ...more] };
      changed();
      await settle();
    },
    async asks(...more: WaitingSkill[]): Promise<void> {
      if (file !== null) file = { ...file, waiting: [...file.waiting, ...more] };
      changed();
      await settle();
      now += 1_000;
      for (const timer of timers.splice(0)) {
        if (timer.at <= now) timer.run();
        else timers.push(timer);
      }
      await settle();
    },
    async stands(uri: string, kind: string): Promise<void> {
      standings.set(uri, kind);
      for (const listener of listeners)
        listener.skills?.([{ after: { standing: { kind } } } as never]);
      await settle();
      now += 1_000;
      for (const timer of timers.splice(0)) timer.run();
      await settle();
    },
  };
}

describe('what hosts asked for', () => {
  it('is a line for each skill, the latest first, with its hosts and how often', () => {
    const view = waitingView(
      {
        format: 'skillgate/waiting@1',
        dropped: 2,
        waiting: [
          met('skill://a/SKILL.md', { count: 3, firstAt: iso(0) }),
          met('skill://b/SKILL.md'),
          met('skill://a/SKILL.md', {
            host: { name: 'other', version: '' },
            how: 'list',
            lastAt: iso(9),
          }),
        ],
      },
      () => false,
    );
    expect(view.dropped).toBe(2);
    expect(view.skills).toMatchObject([
      {
        name: 'a',
        hosts: ['other', 'host 1'],
        count: 4,
        how: 'list',
        firstAt: iso(0),
        lastAt: iso(9),
      },
      { name: 'b', hosts: ['host 1'], count: 1 },
    ]);
  });

  it('begins with the first time that any host asked, whichever asked last', () => {
    const of = (firstAt: string, lastAt: string, name: string): WaitingSkill =>
      met('skill://a/SKILL.md', { firstAt, lastAt, host: { name, version: '' } });
    const view = waitingView(
      {
        format: 'skillgate/waiting@1',
        dropped: 0,
        waiting: [of(iso(5), iso(6), 'late'), of(iso(1), iso(9), 'early')],
      },
      () => false,
    );
    expect(view.skills).toMatchObject([{ firstAt: iso(1), lastAt: iso(9) }]);
  });

  it('is bounded in lines and in hosts of a line, and says what was left out', () => {
    const many = Array.from({ length: mostWaiting }, (_, at) => met(`skill://s${at}/SKILL.md`));
    const view = waitingView(
      { format: 'skillgate/waiting@1', dropped: 0, waiting: many },
      () => false,
    );
    expect(view.skills.length + view.dropped).toBe(mostWaiting);
    expect(view.skills.length).toBeLessThan(mostWaiting);
    const hosts = Array.from({ length: 50 }, (_, at) =>
      met('skill://a/SKILL.md', { host: { name: `h${at}`, version: '' } }),
    );
    const [line] = waitingView(
      {
        format: 'skillgate/waiting@1',
        dropped: 0,
        waiting: hosts,
      },
      () => false,
    ).skills;
    expect(line?.hosts.length).toBe(5);
    expect(line?.moreHosts).toBe(45);
  });

  it('shows what a forged file hides', () => {
    const host = { name: 'ho\u202Est\n', version: '\u0007' };
    const [line] = waitingView(
      {
        format: 'skillgate/waiting@1',
        dropped: 0,
        waiting: [met('skill://a/SKILL.md', { host, name: 'a\u200Bb' })],
      },
      () => false,
    ).skills;
    expect(JSON.stringify([line?.hosts, line?.name])).not.toMatch(/[\u202E\u200B\n]|\\u0007/);
  });
});

describe('the waiting queue', () => {
  it('says that a label means another server by now, whose decisions end no question', async () => {
    const on = stage([met('skill://a/SKILL.md')]);
    on.queue.follow();
    await on.settle();
    expect(on.queue.current.skills).toMatchObject([{ isOtherServer: false }]);
    await on.isReplaced();
    expect(on.queue.current.skills).toMatchObject([{ isOtherServer: true }]);
    await on.stands('skill://a/SKILL.md', 'approved');
    expect(on.uris()).toEqual(['skill://a/SKILL.md']);
  });

  it('is there with what waited before, and follows the file', async () => {
    const on = stage([met('skill://a/SKILL.md')]);
    on.queue.follow();
    await on.settle();
    expect(on.uris()).toEqual(['skill://a/SKILL.md']);
    await on.pass(1_000);
    await on.asks(met('skill://b/SKILL.md'));
    expect(on.uris()).toEqual(['skill://b/SKILL.md', 'skill://a/SKILL.md']);
    on.damage();
    await on.asks();
    expect(on.queue.current).toEqual({ skills: [], dropped: 0, problem: 'it is damaged' });
  });

  it.each(['approved', 'denied'])('loses a skill that is %s here', async (kind) => {
    const on = stage([met('skill://a/SKILL.md'), met('skill://b/SKILL.md')]);
    on.queue.follow();
    await on.settle();
    await on.pass(1_000);
    await on.stands('skill://a/SKILL.md', kind);
    expect(on.uris()).toEqual(['skill://b/SKILL.md']);
    expect(on.kept()).toEqual(['skill://b/SKILL.md']);
  });

  it('keeps a skill that changed after it was approved', async () => {
    const on = stage([met('skill://a/SKILL.md', { standing: 'changed' })]);
    on.queue.follow();
    await on.stands('skill://a/SKILL.md', 'changed');
    expect(on.uris()).toEqual(['skill://a/SKILL.md']);
  });

  it('loses what was decided elsewhere after it was asked for, of a server that is not connected', async () => {
    const on = stage([met('skill://a/SKILL.md'), met('skill://b/SKILL.md', { lastAt: iso(500) })]);
    const server = { identity: { kind: 'http', url: 'https://acme.example/mcp' } };
    for (const uri of ['skill://a/SKILL.md', 'skill://b/SKILL.md'])
      on.records.push({ server, uri, decidedAt: iso(100) });
    on.queue.follow();
    await on.settle();
    expect(on.uris()).toEqual(['skill://b/SKILL.md']);
  });

  it('loses what another program decides while it’s shown', async () => {
    const on = stage([met('skill://a/SKILL.md'), met('skill://b/SKILL.md')]);
    on.queue.follow();
    await on.settle();
    await on.pass(1_000);
    await on.decidesElsewhere('skill://a/SKILL.md');
    expect(on.uris()).toEqual(['skill://b/SKILL.md']);
    expect(on.kept()).toEqual(['skill://b/SKILL.md']);
  });

  it('loses what a person takes out', async () => {
    const on = stage([met('skill://a/SKILL.md'), met('skill://b/SKILL.md')]);
    on.queue.follow();
    await on.settle();
    await on.pass(1_000);
    const [line] = on.queue.current.skills;
    expect(await on.queue.dismiss([line?.key ?? ''])).toBe(true);
    await on.settle();
    expect(on.uris()).toEqual(['skill://a/SKILL.md']);
  });

  it('tells a window no more than five times a second, however fast hosts ask', async () => {
    const on = stage();
    on.queue.follow();
    await on.settle();
    await on.pass(1_000);
    const before = on.told();
    for (let time = 0; time < 100; time += 1) await on.isWritten(met(`skill://s${time}/SKILL.md`));
    expect(on.told() - before).toBe(1);
    await on.pass(200);
    expect(on.told() - before).toBe(2);
    expect(on.uris().length).toBe(100);
  });
});

describe('a notice of the system', () => {
  const following = async (waiting: readonly WaitingSkill[] = []) => {
    const on = stage(waiting);
    on.queue.follow();
    await on.settle();
    await on.pass(1_000);
    return on;
  };
  const fresh = (name: string, more: Partial<WaitingSkill> = {}): WaitingSkill =>
    met(`skill://${name}/SKILL.md`, { firstAt: iso(2_000), ...more });

  it('is given for what is asked now, and not for what waited before', async () => {
    const on = await following([met('skill://old/SKILL.md', { firstAt: iso(-1) })]);
    expect(on.notices()).toEqual([]);
    await on.asks(fresh('a'));
    expect(on.notices()).toMatchObject([
      {
        title: 'An app requests a skill that’s waiting for your decision',
        body: '“host 1” asked acme for a.',
      },
    ]);
    await on.asks(fresh('a', { host: { name: 'other', version: '' } }));
    expect(on.notices()).toHaveLength(1);
  });

  it('is given of what was asked at the very moment of the start, by a host without a name', async () => {
    const on = await following();
    await on.asks(fresh('a', { firstAt: iso(0), host: { name: '', version: '' }, name: '' }));
    expect(on.notices()).toMatchObject([{ body: 'A host asked acme for “skill://a/SKILL.md”.' }]);
  });

  it('is given once a minute at most, for all that came meanwhile', async () => {
    const on = await following();
    await on.asks(fresh('a'));
    for (let time = 0; time < 30; time += 1) await on.asks(fresh(`s${time}`));
    expect(on.notices()).toHaveLength(1);
    await on.pass(60_000);
    expect(on.notices()).toHaveLength(2);
    expect(on.notices()[1]?.title).toBe(
      'Apps request 30 skills that are waiting for your decision',
    );
    expect(on.notices()[1]?.body).toMatch(/^“host 1” asked acme for s\d+, and more\.$/);
  });

  it('is not given about what was decided before its turn, nor when it is switched off', async () => {
    const on = await following();
    on.settings.current = { ...defaultSettings, notices: false };
    await on.asks(fresh('a'));
    expect(on.notices()).toEqual([]);
    on.settings.current = defaultSettings;
    await on.asks(fresh('b'));
    await on.asks(fresh('c'));
    expect(on.notices()).toHaveLength(1);
    await on.stands('skill://c/SKILL.md', 'approved');
    await on.pass(60_000);
    expect(on.notices()).toHaveLength(1);
  });

  it('frames and cuts what hosts and servers say of themselves', async () => {
    const on = await following();
    const name = 'Approved by you” — Skillgate';
    await on.asks(fresh('a', { host: { name: 'x'.repeat(200), version: '' }, name }));
    const [notice] = on.notices();
    expect(notice?.body).toContain("“Approved by you' — Skillgate”");
    expect(notice?.body.length).toBeLessThan(200);
  });
});
