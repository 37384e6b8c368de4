import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlace, type Entry, type Place } from './testing/place.ts';
import { openApp, withApp } from './testing/app.ts';
import { until } from './testing/until.ts';
import { processesNaming } from './testing/processes.ts';
import { httpServer, scene, skill, stdioServer } from './testing/servers.ts';

let shared: Place;
beforeAll(() => {
  shared = makePlace();
});
afterAll(() => shared.remove());

/** A server that leaves a mark on the disk as soon as it starts. */
function marking(
  place: Place,
  name: string,
  env: Record<string, string> = {},
): { readonly entry: Entry; started(): number } {
  const mark = place.path(`${name}.mark`);
  const { entry } = stdioServer(place, 'honest', ['--skills', '1']);
  const preload = `data:text/javascript,${encodeURIComponent(`import{appendFileSync}from"node:fs";appendFileSync(${JSON.stringify(mark)},"x")`)}`;
  return {
    entry: {
      ...entry,
      args: ['--import', preload, ...(entry['args'] as string[])],
      ...(Object.keys(env).length > 0 ? { env } : {}),
    },
    started: () => (existsSync(mark) ? readFileSync(mark, 'utf8').length : 0),
  };
}

describe('the first start of a command', () => {
  it('needs permission again when its server was removed and added under the same label', async () => {
    const place = makePlace();
    const server = marking(place, 'comes-back', {});
    await withApp({ stored: { s: server.entry }, place }, async (app) => {
      await app.settled('s');
      await app.start('s');
      await until('the server', async () => (await app.server('s')).listing.status === 'complete');
      await app.ask('removeServer', { server: 's', forgetDecisions: false, forgetCache: false });
    });
    await withApp({ stored: { s: server.entry }, place }, async (app) => {
      expect((await app.settled('s')).connection.status).toBe('needs-consent');
      expect(server.started()).toBe(1);
    });
  });

  it('waits for permission, which covers exactly this command', async () => {
    const place = makePlace();
    const server = marking(place, 'asks', { TOKEN: 'the-first-value' });
    await withApp({ stored: { s: server.entry }, place }, async (app) => {
      expect((await app.settled('s')).connection).toMatchObject({
        status: 'needs-consent',
        changed: false,
      });
      expect((await app.server('s')).target).toMatchObject({
        type: 'stdio',
        command: process.execPath,
        envNames: ['TOKEN'],
      });
      // Nothing short of the permission starts it.
      await app.ask('reconnectServer', { server: 's' });
      expect(
        await app.reply('openByUri', { server: 's', uri: 'skill://skill-0/SKILL.md' }),
      ).toMatchObject({ ok: false });
      expect(await app.reply('refreshServer', { server: 's' })).toMatchObject({
        ok: false,
        error: { code: 'not-connected' },
      });
      const fingerprint = `sha256:${'0'.repeat(64)}`;
      const { challenge } = await app.ask('viewStart', { server: 's' });
      const proof = app.confirm(challenge, { request: 'allowStart', server: 's', fingerprint });
      expect(await app.reply('allowStart', { server: 's', fingerprint, proof })).toMatchObject({
        ok: false,
        error: { code: 'stale' },
      });
      expect((await app.settled('s')).connection.status).toBe('needs-consent');
      expect(server.started()).toBe(0);
      await app.start('s');
      await until('the server', async () => (await app.server('s')).listing.status === 'complete');
      expect(server.started()).toBe(1);
    });
    await withApp({ place }, async (app) => {
      expect((await app.settled('s')).connection.status).toBe('ready');
      expect(server.started()).toBe(2);
    });
    const { args, env, command } = server.entry as {
      args: string[];
      env: Record<string, string>;
      command: string;
    };
    const others: Record<string, Entry> = {
      'another argument': { command, args: [...args, '--more'], env },
      'another folder': { command, args, env, cwd: place.root },
      'another value of a variable': { command, args, env: { TOKEN: 'the-second-value' } },
      'one more variable': { command, args, env: { ...env, NODE_OPTIONS: '--no-warnings' } },
    };
    for (const [what, entry] of Object.entries(others)) {
      await withApp({ stored: { s: entry }, place }, async (app) => {
        expect([what, (await app.settled('s')).connection]).toMatchObject([
          what,
          { status: 'needs-consent', changed: true },
        ]);
      });
    }
    expect(server.started()).toBe(2);
    place.remove();
  });

  it('waits when a server is added by form, by paste, or by changing the file', async () => {
    const place = makePlace();
    const servers = [
      marking(place, 'form'),
      marking(place, 'paste'),
      marking(place, 'file'),
    ] as const;
    await withApp({ stored: {}, place }, async (app) => {
      const [form, paste, file] = servers;
      await app.ask('addServer', {
        label: 'form',
        server: {
          type: 'stdio',
          command: process.execPath,
          args: form.entry['args'] as string[],
          env: {},
        },
      });
      const preview = await app.ask('previewPaste', {
        text: JSON.stringify({ mcpServers: { paste: paste.entry } }),
      });
      expect(preview.candidates).toMatchObject([{ label: 'paste' }]);
      await app.ask('applyImport', { importId: preview.importId, labels: ['paste'], given: {} });
      const stored = place.json<{ mcpServers: object }>('data/servers.json');
      place.write('data/servers.json', { mcpServers: { ...stored.mcpServers, file: file.entry } });
      await until(
        'the changed file to be seen',
        async () => (await app.snapshot()).servers.length === 3,
      );
      for (const label of ['form', 'paste', 'file'])
        expect((await app.settled(label)).connection.status).toBe('needs-consent');
      expect(servers.map((server) => server.started())).toEqual([0, 0, 0]);
      // An edit asks again, too.
      await app.start('form');
      await until(
        'the form server',
        async () => (await app.server('form')).listing.status === 'complete',
      );
      await app.ask('updateServer', {
        label: 'form',
        newLabel: 'form',
        server: {
          type: 'stdio',
          command: process.execPath,
          args: [...(form.entry['args'] as string[]), '--x'],
          env: {},
        },
      });
      expect((await app.settled('form')).connection).toMatchObject({
        status: 'needs-consent',
        changed: true,
      });
      expect(form.started()).toBe(1);
    });
    place.remove();
  });

  it('of a list named on the command line needs no further permission', async () => {
    const server = marking(shared, 'session');
    await withApp({ session: { s: server.entry } }, async (app) => {
      expect((await app.settled('s')).connection.status).toBe('ready');
      expect((await app.server('s')).source).toBe('session');
      expect(existsSync(join(app.place.data, 'servers.json'))).toBe(false);
    });
  });
});

