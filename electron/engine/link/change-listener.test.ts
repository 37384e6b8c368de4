import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CallFailure, RawAnswer, SessionRelay, ServerSession } from '../ports/session.ts';
import { movedClock } from '../testing/stores.ts';
import { ChangeListener } from './change-listener.ts';

type Answer = Result<RawAnswer, CallFailure>;
interface Asked {
  readonly notifications: unknown;
  readonly signal: AbortSignal;
  readonly answer: (answer: Answer) => void;
}

const dropped: Answer = err({ reason: 'bad-response', message: 'the stream ended' });
const settle = () => new Promise((done) => setTimeout(done, 0));

function one() {
  const clock = movedClock();
  const asked: Asked[] = [];
  let missed = 0;
  const session = (): ServerSession => {
    const request: SessionRelay['request'] = (_, { notifications }, signal, begun) =>
      new Promise((answer) => {
        begun?.(asked.length + 1);
        if (signal === undefined) throw new Error('nobody could end it');
        asked.push({ notifications, signal, answer });
      });
    return { relay: { request } } as unknown as ServerSession;
  };
  const listening = new ChangeListener({ clock, onMissed: () => (missed += 1) });
  return { clock, asked, session, listening, missed: () => missed };
}

describe('listening to a server', () => {
  it('is one stream, of lists and of the addresses that are wanted', () => {
    const { asked, session, listening } = one();
    const here = session();
    listening.want(here, []);
    listening.want(here, []);
    expect(asked.map(({ notifications }) => notifications)).toEqual([
      { resourcesListChanged: true },
    ]);
    listening.want(here, ['skill://a/SKILL.md']);
    listening.want(here, []);
    expect(asked.map(({ notifications, signal }) => [notifications, signal.aborted])).toEqual([
      [{ resourcesListChanged: true }, true],
      [{ resourcesListChanged: true, resourceSubscriptions: ['skill://a/SKILL.md'] }, false],
    ]);
  });

  describe('a wider stream', () => {
    const widened = () => {
      const parts = one();
      const here = parts.session();
      parts.listening.want(here, []);
      parts.listening.acknowledged(1);
      parts.listening.want(here, ['skill://a/SKILL.md']);
      return { ...parts, here };
    };
    const refused: Answer = ok({ error: { code: -32_000, message: 'one at a time' } });

    it('waits for its own confirmation, not for a late one of the stream before', async () => {
      const { listening, asked, missed, clock } = widened();
      let isOpen = false;
      void listening.opened().then(() => (isOpen = true));
      listening.acknowledged(1);
      await settle();
      expect([asked[0]?.signal.aborted, isOpen]).toEqual([true, false]);
      listening.acknowledged(2);
      await settle();
      expect([isOpen, missed(), clock.due]).toEqual([true, 0, 0]);
    });

    it('that is refused is asked for once more, then without addresses, then not at all', async () => {
      const { asked, missed, clock, listening } = widened();
      for (const [at, last] of [1, 2, 3].entries()) {
        asked[last]?.answer(refused);
        await settle();
        clock.move(999);
        expect(asked).toHaveLength(at + 2);
        clock.move(1);
      }
      expect(asked.slice(1).map(({ notifications }) => notifications)).toEqual([
        asked[1]?.notifications,
        asked[1]?.notifications,
        { resourcesListChanged: true },
      ]);
      expect(missed()).toBe(2);
      clock.move(600_000);
      expect(asked).toHaveLength(4);
      await listening.opened();
    });

    it('asks what was missed where the one before had ended', async () => {
      const { asked, clock, session, listening, missed } = one();
      const here = session();
      listening.want(here, []);
      listening.acknowledged(1);
      asked[0]?.answer(dropped);
      await settle();
      listening.want(here, ['skill://a/SKILL.md']);
      expect([asked.length, missed()]).toEqual([2, 1]);
      clock.move(600_000);
      expect(asked).toHaveLength(2);
    });

    it('keeps nobody waiting at a server that has never confirmed one', async () => {
      const { clock, session, listening } = one();
      const here = session();
      listening.want(here, []);
      clock.move(1_000);
      listening.want(here, ['skill://a/SKILL.md']);
      await listening.opened();
      expect(clock.due).toBe(0);
    });
  });

  it.each<[string, (parts: ReturnType<typeof one>) => void]>([
    ['says so', ({ listening }) => listening.acknowledged(1)],
    ['refuses', ({ asked }) => asked[0]?.answer(ok({ error: { code: -32601, message: 'no' } }))],
    ['has taken a second', ({ clock }) => clock.move(1_000)],
    ['is gone', ({ listening }) => listening.end()],
  ])('keeps a listing waiting until the server %s', async (_, happens) => {
    const parts = one();
    let isOpen = false;
    parts.listening.want(parts.session(), []);
    void parts.listening.opened().then(() => (isOpen = true));
    parts.clock.move(999);
    await settle();
    expect(isOpen).toBe(false);
    happens(parts);
    await settle();
    expect(isOpen).toBe(true);
    expect(parts.clock.due).toBe(0);
    expect(parts.missed()).toBe(0);
  });

  it('asks once for what changed before a late confirmation', async () => {
    const { clock, session, listening, missed } = one();
    const here = session();
    listening.want(here, []);
    clock.move(1_000);
    await listening.opened();
    // The listing found more addresses to listen to.
    listening.want(here, ['skill://a/SKILL.md']);
    listening.acknowledged(2);
    listening.acknowledged(2);
    expect(missed()).toBe(1);
  });

  it('ends where the server refuses in a way that does not fix itself', async () => {
    const { clock, asked, session, listening } = one();
    listening.want(session(), []);
    asked[0]?.answer(err({ reason: 'bad-response', message: 'HTTP 404', lasting: true }));
    await settle();
    clock.move(60_000);
    expect(asked).toHaveLength(1);
    expect(clock.due).toBe(0);
  });

  it('goes on after the stream ended, each time later, and asks what happened in between', async () => {
    const { clock, asked, session, listening, missed } = one();
    listening.want(session(), []);
    for (const [times, wait] of [1_000, 2_000, 4_000].entries()) {
      asked.at(-1)?.answer(times === 0 ? ok({ result: {} }) : dropped);
      await settle();
      clock.move(wait - 1);
      expect(asked).toHaveLength(times + 1);
      expect(missed()).toBe(times);
      clock.move(1);
      expect(asked).toHaveLength(times + 2);
      expect(missed()).toBe(times + 1);
    }
  });

  it.each([
    [0, 1_000],
    [500, 1_000],
    [7_000, 7_000],
    [86_400_000, 15 * 60_000],
  ])('asks to be let in again after as long as the server asks: %i ms', async (asks, wait) => {
    const { clock, asked, session, listening, missed } = one();
    listening.want(session(), []);
    const cause = { reason: 'busy', retryAfterMs: asks } as const;
    asked[0]?.answer(err({ reason: 'not-now', message: 'HTTP 503', cause }));
    await settle();
    clock.move(wait - 1);
    expect(asked).toHaveLength(1);
    clock.move(1);
    expect(asked).toHaveLength(2);
    expect(missed()).toBe(1);
    asked[1]?.answer(dropped);
    await settle();
    clock.move(2_000);
    expect(asked).toHaveLength(3);
  });

  it('ends when the stream ends at once too often, and not when it had lasted', async () => {
    const { clock, asked, session, listening } = one();
    listening.want(session(), []);
    for (let times = 0; times < 20; times += 1) {
      asked.at(-1)?.answer(dropped);
      await settle();
      clock.move(29_000);
    }
    expect(asked).toHaveLength(1 + limits.retries);

    const lasting = one();
    lasting.listening.want(lasting.session(), []);
    for (let times = 0; times < 20; times += 1) {
      lasting.clock.move(60_000);
      lasting.asked.at(-1)?.answer(dropped);
      await settle();
      lasting.clock.move(30_000);
    }
    expect(lasting.asked).toHaveLength(21);
  });

  it.each<[string, Answer]>([
    ['refuses', ok({ error: { code: -32601, message: 'no' } })],
    ['is gone', err({ reason: 'closed', message: 'gone' })],
  ])('is not tried again where the server %s', async (_, answer) => {
    const { clock, asked, session, listening } = one();
    const here = session();
    listening.want(here, []);
    asked[0]?.answer(answer);
    await settle();
    listening.want(here, []);
    clock.move(600_000);
    expect(asked).toHaveLength(1);
    listening.want(session(), []);
    expect(asked).toHaveLength(2);
  });

  it('ends with the session, also while it waits', async () => {
    const { clock, asked, session, listening } = one();
    listening.want(session(), []);
    asked[0]?.answer(dropped);
    await settle();
    listening.end();
    clock.move(600_000);
    expect(asked).toHaveLength(1);
    listening.want(session(), []);
    listening.end();
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(clock.due).toBe(0);
  });
});
