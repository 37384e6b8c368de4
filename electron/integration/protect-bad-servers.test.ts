import { once } from 'node:events';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli, runCli, startCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { processesNaming } from './testing/processes.ts';
import { until } from './testing/until.ts';

/** A server in a few manners that an app may meet. */
const server = `
import { createInterface } from 'node:readline';
const [, , manner] = process.argv;
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'acme', version: '1' } };
const tools = { tools: [{ name: 'count', inputSchema: { type: 'object' } }] };
let waiting = null;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result, error } = JSON.parse(line);
  if (manner === 'silent') return;
  if (method === 'initialize') return send({ id, result: hello });
  if (method === 'tools/list' && manner === 'asks') {
    waiting = id;
    const requestedSchema = { type: 'object', properties: { key: { type: 'string' } } };
    return send({ id: 'q-1', method: 'elicitation/create', params: { message: 'Your key?', requestedSchema } });
  }
  if (id === 'q-1')
    return send(result ? { id: waiting, result: tools } : { id: waiting, error: { code: -32000, message: 'no key was given' } });
  if (method === 'tools/list' && manner === 'dies') process.exit(7);
  if (id === undefined) return;
  send(method === 'tools/list' ? { id, result: tools } : { id, error: { code: -32601, message: 'Method not found' } });
});
`;

const noteFolder = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.NOTE, process.cwd() + '\\n');
`;

let cli: BuiltCli;
let place: Place;
let file: string;
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);
beforeEach(() => {
  place = makePlace();
  mkdirSync(join(place.home, '.cursor'), { recursive: true });
});
afterEach(() => place.remove());

function configure(manner: string): string {
  const script = place.write('acme.mjs', server);
  const entry = { command: process.execPath, args: [script, manner] };
  file = place.write('home/.cursor/mcp.json', { mcpServers: { acme: entry } });
  return readFileSync(file, 'utf8');
}

describe('protecting an app', () => {
  it.each([
    ['needs input', 'asks', /no key was given/],
    ['ends at the first question', 'dies', /exited with code 7/],
  ])('whose server %s says so, and undoes it to the byte', async (_, manner, why) => {
    const before = configure(manner);
    const done = await runCli(cli, place, ['protect', 'cursor', '--yes']);
    expect(done.stdout).toMatch(/acme: It doesn’t work, with or without Skillgate/);
    expect(done.stdout).toMatch(why);
    expect(done.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('gateway');
    const undone = await runCli(cli, place, ['protect', '--undo', 'cursor', '--yes']);
    expect(undone.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('tries its server in the empty folder that was shown, never where a clone may lie', async () => {
    const script = place.write('where.mjs', `${noteFolder}${server}`);
    const note = place.path('folders');
    const entry = { command: process.execPath, args: [script, 'works'], env: { NOTE: note } };
    place.write('home/.cursor/mcp.json', { mcpServers: { acme: entry } });
    // A file of the clone that has the server's name is nothing to it, either.
    place.write('acme', '');
    const done = await runCli(cli, place, ['protect', 'cursor', '--yes']);
    expect(done.stdout).toContain('acme: works the same through Skillgate as directly (1 tool)');
    await runCli(cli, place, ['doctor', '--start']);
    const folders = readFileSync(note, 'utf8').trim().split('\n');
    expect(folders.length).toBe(4);
    expect(new Set(folders)).toEqual(new Set([realpathSync(place.path('data/start-folder'))]));
  });

  it.skipIf(process.platform === 'win32')(
    'that is interrupted while a server starts adds no server and writes nothing',
    async () => {
      const before = configure('silent');
      const child = startCli(cli, place, ['protect', 'cursor', '--yes'], {}, 'pipe', 'pipe');
      const started = (): boolean => processesNaming(`${place.path('acme.mjs')} silent`).length > 0;
      await until('the server to start', started);
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      expect((await ended)[0]).not.toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect((await runCli(cli, place, ['servers', 'list'])).stdout).not.toContain('acme');
      await until('its servers to end', () => !started());
    },
  );

  it.skipIf(process.platform === 'win32')(
    'that is killed while a server starts leaves the app’s file and no process, and is done again',
    async () => {
      const before = configure('silent');
      const child = startCli(cli, place, ['protect', 'cursor', '--yes'], {}, 'pipe', 'pipe');
      const started = (): boolean => processesNaming(`${place.path('acme.mjs')} silent`).length > 0;
      await until('the server to start', started);
      child.kill('SIGKILL');
      await until('its servers to end', () => !started());
      expect(readFileSync(file, 'utf8')).toBe(before);

      configure('works');
      const again = await runCli(cli, place, ['protect', 'cursor', '--yes']);
      expect(again.stdout).toContain('acme: works the same through Skillgate as directly (1 tool)');
      expect(again.code).toBe(0);
    },
  );
});
