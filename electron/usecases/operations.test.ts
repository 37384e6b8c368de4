import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../shared/contract.ts';
import type { NotDone } from '../../shared/model/operation.ts';
import { mostNamed } from '../../shared/model/plain.ts';
import { handClock } from './catalogue/testing/stage.ts';
import { createOperations, tracked, type Ended } from './operations.ts';

function stage() {
  const events: AppEvent[] = [];
  const clock = handClock();
  let ids = 0;
  const operations = createOperations((event) => void events.push(event), clock, {
    next: () => `op-${(ids += 1)}`,
  });
  const last = () => events.findLast((event) => event.type === 'operation');
  return { operations, events, clock, last };
}
const well: Ended = { message: '4 match' };
const acme = { kind: 'verify', server: 'acme' } as const;
const line = (name: string): NotDone => ({
  ...{ server: 'acme', uri: 'skill://a/SKILL.md', file: null, name, path: '', why: 'it failed' },
});

describe('long work', () => {
  it('keeps how it ended for whoever asks later, until it is closed', async () => {
    const { operations, last } = stage();
    const { operationId, finished } = operations.start(acme, async () => ({
      message: '3 match, 1 failed',
      notDone: [line('a')],
    }));
    expect(operations.all()).toMatchObject([{ operationId, status: 'running', endedAt: null }]);
    expect(operations.close(operationId)).toBe(false);
    await finished;
    const result = { status: 'done', message: '3 match, 1 failed', notDone: [{ name: 'a' }] };
    expect(operations.all()).toMatchObject([{ ...result, stoppable: false, closed: false }]);
    expect(operations.close(operationId)).toBe(true);
    expect(last()).toMatchObject({ ...result, closed: true });
    expect(operations.close('another')).toBe(false);
  });

  it('keeps the newest result about a thing alone', async () => {
    const { operations } = stage();
    for (const message of ['first', 'second'])
      await operations.start(acme, async () => ({ message })).finished;
    await operations.start({ ...acme, uri: 'skill://a/SKILL.md' }, async () => well).finished;
    expect(operations.all().map(({ message }) => message)).toEqual(['second', '4 match']);
  });

  it('names no more of what did not go well than a window can take', async () => {
    const { operations } = stage();
    const notDone = Array.from({ length: mostNamed + 1 }, (_, at) => line(String(at)));
    await operations.start(acme, async () => ({ message: 'bad', notDone })).finished;
    expect(operations.all()[0]?.notDone).toHaveLength(mostNamed);
  });

  it('is stopped where that means something, and nowhere else', async () => {
    const { operations } = stage();
    const until = (signal: AbortSignal): Promise<Ended> =>
      new Promise((end) => signal.addEventListener('abort', () => end(well)));
    const stopped = operations.start(acme, until);
    expect(operations.cancel(stopped.operationId)).toBe(true);
    await stopped.finished;
    expect(operations.all()).toMatchObject([{ status: 'cancelled', message: '4 match' }]);
    expect(operations.cancel(stopped.operationId)).toBe(false);
    const whole = operations.start({ kind: 'import', stoppable: false }, until);
    expect(operations.cancel(whole.operationId)).toBe(false);
    operations.cancelAll();
    await whole.finished;
  });

  it('says nothing more of a server that was replaced, whatever is still under way', async () => {
    const { operations, events } = stage();
    await operations.start(acme, async () => well).finished;
    let end = (): void => {};
    const running = operations.start({ kind: 'list', server: 'acme' }, async (_, progress) => {
      await new Promise<void>((resolve) => (end = resolve));
      progress.report(5, 10, 0);
      return well;
    });
    operations.forget('acme');
    expect(operations.all()).toEqual([]);
    expect(events.at(-1)).toMatchObject({ kind: 'list', status: 'cancelled', closed: true });
    const told = events.length;
    end();
    await running.finished;
    expect(events).toHaveLength(told);
  });

  it('has failed when it throws, and a tracked one throws to its caller, too', async () => {
    const { operations } = stage();
    const broken = async (): Promise<never> => {
      throw new Error('out of paper');
    };
    await operations.start(acme, broken).finished;
    await expect(tracked(operations, { kind: 'export' }, broken, () => well)).rejects.toThrow(
      'out of paper',
    );
    expect(operations.all()).toMatchObject([
      { kind: 'verify', status: 'failed', message: 'out of paper' },
      { kind: 'export', status: 'failed' },
    ]);
  });
});
