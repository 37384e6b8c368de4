import type { TransportSendOptions } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createRelay } from './relay.ts';
import type { WireMessage } from './recorder.ts';
import { WatchedTransport, type RequestEnvelope } from './watched-transport.ts';

/** A server over HTTP that lists one tool and answers every call; keeps the headers it got. */
class ServerWithHeaders extends WatchedTransport {
  readonly headers: unknown[] = [];
  constructor(relays = false) {
    const recorder = { sent: () => {}, received: () => {} } as never;
    super({ recorder, now: () => 0, onQuirk: () => {}, relays });
    // Its handshake is done.
    this.hello = {};
  }
  override get hasPerRequestStream(): boolean {
    return true;
  }
  /** Something on its own. */
  says(message: WireMessage): void {
    this.deliver({ jsonrpc: '2.0', ...message }, '');
  }
  async start(): Promise<void> {}
  async close(): Promise<void> {}
  protected async transmit(
    { id, method }: WireMessage,
    _raw: string,
    options: TransportSendOptions | undefined,
  ): Promise<void> {
    if (method === 'tools/call') this.headers.push(options?.headers);
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const inputSchema = { type: 'object', properties: { region } };
    const result = method === 'tools/list' ? { tools: [{ name: 'find', inputSchema }] } : {};
    const answer = { jsonrpc: '2.0', id, result };
    this.deliver(answer, JSON.stringify(answer));
  }
}

const envelope: RequestEnvelope = { value: {}, json: '{}' };
const call = { name: 'find', arguments: { region: 'eu' } };

describe('a call that is passed on', () => {
  it('carries the headers that the listed tool wants, in the newer era', async () => {
    const server = new ServerWithHeaders();
    const relay = createRelay(server, envelope);
    await relay.request('tools/call', call);
    await relay.request('tools/list', {});
    await relay.request('tools/call', call);
    expect(server.headers).toEqual([undefined, { 'Mcp-Param-Region': 'eu' }]);
  });
  it('carries none in the older one', async () => {
    const server = new ServerWithHeaders();
    const relay = createRelay(server, null);
    await relay.request('tools/list', {});
    await relay.request('tools/call', call);
    expect(server.headers).toEqual([undefined]);
  });
});

describe('what a server says before anybody listens', () => {
  const roots = { id: 1, method: 'roots/list', params: {} };

  it('waits for the app behind a gateway, in order', async () => {
    const server = new ServerWithHeaders(true);
    // A stream may bring it before the handshake's last receipt, so before there's a relay.
    server.says({ method: 'notifications/message', params: { data: 1 } });
    server.says(roots);
    const relay = createRelay(server, null);
    await relay.asked;
    const heard: unknown[] = [];
    relay.onMessage(({ method }) => void heard.push(method));
    server.says({ method: 'notifications/tools/list_changed' });
    expect(heard).toEqual([
      'notifications/message',
      'roots/list',
      'notifications/tools/list_changed',
    ]);
  });

  it('is refused at once where nobody is going to listen', () => {
    const server = new ServerWithHeaders();
    const passed: unknown[] = [];
    server.onmessage = (message) => passed.push(message);
    createRelay(server, null);
    server.says(roots);
    expect(passed).toMatchObject([roots]);
  });

  it('waits in bounds', () => {
    const server = new ServerWithHeaders(true);
    const passed: unknown[] = [];
    server.onmessage = (message) => passed.push(message);
    const relay = createRelay(server, null);
    for (let id = 0; id < 1_000; id += 1) server.says({ ...roots, id });
    const heard: unknown[] = [];
    relay.onMessage((message) => void heard.push(message));
    expect(heard).toHaveLength(256);
    expect(passed).toHaveLength(744);
  });

  it('waits in bounds of size, too', () => {
    const server = new ServerWithHeaders(true);
    const relay = createRelay(server, null);
    const data = 'x'.repeat(400_000);
    for (let line = 0; line < 10; line += 1)
      server.says({ method: 'notifications/message', params: { data } });
    const heard: unknown[] = [];
    relay.onMessage((message) => void heard.push(message));
    expect(heard).toHaveLength(2);
  });
});
