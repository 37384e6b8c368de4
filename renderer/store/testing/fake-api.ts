import type {
  RendererApi,
  AppEvent,
  EventEnvelope,
  RequestName,
  AppSnapshot,
} from '../../../shared/contract.ts';
import type { BridgeExtras } from '../app-store.ts';
import { aSnapshot } from './fixtures.ts';

/**
 * An `Api` that answers what the test defines; everything else fails loudly. `send` numbers events
 * as the main process does.
 */
export function fakeApi(answers: Partial<RendererApi> = {}, start: AppSnapshot = aSnapshot()) {
  const listeners = new Set<(envelope: EventEnvelope) => void>();
  const calls: { readonly name: RequestName; readonly input: unknown }[] = [];
  let snapshot = start;
  let seq = start.seq;
  const base: Partial<RendererApi> = {
    getSnapshot: async () => ({ ok: true, value: { ...snapshot, seq } }),
    getLog: async () => ({
      ok: true,
      value: { epoch: 'e', reset: false, rows: [], gone: [], revision: 0, more: false, dropped: 0 },
    }),
    // Saved in the background, a moment after a file was on screen.
    keepReading: async () => ({ ok: true, value: {} }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...answers,
  };
  const api = new Proxy(base as RendererApi & BridgeExtras, {
    get: (target, name: RequestName | 'subscribe' | keyof BridgeExtras) => {
      if (name === 'onLink' || name === 'onPlace') return Reflect.get(target, name);
      if (name === 'confirm') return async () => 'a proof';
      const known = Reflect.get(target, name) as ((input: unknown) => unknown) | undefined;
      if (name === 'subscribe') return known;
      return (input: unknown) => {
        calls.push({ name, input });
        if (!known) throw new Error(`the test did not expect ${name}`);
        return known(input);
      };
    },
  });
  return {
    api,
    calls,
    send: (...events: AppEvent[]) => {
      for (const event of events) for (const listener of listeners) listener({ seq: ++seq, event });
    },
    /** Events that the page never received: the next one leaves a gap. */
    lose: (next: AppSnapshot) => {
      snapshot = next;
      seq += 5;
    },
  };
}
