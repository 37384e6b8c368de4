import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { err } from '../../../shared/result.ts';
import { failure, ServedHere } from '../testing/served.ts';
import { addressOf, stage, type StageOptions } from '../testing/stage.ts';
import { list } from '../listing/list.ts';
import type { ServerConfig } from '../ports/servers.ts';

const command: ServerConfig = { type: 'stdio', command: 'serve', args: ['--all'], env: {} };
const settle = () => new Promise((done) => setTimeout(done, 5));

async function one(more: Omit<StageOptions, 'servers'> = {}, served = new ServedHere(1)) {
  const scene = await stage({ servers: { acme: served }, ...more });
  const { links } = scene.app;
  return { ...scene, served, links, acme: () => scene.server('acme') };
}

describe('a connection', () => {
  it('is made once for whoever needs it meanwhile, and shown while it is made', async () => {
    const { links, served, acme, told, clock } = await one();
    expect(await Promise.all([links.connect(acme()), links.connect(acme())])).toEqual([true, true]);
    expect(served.opened).toBe(1);
    expect(links.isOpen(acme())).toBe(true);
    expect(await links.connect(acme())).toBe(true);
    expect(served.opened).toBe(1);
    const shown = told('server-put').map(({ server }) => server.connection);
    expect(shown).toContainEqual({ status: 'connecting', attempt: 0, since: clock.now() });
    expect(acme().connection).toEqual({ status: 'ready', protocolVersion: '2026-07-28' });
  });

  it('says since when it is started and what it says meanwhile, once for each last line', async () => {
    const served = new ServedHere();
    let open = (): void => {};
    served.gate = new Promise((opened) => (open = opened));
    const { links, acme, clock, told } = await one({}, served);
    const since = clock.now();
    const connecting = links.connect(acme());
    await settle();
    expect(acme().connection).toEqual({ status: 'connecting', attempt: 0, since });
    clock.move(1_000);
    clock.move(1_000);
    const starting = { status: 'connecting', attempt: 0, since, said: 'said by acme' };
    expect(acme().connection).toEqual(starting);
    const shown = told('server-put').filter(
      ({ server }) => 'said' in server.connection && server.connection.said !== undefined,
    );
    expect(shown).toHaveLength(1);
    open();
    expect(await connecting).toBe(true);
    expect(clock.due).toBe(0);
  });

  it('says which answer it waits for', async () => {
    const served = new ServedHere();
    let open = (): void => {};
    served.gate = new Promise((opened) => (open = opened));
    const { links, acme, clock } = await one({}, served);
    const waiting = { method: 'initialize', since: clock.now() };
    served.awaited = waiting;
    const connecting = links.connect(acme());
    await settle();
    clock.move(1_000);
    expect(acme().connection).toMatchObject({ status: 'connecting', waiting });
    open();
    await connecting;
    expect(acme().connection).toEqual({ status: 'ready', protocolVersion: '2026-07-28' });
  });

  it('says that a server is noisy while it is, also through a listing', async () => {
    const { app, links, acme, served } = await one();
    await links.connect(acme());
    const { noise } = served;
    const said = () =>
      acme().advice.flatMap(({ rule, message }) => (rule === 'noisy-output' ? [message] : []));
    noise({ pipe: 'stderr', lines: 1_200_000, bytes: 2_516_583 });
    expect(said()).toEqual([
      'The server is noisy: it has written 1,200,000 lines (2.4 MiB) to standard error. Skillgate reads that more slowly, so its answers may be late.',
    ]);
    await list(app, acme(), new AbortController().signal);
    expect(said()).toHaveLength(1);
    noise({ pipe: 'stdout', lines: 1, bytes: 25_165_830 });
    expect(said()).toEqual([
      expect.stringContaining('1 line (24 MiB) to standard output that no request asked for'),
    ]);
    await links.close(acme());
    await links.reopen(acme());
    noise({ pipe: 'stderr', lines: 1, bytes: 1 });
    expect(said()).toEqual([]);
  });

  it('says what the server declares of itself', async () => {
    const served = new ServedHere();
    served.scenario = {
      ...served.scenario,
      instructions: 'Look at skill://a/SKILL.md, and hide\u202Ethis.',
    };
    const { links, acme } = await one({}, served);
    await links.connect(acme());
    expect(acme().facts).toMatchObject({
      protocolVersion: '2026-07-28',
      serverName: 'served-here',
      serverVersion: '1.0.0',
      instructions: served.scenario.instructions,
      directoryRead: true,
      mentioned: ['skill://a/SKILL.md'],
    });
    expect(JSON.parse(acme().facts?.capabilities ?? '')).toEqual(served.capabilities);
    expect(acme().facts?.capabilities).toContain('\n  "resources"');
    expect(acme().spoken.map(({ id }) => id)).toEqual(['skills-ext']);
    expect(acme().probes).toEqual([]);
    expect(acme().tries.length).toBeGreaterThan(0);
  });

  it('is not made to a server that is switched off', async () => {
    const { app, links, served, servers, acme } = await one();
    await servers.store.setEnabled('acme', false);
    app.catalogue.remove(acme());
    for (const configured of await servers.store.list()) app.catalogue.add(configured);
    expect(await links.connect(acme())).toBe(false);
    expect(acme().connection).toEqual({ status: 'disabled' });
    expect(served.opened).toBe(0);
    expect(await links.call(acme(), { method: 'ping', params: {} })).toEqual(
      err({ reason: 'unavailable', message: 'The server is turned off.' }),
    );
  });

  it('is not made where the configuration cannot be used, and says why', async () => {
    const { app, links, acme, clock } = await one({ options: { autoRetry: true } });
    app.catalogue.remove(acme());
    app.catalogue.add({
      label: 'acme',
      source: 'stored',
      enabled: true,
      config: err('no command'),
    });
    expect(await links.connect(acme())).toBe(false);
    expect(acme().connection).toEqual({
      status: 'failed',
      failure: { reason: 'config', message: 'no command', stderr: [] },
      attempt: 0,
      retryAt: null,
    });
    expect(clock.due).toBe(0);
    expect(await links.call(acme(), { method: 'ping', params: {} })).toEqual(
      err({
        ...{ reason: 'unavailable', message: 'no command' },
        cause: { reason: 'config', stderr: [] },
      }),
    );
  });

  it('to an address waits until somebody asks, and says whether it is another one', async () => {
    const { links, acme, served, consents } = await one({ unasked: ['acme'] });
    expect(await links.connect(acme())).toBe(false);
    expect(acme().connection).toEqual({ status: 'uncontacted', changed: false });
    expect(await links.call(acme(), { method: 'ping', params: {} })).toEqual(
      err({
        reason: 'unavailable',
        message: 'Skillgate hasn’t been asked to connect to this address yet.',
      }),
    );
    consents.allowed.set('acme', 'of another address');
    expect(await links.connect(acme())).toBe(false);
    expect(acme().connection).toEqual({ status: 'uncontacted', changed: true });
    expect(served.opened).toBe(0);
  });

  it('of a command waits for a yes to exactly this one', async () => {
    const { links, acme, served, consents } = await one({
      configs: { acme: command },
      unasked: ['acme'],
    });
    const fingerprint = consentFingerprint(command);
    expect(await links.connect(acme())).toBe(false);
    expect(acme().connection).toEqual({ status: 'needs-consent', fingerprint, changed: false });
    expect(await links.call(acme(), { method: 'ping', params: {} })).toEqual(
      err({ reason: 'unavailable', message: 'The command needs permission to start.' }),
    );
    consents.allowed.set('acme', 'another');
    await links.connect(acme());
    expect(acme().connection).toEqual({ status: 'needs-consent', fingerprint, changed: true });
    expect(served.opened).toBe(0);
    consents.allowed.set('acme', fingerprint);
    expect(await links.connect(acme())).toBe(true);
  });

  it('of a list that was named on the command line needs no yes', async () => {
    const { links, acme } = await one({
      configs: { acme: command },
      unasked: ['acme'],
      options: { allowedByList: new Set([consentFingerprint(command)]) },
    });
    expect(await links.connect(acme())).toBe(true);
  });

  it('that is closed while it is made leaves no session open', async () => {
    const served = new ServedHere();
    let open = (): void => {};
    served.gate = new Promise((done) => (open = done));
    const { links, acme } = await one({}, served);
    const connecting = links.connect(acme());
    await settle();
    const closing = links.close(acme());
    open();
    expect(await connecting).toBe(false);
    await closing;
    expect(links.isOpen(acme())).toBe(false);
    expect(served).toMatchObject({ opened: 1, closed: 1 });
  });

  it('that is closed and asked for again while it is made is made anew', async () => {
    const served = new ServedHere();
    let open = (): void => {};
    served.gate = new Promise((done) => (open = done));
    const { links, acme } = await one({}, served);
    const connecting = links.connect(acme());
    await settle();
    const closing = links.close(acme());
    const again = links.reopen(acme());
    open();
    expect(await connecting).toBe(false);
    await closing;
    expect(await again).toBe(true);
    expect(served).toMatchObject({ opened: 2, closed: 1 });
    expect(links.isOpen(acme())).toBe(true);
  });

  it('that began before a person said yes does not keep what they allowed from starting', async () => {
    const { app, links, acme, served } = await one({
      configs: { acme: command },
      unasked: ['acme'],
    });
    let answer = (): void => {};
    const asked = new Promise<void>((done) => (answer = done));
    const { consents } = app;
    const state = consents.state.bind(consents);
    consents.state = async (...given) => {
      const known = await state(...given);
      await asked;
      return known;
    };
    const early = links.connect(acme());
    await settle();
    await consents.allow('acme', consentFingerprint(command));
    const started = links.reopen(acme());
    answer();
    expect([await early, await started]).toEqual([false, true]);
    expect(served.opened).toBe(1);
  });

  it('that somebody closed is made again by nothing but a person', async () => {
    const { links, acme, served } = await one();
    await links.connect(acme());
    await links.close(acme());
    expect(served.closed).toBe(1);
    expect(await links.connect(acme())).toBe(false);
    expect(served.opened).toBe(1);
    expect(await links.reopen(acme())).toBe(true);
    expect(served.opened).toBe(2);
  });
});

