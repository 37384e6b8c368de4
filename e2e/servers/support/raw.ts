import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { announce } from './announce.ts';
import { answer, RpcError } from './answers.ts';
import { record } from './record.ts';
import type { ServedSkill } from './served-skill.ts';

export interface Incoming {
  readonly id?: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Where answers go: stdout, or the body of one HTTP response. */
export interface Wire {
  write(text: string): void;
  result(id: unknown, result: unknown): void;
  error(id: unknown, code: number, message: string, data?: unknown): void;
}

/** One way of misbehaving. Whatever `on` does not take is answered as an honest server would. */
export interface Attack {
  readonly about: string;
  readonly skills?: readonly ServedSkill[];
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly instructions?: string;
  readonly serverInfo?: Readonly<Record<string, unknown>>;
  readonly start?: () => void;
  /** True when it has dealt with the message. */
  readonly on?: (message: Incoming, wire: Wire) => boolean;
  /** Stays after stdin is closed. */
  readonly stays?: boolean;
}

const declared = {
  resources: {},
  extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
};
const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

function respond(attack: Attack, modern: boolean, message: Incoming, wire: Wire): void {
  if (attack.on?.(message, wire) === true) return record(message.method, message.params);
  if (message.id === undefined) return;
  const capabilities = attack.capabilities ?? declared;
  const serverInfo = { name: 'hostile', version: '1.0.0', ...attack.serverInfo };
  const instructions = attack.instructions ?? '';
  if (message.method === 'initialize') {
    wire.result(message.id, {
      protocolVersion: '2025-11-25',
      capabilities,
      serverInfo,
      instructions,
    });
  } else if (message.method === 'server/discover' && modern) {
    wire.result(message.id, {
      ...shared,
      supportedVersions: ['2026-07-28'],
      capabilities,
      instructions,
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    });
  } else if (message.method === 'ping') {
    wire.result(message.id, {});
  } else {
    try {
      wire.result(
        message.id,
        answer(
          { skills: attack.skills ?? [], instructions: '', reads: {}, crashOn: [] },
          message.method,
          message.params,
        ),
      );
    } catch (error) {
      wire.error(
        message.id,
        error instanceof RpcError ? error.code : -32603,
        (error as Error).message,
      );
    }
  }
}

function wireOn(write: (text: string) => void): Wire {
  const send = (message: object): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    write,
    result: (id, result) => send({ id, result }),
    error: (id, code, message, data) => send({ id, error: { code, message, data } }),
  };
}

function parsed(line: string): Incoming {
  const message = JSON.parse(line) as Omit<Incoming, 'params'> & {
    readonly params?: Incoming['params'];
  };
  return { ...message, params: message.params ?? {} };
}

/** Speaks JSON-RPC without any SDK, so that every rule of it can be broken. */
export async function serveRaw(
  attack: Attack,
  options: { readonly transport: string; readonly modern: boolean },
): Promise<void> {
  attack.start?.();
  if (options.transport === 'http') {
    await announce(
      createServer((request, response) => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const message = parsed(Buffer.concat(chunks).toString('utf8'));
          if (message.id === undefined) return void response.writeHead(202).end();
          response.writeHead(200, { 'content-type': 'application/json' });
          respond(
            attack,
            options.modern,
            message,
            wireOn((text) => void response.write(text)),
          );
          response.end();
        });
      }),
    );
    return;
  }
  const wire = wireOn((text) => void process.stdout.write(text));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => respond(attack, options.modern, parsed(line), wire));
  if (attack.stays !== true) lines.on('close', () => process.exit(0));
}
