import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { isRecord, own } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import { meta } from '../../policy/methods.ts';
import { codes, isId, record, type JsonObject } from '../../policy/message.ts';
import { incompleteEnvelope } from '../../session/host-client.ts';
import type { HostSessionOptions } from '../../session/session.ts';
import {
  claimsModern,
  headerMismatch,
  headersDisagree,
  refusalOf,
  type ConnectionOwner,
  EventStream,
  HttpSession,
} from './http-session.ts';

export interface HttpOptions {
  readonly open: HostSessionOptions['open'];
  /** 0: any free one. */
  readonly port: number;
  /** What a host has to show one of as `Authorization: Bearer`: those that are good now. */
  readonly keys: () => Promise<readonly string[]>;
  /** Whose program has the other end of a connection. */
  readonly ownerOf: (socket: Socket) => Promise<ConnectionOwner>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface HttpGateway {
  readonly url: string;
  close(): Promise<void>;
}

/** Sessions at once; the one that was not used for longest makes room when it is idle. */
const mostWires = 64;
const path = '/mcp';
/** How long keys are known without being read again. */
const keysMs = 1_000;

/** Streamable HTTP of both eras, on 127.0.0.1 alone. Rejects when it cannot listen there. */
export async function serveHttp(options: HttpOptions): Promise<HttpGateway> {
  const gateway = new Gateway(options);
  const server = createServer((request, response) => {
    gateway.handle(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, codes.internal, 'Skillgate couldn’t answer this.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  gateway.port = port;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await gateway.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class Gateway {
  port = 0;
  readonly #options: HttpOptions;
  readonly #wires = new Map<string, HttpSession>();
  readonly #owners = new WeakMap<Socket, Promise<ConnectionOwner>>();
  #keys: { readonly at: number; readonly all: Promise<readonly string[]> } | null = null;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  async close(): Promise<void> {
    const wires = [...this.#wires.values()];
    this.#wires.clear();
    await Promise.all(wires.map((wire) => wire.close()));
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // 403 throughout: 401 would have a client start signing in somewhere.
    const [keys, owner] = await Promise.all([this.#currentKeys(), this.#ownerOf(request.socket)]);
    const refusal = refusalOf(request.headers, this.port, keys, owner);
    if (refusal !== null) return refuse(response, 403, codes.invalidRequest, 'Not allowed.');
    if (request.url?.replace(/\?.*$/s, '') !== path)
      return refuse(response, 404, codes.invalidRequest, 'Not found.');
    switch (request.method) {
      case 'POST':
        return this.#post(request, response);
      case 'GET':
        return this.#listen(request, response);
      case 'DELETE':
        return this.#end(request, response);
      default:
        response.setHeader('allow', 'POST, GET, DELETE');
        return refuse(response, 405, codes.invalidRequest, 'This method isn’t allowed.');
    }
  }

  /** Read again at most once a second: a rotated key opens nothing from then on. */
  async #currentKeys(): Promise<readonly string[]> {
    const now = this.#options.now();
    if (this.#keys === null || Math.abs(now - this.#keys.at) >= keysMs)
      this.#keys = { at: now, all: this.#options.keys() };
    return this.#keys.all;
  }

  /** Asked once for a connection: it never changes hands. */
  #ownerOf(socket: Socket): Promise<ConnectionOwner> {
    const known = this.#owners.get(socket) ?? this.#options.ownerOf(socket);
    this.#owners.set(socket, known);
    return known;
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return refuse(response, 415, codes.invalidRequest, 'The body must be JSON.');
    const body = await bodyOf(request);
    if (body === null) return refuse(response, 413, codes.invalidRequest, 'The body is too large.');
    let message: unknown;
    try {
      message = JSON.parse(body);
    } catch {
      return refuse(response, 400, codes.parse, 'The body isn’t valid JSON.');
    }
    if (!isRecord(message))
      return refuse(response, 400, codes.invalidRequest, 'The body must be one message.');
    const wire = this.#wireFor(request, response, message);
    if (wire === null) return;
    const { wire: to, headers } = wire;
    to.usedAt = this.#options.now();
    const id = own(message, 'id');
    if (typeof message['method'] === 'string' && isId(id)) {
      const takesStream = request.headers.accept?.includes('text/event-stream') === true;
      return to.request(message, id, { response, takesStream, headers });
    }
    // In the newer revision a host takes a request back by closing its stream; ids are not shared.
    if (!to.isModern || message['method'] !== 'notifications/cancelled') to.tell(message);
    response.writeHead(202, headers).end();
  }

  /** The session that a message belongs to; null when it was refused. */
  #wireFor(
    { headers }: IncomingMessage,
    response: ServerResponse,
    message: JsonObject,
  ): { readonly wire: HttpSession; readonly headers: Readonly<Record<string, string>> } | null {
    if (claimsModern(message)) {
      const wrong = headersDisagree(headers, message);
      if (wrong !== null) {
        refuse(response, 400, headerMismatch, wrong, own(message, 'id'));
        return null;
      }
      const lacking = incompleteEnvelope(record(record(message, 'params'), '_meta'));
      if (lacking !== null) {
        refuse(response, 400, codes.invalidParams, lacking, own(message, 'id'));
        return null;
      }
      const wire = this.#take(makeKey(message), true, response);
      return wire === null ? null : { wire, headers: {} };
    }
    const given = headers['mcp-session-id'];
    if (typeof given === 'string') {
      const wire = this.#wires.get(given);
      if (wire !== undefined && !wire.isModern)
        return { wire, headers: { 'mcp-session-id': given } };
      refuse(response, 404, codes.invalidRequest, 'There’s no such session.', own(message, 'id'));
      return null;
    }
    if (message['method'] !== 'initialize') {
      refuse(response, 400, codes.invalidRequest, 'Mcp-Session-Id is missing.', own(message, 'id'));
      return null;
    }
    const id = randomBytes(24).toString('base64url');
    const wire = this.#take(id, false, response);
    return wire === null ? null : { wire, headers: { 'mcp-session-id': id } };
  }

  #take(key: string, isModern: boolean, response: ServerResponse): HttpSession | null {
    const known = this.#wires.get(key);
    if (known !== undefined) return known;
    if (this.#wires.size >= mostWires && !this.#makeRoom()) {
      refuse(response, 503, codes.internal, 'Too many hosts are connected.');
      return null;
    }
    const wire = new HttpSession(this.#options.open, isModern, this.#options.now());
    this.#wires.set(key, wire);
    return wire;
  }

  #makeRoom(): boolean {
    const idle = [...this.#wires].filter(([, wire]) => wire.isIdle);
    const [oldest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) return false;
    this.#wires.delete(oldest[0]);
    void oldest[1].close();
    return true;
  }

  #listen({ headers }: IncomingMessage, response: ServerResponse): void {
    const id = headers['mcp-session-id'];
    const wire = typeof id === 'string' ? this.#wires.get(id) : undefined;
    if (typeof id !== 'string')
      return refuse(response, 405, codes.invalidRequest, 'A stream requires a session.');
    if (wire === undefined || wire.isModern)
      return refuse(response, 404, codes.invalidRequest, 'There’s no such session.');
    const forget = wire.listen(new EventStream(response, { 'mcp-session-id': id }));
    response.once('close', forget);
  }

  async #end({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = headers['mcp-session-id'];
    const wire = typeof id === 'string' ? this.#wires.get(id) : undefined;
    if (typeof id !== 'string' || wire === undefined || wire.isModern)
      return refuse(response, 404, codes.invalidRequest, 'There’s no such session.');
    this.#wires.delete(id);
    await wire.close();
    response.writeHead(204).end();
  }
}

/** Hosts of the newer revision that say the same of themselves are one. */
function makeKey(message: JsonObject): string {
  const said = record(record(message, 'params'), '_meta');
  const who = [meta.version, meta.clientInfo, meta.clientCapabilities].map(
    (key) => own(said, key) ?? null,
  );
  return `modern ${createHash('sha256').update(canonicalJson(who, JSON.stringify)).digest('hex')}`;
}

/** Null where it is longer than one message may be. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > limits.relayedBytes) return null;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  id: unknown = null,
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: isId(id) ? id : null, error: { code, message } }));
}
