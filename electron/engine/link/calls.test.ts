import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import type { ConnectionState } from '../../../shared/model/server.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CallFailure, ServerSession } from '../ports/session.ts';
import { ServerCalls } from './calls.ts';

const closed = err({ reason: 'closed', message: 'it ended' } as const);
const late = err({ reason: 'timeout', message: 'no answer' } as const);
const big = err({ reason: 'too-large', message: 'too large' } as const);
const later = () => new Promise((done) => setImmediate(done));

/** Calls over sessions whose answers a test gives, by the method that is called. */
function over(answers: (method: string, time: number) => Promise<Result<unknown, CallFailure>>) {
  const sent: string[] = [];
  const times = new Map<string, number>();
  let session: ServerSession | null = null;
  const state = { sessions: 0, dropped: 0, canConnect: true };
  let underWay = 0;
  let most = 0;
  const fresh = (): ServerSession => {
    state.sessions += 1;
    return {
      call: async (method: string) => {
        sent.push(method);
        const time = (times.get(method) ?? 0) + 1;
        times.set(method, time);
        underWay += 1;
        most = Math.max(most, underWay);
        const answer = await answers(method, time);
        underWay -= 1;
        if (!answer.ok && answer.error.reason === 'closed') session = null;
        return answer;
      },
    } as never;
  };
  const shown: { connection: ConnectionState } = {
    connection: { status: 'ready', protocolVersion: '' },
  };
  const calls = new ServerCalls({
    session: () => session,
    connect: async () => {
      if (state.canConnect) session ??= fresh();
      return session !== null;
    },
    drop: async () => {
      state.dropped += 1;
      session = null;
    },
    connection: () => shown.connection,
  });
  const call = (method: string, signal?: AbortSignal) =>
    calls.call({ method, params: {} }, signal === undefined ? {} : { signal });
  return { calls, call, sent, state, shown, most: () => most };
}

describe('a call', () => {
  it('connects where there is no session, and gives the answer', async () => {
    const { call, state } = over(async () => ok('yes'));
    expect(await call('a')).toEqual(ok('yes'));
    expect(await call('b')).toEqual(ok('yes'));
    expect(state.sessions).toBe(1);
  });

  it('that was cancelled before is not sent', async () => {
    const { call, sent, state } = over(async () => ok('yes'));
    expect(await call('a', AbortSignal.abort())).toEqual(
      err({ reason: 'cancelled', message: 'Canceled before it was sent.' }),
    );
    expect(sent).toEqual([]);
    expect(state.sessions).toBe(0);
  });

  it('goes with at most eight others', async () => {
    const { call, most } = over(async () => {
      await later();
      return ok('yes');
    });
    await Promise.all(Array.from({ length: 40 }, (_, index) => call(String(index))));
    expect(most()).toBe(limits.serverRequests);
  });

  it.each<[ConnectionState, string]>([
    [{ status: 'connecting', attempt: 0 }, 'The server isn’t connected.'],
    [{ status: 'ready', protocolVersion: '' }, 'The server isn’t connected.'],
    [
      {
        status: 'failed',
        failure: { reason: 'network', message: 'no route', stderr: [] },
        attempt: 0,
        retryAt: null,
      },
      'no route',
    ],
  ])('that has no connection says why: %j', async (connection, message) => {
    const { call, state, shown } = over(async () => ok('yes'));
    state.canConnect = false;
    shown.connection = connection;
    expect(await call('a')).toMatchObject({
      ok: false,
      error: {
        ...{ reason: 'unavailable', message },
        ...(connection.status === 'failed' ? { cause: { reason: 'network', stderr: [] } } : {}),
      },
    });
  });

  it('that the server answers with an error is not sent again', async () => {
    const refused = err({ reason: 'error-response', code: -1, message: 'no' } as const);
    const { call, sent } = over(async () => refused);
    expect(await call('a')).toEqual(refused);
    expect(sent).toEqual(['a']);
  });
});

