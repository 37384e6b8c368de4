import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { WebSocket } from 'ws';
import type { AppEvent } from '../../../shared/contract.ts';
import { confirmer } from './confirmer.ts';
import type { WindowClaim } from '../../../shared/model/socket.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A window of the browser shell, as the page's bridge makes one. */
export interface ShellWindow {
  readonly secret: string;
  /** Only a window that came with a ticket gets one. */
  readonly key: string | undefined;
  readonly events: readonly AppEvent[];
  readonly socket: WebSocket;
  ask(name: string, input: unknown): Promise<unknown>;
  /** A ticket for another window, requested with this key; null if refused. */
  ticket(key?: string): Promise<string | null>;
  /** The reason it was closed, if it is. */
  readonly closed: Promise<number>;
}

/** What a browser does at one port, with any part forged. */
export function browserAt(port: number) {
  const here = `127.0.0.1:${port}`;

  /** A request whose path and headers are sent exactly as given. */
  const get = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: { host: here, ...headers } },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (text: string) => (body += text));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          );
        },
      );
      sent.on('error', reject);
      sent.end();
    });

  /** Opens a socket, or returns the status that refused it. */
  const socket = (
    headers: Record<string, string> = { origin: `http://${here}` },
    path = '/socket',
  ): Promise<WebSocket | number> =>
    new Promise((resolve, reject) => {
      const opened = new WebSocket(`ws://${here}${path}`, { headers });
      opened.once('open', () => resolve(opened));
      opened.once('unexpected-response', (_, response) => {
        resolve(response.statusCode ?? 0);
        opened.terminate();
      });
      opened.once('error', reject);
    });

  /** Sends a claim, or anything else, as the first frame; returns the window or the close code. */
  const enter = async (claim: WindowClaim, keeps = true): Promise<ShellWindow | number> => {
    const opened = await socket();
    if (typeof opened === 'number') throw new Error(`refused with ${opened}`);
    const closed = new Promise<number>((resolve) => opened.once('close', resolve));
    opened.on('error', () => {});
    const events: AppEvent[] = [];
    const waiting = new Map<number, (reply: unknown) => void>();
    const answers: ((answer: string | null) => void)[] = [];
    let key: string | undefined;
    const admitted = new Promise<string>((resolve) => {
      opened.on('message', (data) => {
        const frame = JSON.parse(String(data)) as {
          secret?: string;
          key?: string;
          ticket?: string | null;
          challenge?: string;
          id?: number;
          reply?: unknown;
          event?: AppEvent;
        };
        key ??= frame.key;
        if (frame.secret !== undefined) resolve(frame.secret);
        else if (frame.ticket !== undefined) answers.shift()?.(frame.ticket);
        else if (frame.challenge !== undefined) answers.shift()?.(frame.challenge);
        else if (frame.event !== undefined) events.push(frame.event);
        else if (frame.id !== undefined) waiting.get(frame.id)?.(frame.reply);
      });
    });
    opened.send(JSON.stringify({ claim }));
    const secret = await Promise.race([admitted, closed]);
    if (typeof secret === 'number') return secret;
    if (keeps) opened.send('{"kept":true}');
    const wanted = (frame: object): Promise<string | null> =>
      new Promise((resolve) => {
        answers.push(resolve);
        opened.send(JSON.stringify(frame));
      });
    let id = 0;
    return {
      secret,
      key,
      events,
      socket: opened,
      closed,
      ask: (name, input) =>
        new Promise((resolve) => {
          id += 1;
          waiting.set(id, resolve);
          opened.send(JSON.stringify({ id, name, input }));
        }),
      async ticket(own = key ?? '') {
        const challenge = await wanted({ wanted: 'challenge' });
        const proof = confirmer(own)(challenge ?? '', { request: 'ticket' });
        return wanted({ wanted: 'ticket', proof });
      },
    };
  };

  /** An admitted window, or the test fails. */
  const window = async (claim: WindowClaim): Promise<ShellWindow> => {
    const entered = await enter(claim);
    if (typeof entered === 'number') throw new Error(`not let in: ${entered}`);
    return entered;
  };

  return { here, get, socket, enter, window };
}
