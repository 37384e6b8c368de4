import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { composeCore } from '../compose-core.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';

/** Writes its start folder to a file, and ends. */
const code = 'require("fs").appendFileSync(process.argv[1], process.cwd() + "\\n")';
const entry = (place: Place, more: object = {}): Readonly<Record<string, unknown>> => ({
  ...{ command: process.execPath, args: ['-e', code, place.path('started')] },
  ...more,
});
const startedIn = (place: Place): string[] =>
  existsSync(place.path('started'))
    ? [...new Set(readFileSync(place.path('started'), 'utf8').trim().split('\n'))]
    : [];

/**
 * The current folder is a cloned repository with files that package runners and interpreters load.
 */
function cloned(): Place {
  const place = makePlace();
  mkdirSync(place.path('node_modules/@acme/skills-server'), { recursive: true });
  for (const name of ['.npmrc', 'pyproject.toml', 'Makefile']) place.write(name, '');
  return place;
}

async function failed(app: TestApp, label: string): Promise<string> {
  const { connection } = await until(`${label} to fail`, async () => {
    const view = await app.server(label);
    return view.connection.status === 'failed' ? view : null;
  });
  return connection.status === 'failed' ? connection.failure.message : '';
}

it('starts a stored server in its own empty folder, also within a cloned repository', async () => {
  const place = cloned();
  await withApp({ place, stored: { acme: entry(place) } }, async (app) => {
    expect((await app.ask('viewStart', { server: 'acme' })).start.folder).toBeNull();
    await app.start('acme');
    await failed(app, 'acme');
    expect(startedIn(place)).toEqual([place.path('data/start-folder')]);
  });
  place.remove();
});

it("starts it in its configured folder, which isn't part of its identity", async () => {
  const place = cloned();
  const stored = { acme: entry(place), set: entry(place, { startIn: place.home }) };
  await withApp({ place, stored }, async (app) => {
    const [acme, set] = [await app.server('acme'), await app.server('set')];
    expect(set.identity).toBe(acme.identity);
    expect((await app.ask('viewStart', { server: 'set' })).start.folder).toBe(place.home);
    await app.start('set');
    await failed(app, 'set');
    expect(startedIn(place)).toEqual([place.home]);
  });
  place.remove();
});

it("starts nothing if the empty folder isn't empty, and says what to do", async () => {
  const place = cloned();
  mkdirSync(place.path('data/start-folder/node_modules'), { recursive: true });
  await withApp({ place, stored: { acme: entry(place) } }, async (app) => {
    await app.start('acme');
    expect(await failed(app, 'acme')).toContain('must be empty, but contains “node_modules”');
    expect(startedIn(place)).toEqual([]);
  });
  place.remove();
});

it('starts nothing relative without a folder, or in a missing folder', async () => {
  const place = cloned();
  const stored = {
    relative: { command: './run.sh' },
    gone: entry(place, { cwd: place.path('gone') }),
  };
  await withApp({ place, stored }, async (app) => {
    for (const label of ['relative', 'gone']) await app.start(label);
    expect(await failed(app, 'relative')).toContain('“./run.sh” is relative to the folder');
    expect(await failed(app, 'gone')).toContain('doesn’t exist');
    expect(startedIn(place)).toEqual([]);
  });
  place.remove();
});

it("asks in the window before a --config command starts, and starts it in that file's folder", async () => {
  const place = cloned();
  await withApp({ place, session: { acme: entry(place) }, allowStart: false }, async (app) => {
    expect((await app.settled('acme')).connection.status).toBe('needs-consent');
    expect(startedIn(place)).toEqual([]);
    expect((await app.ask('viewStart', { server: 'acme' })).start.folder).toBe(place.root);
    await app.start('acme');
    await failed(app, 'acme');
    expect(startedIn(place)).toEqual([place.root]);
  });
  place.remove();
});

it("starts it behind a gateway in its app's folder, and only if it was allowed", async () => {
  const place = cloned();
  const behindGateway = async (): Promise<string> => {
    const core = await composeCore({
      place: {
        platform: process.platform,
        home: place.home,
        env: { SKILLGATE_HOME: place.data },
      },
      ...{ cwd: process.cwd(), version: '0', userName: 'tester', sessionConfig: null },
      ...{ autoRetry: false, sample: { command: 'none', args: [] } },
      gateway: {
        ...{ server: 'acme', clientInfo: { name: 'host', version: '0' }, capabilities: {} },
        environment: {},
        onSession: () => {},
        onMissed: () => {},
      },
    });
    if (!core.ok) throw new Error(core.error);
    const { app } = core.value;
    const server = app.catalogue.servers.get('acme');
    if (server === undefined) throw new Error('there is no server acme');
    await app.links.connect(server);
    await app.shutDown();
    return server.connection.status;
  };
  await withApp({ place, stored: { acme: entry(place) } }, async (app) => {
    expect(await behindGateway()).toBe('needs-consent');
    expect(startedIn(place)).toEqual([]);
    await app.start('acme');
    await failed(app, 'acme');
  });
  expect(await behindGateway()).toBe('failed');
  expect(startedIn(place)).toEqual([place.path('data/start-folder'), process.cwd()]);
  place.remove();
});
