import type { FromServer } from '../engine/ports/session.ts';
import { isObject, type WireMessage } from './recorder.ts';

/** The attacker is a server that talks before anybody listens: how much of it waits. */
const mostHeld = { messages: 256, characters: 1_048_576 };

/**
 * What a server says on its own once its handshake is answered. With `holds`, it waits for a
 * listener: a server may ask for roots as soon as it hears `initialized`, before the receipt of
 * that arrives.
 */
export class OwnMessages {
  readonly #holds: boolean;
  #listener: ((message: FromServer) => void) | null = null;
  #held: FromServer[] = [];
  #heldCharacters = 0;
  #tellAsked = (): void => {};
  /** Resolves with the first request that somebody is going to answer. */
  readonly asked = new Promise<void>((resolve) => {
    this.#tellAsked = resolve;
  });

  constructor(holds: boolean) {
    this.#holds = holds;
  }

  /** True for a request that a listener gets, so that the SDK must not see it. */
  take(message: WireMessage): boolean {
    const heard = fromServer(message);
    // The SDK answers a ping itself.
    if (heard === null || heard.method === 'ping') return false;
    if (this.#listener !== null) this.#listener(heard);
    else if (!this.#holds || !this.#hold(heard)) return false;
    if (heard.id === undefined) return false;
    this.#tellAsked();
    return true;
  }

  /** Gives what waits, and from now on everything. */
  listen(listener: (message: FromServer) => void): void {
    this.#listener = listener;
    const waiting = this.#held;
    this.#held = [];
    for (const message of waiting) listener(message);
  }

  #hold(message: FromServer): boolean {
    this.#heldCharacters += JSON.stringify(message).length;
    if (this.#held.length >= mostHeld.messages) return false;
    if (this.#heldCharacters > mostHeld.characters) return false;
    this.#held.push(message);
    return true;
  }
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
