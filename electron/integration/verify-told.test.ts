import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../core/digest.ts';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { atTerminal } from './testing/terminal.ts';

const text = '---\nname: slow\ndescription: d\n---\n';
const uri = 'skill://slow/SKILL.md';
const listed = {
  uri,
  frontmatter: { name: 'slow', description: 'd' },
  resources: [{ uri, size: text.length, digest: sha256(text) }],
};
/** Lists at once, and is slow with each file. */
const slow = `
import { createInterface } from 'node:readline';
const base = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const send = (rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
  if (method === 'server/discover')
    send({ result: { ...base, supportedVersions: ['2026-07-28'], capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } } } });
  else if (method === 'skills/list') send({ result: { ...base, skills: [${JSON.stringify(listed)}] } });
  else if (method === 'resources/read')
    setTimeout(send, Number(process.argv[2]), { result: { ...base, contents: [{ uri: '${uri}', text: ${JSON.stringify(text)} }] } });
  else send({ error: { code: -32601, message: 'no' } });
});
`;

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
});
beforeEach(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const configured = (ms: number, command = 'verify'): string[] => {
  const args = [place.write('slow.mjs', slow), String(ms)];
  const config = place.write('mcp.json', {
    mcpServers: { s: { command: process.execPath, args } },
  });
  return [command, '--allow-start', '--config', config];
};

describe('verify of a server that is slow to send a file', () => {
  it('shows progress at a terminal in a line that disappears at the end', async () => {
    const { screen, code } = await atTerminal(cli, place, configured(2_500), []);
    expect(screen).toMatch(/\rreading files of s, [12] s: 0 of 1 file\u001B\[K/);
    // The last progress line is cleared before the result is printed.
    expect(screen).toMatch(/\r\u001B\[Kverified +skill:\/\/slow\/SKILL\.md/);
    expect(code).toBe(0);
  });

  it('does the same before findings', async () => {
    const { screen } = await atTerminal(cli, place, configured(2_500, 'findings'), []);
    expect(screen).toMatch(/\rreading files of s, [12] s: 0 of 1 file\u001B\[K/);
  });

  it('says nothing at a terminal about fast work', async () => {
    const { screen } = await atTerminal(cli, place, configured(0), []);
    expect(screen).not.toContain('reading files');
    expect(screen).toContain('1 verified');
  });

  it('prints nothing about it on standard output, and nothing in a log before five seconds (waits for them)', async () => {
    const plain = await runCli(cli, place, [...configured(2_000), '--json']);
    expect(plain.stderr).toBe('');
    expect(JSON.parse(plain.stdout)).toMatchObject({ summary: { verified: 1 } });
    const long = await runCli(cli, place, configured(6_500));
    expect(long.stderr).toMatch(/^reading files of s, [56] s: 0 of 1 file$/m);
    expect(long.stdout).not.toContain('reading files');
  });
});
