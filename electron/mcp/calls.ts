import type { RequestId } from '@modelcontextprotocol/client';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { CallFailure, RawAnswer } from '../engine/ports/session.ts';
import { isObject } from './recorder.ts';
import type { WireMessage } from './recorder.ts';

type Settle = (answer: Result<unknown, CallFailure>) => void;
/** What a caller takes an answer for. */
type Reading = (message: WireMessage) => Result<unknown, CallFailure>;

/** Far above what the SDK's own handshake requests use on the same connection. */
const firstId = 1_000_001;

/**
 * Requests under way on one connection. Correlation is by the exact id: an answer to an
 * unknown id, a second answer, or an answer of another shape is never taken for a result.
 *
 * The SDK's `request()` is not used for these: it validates each message several times with
 * schemas, which costs more than everything else on this path, and it silently drops an
 * answer whose shape is wrong, so that the caller waits until the timeout.
 */
export class PendingCalls {
  readonly #waiting = new Map<RequestId, { readonly settle: Settle; readonly read: Reading }>();
  readonly #onFailed: (id: RequestId, failure: CallFailure) => void;
  #nextId = firstId;

  /** `onFailed` is told of every call that ends without an answer. */
  constructor(onFailed: (id: RequestId, failure: CallFailure) => void) {
    this.#onFailed = onFailed;
  }

  /**
   * Registers a call. `settled` runs exactly once, when the answer or a failure is there. `read`
   * is what the answer is taken for; without it, a result.
   */
  open(settled: Settle, read: Reading = answerOf): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#waiting.set(id, { settle: settled, read });
    return id;
  }

  /** Whether a call has or had this id. */
  hasOpened(id: unknown): boolean {
    return typeof id === 'number' && id >= firstId && id < this.#nextId;
  }

  has(id: unknown): boolean {
    return this.#waiting.has(id as RequestId);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Takes the server's answer, whose result or error is an object; every field of it is the
   * server's choice.
   */
  answer(id: RequestId, message: WireMessage): void {
    this.#settle(id, (read) => read(message));
  }

  fail(id: RequestId, failure: CallFailure): void {
    if (this.#waiting.has(id)) this.#onFailed(id, failure);
    this.#settle(id, () => err(failure));
  }

  failAll(failure: CallFailure): void {
    for (const id of [...this.#waiting.keys()]) this.fail(id, failure);
  }

  #settle(id: RequestId, answer: (read: Reading) => Result<unknown, CallFailure>): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.settle(answer(waiting.read));
  }
}

/** The answer as it stands, for a gateway that passes it on: also one that wants input first. */
export function rawAnswer({ result, error }: WireMessage): Result<RawAnswer, CallFailure> {
  if (error !== undefined) {
    const read = answerOf({ error });
    if (!read.ok && read.error.reason !== 'error-response') return read;
    return ok({ error: error as Extract<RawAnswer, { error: unknown }>['error'] });
  }
  return isObject(result)
    ? ok({ result })
    : err({ reason: 'bad-response', message: 'The result in the response isn’t an object.' });
}

function answerOf(message: WireMessage): Result<unknown, CallFailure> {
  const { result, error } = message;
  if (error !== undefined) {
    if (
      !isObject(error) ||
      typeof error['code'] !== 'number' ||
      typeof error['message'] !== 'string'
    ) {
      return err({
        reason: 'bad-response',
        message: 'The error in the response has no code or no message.',
      });
    }
    return err({ reason: 'error-response', code: error['code'], message: error['message'] });
  }
  if (isObject(result) && result['resultType'] === 'input_required') {
    return err({
      reason: 'bad-response',
      message:
        'The server asks for input before it answers (resultType "input_required"), ' +
        'which Skillgate doesn’t give.',
    });
  }
  return ok(result);
}