describe('a session that the server lost', () => {
  const lost = err({ reason: 'closed', message: 'it ended', sessionLost: true } as const);

  it('is begun again once, and every call under way is repeated', async () => {
    const { call, sent } = over(async (method, time) => {
      await later();
      return time === 1 ? lost : ok(method);
    });
    const answers = await Promise.all(['a', 'b', 'c'].map((method) => call(method)));
    expect(answers).toEqual([ok('a'), ok('b'), ok('c')]);
    expect(sent.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('at every call is given up', async () => {
    const { call, sent } = over(async () => lost);
    expect(await call('a')).toMatchObject({
      error: {
        reason: 'unavailable',
        message: expect.stringContaining('a new one as well') as string,
      },
    });
    expect(sent).toEqual(['a', 'a']);
    for (let n = 0; n < 20; n += 1) await call('b');
    expect(sent.length).toBeLessThanOrEqual(2 * limits.breaksInARow);
    expect(await call('c')).toMatchObject({ error: { reason: 'unavailable' } });
  });
});

describe('a connection that breaks under several calls', () => {
  it('is blamed on the one that breaks it alone; the others get their answers', async () => {
    const { call, sent } = over(async (method, time) => {
      await later();
      return method === 'bad' || time === 1 ? closed : ok(method);
    });
    const [good, bad, other] = await Promise.all([call('good'), call('bad'), call('other')]);
    expect(good).toEqual(ok('good'));
    expect(other).toEqual(ok('other'));
    expect(bad).toEqual(
      err({
        reason: 'broke',
        message: 'This request makes the server close the connection: it ended',
      }),
    );
    expect(sent.toSorted()).toEqual(['bad', 'bad', 'good', 'good', 'other', 'other']);
  });

  it('sends each of them again with nothing else in flight', async () => {
    let alone = 0;
    let together = false;
    const { call } = over(async (method, time) => {
      if (time === 1) {
        await later();
        return closed;
      }
      alone += 1;
      together ||= alone > 1;
      await later();
      alone -= 1;
      return ok(method);
    });
    await Promise.all([call('a'), call('b'), call('c')]);
    expect(together).toBe(false);
  });
});

describe('calls of which one got a broken answer', () => {
  const mixed = err({ reason: 'bad-response', message: 'half', suspect: true } as const);
  const half = err({ reason: 'bad-response', message: 'half' } as const);

  it('are each sent again alone on a fresh connection, and one is blamed', async () => {
    let underWay = 0;
    const together: number[] = [];
    const { call, sent, state } = over(async (method, time) => {
      underWay += 1;
      if (time > 1) together.push(underWay);
      await later();
      underWay -= 1;
      if (method === 'fine') return ok('fine');
      return time === 1 ? mixed : method === 'bad' ? half : ok(method);
    });
    expect(
      await Promise.all(['good', 'bad', 'fine', 'other'].map((method) => call(method))),
    ).toEqual([ok('good'), half, ok('fine'), ok('other')]);
    expect(sent.toSorted()).toEqual(['bad', 'bad', 'fine', 'good', 'good', 'other', 'other']);
    expect(together).toEqual([1, 1, 1]);
    // The second connection has no answers of the others on their way, so it serves them all.
    expect(state).toMatchObject({ sessions: 2, dropped: 1 });
  });

  it('cost each of them one more request at most, whatever the server does', async () => {
    const { call, sent } = over(async () => {
      await later();
      return mixed;
    });
    const methods = Array.from({ length: 40 }, (_, index) => String(index));
    const answers = await Promise.all(methods.map((method) => call(method)));
    expect(answers.every((answer) => !answer.ok)).toBe(true);
    expect(sent).toHaveLength(80);
  });

  it('are not sent again where the answer could only be its own', async () => {
    const { call, sent, state } = over(async () => half);
    expect(await call('bad')).toEqual(half);
    expect(sent).toEqual(['bad']);
    expect(state.dropped).toBe(0);
  });
});

describe('a call that is not answered in time', () => {
  it('alone is not sent again', async () => {
    const { call, sent, state } = over(async () => late);
    expect(await call('slow')).toEqual(late);
    expect(sent).toEqual(['slow']);
    expect(state.dropped).toBe(0);
  });

  it.each([
    ['while another is on its way', 'slow', 'other', 1, 3],
    ['and came behind another', 'other', 'slow', 3, 1],
    ['and outlasted another', 'slow', 'other', 4, 1],
  ])('%s is sent again alone, and costs the connection then', async (_, a, b, slow, other) => {
    const { call, sent, state } = over(async (method) => {
      for (let turns = method === 'slow' ? slow : other; turns > 0; turns -= 1) await later();
      return method === 'slow' ? late : ok(method);
    });
    const answers = await Promise.all([call(a), call(b)]);
    expect(answers).toContainEqual(late);
    expect(answers).toContainEqual(ok('other'));
    expect(sent.filter((method) => method === 'slow')).toHaveLength(2);
    expect(state.dropped).toBe(1);
  });
});

describe('a run that waits for a method', () => {
  const waited = (timeoutMs: number, isBrief: boolean) => ({
    patience: { begin: () => ({ timeoutMs, isBrief, over: () => {} }) },
  });

  it('blames none that it waited for briefly, and does not send it again', async () => {
    const { calls, sent } = over(async () => late);
    const request = { method: 'slow', params: {} };
    expect(await calls.call(request, waited(5_000, true))).toMatchObject({
      error: {
        ...{ reason: 'unavailable', silent: 'brief' },
        message: expect.stringContaining('within 5 s') as string,
      },
    });
    expect(sent).toEqual(['slow']);
  });

  it('says of one that is silent alone, too, what it was waited for first', async () => {
    const first = err({ reason: 'timeout', message: 'not within 30 s' } as const);
    const { calls } = over(async (method, time) => {
      await later();
      return method === 'other' ? ok('yes') : time === 1 ? first : late;
    });
    const ask = (method: string) => calls.call({ method, params: {} }, waited(5_000, false));
    expect(await Promise.all([ask('slow'), ask('other')])).toEqual([first, ok('yes')]);
  });
});

describe('a server that breaks the connection again and again', () => {
  it('is given up after five in a row, until a person reconnects', async () => {
    const { calls, call, sent } = over(async () => closed);
    for (let times = 0; times < limits.breaksInARow; times += 1)
      expect(await call('bad')).toMatchObject({ error: { reason: 'broke' } });
    const before = sent.length;
    expect(await call('bad')).toEqual(
      err({
        reason: 'unavailable',
        message:
          'The server closed the connection or didn’t answer 5 times in a row. Reconnect to continue.',
      }),
    );
    expect(sent.length).toBe(before);
    calls.renew();
    expect(await call('bad')).toMatchObject({ error: { reason: 'broke' } });
  });

  it.each<[string, Result<unknown, CallFailure>]>([
    ['an answer', ok('yes')],
    ['an error', err({ reason: 'error-response', code: 1, message: 'no' })],
  ])('is not given up where %s came in between', async (_, between) => {
    const { call } = over(async (method) => (method === 'bad' ? closed : between));
    for (let times = 0; times < limits.breaksInARow + 2; times += 1) {
      expect(await call('bad')).toMatchObject({ error: { reason: 'broke' } });
      expect(await call('good')).toEqual(between);
    }
  });

  it('is given up for an answer that is never given, too', async () => {
    const { call } = over(async (method) => {
      await later();
      if (method === 'big') await later();
      return method === 'slow' ? late : big;
    });
    for (let times = 0; times < limits.breaksInARow; times += 1)
      expect(await Promise.all([call('big'), call('slow')])).toEqual([big, late]);
    expect(await call('slow')).toMatchObject({ error: { reason: 'unavailable' } });
  });

  it('is not given up for another error', async () => {
    const { call } = over(async () => big);
    for (let times = 0; times < limits.breaksInARow + 2; times += 1)
      expect(await call('big')).toEqual(big);
  });
});
