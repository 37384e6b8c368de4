import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Envelope, Reply } from '../../shared/contract.ts';
import { pageHeaders } from './csp.ts';
import { readPageFile } from './page-file.ts';
import type { SessionKeys } from './session-key.ts';

export interface PageServerOptions {
  /** Folder of the built page. */
  readonly folder: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly keys: SessionKeys;
  readonly dispatch: (name: string, input: unknown) => Promise<Reply<unknown>>;
  readonly subscribe: (listener: (envelope: Envelope) => void) => () => void;
  /** Number of open windows, after each change. */
  readonly onWindows: (open: number) => void;
}

export interface PageServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A window that does not read its events is cut off and loads the state again. */
const unreadBytes = 128 * 1_048_576;
const frameBytes = 16 * 1_048_576;

/**
 * The browser shell: the page and its socket on 127.0.0.1. The attacker is any web page that
 * the person has open: it can make requests to loopback and rebind a name of its own to it,
 * so Host and Origin are checked on every request and nothing is answered without the cookie.
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const server = createServer((request, response) => void answer(request, response));
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const cookieName = `skillgate-${port}`;
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const connectSources = [...hosts].map((host) => `ws://${host}`);
  const admitted = (request: IncomingMessage): boolean =>
    options.keys.admits(cookieOf(request, cookieName));
  const local = (request: IncomingMessage, needsOrigin: boolean): boolean => {
    const { host, origin } = request.headers;
    if (host === undefined || !hosts.has(host)) return false;
    return origin === undefined ? !needsOrigin : origin === `http://${host}`;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { ...pageHeaders(connectSources), 'Cache-Control': 'no-store' };
    const say = (status: number, text: string): void => {
      response
        .writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
        .end(`${text}\n`);
    };
    if (!local(request, false)) return say(403, 'Refused: wrong host or origin.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return say(405, 'Only GET is answered.');
    const target = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    const token = target.pathname === '/' ? target.searchParams.get('token') : null;
    if (token !== null) {
      const cookie = options.keys.exchange(token);
      if (cookie === null && !admitted(request))
        return say(
          403,
          'This address has been used or is not the latest one. Press Enter in the terminal that runs Skillgate for a fresh one.',
        );
      const set =
        cookie === null
          ? {}
          : { 'Set-Cookie': `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/` };
      response.writeHead(303, { ...headers, ...set, Location: '/' }).end();
      return undefined;
    }
    if (!admitted(request))
      return say(403, 'Open Skillgate with the address that it printed in the terminal.');
    const file = await readPageFile(options.folder, target.pathname);
    if (!file.ok) return say(404, 'Not found.');
    response
      .writeHead(200, { ...headers, 'Content-Type': file.value.type })
      .end(request.method === 'HEAD' ? undefined : file.value.bytes);
    return undefined;
  }

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
  });
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/socket' || !local(request, true) || !admitted(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => serveWindow(opened));
  });

  function serveWindow(socket: WebSocket): void {
    const send = (value: unknown): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > unreadBytes) socket.terminate();
      else socket.send(JSON.stringify(value));
    };
    const off = options.subscribe(send);
    options.onWindows(sockets.clients.size);
    socket.on('message', (data) => {
      const frame = frameOf(String(data));
      if (frame === null) socket.close(1008, 'not a request');
      else
        void options
          .dispatch(frame.name, frame.input)
          .then((reply) => send({ id: frame.id, reply }));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      off();
      options.onWindows(sockets.clients.size);
    });
  }

  return {
    port,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
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

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name) return value;
  }
  return undefined;
}

function frameOf(
  text: string,
): { readonly id: number; readonly name: string; readonly input: unknown } | null {
  try {
    const frame: unknown = JSON.parse(text);
    if (
      typeof frame !== 'object' ||
      frame === null ||
      !('id' in frame) ||
      !('name' in frame) ||
      !('input' in frame)
    )
      return null;
    return typeof frame.id === 'number' && typeof frame.name === 'string'
      ? { id: frame.id, name: frame.name, input: frame.input }
      : null;
  } catch {
    return null;
  }
}