describe('a connection that breaks', () => {
  it('shows why, and is tried again after 1, 2, 4, 8 and 16 seconds, then by hand', async () => {
    const { links, acme, served, clock, told } = await one({ options: { autoRetry: true } });
    await links.connect(acme());
    served.unreachable = failure('network', 'no route');
    served.breakOff(failure('exited', 'it ended'));
    expect(links.isOpen(acme())).toBe(false);
    expect(acme().connection).toEqual({
      status: 'failed',
      failure: failure('exited', 'it ended'),
      attempt: 0,
      retryAt: clock.now() + 1_000,
    });
    for (const [attempt, seconds] of [1, 2, 4, 8, 16].entries()) {
      clock.move(seconds * 1_000 - 1);
      await settle();
      expect(acme().connection).toMatchObject({ attempt });
      clock.move(1);
      await settle();
      expect(acme().connection).toMatchObject({
        failure: failure('network', 'no route'),
        attempt: attempt + 1,
      });
    }
    expect(acme().connection).toMatchObject({ attempt: 5, retryAt: null });
    expect(told('server-put').map(({ server }) => server.connection)).toContainEqual({
      status: 'connecting',
      attempt: 3,
      since: expect.any(Number) as number,
      failure: failure('network', 'no route'),
    });
    expect(clock.due).toBe(0);
  });

  it('each time right after it began isn’t tried again forever', async () => {
    const { links, acme, served, clock } = await one({ options: { autoRetry: true } });
    await links.connect(acme());
    for (let time = 0; time < 20 && links.isOpen(acme()); time += 1) {
      served.breakOff();
      const { connection } = acme();
      if (connection.status === 'failed') clock.move((connection.retryAt ?? 0) - clock.now());
      await settle();
    }
    expect(acme().connection).toMatchObject({ status: 'failed', retryAt: null });
    expect(served.opened).toBe(6);
    expect(await links.connect(acme())).toBe(true);
  });

  it('after it lasted begins to count again', async () => {
    const { links, acme, served, clock } = await one({ options: { autoRetry: true } });
    await links.connect(acme());
    for (let time = 0; time < 10; time += 1) {
      clock.move(60_000);
      await settle();
      served.breakOff();
      expect(acme().connection).toMatchObject({ attempt: 0, retryAt: clock.now() + 1_000 });
      clock.move(1_000);
      await settle();
      expect(links.isOpen(acme())).toBe(true);
    }
  });

  it('is listed again when it comes back by itself', async () => {
    const { up, links, acme, served, clock } = await one({ options: { autoRetry: true } });
    await up();
    const before = served.askedFor('skills/list').length;
    served.breakOff();
    clock.move(1_000);
    await settle();
    expect(links.isOpen(acme())).toBe(true);
    expect(served.askedFor('skills/list').length).toBe(before + 1);
  });

  it.each([
    'config',
    'unauthorized',
    'forbidden',
    'not-found',
    'certificate',
    'dns',
    'spawn',
    'redirect-loop',
    'version',
  ] as const)('because of %s is not tried again', async (reason) => {
    const { links, acme, served, clock } = await one({ options: { autoRetry: true } });
    served.unreachable = failure(reason);
    await links.connect(acme());
    expect(acme().connection).toMatchObject({ status: 'failed', retryAt: null });
    expect(clock.due).toBe(0);
  });

  it('is tried again when the server has asked for it, and by hand where that is long', async () => {
    const { links, acme, served, clock } = await one({ options: { autoRetry: true } });
    served.unreachable = { ...failure('rate-limited'), retryAfterMs: 30_000 };
    await links.connect(acme());
    expect(acme().connection).toMatchObject({ retryAt: clock.now() + 30_000 });
    clock.move(29_999);
    await settle();
    expect(acme().connection).toMatchObject({ status: 'failed', attempt: 0 });
    served.unreachable = { ...failure('busy'), retryAfterMs: 86_400_000 };
    clock.move(1);
    await settle();
    expect(acme().connection).toMatchObject({ status: 'failed', attempt: 1, retryAt: null });
    expect(clock.due).toBe(0);
  });

  it('is not tried again by a command, nor after somebody closed it', async () => {
    const command = await one();
    command.served.unreachable = failure('network');
    await command.links.connect(command.acme());
    expect(command.acme().connection).toMatchObject({ retryAt: null });
    expect(command.clock.due).toBe(0);

    const window = await one({ options: { autoRetry: true } });
    window.served.unreachable = failure('network');
    await window.links.connect(window.acme());
    expect(window.clock.due).toBe(1);
    await window.links.close(window.acme());
    expect(window.clock.due).toBe(0);
  });

  it('is tried once when a person asks meanwhile', async () => {
    const { links, acme, served, clock } = await one({ options: { autoRetry: true } });
    served.unreachable = failure('network');
    await links.connect(acme());
    served.unreachable = null;
    expect(await links.reopen(acme())).toBe(true);
    expect(clock.due).toBe(0);
    expect(served.opened).toBe(1);
  });

  it('counts no more, nor what it says, once another session is there', async () => {
    const server = new ServedHere(1);
    const { up, links, acme, served, clock } = await one({ options: { autoRetry: true } }, server);
    await up();
    const { say, end } = server.held();
    await links.close(acme());
    await up();
    const before = served.askedFor('skills/list').length;
    say('notifications/skills/list_changed');
    clock.move(60_000);
    end(failure('exited'));
    await settle();
    expect(served.askedFor('skills/list').length).toBe(before);
    expect(links.isOpen(acme())).toBe(true);
    expect(acme().connection.status).toBe('ready');
  });
});

