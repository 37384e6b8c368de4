import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { openApp, type TestApp } from './testing/app.ts';
import { setDigest } from '../core/decisions/record.ts';
import { openStore, put, record } from '../storage/testing/forge.ts';
import { processesNaming } from './testing/processes.ts';
import { until } from './testing/until.ts';

const text = '{"mcpServers": {"acme": {"command": "acme", "env": {"TOKEN": "sekret-1"}}}}';
const key = JSON.stringify(['mcpServers', 'acme']);
/** A server with one tool. */
const server = `
import { createInterface } from 'node:readline';
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'acme', version: '1' } },
  'tools/list': { tools: [{ name: 'count', inputSchema: { type: 'object' } }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method];
  const answer = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
`;
let place: Place;
let app: TestApp;
let path: string;

beforeEach(async () => {
  place = makePlace();
  mkdirSync(join(place.home, '.cursor'));
  path = join(place.home, '.cursor', 'mcp.json');
  writeFileSync(path, text);
  app = await openApp({ place, stored: {} });
});
afterEach(async () => {
  await app.close();
  place.remove();
});

const preview = (to: 'through' | 'direct') =>
  app.ask('previewHost', { host: 'cursor', path, keys: [key], to });
async function write(to: 'through' | 'direct') {
  const { changeId, challenge } = await preview(to);
  const proof = app.confirm(challenge, { request: 'applyHost', changeId });
  return app.reply('applyHost', { changeId, proof, isUntested: true });
}

