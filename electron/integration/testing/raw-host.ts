import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Place } from './place.ts';
import { runningOf, startHere, startProcess, type BuiltCli, type RunningCommand } from './cli.ts';

export type Era = 'modern' | 'legacy';
export type Json = Readonly<Record<string, unknown>>;

/** One answer: a result, or an error. */
export interface Answered {
  readonly id?: unknown;
  readonly result?: Json & { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** An app without any SDK: it sends anything, and stores every byte it receives. */
export interface RawHost {
  /** Sends a request in its era's form, and waits for the answer. */
  ask(method: string, params?: Json): Promise<Answered>;
  /** The same, without waiting: the id, and the answer once there is one. */
  put<Id extends number | string = number>(
    method: string,
    params?: Json,
    id?: Id,
  ): { readonly id: Id; readonly answer: Promise<Answered> };
  say(method: string, params?: Json): void;
  /** Any line at all. */
  write(line: string): void;
  /** The server's notifications and requests, in order. */
  readonly heard: readonly (Json & { readonly method: string })[];
  /** How to answer a question from the server. */
  answerer: (method: string, params: Json) => Json;
  /** Everything received over the wire so far. */
  raw(): string;
  stderr(): string;
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Closes its end; returns the exit code. */
  close(): Promise<number | null>;
}

/** What carries a host's messages, a line each. */
export interface RawWire {
  write(line: string): void;
  onLine(listener: (line: string) => void): void;
  stderr(): string;
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  close(): Promise<number | null>;
}

const capabilities = { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } };
const clientInfo = { name: 'raw-host', version: '1' };
const prefix = 'io.modelcontextprotocol';

type Start = (cli: BuiltCli, place: Place, args: string[], env: Env) => RunningCommand;
type Env = Readonly<Record<string, string>>;
const beforeGateway =
  (start: Start) =>
  (cli: BuiltCli, place: Place, label: string, era: Era, env: Env = {}): Promise<RawHost> =>
    rawHostOver(wireOf(start(cli, place, ['gateway', '--server', label], env)), era);

/** Before a gateway that runs in this process. */
export const rawHost = beforeGateway(startHere);

/** Before the built command, in a process of its own. */
export const rawHostOfProcess = beforeGateway(startProcess);

/** Before any server in a process of its own. `answerer` holds from the first message. */
export const rawHostOf = (
  child: ChildProcess,
  era: Era,
  answerer?: RawHost['answerer'],
): Promise<RawHost> => rawHostOver(wireOf(runningOf(child)), era, answerer);

function wireOf({ stdin, stdout, stderr, pid, ended, signal }: RunningCommand): RawWire {
  let complaints = '';
  stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')));
  return {
    write: (line) => void stdin.write(`${line}\n`),
    onLine: (listener) => void createInterface({ input: stdout }).on('line', listener),
    stderr: () => complaints,
    pid,
    kill: signal,
    close() {
      stdin.end();
      return ended;
    },
  };
}

/** The same over any wire. */
export async function rawHostOver(
  wire: RawWire,
  era: Era,
  answerer: RawHost['answerer'] = () => ({}),
): Promise<RawHost> {
  let raw = '';
  const heard: (Json & { method: string })[] = [];
  const waiting = new Map<unknown, (answered: Answered) => void>();
  const write = (line: string): void => wire.write(line);
  let next = 1;
  const put: RawHost['put'] = (method, params = {}, given = undefined) => {
    const id = given ?? (next as never);
    if (given === undefined) next += 1;
    const envelope = {
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientInfo`]: clientInfo,
      [`${prefix}/clientCapabilities`]: capabilities,
      ...(params['_meta'] as Json | undefined),
    };
    const whole = era === 'modern' ? { ...params, _meta: envelope } : params;
    const answer = new Promise<Answered>((resolve) => {
      waiting.set(id, resolve);
    });
    write(JSON.stringify({ jsonrpc: '2.0', id, method, params: whole }));
    return { id, answer };
  };
  const host: RawHost = {
    ask: (method, params) => put(method, params).answer,
    put,
    say: (method, params = {}) => write(JSON.stringify({ jsonrpc: '2.0', method, params })),
    write,
    heard,
    answerer,
    raw: () => raw,
    stderr: () => wire.stderr(),
    pid: wire.pid,
    kill: (signal) => wire.kill(signal),
    close: () => wire.close(),
  };
  wire.onLine((line) => {
    raw += `${line}\n`;
    const message = JSON.parse(line) as Answered & { method?: string; params?: Json };
    if (message.method === undefined) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
      return;
    }
    heard.push(message as Json & { method: string });
    if (message.id === undefined) return;
    const result = host.answerer(message.method, message.params ?? {});
    write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  });
  const opened = await (era === 'modern'
    ? host.ask('server/discover')
    : host.ask('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo }));
  if (opened.result === undefined) throw new Error(`${JSON.stringify(opened)} ${wire.stderr()}`);
  if (era === 'legacy') host.say('notifications/initialized');
  return host;
}
