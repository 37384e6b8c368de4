import { describe, expect, it } from 'vitest';
import { connectSocket, type SocketLike } from './socket.ts';

type Listener = (event: { readonly data?: unknown }) => void;

/** A socket that a test opens, answers and closes by hand. */
class HandSocket implements SocketLike {
  readonly sent: { id: number; name: string; input: unknown }[] = [];
  private readonly listeners: [string, Listener][] = [];
  send(data: string) {
    this.sent.push(JSON.parse(data) as HandSocket['sent'][number]);
  }
  addEventListener(type: string, listener: Listener) {
    this.listeners.push([type, listener]);
  }
  fire(type: 'open' | 'close' | 'message', data?: unknown) {
    for (const [name, listener] of this.listeners)
      if (name === type) listener({ data: JSON.stringify(data) });
  }
}

function setUp(isStranger = () => Promise.resolve(false)) {
  const sockets: HandSocket[] = [];
  const waits: { ms: number; run: () => void }[] = [];
  const client = connectSocket(
    () => {
      const socket = new HandSocket();
      sockets.push(socket);
      return socket;
    },
    (ms, run) => void waits.push({ ms, run }),
    isStranger,
  );
  return { sockets, waits, client };
}

describe('the socket', () => {
  it('holds a request back until it is open and matches answers by id', async () => {
    const { sockets, client } = setUp();
    const first = client.request('getSnapshot', {});
    const second = client.request('getLog', { server: null });
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.fire('open');
    expect(sockets[0]!.sent.map((frame) => frame.name)).toEqual(['getSnapshot', 'getLog']);
    sockets[0]!.fire('message', { id: 2, reply: { ok: true, value: 'log' } });
    sockets[0]!.fire('message', { id: 1, reply: { ok: true, value: 'snapshot' } });
    expect([await first, await second]).toEqual([
      { ok: true, value: 'snapshot' },
      { ok: true, value: 'log' },
    ]);
  });
  it('answers what was under way when it closes, waits longer each time and tells when it is back', async () => {
    const { sockets, waits, client } = setUp();
    const heard: string[] = [];
    client.onLink((link) => heard.push(link));
    sockets[0]!.fire('open');
    const lost = client.request('verifySkill', {});
    sockets[0]!.fire('close');
    expect(await lost).toMatchObject({ ok: false, error: { code: 'not-connected' } });
    waits[0]!.run();
    sockets[1]!.fire('close');
    await Promise.resolve();
    waits[1]!.run();
    sockets[2]!.fire('open');
    expect(waits.map((wait) => wait.ms)).toEqual([250, 500]);
    expect(heard).toEqual(['down', 'down', 'up']);
    expect(sockets[2]!.sent).toEqual([]);
  });
  it('tells a Skillgate that does not know this window from one that is gone', async () => {
    let stranger = false;
    const { sockets, waits, client } = setUp(() => Promise.resolve(stranger));
    const heard: string[] = [];
    client.onLink((link) => heard.push(link));
    sockets[0]!.fire('open');
    sockets[0]!.fire('close');
    waits[0]!.run();
    sockets[1]!.fire('close');
    await Promise.resolve();
    stranger = true;
    waits[1]!.run();
    sockets[2]!.fire('close');
    await Promise.resolve();
    waits[2]!.run();
    sockets[3]!.fire('open');
    expect(heard).toEqual(['down', 'down', 'stranger', 'up']);
  });
  it('hands events to its listeners with their number', () => {
    const { sockets, client } = setUp();
    const seen: number[] = [];
    const stop = client.onEvent((envelope) => seen.push(envelope.seq));
    sockets[0]!.fire('open');
    sockets[0]!.fire('message', { seq: 7, event: { type: 'server-removed', label: 'x' } });
    stop();
    sockets[0]!.fire('message', { seq: 8, event: { type: 'server-removed', label: 'y' } });
    expect(seen).toEqual([7]);
  });
});
