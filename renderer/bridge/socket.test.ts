import { describe, expect, it } from 'vitest';
import type { WindowClaim } from '../../shared/model/socket.ts';
import { connectSocket, type SocketLike } from './socket.ts';

type Listener = (event: { readonly data?: unknown; readonly code?: number }) => void;

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
  fire(type: 'open' | 'close' | 'message', data?: unknown, code?: number) {
    for (const [name, listener] of this.listeners)
      if (name === type) listener({ data: JSON.stringify(data), ...(code ? { code } : {}) });
  }
  /** Opens it and lets the window in. */
  admit() {
    this.fire('open');
    this.fire('message', { secret: 'next' });
    this.sent.length = 0;
  }
}

function setUp(claims: (WindowClaim | null)[] = []) {
  const sockets: HandSocket[] = [];
  const waits: { ms: number; run: () => void }[] = [];
  const kept: string[] = [];
  const refused: string[] = [];
  let onTicket = (): void => {};
  const client = connectSocket(
    () => {
      const socket = new HandSocket();
      sockets.push(socket);
      return socket;
    },
    (ms, run) => void waits.push({ ms, run }),
    {
      next: async () => (claims.length > 0 ? claims.shift()! : { secret: 'held' }),
      refused: (what) => refused.push(what),
      keep: (secret) => kept.push(secret),
      key: () => null,
      onTicket: (listener) => {
        onTicket = listener;
      },
    },
    async (challenge) => `proof of ${challenge}`,
  );
  return { sockets, waits, client, kept, refused, ticketComes: () => onTicket() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the socket', () => {
  it('sends its credentials first and alone, and stores the secret that it gets', async () => {
    const { sockets, client, kept } = setUp([{ ticket: 'abc' }]);
    void client.request('getSnapshot', {});
    await settled();
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.fire('open');
    expect(sockets[0]!.sent).toEqual([{ claim: { ticket: 'abc' } }]);
    sockets[0]!.fire('message', { secret: 'next' });
    expect(kept).toEqual(['next']);
    expect(sockets[0]!.sent.slice(1)).toEqual([
      { kept: true },
      { id: 1, name: 'getSnapshot', input: {} },
    ]);
  });
  it('holds requests until it is connected and matches answers by id', async () => {
    const { sockets, client } = setUp();
    const first = client.request('getSnapshot', {});
    const second = client.request('getLog', { server: null });
    await settled();
    sockets[0]!.fire('open');
    sockets[0]!.fire('message', { secret: 'next' });
    expect(sockets[0]!.sent.slice(2).map((frame) => frame.name)).toEqual(['getSnapshot', 'getLog']);
    sockets[0]!.fire('message', { id: 2, reply: { ok: true, value: 'log' } });
    sockets[0]!.fire('message', { id: 1, reply: { ok: true, value: 'snapshot' } });
    expect([await first, await second]).toEqual([
      { ok: true, value: 'snapshot' },
      { ok: true, value: 'log' },
    ]);
  });
  it('answers pending requests when it closes, waits longer each time and reports when it is back', async () => {
    const { sockets, waits, client } = setUp();
    const heard: string[] = [];
    client.onLink((link) => heard.push(link));
    await settled();
    sockets[0]!.admit();
    const lost = client.request('verifySkill', {});
    sockets[0]!.fire('close');
    expect(await lost).toMatchObject({ ok: false, error: { code: 'not-connected' } });
    waits[0]!.run();
    await settled();
    sockets[1]!.fire('close');
    waits[1]!.run();
    await settled();
    sockets[2]!.admit();
    expect(waits.map((wait) => wait.ms)).toEqual([250, 500]);
    expect(heard).toEqual(['down', 'down', 'up']);
    expect(sockets[2]!.sent).toEqual([]);
  });
  it('tries the next credential at once when one is refused, and reports when none is left', async () => {
    const { sockets, waits, client, refused, ticketComes } = setUp([
      { ticket: 'old' },
      { secret: 'old' },
      null,
    ]);
    const heard: string[] = [];
    client.onLink((link) => heard.push(link));
    const asked = client.request('getSnapshot', {});
    await settled();
    sockets[0]!.fire('close', undefined, 4401);
    await settled();
    sockets[1]!.fire('close', undefined, 4401);
    await settled();
    expect(refused).toEqual(['ticket', 'secret']);
    expect(heard).toEqual(['stranger']);
    expect(await asked).toMatchObject({ ok: false });
    expect(waits).toHaveLength(1);
    ticketComes();
    await settled();
    sockets[2]!.admit();
    expect(heard).toEqual(['stranger', 'up']);
    waits[0]!.run();
    await settled();
    expect(sockets).toHaveLength(3);
  });
  it('drops its secret when another socket has used it', async () => {
    const { sockets, client, refused } = setUp([{ ticket: 'first' }]);
    await settled();
    sockets[0]!.admit();
    const ticket = client.ticket();
    await settled();
    sockets[0]!.fire('close', undefined, 4401);
    expect(refused).toEqual(['secret']);
    expect(await ticket).toBeNull();
  });
  it('requests a ticket for another window, and has none while disconnected', async () => {
    const { sockets, client } = setUp();
    expect(await client.ticket()).toBeNull();
    await settled();
    sockets[0]!.admit();
    const tickets = [client.ticket(), client.ticket()];
    for (const round of [1, 2]) {
      await settled();
      expect(sockets[0]!.sent).toEqual([{ wanted: 'challenge' }]);
      sockets[0]!.fire('message', { challenge: `c${round}` });
      await settled();
      expect(sockets[0]!.sent[1]).toEqual({ wanted: 'ticket', proof: `proof of c${round}` });
      sockets[0]!.sent.length = 0;
      sockets[0]!.fire('message', { ticket: round === 1 ? 'for another' : null });
    }
    expect(await Promise.all(tickets)).toEqual(['for another', null]);
  });
  it('passes events to its listeners with their number', async () => {
    const { sockets, client } = setUp();
    const seen: number[] = [];
    const stop = client.onEvent((envelope) => seen.push(envelope.seq));
    await settled();
    sockets[0]!.admit();
    sockets[0]!.fire('message', { seq: 7, event: { type: 'server-removed', label: 'x' } });
    stop();
    sockets[0]!.fire('message', { seq: 8, event: { type: 'server-removed', label: 'y' } });
    expect(seen).toEqual([7]);
  });
});
