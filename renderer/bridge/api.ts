import type {
  RendererApi,
  EventEnvelope,
  RequestReply,
  RequestName,
  ShellApi,
} from '../../shared/contract.ts';
import { confirmer, type ConfirmDialog, connectSocket, type LinkWord } from './socket.ts';
import { neighbourWindows, pageCredentials, sessionStore } from './credentials.ts';

/**
 * Request and event names from the contract, inserted by the build so that the page starts without
 * the schemas.
 */
declare const __SKILLGATE_REQUESTS__: readonly RequestName[];

export interface ApiBridge extends RendererApi {
  /**
   * Reports the state of the connection to Skillgate's own process; absent if there's no connection
   * to lose.
   */
  readonly onLink?: (listener: (link: LinkWord) => void) => () => void;
  /** Addresses that other programs' links open; a browser opens those itself. */
  readonly onPlace?: (listener: (address: string) => void) => () => void;
  /** Proves that a person confirmed a dialog. */
  readonly confirm: ConfirmDialog;
}

declare global {
  interface Window {
    /** Set by the Electron preload. */
    readonly api?: ShellApi;
  }
}

/**
 * The contract as this page reaches it: through the preload, or through a WebSocket to the page's
 * own origin.
 */
export function openBridge(page: Window & typeof globalThis = window): ApiBridge {
  if (page.api) {
    const key = page.api.takeKey();
    return { ...page.api, confirm: confirmer(() => key) };
  }
  const neighbours = neighbourWindows(new BroadcastChannel('skillgate'));
  const credentials = pageCredentials(page, sessionStore(page), neighbours);
  const confirm = confirmer(async () => credentials.key());
  const socket = connectSocket(
    () => new WebSocket(`ws://${page.location.host}/socket`),
    (ms, run) => setTimeout(run, ms),
    credentials,
    confirm,
  );
  neighbours.serve(socket.ticket);
  const calls = Object.fromEntries(
    __SKILLGATE_REQUESTS__.map((name) => [
      name,
      (input: unknown): Promise<RequestReply<unknown>> => socket.request(name, input),
    ]),
  ) as unknown as RendererApi;
  return {
    ...calls,
    subscribe: (listener: (envelope: EventEnvelope) => void) => socket.onEvent(listener),
    onLink: socket.onLink,
    confirm,
    // A browser asks where to save a download or uses its own folder.
    saveFile: ({ name, text }) => {
      download(page, name, text);
      return Promise.resolve({ ok: true, value: { saved: true } });
    },
    // The main process has no desktop to open anything on; it only says whether opening is allowed.
    // The opened page learns nothing about this window.
    openExternal: async ({ url }) => {
      const reply = await calls.openExternal({ url });
      if (reply.ok && !reply.value.opened) page.open(url, '_blank', 'noopener,noreferrer');
      return reply.ok ? { ok: true, value: { opened: true } } : reply;
    },
  };
}

/** Offers text as a download created in the page; nothing is sent anywhere. */
function download(page: Window & typeof globalThis, name: string, text: string): void {
  // Plain bytes, because a browser that knows the type may display it instead.
  const blob = new page.Blob([text], { type: 'application/octet-stream' });
  const url = page.URL.createObjectURL(blob);
  const link = page.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoke later: the browser reads the address only after this turn.
  page.setTimeout(() => page.URL.revokeObjectURL(url), 10_000);
}
