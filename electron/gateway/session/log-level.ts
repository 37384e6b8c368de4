import { own } from '../../core/json.ts';
import type { SessionRelay } from '../../engine/ports/session.ts';
import { errorWithout, withoutEnvelope } from '../policy/relayed-lists.ts';
import { meta } from '../policy/methods.ts';
import { codes, failed, record, text, type RpcAnswer, type JsonObject } from '../policy/message.ts';
import type { RelayingParts } from './host-client.ts';

/** The level of the log, which is a request in the older era and a field of each in the newer. */
export class LogLevel {
  readonly #parts: Pick<RelayingParts, 'host' | 'upstream' | 'sieve'>;
  /** That a host of the older era wants, or that the server was told last. */
  #level: string | null = null;

  constructor(parts: Pick<RelayingParts, 'host' | 'upstream' | 'sieve'>) {
    this.#parts = parts;
  }

  /** `logging/setLevel` of the older era. */
  async set(params: JsonObject): Promise<RpcAnswer> {
    const level = text(params, 'level');
    if (level === null) return failed(codes.invalidParams, 'params.level is missing.');
    this.#level = level;
    if (this.#parts.upstream.era === 'modern') return { result: {} };
    const relay = await this.#parts.upstream.relay();
    const answer = await relay?.request('logging/setLevel', { level });
    // Where the server lost the session, the next one is told.
    if (answer?.ok === false && answer.error.reason === 'closed')
      await this.#parts.upstream.relay();
    return answer?.ok === true && 'error' in answer.value
      ? { error: errorWithout(answer.value.error, this.#parts.sieve('logging/setLevel')) }
      : { result: {} };
  }

  /** Another session than the one that was told the level. */
  renew(): void {
    const { upstream, host } = this.#parts;
    if (this.#level === null || upstream.era === 'modern' || host.era === 'modern') return;
    void upstream.session?.relay?.request('logging/setLevel', { level: this.#level });
  }

  /** The parameters with the level of the log as the server's era wants it. */
  in(relay: SessionRelay, params: JsonObject, wanted: string | null): JsonObject {
    const plain = withoutEnvelope(params);
    const level = wanted ?? (this.#parts.host.era === 'legacy' ? this.#level : null);
    if (level === null) return plain;
    if (this.#parts.upstream.era === 'modern')
      return { ...plain, _meta: { ...record(plain, '_meta'), [meta.logLevel]: level } };
    if (wanted !== null && wanted !== this.#level) {
      this.#level = wanted;
      if (own(this.#parts.upstream.server.capabilities, 'logging') !== undefined)
        void relay.request('logging/setLevel', { level: wanted });
    }
    return plain;
  }
}
