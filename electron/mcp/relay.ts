import { err, type Result } from '../../shared/result.ts';
import type { CallFailure, RawAnswer, SessionRelay } from '../engine/ports/session.ts';
import { rawAnswer } from './calls.ts';
import { ParamHeaders } from './param-headers.ts';
import { isObject, type WireMessage } from './recorder.ts';
import type { RequestEnvelope, WatchedTransport } from './watched-transport.ts';

/**
 * Passes a host's messages to a server and the server's own to the host, over a connection whose
 * handshake is done. No time bound: the host decides how long it waits.
 */
export function createRelay(
  transport: WatchedTransport,
  envelope: RequestEnvelope | null,
): SessionRelay {
  const params = new ParamHeaders();
  const headersOf = (method: string, asked: WireMessage) => {
    const headers = envelope === null || method !== 'tools/call' ? undefined : params.of(asked);
    return headers === undefined ? {} : { headers };
  };
  return {
    request(method, asked, signal, begun) {
      if (signal?.aborted === true)
        return Promise.resolve(err({ reason: 'cancelled', message: 'Canceled.' }));
      if (transport.failure !== null)
        return Promise.resolve(err({ reason: 'closed', message: transport.failure.message }));
      return new Promise((resolve) => {
        const post = transport.hasPerRequestStream ? new AbortController() : null;
        const id = transport.calls.open((answer) => {
          signal?.removeEventListener('abort', onAbort);
          const given = answer as Result<RawAnswer, CallFailure>;
          if (method === 'tools/list' && given.ok && 'result' in given.value)
            params.learn(given.value.result);
          resolve(given);
        }, rawAnswer);
        const onAbort = (): void => {
          transport.calls.fail(id, { reason: 'cancelled', message: 'Canceled.' });
          transport.cancel(id, 'Canceled by the host.');
          post?.abort();
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        begun?.(id);
        transport.ask(
          id,
          method,
          enveloped(asked, envelope),
          null,
          post === null ? undefined : { requestSignal: post.signal, ...headersOf(method, asked) },
        );
      });
    },
    notify: (method, params) => transport.pass({ method, params }),
    answer: (id, answer) => transport.pass({ id, ...answer }),
    onMessage: (listener) => transport.own.listen(listener),
    asked: transport.own.asked,
    hold: (isHeld) => transport.hold(isHeld),
    drained: () => transport.drained(),
  };
}

/** What the revision wants in `_meta` stands over whatever the host wrote there. */
export function enveloped(params: WireMessage, envelope: RequestEnvelope | null): WireMessage {
  if (envelope === null) return params;
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isObject(meta) ? meta : {}), ...envelope.value } };
}
