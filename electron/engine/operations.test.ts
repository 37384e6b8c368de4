import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../shared/contract.ts';
import type { NotDone } from '../../shared/model/operation.ts';
import { mostNamed } from '../../shared/model/plain.ts';
import { handClock } from './catalogue/testing/stage.ts';
import {
  createOperations,
  tracked,
  type EndedWork,
  type WorkProgress,
  type UndoItems,
} from './operations.ts';

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
const well: EndedWork = { message: '4 match' };
/** Work that goes on until it is told to end. */
function held() {
  let end = (): void => {};
  const over = new Promise<EndedWork>((resolve) => (end = () => resolve(well)));
  return { over, end };
}
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
    const until = (signal: AbortSignal): Promise<EndedWork> =>
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

  it('keeps a result beside those of other kinds, servers and skills, and beside what still runs', async () => {
    const { operations } = stage();
    const { over, end } = held();
    const running = operations.start(acme, () => over);
    const others = [
      acme,
      { kind: 'list', server: 'acme' },
      { kind: 'verify', server: 'other' },
      { kind: 'verify', server: 'acme', uri: 'skill://a/SKILL.md' },
      { kind: 'export' },
    ] as const;
    for (const work of others) await operations.start(work, async () => well).finished;
    expect(operations.all()).toHaveLength(1 + others.length);
    end();
    await running.finished;
    expect(operations.all().map(({ operationId }) => operationId)).toEqual([
      ...['op-1', 'op-3', 'op-4', 'op-5', 'op-6'],
    ]);
  });

  it('keeps the newest hundred results, and none of what runs is lost for them', async () => {
    const { operations } = stage();
    const { over, end } = held();
    const running = operations.start(acme, () => over);
    const work = (at: number) => ({ kind: 'verify', server: `s${at}` }) as const;
    for (let at = 0; at < 99; at += 1) await operations.start(work(at), async () => well).finished;
    expect(operations.all()).toHaveLength(100);
    await operations.start(work(99), async () => well).finished;
    expect(operations.all()).toHaveLength(100);
    expect(operations.all().slice(0, 2)).toMatchObject([
      { operationId: running.operationId, status: 'running' },
      { server: 's1' },
    ]);
    end();
    await running.finished;
  });

  it('reports at most ten times a second, and at once when its extent is known', async () => {
    const { operations, events, clock } = stage();
    const { over, end } = held();
    let report: WorkProgress['report'] = () => {};
    const running = operations.start({ ...acme, total: 3 }, async (_, progress) => {
      ({ report } = progress);
      return over;
    });
    const told = () => events.splice(0).map((event) => event.type === 'operation' && event.done);
    expect(events).toMatchObject([{ total: 3, done: 0, failed: 0, startedAt: clock.now() }]);
    expect(told()).toEqual([0]);
    report(1, 3, 0);
    expect(told()).toEqual([]);
    clock.move(99);
    report(2, 3, 0);
    expect(told()).toEqual([]);
    clock.move(1);
    report(3, 3, 1);
    expect(events).toMatchObject([{ done: 3, failed: 1 }]);
    expect(told()).toEqual([3]);
    report(4, 3, 1);
    expect(told()).toEqual([]);
    end();
    await running.finished;
    expect(events.splice(0)).toMatchObject([{ status: 'done', done: 4, endedAt: clock.now() }]);
    report(5, 3, 1);
    expect(told()).toEqual([]);
  });

  it('reports its extent the first time that it is known', async () => {
    const { operations, events } = stage();
    const { over, end } = held();
    let report: WorkProgress['report'] = () => {};
    const running = operations.start({ kind: 'export' }, async (_, progress) => {
      ({ report } = progress);
      return over;
    });
    expect(events.splice(0)).toMatchObject([{ server: null, uri: null, total: null }]);
    report(1, null, 0);
    expect(events).toEqual([]);
    report(1, 5, 0);
    expect(events.splice(0)).toMatchObject([{ done: 1, total: 5 }]);
    report(2, 5, 0);
    expect(events).toEqual([]);
    end();
    await running.finished;
  });

  it('gives what can be taken back to whoever asks first', async () => {
    const { operations, last } = stage();
    const undo = [{ server: 'acme', uri: 'skill://a/SKILL.md' }] as unknown as UndoItems;
    const { operationId, finished } = operations.start(acme, async () => ({ ...well, undo }));
    expect(operations.takeUndo(operationId)).toBeNull();
    await finished;
    expect(last()).toMatchObject({ undoable: true, closed: false });
    expect(operations.takeUndo(operationId)).toBe(undo);
    expect(last()).toMatchObject({ operationId, undoable: false, closed: true });
    expect(operations.takeUndo(operationId)).toBeNull();
    expect(operations.takeUndo('another')).toBeNull();
  });

  it('has nothing to take back where nothing was decided, or another result stands there', async () => {
    const { operations, last } = stage();
    const first = operations.start(acme, async () => ({ ...well, undo: [] }));
    await first.finished;
    expect(last()).toMatchObject({ undoable: false });
    expect(operations.takeUndo(first.operationId)).toBeNull();
    const undo = [{ server: 'acme', uri: 'skill://a/SKILL.md' }] as unknown as UndoItems;
    const second = operations.start(acme, async () => ({ ...well, undo }));
    await second.finished;
    await operations.start(acme, async () => well).finished;
    expect(last()).toMatchObject({ undoable: false, notDone: [] });
    expect(operations.takeUndo(second.operationId)).toBeNull();
  });

  it('has failed where it says so or throws anything, and is no stop then', async () => {
    const { operations } = stage();
    const failed = operations.start(acme, async () => ({ ...well, isFailure: true }));
    operations.cancel(failed.operationId);
    await failed.finished;
    const thrown = operations.start({ kind: 'export' }, () => Promise.reject('out of ink'));
    await thrown.finished;
    expect(operations.all()).toMatchObject([
      { status: 'failed', message: '4 match', stoppable: false },
      { status: 'failed', message: 'out of ink' },
    ]);
    expect(operations.cancel('another')).toBe(false);
  });

  it('is stopped on one server, or as a kind, and waited for', async () => {
    const { operations } = stage();
    const stopped: string[] = [];
    const until = (name: string) => (signal: AbortSignal) =>
      new Promise<EndedWork>((end) =>
        signal.addEventListener('abort', () => {
          stopped.push(name);
          end(well);
        }),
      );
    operations.start(acme, until('acme'));
    operations.start({ kind: 'verify', server: 'other' }, until('other'));
    operations.start({ kind: 'export' }, until('export'));
    operations.cancelAll('acme');
    expect(stopped).toEqual(['acme']);
    await operations.end(['export', 'import']);
    expect(stopped).toEqual(['acme', 'export']);
    expect(operations.all().map(({ kind, status }) => [kind, status])).toEqual([
      ['verify', 'cancelled'],
      ['verify', 'running'],
      ['export', 'cancelled'],
    ]);
    operations.cancelAll();
    await operations.end(['verify']);
    expect(stopped).toEqual(['acme', 'export', 'other']);
    await operations.end(['verify']);
  });

  it('is waited for also where it was forgotten, and forgets nothing of another server', async () => {
    const { operations, last, clock } = stage();
    const { over, end } = held();
    let isStopped = false;
    operations.start(acme, (signal) => {
      signal.addEventListener('abort', () => (isStopped = true));
      return over;
    });
    await operations.start({ kind: 'verify', server: 'other' }, async () => well).finished;
    clock.move(5);
    operations.forget('acme');
    expect(isStopped).toBe(true);
    expect(last()).toMatchObject({
      ...{ server: 'acme', status: 'cancelled', stoppable: false, closed: true },
      ...{ message: 'its server has changed', endedAt: clock.now() },
    });
    expect(operations.all()).toMatchObject([{ server: 'other' }]);
    let isOver = false;
    const waiting = operations.end(['verify']).then(() => (isOver = true));
    await new Promise((soon) => setImmediate(soon));
    expect(isOver).toBe(false);
    end();
    await waiting;
  });

  it('that is tracked gives its value, and tells how it ended', async () => {
    const { operations, last } = stage();
    const value = await tracked(
      operations,
      { kind: 'export', total: 2 },
      async () => 7,
      (given) => ({ message: `${given} written` }),
    );
    expect(value).toBe(7);
    expect(last()).toMatchObject({ kind: 'export', status: 'done', message: '7 written' });
  });
});