describe('a list from an environment variable', () => {
  it("waits for permission, because the person didn't type it", async () => {
    const server = marking(shared, 'variable');
    await withApp({ session: { s: server.entry }, fromEnvironment: true }, async (app) => {
      expect((await app.settled('s')).connection).toMatchObject({
        status: 'needs-consent',
        changed: false,
      });
      expect(server.started()).toBe(0);
      await app.start('s');
      await until('the server', async () => (await app.server('s')).listing.status === 'complete');
    });
  });

  it('is needed for servers added to a `--config` list later', async () => {
    const [named, added] = [marking(shared, 'named'), marking(shared, 'added')];
    await withApp({ session: { s: named.entry } }, async (app) => {
      expect((await app.settled('s')).connection.status).toBe('ready');
      const { command, args } = added.entry as { command: string; args: string[] };
      const server = { type: 'stdio', command, args, env: {} } as const;
      await app.ask('addServer', { label: 'added', server });
      expect((await app.settled('added')).connection.status).toBe('needs-consent');
      await app.ask('updateServer', { label: 's', newLabel: 's', server });
      expect((await app.settled('s')).connection.status).toBe('needs-consent');
      const text = JSON.stringify({ mcpServers: { pasted: added.entry } });
      const { importId } = await app.ask('previewPaste', { text });
      await app.ask('applyImport', { importId, labels: ['pasted'], given: {} });
      expect((await app.settled('pasted')).connection.status).toBe('needs-consent');
      expect(added.started()).toBe(0);
    });
  });
});

