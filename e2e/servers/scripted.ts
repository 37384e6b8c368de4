import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, RpcError } from './support/answers.ts';
import { option } from './support/arguments.ts';
import { serveRaw, type Incoming, type Wire } from './support/raw.ts';
import type { ServedSkill } from './support/served-skill.ts';

/**
 * A server that answers whatever a test wrote down, and records every message that it gets.
 * `--script FILE` (read again for each message) `--heard FILE` `--era modern|legacy`; with
 * `--stays yes` it does not end by itself.
 */
export interface Script {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly instructions?: string;
  /** Beside its name and version. */
  readonly serverInfo?: Readonly<Record<string, unknown>>;
  /** Served as an honest server would, where no rule says otherwise. */
  readonly skills: readonly ServedSkill[];
  readonly rules?: readonly Rule[];
}

/** The first rule that fits a request answers it. */
export interface Rule {
  readonly method: string;
  /** Parameters that the request must have, as they are. */
  readonly when?: Readonly<Record<string, unknown>>;
  /** Results by turns; without any, what an honest server says. */
  readonly results?: readonly Readonly<Record<string, unknown>>[];
  /** The code of the error that it is answered with instead. */
  readonly error?: number;
  /** What that error has as `data`. */
  readonly data?: unknown;
  /** Whole messages that are written before the answer; `{id}` in a text is the request's. */
  readonly before?: readonly Readonly<Record<string, unknown>>[];
  /** The answer waits for this file. */
  readonly until?: string;
  /** The answer waits until the host has answered the question of this id. */
  readonly awaits?: string;
}

const [file, heard] = [option('script', ''), option('heard', '')];
const script = (): Script => JSON.parse(readFileSync(file, 'utf8')) as Script;
const turns = new Map<string, number>();
const answered = new Set<unknown>();

function fits({ method, when = {} }: Rule, message: Incoming): boolean {
  return (
    method === message.method &&
    Object.entries(when).every(
      ([key, value]) => JSON.stringify(message.params[key]) === JSON.stringify(value),
    )
  );
}

async function reply(message: Incoming, wire: Wire): Promise<void> {
  const { skills, rules = [] } = script();
  const rule = rules.find((one) => fits(one, message));
  const { id } = message;
  for (const one of rule?.before ?? [])
    wire.write(`${JSON.stringify(one).replaceAll('"{id}"', JSON.stringify(id))}\n`);
  while (rule?.until !== undefined && !existsSync(rule.until)) await sleep(10);
  while (rule?.awaits !== undefined && !answered.has(rule.awaits)) await sleep(5);
  if (rule?.awaits !== undefined) answered.delete(rule.awaits);
  if (rule?.results !== undefined && rule.results.length > 0) {
    const key = JSON.stringify(rule);
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return wire.result(id, { resultType: 'complete', ...rule.results[turn % rule.results.length] });
  }
  if (rule?.error !== undefined)
    return wire.error(id, rule.error, 'as it was written down', rule.data);
  try {
    const scenario = { skills, instructions: '', reads: {}, crashOn: [] };
    wire.result(id, answer(scenario, message.method, message.params));
  } catch (error) {
    const code = error instanceof RpcError ? error.code : -32603;
    wire.error(id, code, (error as Error).message);
  }
}

const own = new Set(['initialize', 'server/discover', 'ping']);
const { capabilities, instructions = '', serverInfo = {} } = script();
await serveRaw(
  {
    about: 'what a test wrote down',
    instructions,
    serverInfo,
    stays: option('stays', 'no') === 'yes',
    ...(capabilities === undefined ? {} : { capabilities }),
    on(message, wire) {
      appendFileSync(heard, `${JSON.stringify(message)}\n`);
      if (own.has(message.method)) return false;
      if (message.method === undefined) answered.add(message.id);
      if (message.id !== undefined && message.method !== undefined) void reply(message, wire);
      return true;
    },
  },
  { transport: 'stdio', modern: option('era', 'modern') === 'modern' },
);
