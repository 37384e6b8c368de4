import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { builtCli, startProcess, runCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured, httpGateway, type HttpGateway } from './testing/gateway.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

let cli: BuiltCli;
let place: Place;
let gateway: HttpGateway;
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  const served = scene(place, 'served', { skills: [skill('refunds'), skill('secret')] });
  const server = stdioServer(place, 'full', ['--era', 'modern', ...served.args]);
  await configured(cli, place, 'acme', server.entry);
  await approved(cli, place, 'acme', 'skill://refunds/SKILL.md');
  gateway = await httpGateway(cli, place, 'acme', [], startProcess);
});
afterAll(async () => {
  await gateway.stop();
  place.remove();
});

type Headers = Readonly<Record<string, string>>;
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: {
    readonly error?: { code: number; message: string };
    readonly result?: Record<string, unknown>;
  };
}

/** A request as any program on this machine can write it; `fetch` sets `Host` on its own. */
function send(method: string, headers: Headers, body = ''): Promise<Reply> {
  const { hostname, port, pathname } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          json: text.startsWith('{') ? (JSON.parse(text) as Reply['json']) : {},
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const plain = (): Headers => ({
  authorization: `Bearer ${gateway.key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a-host', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } });
const says = (method: string, name?: string): Headers => ({
  ...plain(),
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

describe('the port', () => {
  it('admits whoever has the key, which nobody else can read', async () => {
    const { status, json } = await send('POST', says('skills/list'), modern('skills/list'));
    expect(status).toBe(200);
    expect(json.result?.['skills']).toHaveLength(1);
    expect(existsSync(place.path('data/gateway-key'))).toBe(false);
    const [file = ''] = readdirSync(place.data).filter((name) => name.startsWith('gateway-key-'));
    expect(file).toMatch(/^gateway-key-acme-[\da-f]{12}-0$/);
    const { mode } = statSync(place.path(`data/${file}`));
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  });

  it('answers 400 to a request that doesn’t say what its app can do', async () => {
    const { 'io.modelcontextprotocol/clientCapabilities': _, ...rest } = envelope;
    for (const _meta of [rest, { ...rest, 'io.modelcontextprotocol/clientCapabilities': 'all' }]) {
      const request = { jsonrpc: '2.0', id: 1, method: 'skills/list', params: { _meta } };
      const { status, json } = await send('POST', says('skills/list'), JSON.stringify(request));
      expect([status, json.error?.code]).toEqual([400, -32_602]);
      expect(json.error?.message).toContain('clientCapabilities');
    }
  });

  it.each([
    ['without a key', { authorization: '' }],
    ['with another key', { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }],
    ['under another name', { host: 'evil.example' }],
    ['under another port', { host: '127.0.0.1:1' }],
    ['from a page', { origin: 'https://evil.example' }],
    ['from a page without an address', { origin: 'null' }],
  ])('answers 403 %s, whatever the request', async (_, wrong) => {
    for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT']) {
      const { status, headers } = await send(
        method,
        { ...says('skills/list'), ...wrong },
        method === 'POST' ? modern('skills/list') : '',
      );
      expect(status).toBe(403);
      expect(headers['www-authenticate']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it.each([
    ['another method', () => says('tools/list'), 'skills/list', {}],
    ['no method', () => ({ ...plain(), 'mcp-protocol-version': '2026-07-28' }), 'skills/list', {}],
    ['no revision', () => ({ ...plain(), 'mcp-method': 'skills/list' }), 'skills/list', {}],
    [
      'another name',
      () => says('resources/read', 'docs://handbook'),
      'resources/read',
      { uri: 'skill://secret/SKILL.md' },
    ],
    ['no name', () => says('tools/call'), 'tools/call', { name: 'echo' }],
  ])('answers 400 to headers that say %s', async (_, headers, method, params) => {
    const { status, json } = await send('POST', headers(), modern(method, params));
    expect(status).toBe(400);
    expect(json.error?.code).toBe(-32020);
  });

  it('accepts an encoded name that no header can hold', async () => {
    const name = `=?base64?${Buffer.from('docs://handbook').toString('base64')}?=`;
    const { status } = await send(
      'POST',
      says('resources/read', name),
      modern('resources/read', { uri: 'docs://handbook' }),
    );
    expect(status).toBe(200);
  });

  it('answers 404 to an unknown method and to an unknown session', async () => {
    const { status, json } = await send('POST', says('tasks/list'), modern('tasks/list'));
    expect([status, json.error?.code]).toEqual([404, -32601]);
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await send('POST', { ...plain(), 'mcp-session-id': 'x' }, list)).status).toBe(404);
    expect((await send('POST', plain(), list)).status).toBe(400);
  });

  it("answers 400 to anything that isn't a message", async () => {
    expect((await send('POST', plain(), '{')).status).toBe(400);
    expect((await send('POST', plain(), '[]')).status).toBe(400);
    expect((await send('POST', { ...plain(), 'content-type': 'text/plain' }, '{}')).status).toBe(
      415,
    );
  });

  it('keeps apart apps that use the same request ids', async () => {
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((said) =>
        send(
          'POST',
          says('tools/call', 'echo'),
          modern('tools/call', { name: 'echo', arguments: { said } }),
        ),
      ),
    );
    const said = replies.map(({ json }) => {
      const content = json.result?.['content'] as { text: string }[] | undefined;
      return JSON.parse(content?.[0]?.text ?? '{}') as unknown;
    });
    expect(said).toMatchObject(['a', 'b', 'c'].map((one) => ({ arguments: { said: one } })));
  });

  it('ends a session of the older era when the app asks', async () => {
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'h' } },
    });
    const { headers } = await send('POST', plain(), initialize);
    const id = String(headers['mcp-session-id']);
    const session = { ...plain(), 'mcp-session-id': id };
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'skills/list' });
    const { json } = await send('POST', session, list);
    expect(json.result?.['skills']).toHaveLength(1);
    expect((await send('DELETE', session)).status).toBe(204);
    expect((await send('POST', session, list)).status).toBe(404);
  });
});

describe('an unusable key', () => {
  it("stops the command, and isn't replaced", async () => {
    const own = makePlace();
    own.write('data/gateway-key', 'short\n');
    const { code, stderr } = await runCli(cli, own, ['gateway', '--server', 'x', '--http', '0']);
    expect(code).toBe(2);
    expect(stderr).toContain('gateway-key');
    expect(own.text('data/gateway-key')).toBe('short\n');
    own.remove();
  });
});

describe('the key all gateways shared', () => {
  const list = async (key: string): Promise<number> => {
    const headers = { ...says('skills/list'), authorization: `Bearer ${key}` };
    return (await send('POST', headers, modern('skills/list'))).status;
  };
  const soon = async (key: string, status: number): Promise<void> =>
    vi.waitFor(async () => expect(await list(key)).toBe(status), {
      timeout: 60_000,
      interval: 300,
    });

  it('opens a gateway until keys are rotated, which ends both at once', async () => {
    const shared = 's'.repeat(43);
    expect(await list(shared)).toBe(403);
    place.write('data/gateway-key', `${shared}\n`);
    await soon(shared, 200);
    expect(await list(gateway.key)).toBe(200);
    const words = ['gateway', 'key', 'rotate', '--server', 'acme', '--json'];
    const { code, stdout } = await runCli(cli, place, words);
    expect(code).toBe(0);
    const { rotated, sharedRemoved } = JSON.parse(stdout) as {
      rotated: string[];
      sharedRemoved: boolean;
    };
    expect([rotated.length, sharedRemoved]).toEqual([1, true]);
    await soon(gateway.key, 403);
    expect(await list(shared)).toBe(403);
    expect(await list(readFileSync(rotated[0] ?? '', 'utf8').trim())).toBe(200);
  });
});

describe('a port used by another program', () => {
  it('stops the command, and says whose it is', async () => {
    const { port } = new URL(gateway.url);
    const words = ['gateway', '--server', 'acme', '--http', port];
    const { code, stderr } = await runCli(cli, place, words);
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port}: another `);
    if (process.platform === 'linux') expect(stderr).toContain('of your programs');
  });
});
