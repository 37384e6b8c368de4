import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A browser loads the page over at most six connections per window. */
export const mostGuests = 256;

/**
 * Keeps the port answering whatever connects to it. Anybody on this machine and any page can open
 * connections: each gets a listener for its errors (an error nobody listens for ends the process),
 * and when there are too many one makes room: of those that have asked for something the one that
 * did so longest ago, or the oldest of those that have not, whichever are more, so that neither crowd
 * keeps the other out, and a window that goes on asking over one connection keeps it.
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