describe('an address', () => {
  it('is contacted only when a person connects, if it was imported or written by another program', async () => {
    const server = await httpServer(shared, 'honest', ['--era', 'legacy', '--skills', '1']);
    const url = String(server.entry['url']);
    const place = makePlace();
    place.write('data/servers.json', { mcpServers: { written: { url } } });
    await withApp({ place }, async (app) => {
      const text = JSON.stringify({ mcpServers: { pasted: { url } } });
      const { importId } = await app.ask('previewPaste', { text });
      await app.ask('applyImport', { importId, labels: ['pasted'], given: {} });
      for (const label of ['written', 'pasted']) {
        expect((await app.settled(label)).connection).toEqual({
          status: 'uncontacted',
          changed: false,
        });
        expect(await app.reply('refreshServer', { server: label })).toMatchObject({ ok: false });
      }
      expect(server.asked()).toEqual([]);
      await app.ask('reconnectServer', { server: 'pasted' });
      await until('it', async () => (await app.server('pasted')).listing.status === 'complete');
    });
    const before = server.asked().length;
    expect(before).toBeGreaterThan(0);
    await withApp({ place }, async (app) => {
      await until('it', async () => (await app.server('pasted')).listing.status === 'complete');
      expect((await app.settled('written')).connection.status).toBe('uncontacted');
      place.write('data/servers.json', { mcpServers: { pasted: { url: `${url}?other=1` } } });
      await until('the other address', async () => {
        const { servers } = await app.snapshot();
        const connection = servers.find(({ label }) => label === 'pasted')?.connection;
        return connection?.status === 'uncontacted' && connection.changed;
      });
    });
    await server.stop();
    place.remove();
  });

  it('is contacted at once if a person typed it', async () => {
    const server = await httpServer(shared, 'honest', ['--era', 'legacy', '--skills', '1']);
    await withApp({ stored: {} }, async (app) => {
      const url = String(server.entry['url']);
      await app.ask('addServer', { label: 's', server: { type: 'http', url, headers: {} } });
      expect((await app.settled('s')).connection.status).toBe('ready');
    });
    await server.stop();
  });

  it('waits, too, in a list from a variable', async () => {
    const server = await httpServer(shared, 'honest', ['--era', 'legacy', '--skills', '1']);
    await withApp({ session: { s: server.entry }, fromEnvironment: true }, async (app) => {
      expect((await app.settled('s')).connection.status).toBe('uncontacted');
    });
    await server.stop();
  });
});

