import { requestNames, type Api, type Envelope, type Reply } from '../../shared/contract.ts';
import { connectSocket, type LinkWord } from './socket.ts';

export interface Bridge extends Api {
  /** Tells of the link to Skillgate's own process; absent where there is none to lose. */
  readonly onLink?: (listener: (link: LinkWord) => void) => () => void;
}

declare global {
  interface Window {
    /** Set by the Electron preload. */
    readonly api?: Api;
  }
}

/**
 * The contract as this page can reach it: the preload's, or a WebSocket to the page's own origin.
 */
export function openBridge(page: Window & typeof globalThis = window): Bridge {
  if (page.api) return page.api;
  const scheme = page.location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = connectSocket(
    () => new WebSocket(`${scheme}//${page.location.host}/socket`),
    (ms, run) => setTimeout(run, ms),
    isStranger,
  );
  const calls = Object.fromEntries(
    requestNames.map((name) => [
      name,
      (input: unknown): Promise<Reply<unknown>> => socket.request(name, input),
    ]),
  );
  return Object.assign(calls, {
    subscribe: (listener: (envelope: Envelope) => void) => socket.onEvent(listener),
    onLink: socket.onLink,
  }) as unknown as Bridge;
}

/** Whether something answers at this address that does not know this window's cookie. */
async function isStranger(): Promise<boolean> {
  return fetch('/', { method: 'HEAD' }).then(
    (answer) => answer.status === 403,
    () => false,
  );
}
