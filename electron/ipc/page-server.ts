import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { pageHeaders, cachedPageFiles } from './page-file.ts';
import type { EventEnvelope, RequestReply } from '../../shared/contract.ts';
import { closeCodes } from '../../shared/model/plain.ts';
import type { RequestCaller } from '../../shared/model/confirmation.ts';
import { claimSchema, frameSchema, type WindowAnswer } from '../../shared/model/socket.ts';
import type { WindowAdmission, WindowPass } from './admission.ts';

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

/** A browser loads the page over at most six connections per window. */
export const mostGuests = 256;

/**
 * Keeps the port answering whatever connects to it. Anybody on this machine and any page can open
 * connections: each gets a listener for its errors (an error nobody listens for ends the process),
 * and when there are too many one makes room: of those that have asked for something the one that
 * did so longest ago, or the oldest of those that have not, whichever are more, so that neither
 * crowd keeps the other out, and a window that goes on asking over one connection keeps it.
 *
 * Gives a function that takes a connection out of the count: its window was admitted.
 */
export function watchGuests(server: Server): (admitted: Socket) => void {
  const waiting = new Set<Socket>();
  const asking = new Set<Socket>();
  const forget = (socket: Socket): void => {
    waiting.delete(socket);
    asking.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('close', () => forget(socket));
    waiting.add(socket);
    while (waiting.size + asking.size > mostGuests) {
      const [oldest = socket] = waiting.size > asking.size ? waiting : asking;
      forget(oldest);
      oldest.destroy();
    }
  });
  server.on('request', ({ socket }: IncomingMessage) => {
    if (waiting.delete(socket) || asking.delete(socket)) asking.add(socket);
  });
  return forget;
}

interface WindowOptions {
  readonly admission: WindowAdmission;
  readonly dispatch: (
    caller: RequestCaller,
    name: string,
    input: unknown,
  ) => Promise<RequestReply<unknown>>;
  readonly subscribe: (listener: (envelope: EventEnvelope) => void) => () => void;
  /** Number of admitted windows, after each change. */
  readonly onWindows: (open: number) => void;
  readonly report: (error: unknown) => void;
  /** This connection proved that it may enter. */
  readonly onAdmitted: (connection: Socket) => void;
}

/** Cut off a window that doesn't read its events; it loads the state again. */
const unreadBytes = 128 * 1_048_576;
/** What a socket may send, and for how long (ms), before it shows a claim. */
const claimBytes = 4096;
const claimMs = 5_000;
/** How long the other side has to agree to a close (ms). */
const closeMs = 1_000;
const mostWindows = 32;

/**
 * Serves sockets whose Host and Origin were checked. The attacker is a local program, which can
 * forge both: until its first frame has shown a ticket or a secret, a socket is told nothing, and
 * may send 4 KiB within 5 seconds.
 */
function createWindows(options: WindowOptions): (socket: WebSocket, connection: Socket) => void {
  const open = new Set<WebSocket>();

  function greet(socket: WebSocket, connection: Socket): void {
    socket.on('error', () => socket.terminate());
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > claimBytes) socket.terminate();
    };
    connection.on('data', count);
    const timer = setTimeout(() => socket.terminate(), claimMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (data) => {
      clearTimeout(timer);
      const claim = claimSchema.safeParse(jsonOf(String(data)));
      const pass = claim.success ? options.admission.admit(claim.data.claim) : null;
      if (pass === null) refuse(socket, closeCodes.notAdmitted);
      else if (open.size >= mostWindows) refuse(socket, closeCodes.tooManyWindows);
      else {
        connection.off('data', count);
        serve(socket, connection, pass);
      }
    });
  }

  function serve(socket: WebSocket, connection: Socket, pass: WindowPass): void {
    options.onAdmitted(connection);
    pass.onReplaced(() => refuse(socket, closeCodes.notAdmitted));
    const send = (value: WindowAnswer | EventEnvelope): void => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > unreadBytes) socket.terminate();
      else socket.send(JSON.stringify(value));
    };
    send({ secret: pass.secret, ...(pass.key === null ? {} : { key: pass.key }) });
    const off = options.subscribe(send);
    open.add(socket);
    options.onWindows(open.size);
    socket.on('close', () => {
      off();
      open.delete(socket);
      options.onWindows(open.size);
    });
    socket.on('message', (data) => {
      const frame = frameSchema.safeParse(jsonOf(String(data)));
      if (!frame.success) refuse(socket, closeCodes.notARequest);
      else if ('kept' in frame.data) pass.kept();
      else if ('proof' in frame.data) send({ ticket: ticketFor(pass, frame.data.proof) });
      else if ('wanted' in frame.data) send({ challenge: pass.caller.challenge('ticket') });
      else {
        const { id, name, input } = frame.data;
        options
          .dispatch(pass.caller, name, input)
          .then((reply) => send({ id, reply }))
          .catch(options.report);
      }
    });
  }

  const ticketFor = ({ caller }: WindowPass, proof: string): string | null =>
    caller.confirms({ request: 'ticket' }, proof) ? options.admission.issueTicket() : null;

  return greet;
}

/** The code tells the page why; a client that doesn't let go is cut off. */
function refuse(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), closeMs).unref();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
