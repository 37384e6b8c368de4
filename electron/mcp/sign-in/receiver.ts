import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { parseUrl } from '../../../shared/url.ts';
import { peerOf } from '../../network/address.ts';

/**
 * Where a browser comes back to. Three, below the ports that systems give out by themselves, and
 * all three are registered: see build/decisions/signing-in.md.
 */
export const redirectPorts: readonly number[] = [21_763, 24_763, 27_763];
const path = '/signed-in';
export const redirectAt = (port: number): string => `http://127.0.0.1:${port}${path}`;

export interface AnswerReceiver {
  readonly port: number;
  /**
   * An address here that leads to `address`, for a program that every user of this machine can see
   * the arguments of: it says nothing of where it leads, and leads no other user there.
   */
  lend(address: string): string;
  close(): void;
}

/** What became of an answer that somebody's browser brought. */
export type AnswerOutcome = 'taken' | 'not-ours' | 'refused';

interface Door {
  readonly port: number;
  readonly onAnswer: (parameters: URLSearchParams) => AnswerOutcome;
  /** What lends its address, by its path. */
  readonly lent: ReadonlyMap<string, string>;
}

/**
 * Waits on 127.0.0.1 for one browser. Any page and any program of this machine can call here:
 * `onAnswer` decides whether what it brings belongs to a sign-in, and nothing of it is repeated in
 * the page. Null when all ports are taken.
 */
export async function openReceiver(
  ports: readonly number[],
  onAnswer: (parameters: URLSearchParams) => AnswerOutcome,
): Promise<AnswerReceiver | null> {
  for (const wanted of ports) {
    // Once it is known: what has closed says no port any more, and may still be asked.
    let port = wanted;
    const lent = new Map<string, string>();
    const server = createServer(
      bounds,
      (request, response) => void answer({ port, onAnswer, lent }, request, response),
    );
    dropOldest(server);
    if (await listens(server, wanted)) {
      port = (server.address() as AddressInfo).port;
      return {
        port,
        lend(address) {
          const at = `/open/${randomBytes(24).toString('base64url')}`;
          lent.set(at, address);
          return `http://127.0.0.1:${port}${at}`;
        },
        close() {
          server.close();
          // The page that says how it went is still on its way.
          setTimeout(() => server.closeAllConnections(), 500).unref();
        },
      };
    }
  }
  return null;
}

/**
 * A browser that is really there speaks at once. How often Node looks goes with the time it gives.
 */
const bounds = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 2_000,
  requestTimeout: 2_000,
  connectionsCheckingInterval: 500,
};
const mostIdle = 32;

/**
 * Any page, and every user of this machine, can open connections here and say nothing: the newest
 * always gets in, and the one that was silent for longest goes. One that has spoken is answered.
 */
function dropOldest(server: Server): void {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    const [oldest] = idle;
    if (idle.size >= mostIdle) oldest?.destroy();
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => idle.delete(socket));
}

const listens = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true));
  });

async function answer(
  { port, onAnswer, lent }: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Any page can ask for `//[`, which is no address of anything.
  const target = request.url ?? '';
  const url = target.startsWith('/') ? parseUrl(`http://127.0.0.1${target}`) : null;
  const leadsTo = lent.get(url?.pathname ?? '');
  // A page elsewhere that made a name of its own mean this machine (DNS rebinding) says that name.
  const isHere = request.headers.host === `127.0.0.1:${port}`;
  const isKnown = url !== null && (url.pathname === path || leadsTo !== undefined);
  if (request.method !== 'GET' || !isKnown || !isHere)
    return void response.writeHead(404, { connection: 'close' }).end();
  const isTheirs = (await peerOf(request.socket)) === 'another';
  if (!isTheirs && leadsTo !== undefined)
    return void response.writeHead(303, { ...headers, location: leadsTo }).end();
  const taken = isTheirs ? 'another-user' : onAnswer(url.searchParams);
  response.writeHead(statuses[taken], { ...headers, 'content-type': 'text/html; charset=utf-8' });
  response.end(page(words[taken]));
}

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};
const statuses = { taken: 200, refused: 200, 'not-ours': 400, 'another-user': 403 } as const;

const words: Readonly<Record<keyof typeof statuses, string>> = {
  taken: 'Answer received. Go back to Skillgate to see how the sign-in ended.',
  refused: 'The sign-in wasn’t completed. Go back to Skillgate to see why.',
  'another-user': 'This didn’t come from the user who runs Skillgate. Nothing was changed.',
  'not-ours': 'Skillgate isn’t waiting for this sign-in. Nothing was changed.',
};

const page = (text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width">
<title>Skillgate</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
<h1>Skillgate</h1>
<p>${text}</p>
</html>
`;
