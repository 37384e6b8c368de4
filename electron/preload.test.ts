import { beforeEach, describe, expect, it } from 'vitest';
import { requestNames } from '../shared/contract.ts';
import { double, ipcRenderer, resetDouble } from './shell/testing/electron-double.ts';

resetDouble();
await import('./preload.ts');
const exposed = new Map(double.exposed);

describe('what the preload exposes', () => {
  const api = exposed.get('api') as unknown as
    Record<string, (input: unknown, ...rest: unknown[]) => unknown> | undefined;
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
