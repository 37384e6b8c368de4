import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';

/** Works only with a variable that its app has. */
const server = `
import { createInterface } from 'node:readline';
if (!process.env.ACME_TOKEN) {
  console.error('ACME_TOKEN is not set');
  process.exit(3);
}
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

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

it('doctor starts nothing by itself, and with --start says whether protected servers work', async () => {
  const script = place.write('acme.mjs', server);
  const entry = { command: process.execPath, args: [script] };
  mkdirSync(join(place.home, '.cursor'), { recursive: true });
  place.write('home/.cursor/mcp.json', { mcpServers: { acme: entry } });
  const protect = await runCli(cli, place, ['protect', 'cursor', '--yes']);
  expect(protect).toMatchObject({ code: 0, stderr: '' });

  const files = await runCli(cli, place, ['doctor']);
  expect(files).toMatchObject({ code: 0 });
  expect(files.stdout).toContain('run `skillgate doctor --start`');

  const broken = await runCli(cli, place, ['doctor', '--start']);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('It doesn’t work, with or without Skillgate');
  expect(broken.stdout).not.toContain('Nothing is wrong');

  const works = await runCli(cli, place, ['doctor', '--start'], { ACME_TOKEN: 'a-token' });
  expect(works.stdout).toContain('works the same through Skillgate as directly (1 tool)');
  expect(works).toMatchObject({ code: 0 });
  const json = await runCli(cli, place, ['doctor', '--start', '--json'], { ACME_TOKEN: 'a-token' });
  expect(JSON.parse(json.stdout)).toMatchObject({
    wrong: 0,
    trials: [
      {
        ...{ host: 'cursor', label: 'acme', server: 'acme', differences: [] },
        through: { outcome: 'ready', tools: ['count'] },
        direct: { outcome: 'ready', tools: ['count'] },
      },
    ],
  });
}, 60_000);
