import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtCli, ended, startCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
});
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

/** Claims to have skills, and answers no request about them. */
const silent = `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const send = (rest) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
  if (method === 'server/discover') send({ error: { code: -32601, message: 'no' } });
  else if (method === 'initialize')
    send({
      result: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 's', version: '1' },
        capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
      },
    });
  else if (id !== undefined) writeFileSync(process.argv[2], 'asked');
});
`;

it('conformance that is stopped blames no server and prints no report', async () => {
  const asked = place.path('asked');
  const script = place.write('silent.mjs', silent);
  const entry = { command: process.execPath, args: [script, asked] };
  const config = place.write('config.json', { mcpServers: { s: entry } });
  const child = startCli(cli, place, [
    'conformance',
    '--server',
    's',
    '--allow-start',
    '--config',
    config,
  ]);
  const over = ended(child);
  const { existsSync } = await import('node:fs');
  await until('the server to be asked', () => existsSync(asked));
  child.kill('SIGTERM');
  const { stdout, code } = await over;
  expect(stdout).toBe('');
  expect([2, 130]).toContain(code);
});
