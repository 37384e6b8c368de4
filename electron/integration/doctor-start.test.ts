import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

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

it('doctor starts nothing unless asked, and says with --start whether protected servers work (starts each)', async () => {
  const script = place.write('acme.mjs', server);
  const entry = { command: process.execPath, args: [script] };
  mkdirSync(join(place.home, '.cursor'), { recursive: true });
  place.write('home/.cursor/mcp.json', { mcpServers: { acme: entry } });
  const protect = await runCli(cli, place, ['protect', 'cursor', '--yes']);
  expect(protect).toMatchObject({ code: 0 });
  // An app may have what this terminal lacks.
  expect(protect.stdout).toContain('acme: It doesn’t work, with or without Skillgate');

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
});

it('protect says how many skills the app gets, which counts as no request of an app', async () => {
  const { args } = scene(place, 'acme', { skills: [skill('one'), skill('two')] });
  mkdirSync(join(place.home, '.cursor'), { recursive: true });
  const acme = stdioServer(place, 'honest', args).entry;
  place.write('home/.cursor/mcp.json', { mcpServers: { acme } });
  const done = await runCli(cli, place, ['protect', 'cursor', '--yes']);
  expect(done.stdout).toContain('the app gets none of its 2 skills until you approve them');
  expect(existsSync(place.path('data/waiting.json'))).toBe(false);
});

/** Works only if its parent isn't a gateway. */
const shy = `
import { readFileSync } from 'node:fs';
if (readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').includes('gateway')) {
  console.error('started by a gateway');
  process.exit(4);
}
process.env.ACME_TOKEN = 'x';
`;

it.skipIf(process.platform !== 'linux')(
  'protect leaves an entry as it is that works only without Skillgate, and adds no server for it',
  async () => {
    const entryOf = (name: string, text: string) => ({
      command: process.execPath,
      args: [place.write(name, text)],
      env: { ACME_TOKEN: 'a-token' },
    });
    const entries = { good: entryOf('good.mjs', server), shy: entryOf('shy.mjs', shy + server) };
    mkdirSync(join(place.home, '.cursor'), { recursive: true });
    const file = place.write('home/.cursor/mcp.json', { mcpServers: entries });
    const done = await runCli(cli, place, ['protect', 'cursor', '--yes']);
    expect(done.stdout).toContain('good: works the same through Skillgate as directly (1 tool)');
    expect(done.stdout).toMatch(
      /left unchanged: shy: Through Skillgate it doesn’t work, and directly it does: .*exited with code 4/,
    );
    expect(done.code).toBe(1);
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as {
      mcpServers: typeof entries;
    };
    expect(mcpServers.shy).toEqual(entries.shy);
    expect(mcpServers.good.args).toContain('gateway');
    const listed = await runCli(cli, place, ['servers', 'list']);
    expect(listed.stdout).toContain('good');
    expect(listed.stdout).not.toContain('shy');
    const again = await runCli(cli, place, ['protect', 'cursor', '--yes', '--untested']);
    expect(again.stdout).not.toContain('works the same');
    expect(readFileSync(file, 'utf8')).not.toContain('shy.mjs');
  },
);
