import { randomBytes } from 'node:crypto';
import type { SystemClock } from '../../engine/ports/machine.ts';
import { codes, failed, type RpcAnswer } from '../policy/message.ts';
import type { HostCall } from './call.ts';

/** Requests that wait for a host's input at once, and for how long (ms). */
const mostParked = 64;
const parkedMs = 10 * 60_000;

/** Requests whose host gathers input now: the newer era answers "input required" and asks again. */
export class ParkedCalls {
  readonly #clock: Pick<SystemClock, 'after'>;
  readonly #calls = new Map<
    string,
    { readonly call: HostCall; readonly cancelExpiry: () => void }
  >();

  constructor(clock: Pick<SystemClock, 'after'>) {
    this.#clock = clock;
  }

  /** What the host is answered: its questions, and the state that it comes back with. */
  park(call: HostCall): RpcAnswer {
    if (this.#calls.size >= mostParked) {
      call.abort.abort();
      return failed(codes.internal, 'Too many requests are waiting for input.');
    }
    const state = randomBytes(18).toString('base64url');
    call.host = null;
    const cancelExpiry = this.#clock.after(parkedMs, () => {
      if (this.#calls.delete(state)) call.abort.abort();
    });
    this.#calls.set(state, { call, cancelExpiry });
    const inputRequests = Object.fromEntries(
      [...call.questions].map(([key, { method, params }]) => [key, { method, params }]),
    );
    return { result: { resultType: 'input_required', inputRequests, requestState: state } };
  }

  /** The request that waits under this state, once; null where none does. */
  take(state: string): HostCall | null {
    const waiting = this.#calls.get(state);
    if (waiting === undefined) return null;
    this.#calls.delete(state);
    waiting.cancelExpiry();
    return waiting.call;
  }

  /** Nothing waits for a host that has gone. */
  close(): void {
    for (const { call, cancelExpiry } of this.#calls.values()) {
      cancelExpiry();
      call.abort.abort();
    }
    this.#calls.clear();
  }
}