describe('an app changed from a window', () => {
  it('is written after its dialog is confirmed, and no secret reaches the window', async () => {
    const shown = await preview('through');
    expect(JSON.stringify([shown, await app.ask('getHosts', {})])).not.toContain('sekret');
    expect(await write('through')).toMatchObject({ ok: true, value: { path } });
    expect(readFileSync(path, 'utf8')).toContain('"gateway"');
    expect((await app.server('acme')).target).toMatchObject({ command: 'acme' });
    expect(await write('direct')).toMatchObject({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each(['through', 'direct'] as const)(
    "isn't written by someone with only the channel: %s",
    async (to) => {
      if (to === 'direct') await write('through');
      const before = readFileSync(path, 'utf8');
      const { changeId, challenge } = await preview(to);
      const other = app.confirm(challenge, { request: 'applyHost', changeId: `${changeId}x` });
      for (const proof of ['', 'ab', other])
        expect(await app.reply('applyHost', { changeId, proof, isUntested: true })).toMatchObject({
          error: { code: 'forbidden' },
        });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  it('is written once per confirmation', async () => {
    const { changeId, challenge } = await preview('through');
    const proof = app.confirm(challenge, { request: 'applyHost', changeId });
    expect((await app.reply('applyHost', { changeId, proof, isUntested: true })).ok).toBe(true);
    expect(await app.reply('applyHost', { changeId, proof, isUntested: true })).toMatchObject({
      error: { code: 'forbidden' },
    });
    const again = await preview('direct');
    const second = app.confirm(again.challenge, { request: 'applyHost', changeId });
    expect(
      await app.reply('applyHost', { changeId, proof: second, isUntested: true }),
    ).toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('is tried before it’s written: what works only directly stays, and no server is added', async () => {
    // The command that apps would start is missing here.
    const script = place.write('acme.mjs', server);
    const entry = { command: process.execPath, args: [script] };
    writeFileSync(path, JSON.stringify({ mcpServers: { acme: entry } }));
    const before = readFileSync(path, 'utf8');
    const { changeId, challenge, added } = await preview('through');
    expect(added).toMatchObject([
      { label: 'acme', isNew: true, start: { command: entry.command } },
    ]);
    const proof = app.confirm(challenge, { request: 'applyHost', changeId });
    expect(await app.ask('applyHost', { changeId, proof, isUntested: false })).toMatchObject({
      outcome: 'unchanged',
      tried: [
        {
          ...{ label: 'acme', isSame: false, isLeft: true },
          text: expect.stringMatching(/^Through Skillgate it doesn’t work, and directly it does/),
        },
      ],
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect((await app.snapshot()).servers).toEqual([]);
    const steps = app.events.flatMap((event) =>
      event.type === 'operation' && event.kind === 'protect' ? [event.message] : [],
    );
    expect(steps).toContain('Starting acme directly and through Skillgate, 1 of 1');
  });

  it.skipIf(process.platform === 'win32')(
    'leaves no process of a server that answers nothing when its trial is stopped',
    async () => {
      const script = place.write('silent.mjs', 'process.stdin.resume();');
      const entry = { command: process.execPath, args: [script] };
      writeFileSync(path, JSON.stringify({ mcpServers: { acme: entry } }));
      // The program that apps would start, which hangs as well.
      writeFileSync(place.path('cli.js'), 'process.stdin.resume();');
      const { changeId, challenge } = await preview('through');
      const proof = app.confirm(challenge, { request: 'applyHost', changeId });
      const done = app.ask('applyHost', { changeId, proof, isUntested: false });
      const running = await until('the trial to begin', () =>
        app.events.find(
          (event) => event.type === 'operation' && event.kind === 'protect' && event.message !== '',
        ),
      );
      if (running.type !== 'operation') throw new Error('no operation');
      await app.ask('cancel', { operationId: running.operationId });
      expect(await done).toEqual({ path, outcome: 'cancelled', tried: [] });
      expect((await app.snapshot()).servers).toEqual([]);
      await until('its processes to end', () =>
        [script, place.path('cli.js')].every((name) => processesNaming(name).length === 0)
          ? true
          : null,
      );
    },
  );
});

describe('an app’s own settings, changed from a window', () => {
  const settings = (): string => join(place.home, '.claude', 'settings.json');
  const own = '{\n  "model": "opus"\n}\n';

  beforeEach(async () => {
    await app.close();
    mkdirSync(join(place.home, '.claude'));
    writeFileSync(settings(), own);
    const server = { type: 'http', url: 'https://mcp.acme.example/mcp' };
    place.write('home/.claude.json', { mcpServers: { acme: server } });
    const store = await openStore(place.data);
    const made = record('refunds', { decision: 'denied' });
    const denied = { ...made, setDigest: setDigest(made.resources) };
    expect((await store.commit([{ ...put('refunds'), record: denied } as never])).ok).toBe(true);
    await store.close();
    app = await openApp({ place, stored: {} });
  });

  it('follow decisions after the dialog is confirmed, and are restored to the byte', async () => {
    const turn = async (to: 'on' | 'off') => {
      const shown = await app.ask('previewHostRules', { host: 'claude-code', byName: false, to });
      const { changeId, challenge } = shown;
      const proof = app.confirm(challenge, { request: 'applyHost', changeId });
      expect(await app.reply('applyHost', { changeId, proof, isUntested: false })).toMatchObject({
        ok: true,
      });
      return shown;
    };
    const view = async () =>
      (await app.ask('getHostRules', {})).rules.filter(({ byName }) => !byName);
    expect(await view()).toMatchObject([{ host: 'claude-code', isOn: false, path: settings() }]);
    const { lines } = await turn('on');
    const added = lines.flatMap(({ kind, text: line }) => (kind === 'added' ? [line] : []));
    expect(readFileSync(settings(), 'utf8')).toContain(added.join('\n'));
    expect(await view()).toMatchObject([{ isOn: true, allow: 0, deny: 1, differs: false }]);
    writeFileSync(settings(), own);
    expect(await view()).toMatchObject([{ isOn: true, differs: true }]);
    await turn('on');
    await turn('off');
    expect(readFileSync(settings(), 'utf8')).toBe(own);
  });

  it('aren’t written by someone with only the channel, or twice', async () => {
    const ask = { host: 'claude-code', byName: false, to: 'on' } as const;
    const { changeId, challenge } = await app.ask('previewHostRules', ask);
    expect(
      await app.reply('applyHost', { changeId, proof: 'ab', isUntested: false }),
    ).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(readFileSync(settings(), 'utf8')).toBe(own);
    const proof = app.confirm(challenge, { request: 'applyHost', changeId });
    // The failed answer used the challenge up.
    expect(await app.reply('applyHost', { changeId, proof, isUntested: false })).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(readFileSync(settings(), 'utf8')).toBe(own);
  });
});
