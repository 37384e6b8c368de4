import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The command line of MCP Inspector, speaking one era over HTTP to a gateway that goes on running. */
export function inspectorOf(suite, { env }, era, { url, key }) {
  const program = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
  const header = `Authorization: Bearer ${readFileSync(key, 'utf8').trim()}`;
  const heard = [];
  const ask = (...words) => {
    const { status, stdout, stderr } = spawnSync(
      suite.node,
      [
        ...[join(suite.modules, program), '--cli', '--format', 'json', '-q'],
        ...['--protocol-era', era, '--transport', 'http', '--server-url', url],
        ...['--header', header, '--method', ...words],
      ],
      { encoding: 'utf8', env, timeout: 30_000 },
    );
    heard.push(stdout, stderr);
    return { status, stdout, stderr };
  };
  /** What the gateway refused is null; a client that did not get as far is no refusal. */
  const result = (...words) => {
    const { status, stdout, stderr } = ask(...words);
    if (status === 0) return JSON.parse(stdout).result;
    if (!/There’s no (approved skill|readable resource) at this address/.test(stderr + stdout))
      throw new Error(`${words.join(' ')}: ${stdout}${stderr}`);
    return null;
  };
  return {
    heard,
    list: () => result('skills/list').skills.map(({ uri }) => uri),
    get: (uri) => result('skills/get', '--uri', uri)?.skill.uri ?? null,
    read: (uri) => result('resources/read', '--uri', uri)?.contents[0].text ?? null,
    /** Its own comparison of every file with the digests. */
    verified: () => ask('skills/list', '--verify').status === 0,
  };
}
