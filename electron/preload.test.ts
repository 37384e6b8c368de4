import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestNames } from '../shared/contract.ts';
import { double, ipcRenderer, resetDouble } from './shell/testing/electron-double.ts';

resetDouble();
await import('./preload.ts');
const exposed = new Map(double.exposed);

describe('what the preload exposes', () => {
  const api = exposed.get('api') as unknown as
    | Record<string, (input: unknown, ...rest: unknown[]) => unknown>
    | undefined;
  beforeEach(resetDouble);

  it('is the contract: one function per request, the events, and nothing else', () => {
    expect([...exposed.keys()]).toEqual(['api']);
    expect(Object.keys(api ?? {}).toSorted()).toEqual(
      [...requestNames, 'onPlace', 'subscribe', 'takeKey'].toSorted(),
    );
  });

  it.each(requestNames)('sends %s on its own channel, with one input', async (name) => {
    await api?.[name]?.({ a: 1 }, 'another-channel');
    expect(double.invoked).toEqual([{ channel: `skillgate:${name}`, input: { a: 1 } }]);
  });

  it('hands over events without the platform’s event object, until unsubscribed', () => {
    const seen: unknown[][] = [];
    const stop = api?.['subscribe']?.((...args: unknown[]) => seen.push(args)) as () => void;
    ipcRenderer.emit('skillgate-event', { sender: ipcRenderer }, { seq: 1 });
    stop();
    ipcRenderer.emit('skillgate-event', { sender: ipcRenderer }, { seq: 2 });
    expect(seen).toEqual([[{ seq: 1 }]]);
  });

  it('hands over where a link leads, as text and nothing else', () => {
    const seen: unknown[][] = [];
    const stop = api?.['onPlace']?.((...args: unknown[]) => seen.push(args)) as () => void;
    ipcRenderer.emit('skillgate-place', { sender: ipcRenderer }, '/acme');
    stop();
    ipcRenderer.emit('skillgate-place', { sender: ipcRenderer }, '/docs');
    expect(seen).toEqual([['/acme']]);
  });
});

describe('the key that confirms dialogs', () => {
  beforeEach(resetDouble);
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const takenAfter = async (...answers: (string | null)[]): Promise<unknown> => {
    vi.useFakeTimers();
    vi.resetModules();
    const electron = await import('./shell/testing/electron-double.ts');
    vi.spyOn(electron.ipcRenderer, 'invoke').mockImplementation(() =>
      Promise.resolve(answers.shift() ?? null),
    );
    await import('./preload.ts');
    const api = electron.double.exposed.get('api') as unknown as {
      takeKey: () => Promise<unknown>;
    };
    const taken = api.takeKey();
    await vi.runAllTimersAsync();
    expect(await api.takeKey()).toBeNull();
    return taken;
  };

  it('is given to the first caller', async () => {
    expect(await takenAfter('the key')).toBe('the key');
  });

  it('is requested again when Electron didn’t know the page yet', async () => {
    expect(await takenAfter(null, null, 'the key')).toBe('the key');
  });

  it('stays away from a page that’s refused each time', async () => {
    expect(await takenAfter()).toBeNull();
  });
});
