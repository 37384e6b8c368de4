import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../../e2e/servers/scripted.ts';
import { bundled } from '../../mcp/testing/servers.ts';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import { configured, httpGateway, type HttpGateway } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { until } from '../testing/until.ts';

let cli: BuiltCli;
let place: Place;
let gateway: HttpGateway;
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  play([]);
  await configured(cli, place, 'acme', {
    command: process.execPath,
    args: [
      ...[bundled('scripted'), '--script', place.path('script.json')],
      ...['--heard', place.path('heard.jsonl'), '--era', 'legacy'],
    ],
  });
  gateway = await httpGateway(cli, place, 'acme');
});
afterAll(async () => {
  await gateway.stop();
  place.remove();
});

function play(rules: readonly Rule[]): void {
  place.replace('script.json', { capabilities: { tools: {}, logging: {} }, skills: [], rules });
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a-host', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  'io.modelcontextprotocol/logLevel': 'debug',
};

/** A tool call by an app with the same client info as every other here. */
async function call(name: string): Promise<string> {
  const answer = await fetch(gateway.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, _meta: meta },
    }),
  });
  return answer.text();
}

/** About the first app's request; the server says it while both are waiting. */
const secret = 'Delete everything of the first host?';
const question = {
  jsonrpc: '2.0',
  id: 'q',
  method: 'elicitation/create',
  params: { message: secret, requestedSchema: { type: 'object', properties: {} } },
};
const line = {
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'error', data: secret },
};
const done = (text: string) => [{ content: [{ type: 'text', text }] }];
const isHeard = (name: string): boolean =>
  existsSync(place.path('heard.jsonl')) &&
  readFileSync(place.path('heard.jsonl'), 'utf8').includes(`"name":"${name}"`);

describe('two apps on one port with the same client info', () => {
  it('get no questions or notices meant for the other', async () => {
    const finish = place.path('finish');
    play([
      { method: 'tools/call', when: { name: 'first' }, awaits: 'q', results: done('one') },
      {
        method: 'tools/call',
        when: { name: 'second' },
        before: [line, question],
        until: finish,
        results: done('two'),
      },
    ]);
    const first = call('first');
    await until('the first call', () => isHeard('first'));
    const second = call('second');
    expect(await first).toContain('one');
    place.write('finish', '');
    const said = await second;
    expect(said).toContain('two');
    expect(said).not.toContain(secret);
  });

  it('are asked while only one of them is waiting', async () => {
    play([
      {
        method: 'tools/call',
        when: { name: 'alone' },
        before: [line, question],
        awaits: 'q',
        results: done('one'),
      },
    ]);
    const said = await call('alone');
    expect(said).toContain('input_required');
    expect(said.split(secret)).toHaveLength(3);
  });
});
