import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { PassThrough } from 'node:stream';
import { startInspection, endWithInput, sampleCommand } from './own-processes.ts';

class Child extends EventEmitter {
  readonly pid = 7;
  readonly posted: unknown[] = [];
  running = false;
  kills = 0;
  postMessage = (message: unknown): void => void this.posted.push(message);
  /** As Electron does: nothing can be ended before it was started. */
  kill = (): boolean => {
    if (this.running) this.kills += 1;
    return this.running;
  };
  spawn(): void {
    this.running = true;
    this.emit('spawn');
  }
}

function started(cumulativeCPUUsage?: number): {
  child: Child;
  outside: ReturnType<typeof startInspection>;
  told: unknown[];
  forked: unknown[];
} {
  const child = new Child();
  const told: unknown[] = [];
  const forked: unknown[] = [];
  const fork = (...given: unknown[]): Child => {
    forked.push(given);
    return child;
  };
  const getAppMetrics = (): unknown => [
    { pid: 3, cpu: { cumulativeCPUUsage: 90 } },
    { pid: 7, cpu: cumulativeCPUUsage === undefined ? {} : { cumulativeCPUUsage } },
  ];
  const electron = { fork, getAppMetrics };
  const outside = startInspection(
    electron as unknown as Parameters<typeof startInspection>[0],
    '/app/worker.cjs',
  );
  outside.hear({
    message: (message) => void told.push(message),
    ended: (detail) => void told.push(detail),
  });
  return { child, outside, told, forked };
}

describe('the process that looks at files', () => {
  it('is the worker at its path, is told what is posted, and tells what it says', () => {
    const { child, outside, told, forked } = started();
    outside.post({ kind: 'inspect' });
    child.emit('message', { kind: 'ready' });
    expect(forked).toMatchObject([['/app/worker.cjs', [], { stdio: 'ignore' }]]);
    expect(child.posted).toEqual([{ kind: 'inspect' }]);
    expect(told).toEqual([{ kind: 'ready' }]);
  });

  it('tells the processor time it has used, and null where Electron doesn’t count it', () => {
    expect(started(2.5).outside.cpuMs()).toBe(2_500);
    expect(started().outside.cpuMs()).toBeNull();
  });

  it('that dies tells so, whatever it died of', () => {
    const { child, told } = started();
    child.spawn();
    child.emit('exit', 11);
    expect(told).toEqual(['its process ended']);
  });

  it('is ended, and says nothing from then on', () => {
    const { child, outside, told } = started();
    child.spawn();
    outside.end();
    child.emit('message', { kind: 'ready' });
    child.emit('exit', 0);
    expect(child.kills).toBe(1);
    expect(told).toEqual([]);
  });

  it('that is ended before it has started ends as soon as it has', () => {
    const { child, outside } = started();
    outside.end();
    expect(child.kills).toBe(0);
    child.spawn();
    expect(child.kills).toBe(1);
  });
});

describe('the command of the sample server', () => {
  const app = (isPackaged: boolean) => ({ isPackaged, getAppPath: () => '/product' });
  it('is the app itself: with its folder in development, without when packaged', () => {
    expect(sampleCommand(app(false), {})).toEqual({
      command: process.execPath,
      args: ['/product', '--sample-server'],
      env: {},
    });
    expect(sampleCommand(app(true), {}).args).toEqual(['--sample-server']);
  });
  it('is given what finds the display, and nothing else of the environment', () => {
    expect(sampleCommand(app(true), { DISPLAY: ':0', TOKEN: 'secret' }).env).toEqual({
      DISPLAY: ':0',
    });
  });
});

describe('the process of the sample server', () => {
  it('ends when nobody can ask it any more, and not before', async () => {
    const codes: (number | undefined)[] = [];
    const input = new PassThrough();
    endWithInput({ exit: (code) => void codes.push(code) }, input);
    input.write('{}');
    input.resume();
    await new Promise(setImmediate);
    expect(codes).toEqual([]);
    input.end();
    await new Promise((resolve) => input.once('close', resolve));
    expect(codes).toEqual([0]);
  });
});