describe('the budget of one session', () => {
  it('is spent to the last byte and no further, and fresh after a reconnect', async () => {
    const { links, acme } = await one();
    expect(links.left(acme())).toBe(limits.serverBytes);
    expect(links.spend(acme(), limits.serverBytes - 1).ok).toBe(true);
    expect(links.left(acme())).toBe(1);
    expect(links.spend(acme(), 1).ok).toBe(true);
    expect(links.spend(acme(), 1)).toEqual(
      err('This server has sent 256 MiB in this session. Reconnect to continue.'),
    );
    expect(links.left(acme())).toBe(0);
    await links.reopen(acme());
    expect(links.left(acme())).toBe(limits.serverBytes);
  });

  it('is each server’s own', async () => {
    const { app, server } = await stage({
      servers: { acme: new ServedHere(), other: new ServedHere() },
    });
    app.links.spend(server('acme'), 7);
    expect(app.links.left(server('other'))).toBe(limits.serverBytes);
  });
});

describe('asking to be told of changes', () => {
  it('asks for each resource once a session', async () => {
    const { links, acme, served } = await one();
    links.subscribe(acme(), ['skill://a']);
    expect(served.asked).toEqual([]);
    await links.connect(acme());
    links.subscribe(acme(), ['skill://a', 'skill://b']);
    links.subscribe(acme(), ['skill://b']);
    await settle();
    expect(served.askedFor('resources/subscribe')).toEqual(['skill://a', 'skill://b']);
    served.breakOff();
    await links.reopen(acme());
    links.subscribe(acme(), ['skill://a']);
    await settle();
    expect(served.askedFor('resources/subscribe')).toEqual(['skill://a', 'skill://b', 'skill://a']);
  });
});

it.each([
  ['at once where the server lacks the method', -32_601, []],
  ['after a moment for its words on standard error', -32_603, ['a traceback']],
])('a request fails %s', async (_, code, stderr) => {
  let stderrNow: string[] = [];
  const { links, served, acme, clock } = await one({ stderrSince: () => stderrNow });
  await links.connect(acme());
  served.instead = () => err({ reason: 'error-response', code, message: 'no' });
  let isOver = false;
  const call = links.call(acme(), { method: 'ping', params: {} }).then((answer) => {
    isOver = true;
    return answer;
  });
  await settle();
  expect(isOver).toBe(stderr.length === 0);
  stderrNow = [...stderr];
  clock.move(1_000);
  const answer = await call;
  expect(!answer.ok && 'stderr' in answer.error ? answer.error.stderr : []).toEqual(stderr);
});

it('what a process wrote to stderr is that of its own server', async () => {
  const { links, acme } = await one();
  expect(links.stderr(acme())).toEqual(['said by acme']);
  expect(addressOf('acme')).toMatchObject({ url: 'https://acme.example/mcp' });
});
