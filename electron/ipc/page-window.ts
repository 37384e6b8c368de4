import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { EventEnvelope, RequestReply } from '../../shared/contract.ts';
import { closeCodes } from '../../shared/model/plain.ts';
import type { RequestCaller } from '../../shared/model/confirmation.ts';
import { claimSchema, frameSchema, type WindowAnswer } from '../../shared/model/socket.ts';
import type { WindowAdmission, WindowPass } from './admission.ts';

export interface WindowOptions {
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
export function createWindows(
  options: WindowOptions,
): (socket: WebSocket, connection: Socket) => void {
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
