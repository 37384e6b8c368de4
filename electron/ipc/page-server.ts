import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { pageHeaders } from './csp.ts';
import { watchGuests } from './guests.ts';
import { cachedPageFiles } from './page-file.ts';
import { createWindows, type WindowOptions } from './page-window.ts';

export interface PageServerOptions extends Omit<WindowOptions, 'onAdmitted'> {
  /** Folder of the built page. */
  readonly folder: string;
  /** 0 picks a free port. */
  readonly port: number;
}

export interface PageServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Cookies are neither set nor read, but every other port of 127.0.0.1 can set some that come here:
 * as many as a browser keeps must not make a request too large to be answered.
 */
const headerBytes = 768 * 1024;
const frameBytes = 16 * 1_048_576;
/** Closes a connection after this long without traffic (ms). */
const idleMs = 10_000;
const limits = {
  maxHeaderSize: headerBytes,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * The browser shell: the page and its socket on 127.0.0.1. The attackers are any web page that the
 * person has open, which can make requests to loopback and rebind a name of its own to it, and any
 * program on this machine, which can send any bytes. Host and Origin are checked on every request;
 * the page's files are the same for everybody and tell nothing; all else is said to a window that
 * has shown what lets it in. Nothing that arrives may end the process.
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const server = createServer(limits, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.report(error);
      response.destroy();
    });
  });
  const onAdmitted = watchGuests(server);
  server.setTimeout(idleMs);
  const readPageFile = cachedPageFiles(options.folder);
  await listen(server, options.port);
  // Too many open files, for one.
  server.on('error', options.report);
  const { port } = server.address() as AddressInfo;
  // Browsers omit the default port.
  const here = port === 80 ? '127.0.0.1' : `127.0.0.1:${port}`;
  const elsewhere = port === 80 ? 'localhost' : `localhost:${port}`;
  const headers = { ...pageHeaders([`ws://${here}`]), 'Cache-Control': 'no-store' };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, text: string, more: Record<string, string> = {}): void => {
      response
        .writeHead(status, { ...headers, ...more, 'Content-Type': 'text/plain; charset=utf-8' })
        .end(`${text}\n`);
    };
    // Don't parse a URL: a malformed path such as `//` simply names no file.
    const [path = ''] = (request.url ?? '').split('?');
    // `localhost` can lead to another program's port on ::1, so redirect everyone to 127.0.0.1.
    if (request.headers.host === elsewhere && path === '/' && isForPerson(request))
      return say(308, 'Moved.', { Location: `http://${here}/` });
    if (request.headers.host !== here) return say(403, 'Refused: wrong host.');
    if (!isOwnOrigin(request) && !(path === '/' && isForPerson(request)))
      return say(403, 'Refused: wrong origin.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return say(405, 'Only GET is answered.');
    const file = await readPageFile(path);
    if (!file.ok) return say(404, 'Not found.');
    response
      .writeHead(200, { ...headers, 'Content-Type': file.value.type })
      .end(request.method === 'HEAD' ? undefined : file.value.bytes);
    return undefined;
  }

  function isOwnOrigin({ headers: { origin, ...sent } }: IncomingMessage): boolean {
    const site = sent['sec-fetch-site'];
    // Another port of 127.0.0.1 counts as `same-site`.
    const sameSite = site === undefined || site === 'same-origin' || site === 'none';
    return sameSite && (origin === undefined || origin === `http://${here}`);
  }

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
  });
  const greet = createWindows({ ...options, onAdmitted });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    if (
      request.url === '/socket' &&
      request.headers.host === here &&
      request.headers.origin === `http://${here}`
    )
      sockets.handleUpgrade(request, socket, head, (opened) => greet(opened, socket));
    else {
      socket.write('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      socket.destroySoon();
    }
  });

  return {
    port,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A browser window navigating to an address from a link, a file or its address bar. */
function isForPerson({ headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined
    ? headers.origin === undefined
    : mode === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