describe('a secret', () => {
  const secret = 'sk-value-that-nobody-may-see-4711';
  it('of the environment appears in no state, event, log line, stderr line or error', async () => {
    const server = stdioServer(shared, 'hostile', ['secret-in-error'], { SECRET_TOKEN: secret });
    await withApp({ session: { s: server.entry } }, async (app) => {
      await app.settled('s');
      const uri = 'skill://plain/SKILL.md';
      const view = await app.read('s', uri);
      expect(view.verdict).toMatchObject({
        status: 'failed',
        check: 'read',
        message: expect.stringContaining('Upstream refused token ••••') as string,
      });
      await until('its stderr', async () =>
        (await app.server('s')).stderr.some((line) => line.includes('token is ••••')),
      );
      const lines = await app.log();
      const bodies = await app.bodies();
      expect(bodies.some(({ response }) => response?.includes('••••') === true)).toBe(true);
      const everything = JSON.stringify([
        view,
        app.events,
        lines,
        bodies,
        await app.snapshot(),
        await app.detail('s', uri),
      ]);
      expect(everything).not.toContain(secret);
      expect(everything).toContain('SECRET_TOKEN');
    });
  });

  it('of a header or an address stays in the main process, also when a server is edited or pasted', async () => {
    const server = await httpServer(shared, 'honest', ['--era', 'legacy', '--skills', '1']);
    const url = `${String(server.entry['url'])}?api_key=${secret}`;
    await withApp(
      { stored: { s: { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } } } },
      async (app) => {
        await app.settled('s');
        await app.approve('s', 'skill://skill-0/SKILL.md');
        const { record } = await app.detail('s', 'skill://skill-0/SKILL.md');
        const preview = await app.ask('previewPaste', {
          text: JSON.stringify({
            servers: {
              other: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers: { 'X-Key': secret } },
            },
          }),
        });
        await app.ask('updateServer', {
          label: 's',
          newLabel: 'renamed',
          server: {
            type: 'http',
            url: String(server.entry['url']),
            headers: { Authorization: { kept: true } },
          },
          openedOn: (await app.server('s')).target,
        });
        expect((await app.settled('renamed')).connection.status).toBe('ready');
        const lines = await app.log();
        const bodies = await app.bodies();
        expect(record?.server.identity.kind).toBe('http');
        const everything = JSON.stringify([
          record,
          preview,
          app.events,
          lines,
          bodies,
          await app.snapshot(),
        ]);
        expect(
          everything.slice(
            Math.max(0, everything.indexOf(secret) - 80),
            everything.indexOf(secret) + 20,
          ),
        ).not.toContain(secret);
        expect(
          app.place.json<{ mcpServers: Record<string, { headers: object }> }>('data/servers.json')
            .mcpServers['renamed']?.headers,
        ).toEqual({ Authorization: `Bearer ${secret}` });
        expect(statSync(join(app.place.data, 'servers.json')).mode & 0o077).toBe(0);
      },
    );
    await server.stop();
  });
});

