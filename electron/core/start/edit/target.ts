import { parseUrl } from '../../../../shared/url.ts';
import type { ServerConfig } from '../../server-config.ts';
import { namesPlace } from '../address.ts';
import type { MaskedPart } from '../credential.ts';
import { loadsCode } from '../loader-variables.ts';
import { isHostLike } from '../command-review.ts';
import { variablesParts } from '../variable.ts';
import { isCredential, isHarmlessValue } from './harmless-edit.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/**
 * Who receives a server's secrets: stored values in a form, and references, are for the same target
 * only. The attacker writes whatever surrounds a secret that they can't read.
 */
export const targetOf = (config: ServerConfig): readonly unknown[] =>
  config.type === 'stdio' ? commandTarget(config) : addressTarget(config.url);

/** The host, plus anything else in the address that the host may forward to. */
export function addressTarget(address: string): readonly unknown[] {
  const url = parseUrl(address);
  if (url === null) return [address];
  const told = [...url.searchParams].filter(
    ([name, value]) => namesPlace(name) || isHostLike(value) || /\/\/|[@:]/.test(value),
  );
  return told.length === 0 ? [url.origin] : [url.origin, told];
}

function commandTarget(config: Command): readonly unknown[] {
  const { command, args, cwd, env } = config;
  const pieces = new Map(variablesParts(config).map(({ name, value }) => [name, value]));
  const beside = Object.entries(env)
    .filter(([name, value]) => redirects(name, value, pieces.get(name)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const target = [command, args, cwd ?? null];
  return beside.length === 0 ? target : [...target, beside];
}

/**
 * Whether a variable may direct the other secrets to different code or another host: all may except
 * the known harmless ones. `pieces`: its value, with secret parts marked.
 */
export const redirects = (
  name: string,
  value: string,
  pieces: readonly MaskedPart[] | undefined,
): boolean => loadsCode(name) || !(isCredential(pieces) || isHarmlessValue(name, value));
