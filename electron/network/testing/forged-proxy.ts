import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** What a proxy does with CONNECT: pass it on to a port of this machine, or anything else. */
export type ProxyBehavior = number | ((socket: Socket) => void);

export interface ForgedProxy {
  /** `http://127.0.0.1:PORT`, which other machines' names are reached through. */
  readonly port: number;
  /** What was asked of it: `host:port`, and the credentials that came along. */
  readonly asked: readonly { readonly place: string; readonly credentials: string | undefined }[];
  stop(): void;
}

export const answers =
  (text: string): ProxyBehavior =>
  (socket) =>
    void socket.end(text);

/** A proxy on this machine that does what a test says. */
export async function forgedProxy(behavior: ProxyBehavior): Promise<ForgedProxy> {
  const asked: ForgedProxy['asked'][number][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(500).end());
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push({
      place: request.url ?? '',
      credentials: request.headers['proxy-authorization'],
    });
    socket.on('error', () => {});
    if (typeof behavior === 'function') return behavior(socket);
    const beyond = connect(behavior, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      beyond.pipe(socket);
      socket.pipe(beyond);
    });
    beyond.on('error', () => socket.destroy());
    sockets.add(beyond);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