describe('a server that does not work', () => {
  const unused = 'http://127.0.0.1:9/mcp';
  const broken: readonly [what: string, entry: () => Entry, failure: object][] = [
    [
      'exits',
      () => stdioServer(shared, 'hostile', ['exits']).entry,
      {
        reason: 'exited',
        exitCode: 3,
        stderr: expect.arrayContaining(['Error: DATABASE_URL is not set']) as unknown,
      },
    ],
    [
      'prints garbage',
      () => stdioServer(shared, 'hostile', ['garbage']).entry,
      {
        reason: 'garbage',
        message: expect.stringContaining('Starting up, please wait...') as string,
      },
    ],
    ['hangs', () => stdioServer(shared, 'hostile', ['silent']).entry, { reason: 'timeout' }],
    ['is not there', () => ({ command: 'skillgate-no-such-command' }), { reason: 'spawn' }],
    ['is not listening', () => ({ type: 'http', url: unused }), { reason: 'network' }],
    ['has a bad entry', () => ({ type: 'carrier-pigeon' }), { reason: 'config' }],
  ];

  it('says what happened without affecting others', async () => {
    const session = Object.fromEntries([
      ...broken.map(([what, entry]) => [what, entry()] as const),
      ['good', stdioServer(shared, 'honest', []).entry] as const,
    ]);
    await withApp({ session, bounds: { connectMs: 4_000, probeMs: 500 } }, async (app) => {
      expect((await app.settled('good')).listing).toMatchObject({
        status: 'complete',
        skills: 3,
      });
      expect(await app.verify('good')).toMatchObject({ failed: 0 });
      for (const [what, , failure] of broken)
        expect([what, (await app.settled(what)).connection]).toMatchObject([
          what,
          { status: 'failed', failure },
        ]);
      expect(await app.reply('refreshServer', { server: 'exits' })).toMatchObject({
        ok: false,
        error: { code: 'not-connected' },
      });
    });
  });

  it('is retried automatically after a second, and by hand at once', async () => {
    const server = await httpServer(shared, 'honest', ['--era', 'legacy', '--skills', '2']);
    await withApp({ session: { s: server.entry }, autoRetry: true }, async (app) => {
      await app.settled('s');
      await server.stop();
      await app.ask('reconnectServer', { server: 's' });
      const failed = await until('the failure', async () => {
        const { connection } = await app.server('s');
        return connection.status === 'failed' ? connection : null;
      });
      expect(failed.retryAt).toBeGreaterThan(Date.now() - 5_000);
      await until('another attempt', () =>
        app.events.some(
          (event) =>
            event.type === 'server-put' &&
            event.server.connection.status === 'connecting' &&
            event.server.connection.attempt >= 2,
        ),
      );
    });
  });

  it('reconnects and lists automatically after a crash, keeping its verified files', async () => {
    const served = scene(shared, 'crash', { skills: [skill('one')] });
    const server = stdioServer(shared, 'honest', [...served.args, '--era', 'legacy']);
    await withApp({ session: { s: server.entry }, autoRetry: true }, async (app) => {
      await app.settled('s');
      await app.verify('s');
      served.set({ skills: [skill('one')], crashOn: ['skills/get'] });
      expect(
        await app.reply('refreshSkill', { server: 's', uri: 'skill://one/SKILL.md' }),
      ).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('close the connection') as string },
      });
      served.set({ skills: [skill('one'), skill('two')] });
      await until('the new listing', async () => (await app.rows('s')).length === 2);
      expect((await app.row('s', 'skill://one/SKILL.md')).checked.verified).toBe(2);
    });
  });

  it.each(['some-garbage', 'dies-on-discover', 'stderr-flood'])(
    'works with a session as far as %s',
    async (mode) => {
      await withApp(
        { session: { odd: stdioServer(shared, 'hostile', [mode]).entry } },
        async (app) => {
          expect(await app.settled('odd')).toMatchObject({
            connection: { status: 'ready', protocolVersion: '2025-11-25' },
            listing: { status: 'complete', skills: 2 },
          });
          expect(await app.verify('odd')).toMatchObject({ failed: 0 });
          expect((await app.server('odd')).stderr.length).toBeLessThanOrEqual(200);
        },
      );
    },
  );

  it('leaves no process behind, however it ends', async () => {
    const pids = shared.path('pids.json');
    const server = stdioServer(shared, 'hostile', ['ignores-stdin', '--pids', pids]);
    const app = await openApp({ session: { s: server.entry }, bounds: { closeMs: 200 } });
    await app.settled('s');
    expect(processesNaming(pids).length).toBe(1);
    const [, grandchild] = JSON.parse(readFileSync(pids, 'utf8')) as [number, number];
    await app.close();
    expect(processesNaming(pids)).toEqual([]);
    await until(
      'the grandchild to be gone',
      () =>
        !processesNaming('process.on("SIGTERM"').some((line) => line.startsWith(`${grandchild} `)),
    );
  });
});

