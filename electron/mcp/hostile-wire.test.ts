import { describe, expect, it, vi } from 'vitest';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import { connected, remoteServer, stdioConfig, testConnector } from './testing/servers.ts';

const MiB = 1024 * 1024;
const target = 'skill://skill-0/notes.txt';
const other = 'skill://skill-1/notes.txt';
const closedReason = (session: ServerSession): Promise<ConnectionFailure> =>
  new Promise((resolve) => session.onClosed(resolve));

describe('a server that misbehaves on the wire', () => {
  it('ends the connection with a line of 100 MB over stdio', async () => {
    const { connector } = testConnector({ responseBytes: 4 * MiB });
    const session = await connected(connector, stdioConfig('hostile', ['long-line']));
    const closed = closedReason(session);
    expect(await session.call('resources/read', { uri: target })).toMatchObject({
      ok: false,
      error: { reason: 'closed' },
    });
    expect(await closed).toMatchObject({
      reason: 'too-large',
      message: 'The server sent a message larger than 4 MiB.',
    });
    await session.close();
  });

  it('fails only the one call with an answer of 100 MB over HTTP', async () => {
    const remote = await remoteServer('hostile', ['long-line', '--transport', 'http']);
    const { connector } = testConnector({ responseBytes: 4 * MiB });
    const session = await connected(connector, remote.config);
    const [large, small] = await Promise.all([
      session.call('resources/read', { uri: target }),
      session.call('resources/read', { uri: other }),
    ]);
    expect(large).toMatchObject({ ok: false, error: { reason: 'too-large' } });
    expect(small).toMatchObject({ ok: true });
    expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
    await session.close();
    await remote.stop();
  });

  it('makes a call time out with half a line of JSON, and no longer', async () => {
    const { connector } = testConnector({ requestMs: 200 });
    const session = await connected(connector, stdioConfig('hostile', ['half-line']));
    expect(await session.call('resources/read', { uri: target })).toMatchObject({
      ok: false,
      error: {
        reason: 'timeout',
        message: expect.stringMatching(
          /^The server didn’t answer within 0\.2 s\. It wrote an unfinished line to standard output: “/,
        ),
        cause: { reason: 'half-answer' },
      },
    });
    await session.close();
  });

  it('says at once that a line with an answer has no end yet, and waits for it all the same', async () => {
    const { connector } = testConnector({ requestMs: 3_000 });
    const session = await connected(connector, stdioConfig('hostile', ['half-line']));
    const call = session.call('resources/read', { uri: target });
    await vi.waitFor(
      () =>
        expect(connector.waiting?.('server')).toMatchObject({
          method: 'resources/read',
          begun: 'line',
        }),
      60_000,
    );
    expect(await call).toMatchObject({ ok: false, error: { reason: 'timeout' } });
    await session.close();
  });

  it('makes suspects of all whose ids are on a broken line, and of nobody else', async () => {
    const { connector } = testConnector({ requestMs: 2_000 });
    const session = await connected(connector, stdioConfig('hostile', ['cut-line']));
    const [cut, behind] = await Promise.all([
      session.call('resources/read', { uri: target }),
      session.call('resources/read', { uri: other }),
    ]);
    const error = {
      reason: 'bad-response',
      message:
        'The server wrote several messages on one line. Each message must be on a line of its own.',
    };
    expect(cut).toEqual({ ok: false, error: { ...error, suspect: true } });
    expect(behind).toMatchObject({ ok: false, error });
    expect(await session.call('resources/read', { uri: other })).toMatchObject({ ok: true });
    await session.close();
  });

  it('fails only the one call with an answer that is no JSON', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['broken-line']));
    expect(await session.call('resources/read', { uri: target })).toMatchObject({
      ok: false,
      error: {
        reason: 'bad-response',
        message: 'The server answered with a line that isn’t valid JSON.',
      },
    });
    expect(await session.call('resources/read', { uri: other })).toMatchObject({ ok: true });
    await session.close();
  });

  it('may leave one call unanswered: the others go on, and cancelling tells it', async () => {
    const { connector, log } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['never-answers']));
    const abort = new AbortController();
    const stuck = session.call('resources/read', { uri: target }, { signal: abort.signal });
    expect(await session.call('resources/read', { uri: other })).toMatchObject({ ok: true });
    abort.abort();
    expect(await stuck).toMatchObject({ ok: false, error: { reason: 'cancelled' } });
    expect(await session.call('resources/read', { uri: other })).toMatchObject({ ok: true });
    expect(log.rows(null).map(({ method }) => method)).toContain('notifications/cancelled');
    await session.close();
  });

  it('may flood: notifications, requests and answers to nothing change no call (reads a flood)', async () => {
    const { connector, log } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['flood']));
    let heard = 0;
    session.onNotification(() => {
      heard += 1;
    });
    expect(await session.call('resources/read', { uri: target })).toMatchObject({
      ok: true,
      value: { contents: [{ uri: target }] },
    });
    expect(await session.call('resources/read', { uri: other })).toMatchObject({ ok: true });
    expect(heard).toBe(10_000);
    // The log has its beginning and says so; rows of other servers stay.
    const rows = log.rows(null);
    expect(rows.length).toBeGreaterThan(2_000);
    expect(rows.length).toBeLessThan(4_000);
    expect(rows.map(({ target }) => target).join('\n')).toContain('more than the log keeps');
    await session.close();
  });

  it('cannot answer one call twice, with its id as a number or as text', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['id-confusion']));
    const reads = await Promise.all(
      [target, other].map((uri) => session.call('resources/read', { uri })),
    );
    // The id alone decides, and the first answer: what it says is for verification to judge.
    expect(
      reads.map((read) =>
        read.ok ? (read.value as { contents: { text: string }[] }).contents[0]?.text : read.error,
      ),
    ).toEqual(['answered by text', `content of ${target}`]);
    await session.close();
  });

  it.each([
    ['result-number', 'an object'],
    ['result-null', 'an object'],
    ['input-required', 'input_required'],
  ])('gives a bad answer (%s) that is named at once', async (mode, words) => {
    const { connector } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', [mode, '--era', 'modern']));
    expect(session.protocolVersion).toBe('2026-07-28');
    expect(await session.call('resources/read', { uri: target })).toMatchObject({
      ok: false,
      error: { reason: 'bad-response', message: expect.stringContaining(words) as string },
    });
    await session.close();
  });

  it('is refused at once when its handshake is nothing', async () => {
    const answer = await testConnector().connector.connect(
      'server',
      stdioConfig('hostile', ['hello-null']),
      new AbortController().signal,
    );
    expect(answer).toMatchObject({
      ok: false,
      error: { reason: 'protocol', message: expect.stringContaining('initialize') as string },
    });
  });

  it('is refused when its handshake is nested 100,000 deep', async () => {
    const answer = await testConnector().connector.connect(
      'server',
      stdioConfig('hostile', ['hello-deep']),
      new AbortController().signal,
    );
    expect(answer).toMatchObject({
      ok: false,
      error: {
        reason: 'protocol',
        message: expect.stringContaining('nested deeper than 256 levels') as string,
      },
    });
  });

  it('fails the call whose answer is nested 100,000 deep, and no other', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['deep-answer']));
    expect(await session.call('resources/read', { uri: target })).toMatchObject({
      ok: false,
      error: {
        reason: 'bad-response',
        message: expect.stringContaining('nested deeper') as string,
      },
    });
    expect(await session.call('resources/read', { uri: other })).toMatchObject({ ok: true });
    await session.close();
  });
});
