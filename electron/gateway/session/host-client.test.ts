import { describe, expect, it } from 'vitest';
import { movedClock } from '../../engine/testing/stores.ts';
import { openingOf } from './host-client.ts';
import { HostSubscriptions } from './subscriptions.ts';

const prefix = 'io.modelcontextprotocol';
const opening = (more: object) =>
  openingOf({
    kind: 'request',
    id: 1,
    method: 'skills/list',
    params: { _meta: { [`${prefix}/protocolVersion`]: '2026-07-28', ...more } },
  } as never);

describe('the first request of the newer revision', () => {
  it('opens a session without a name, but not without capabilities', () => {
    const capabilities = { [`${prefix}/clientCapabilities`]: {} };
    expect(opening(capabilities)).toMatchObject({ kind: 'host', host: { era: 'modern' } });
    expect(opening({})).toMatchObject({
      kind: 'incomplete',
      reason: expect.stringContaining(`${prefix}/clientCapabilities`) as string,
    });
    expect(opening({ [`${prefix}/clientCapabilities`]: [] })).toMatchObject({ kind: 'incomplete' });
  });

  it('is refused for a revision that nobody speaks, whatever it carries', () => {
    expect(opening({ [`${prefix}/protocolVersion`]: '2099-01-01' })).toEqual({
      kind: 'unsupported',
      requested: '2099-01-01',
    });
  });
});

describe("a host's stream", () => {
  const wanted = {
    notifications: { resourcesListChanged: true, resourceSubscriptions: ['docs://a'] },
  };
  /** A server that confirms once `confirm` is called. */
  const scene = () => {
    const clock = movedClock();
    const asked: (readonly string[])[] = [];
    let confirm = (): void => {};
    const hearing = new Promise<void>((done) => (confirm = done));
    const upstream = {
      era: 'modern',
      server: { capabilities: { resources: { subscribe: true } } },
      session: { relay: {} },
      shelf: { whereabouts: () => ({ kind: 'other' }) },
      parts: {
        clock,
        links: {
          hearing: () => hearing,
          listen: (_: unknown, uris: readonly string[]) => void asked.push(uris),
        },
      },
    };
    const sent: unknown[] = [];
    const send = ({ method }: { readonly method?: unknown }) => void sent.push(method);
    const streams = new HostSubscriptions(upstream as never, 'modern', send as never);
    const listens = (signal = new AbortController().signal) => streams.listen(7, wanted, signal);
    return { clock, asked, confirm: () => confirm(), sent, streams, listens };
  };
  const confirmed = 'notifications/subscriptions/acknowledged';
  const settle = () => new Promise((done) => setTimeout(done, 0));

  it('is confirmed when the server has confirmed its own', async () => {
    const { asked, confirm, sent, listens, clock } = scene();
    void listens();
    await settle();
    expect([asked, sent]).toEqual([[['docs://a']], []]);
    confirm();
    await settle();
    expect([sent, clock.due]).toEqual([[confirmed], 0]);
  });

  it('is confirmed once, also where one of the same id was canceled before', async () => {
    const { confirm, sent, listens } = scene();
    const first = new AbortController();
    const canceled = listens(first.signal);
    first.abort();
    expect(await canceled).toBe(null);
    void listens();
    confirm();
    await settle();
    expect(sent).toEqual([confirmed]);
  });

  it('is confirmed after a second, or before the first message on it', async () => {
    const slow = scene();
    void slow.listens();
    slow.clock.move(1_000);
    await settle();
    expect(slow.sent).toEqual([confirmed]);
    const early = scene();
    void early.listens();
    early.streams.resourceUpdated({ uri: 'docs://a' });
    early.confirm();
    await settle();
    expect(early.sent).toEqual([confirmed, 'notifications/resources/updated']);
  });

  it('is told that anything may have changed where the server could not say so', async () => {
    const { confirm, sent, streams, listens } = scene();
    void listens();
    confirm();
    await settle();
    streams.missed();
    expect(sent.slice(1)).toEqual([
      'notifications/resources/list_changed',
      'notifications/resources/updated',
    ]);
  });

  it('that was canceled before it began is not opened', async () => {
    const { asked, sent, listens } = scene();
    expect(await listens(AbortSignal.abort())).toBe(null);
    expect([asked, sent]).toEqual([[], []]);
  });

  it('ends with the session, and asks the server for nothing more', async () => {
    const { asked, sent, streams, listens } = scene();
    const done = listens();
    streams.close();
    expect(await done).toMatchObject({ result: { resultType: 'complete' } });
    await settle();
    expect([asked.length, sent]).toEqual([1, [confirmed]]);
  });
});
