import { spawn } from 'node:child_process';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundled } from '../../mcp/testing/servers.ts';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import { approved, configured } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { rawHost, rawHostOf, type RawHost } from '../testing/raw-host.ts';

const uri = 'skill://release-notes/SKILL.md';
const key = 'io.modelcontextprotocol/serverInfo';
const legacy = `
import { createInterface } from 'node:readline';
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'older', version: '1' } },
  'tools/list': { tools: [] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method];
  const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});
`;

let cli: BuiltCli;
let place: Place;
let hosts: RawHost[];
beforeEach(() => {
  hosts = [];
});
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);
afterEach(async () => {
  for (const host of hosts) await host.close();
  place.remove();
});

const identityIn = async (host: RawHost, method: string, params = {}): Promise<unknown> => {
  const { result } = await host.ask(method, params);
  return (result?.['_meta'] as Record<string, unknown> | undefined)?.[key];
};

it('every result of 2026-07-28 says whose it is, as a direct server’s does', async () => {
  place = makePlace();
  const args = [bundled('sample')];
  await configured(cli, place, 'sample', { command: process.execPath, args });
  expect(await approved(cli, place, 'sample', uri)).toMatchObject({ code: 0 });
  const direct = await rawHostOf(spawn(process.execPath, args, { stdio: 'pipe' }), 'modern');
  const through = await rawHost(cli, place, 'sample', 'modern');
  hosts = [direct, through];
  const its = await identityIn(direct, 'skills/list');
  expect(its).toMatchObject({ name: expect.any(String) });
  for (const [method, params] of [
    ['server/discover', {}],
    ['skills/list', {}],
    ['skills/get', { uri }],
    ['resources/read', { uri }],
    ['resources/list', {}],
  ] as const) {
    expect(await identityIn(direct, method, params), `${method}, directly`).toEqual(its);
    expect(await identityIn(through, method, params), method).toEqual(its);
  }
});

it('says it for a server of an older revision, and to no app of one', async () => {
  place = makePlace();
  const args = [place.write('older.mjs', legacy)];
  await configured(cli, place, 'older', { command: process.execPath, args });
  const modern = await rawHost(cli, place, 'older', 'modern');
  const older = await rawHost(cli, place, 'older', 'legacy');
  hosts = [modern, older];
  for (const method of ['tools/list', 'skills/list', 'resources/list']) {
    expect(await identityIn(modern, method), method).toEqual({ name: 'older', version: '1' });
    expect(await identityIn(older, method), method).toBeUndefined();
  }
});
