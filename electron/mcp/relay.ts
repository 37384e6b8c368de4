import { err, type Result } from '../../shared/result.ts';
import type { CallFailure, FromServer, RawAnswer, SessionRelay } from '../engine/ports/session.ts';
import { rawAnswer } from './calls.ts';
import { ParamHeaders } from './param-headers.ts';
import { isObject, type WireMessage } from './recorder.ts';
import type { RequestEnvelope, WatchedTransport } from './watched-transport.ts';

/** The attacker is a server that talks before anybody listens: how much of it waits. */
const mostHeld = { messages: 256, characters: 1_048_576 };

/**
 * Passes a host's messages to a server and the server's own to the host, over a connection whose
 * handshake is done. No time bound: the host decides how long it waits. `holds`: what the server says
 * before there's a listener waits for it, as a server may ask for roots right after the handshake.
 */
export function createRelay(
  transport: WatchedTransport,
  envelope: RequestEnvelope | null,
  holds = false,
): SessionRelay {
  let listener: ((message: FromServer) => void) | null = null;
  let held: FromServer[] = [];
  let heldCharacters = 0;
  const hold = (message: FromServer): boolean => {
    heldCharacters += JSON.stringify(message).length;
    if (held.length >= mostHeld.messages || heldCharacters > mostHeld.characters) return false;
    held.push(message);
    return true;
  };
  let tellAsked = (): void => {};
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const params = new ParamHeaders();
  transport.onown = (message) => {
    const heard = fromServer(message);
    // The SDK answers a ping itself.
    if (heard === null || heard.method === 'ping') return false;
    if (listener !== null) listener(heard);
    else if (!holds || !hold(heard)) return false;
    if (heard.id !== undefined) tellAsked();
    return heard.id !== undefined;
  };
  const headersOf = (method: string, asked: WireMessage) => {
    const headers = envelope === null || method !== 'tools/call' ? undefined : params.of(asked);
    return headers === undefined ? {} : { headers };
  };
  return {
    request(method, asked, signal) {
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
    onMessage: (next) => {
      listener = next;
      const waiting = held;
      held = [];
      for (const message of waiting) next(message);
    },
    asked,
  };
}

/** What the revision wants in `_meta` stands over whatever the host wrote there. */
function enveloped(params: WireMessage, envelope: RequestEnvelope | null): WireMessage {
  if (envelope === null) return params;
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isObject(meta) ? meta : {}), ...envelope.value } };
}

function fromServer({ id, method, params }: WireMessage): FromServer | null {
  if (typeof method !== 'string') return null;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return null;
  return {
    ...(id === undefined ? {} : { id }),
    method,
    params: isObject(params) ? params : {},
  };
}