describe('the list of servers', () => {
  it("keeps other programs' content through every change", async () => {
    const server = stdioServer(shared, 'honest', ['--skills', '1']);
    const place = makePlace();
    place.write('data/servers.json', {
      $schema: 'https://example.com/schema',
      mcpServers: { s: { ...server.entry, timeout: 60, alwaysAllow: ['x'] } },
      inputs: [{ id: 'key' }],
    });
    await withApp({ place }, async (app) => {
      await app.start('s');
      await app.settled('s');
      await app.ask('setServerEnabled', { server: 's', enabled: false });
      expect((await app.settled('s')).connection.status).toBe('disabled');
      const record = String((server.entry['args'] as string[]).at(-1));
      await until('its process to end', () => processesNaming(record).length === 0);
      expect(place.json<{ mcpServers: object }>('data/servers.json').mcpServers).toMatchObject({
        s: { disabled: true, timeout: 60 },
      });
      await app.ask('setServerEnabled', { server: 's', enabled: true });
      expect((await app.settled('s')).connection.status).toBe('ready');
      await app.ask('addServer', {
        label: 'other',
        server: { type: 'sse', url: 'http://127.0.0.1:9/sse', headers: {} },
      });
      expect(
        await app.reply('addServer', {
          label: 'other',
          server: { type: 'sse', url: 'http://127.0.0.1:9/sse', headers: {} },
        }),
      ).toMatchObject({ ok: false, error: { code: 'conflict' } });
      await app.ask('removeServer', {
        server: 'other',
        forgetDecisions: false,
        forgetCache: false,
      });
      expect(place.json('data/servers.json')).toEqual({
        $schema: 'https://example.com/schema',
        mcpServers: { s: { ...server.entry, timeout: 60, alwaysAllow: ['x'] } },
        inputs: [{ id: 'key' }],
      });
    });
    place.remove();
  });

  it('is reported as damaged and never written', async () => {
    const place = makePlace();
    place.write('data/servers.json', '{"mcpServers": {');
    await withApp({ place }, async (app) => {
      const [only] = (await app.snapshot()).servers;
      expect(only?.label).toBe('servers.json');
      expect(
        await app.reply('addServer', {
          label: 'x',
          server: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} },
        }),
      ).toMatchObject({ ok: false, error: { code: 'store' } });
      expect(readFileSync(place.path('data/servers.json'), 'utf8')).toBe('{"mcpServers": {');
    });
    place.remove();
  });

  it.each<[from: string, text: string, expected: object]>([
    [
      'Claude',
      '{"mcpServers":{"a":{"command":"npx","args":["-y","x"],"env":{"K":"v"}}}}',
      { label: 'a', target: { type: 'stdio', command: 'npx', args: ['-y', 'x'], envNames: ['K'] } },
    ],
    [
      'VS Code',
      '{ // mine\n"servers":{"b":{"type":"http","url":"https://example.com/mcp"}},}',
      { label: 'b', target: { type: 'http', url: 'https://example.com/mcp', headerNames: [] } },
    ],
    [
      'Cursor',
      '{"mcpServers":{"c":{"url":"https://example.com/sse","headers":{"X":"secret-value"}}}}',
      { label: 'c', target: { type: 'http', headerNames: ['X'] } },
    ],
  ])('takes the shape that %s uses, and starts nothing', async (_, text, expected) => {
    await withApp({ stored: {} }, async (app) => {
      const preview = await app.ask('previewPaste', { text });
      expect(preview).toMatchObject({ candidates: [expected], problems: [] });
      expect((await app.snapshot()).servers).toEqual([]);
    });
  });

  it("forgets a server's decisions and stored bytes only on request", async () => {
    const server = await httpServer(shared, 'honest', ['--era', 'legacy', '--skills', '1']);
    await withApp({ stored: { s: server.entry } }, async (app) => {
      const uri = 'skill://skill-0/SKILL.md';
      await app.settled('s');
      await app.verify('s');
      await app.approve('s', uri);
      await app.ask('removeServer', { server: 's', forgetDecisions: false, forgetCache: false });
      expect((await app.snapshot()).store).toMatchObject({ records: 1 });
      await app.ask('addServer', {
        label: 'again',
        server: { type: 'http', url: String(server.entry['url']), headers: {} },
      });
      await app.settled('again');
      expect((await app.row('again', uri)).standing.kind).toBe('approved');
      await app.ask('removeServer', { server: 'again', forgetDecisions: true, forgetCache: true });
      expect((await app.snapshot()).store).toMatchObject({ records: 0 });
    });
    await server.stop();
  });
});

describe('the sample server', () => {
  it('is available by name, and shows every kind of status and result', async () => {
    await withApp({ stored: {} }, async (app) => {
      const { label } = await app.ask('addSampleServer', {});
      expect((await app.settled(label)).listing).toMatchObject({ status: 'complete' });
      await app.verify(label);
      const rows = await app.rows(label);
      expect(rows.filter(({ standing }) => standing.kind === 'refused')).toHaveLength(1);
      expect(rows.filter(({ content }) => content === 'dynamic')).toHaveLength(1);
      expect(
        rows.filter(({ requests }) => requests.tools.length > 0).length,
      ).toBeGreaterThanOrEqual(1);
      expect(
        rows.filter(({ problems }) => problems.some(({ rule }) => rule === 'nested')),
      ).toHaveLength(2);
      expect(
        rows.filter(({ checked }) => checked.total > 1 && checked.verified === checked.total)
          .length,
      ).toBeGreaterThanOrEqual(1);
    });
  });
});
