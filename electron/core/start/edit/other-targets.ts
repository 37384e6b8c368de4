import { canonicalJson } from '../../canonical-json.ts';
import type { ServerConfig } from '../../server-config.ts';
import { namesPlace } from '../address.ts';
import { argumentsParts, variablesParts } from '../argument.ts';
import type { MaskedPart } from '../credential.ts';
import { inlineCodeAt } from '../inline-code.ts';
import { placesOf } from '../program.ts';
import {
  isHarmlessWord,
  type EditedWords,
  isCredential,
  isHarmlessValue,
} from './harmless-edit.ts';
import { parseUrl } from '../../../../shared/url.ts';
import { loadsCode } from '../loader-variables.ts';
import { isHostLike } from '../command-review.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/**
 * The part of a change that may send the remaining secrets to another program, its code or another
 * host, as text for a person; null if there is none. The attacker is a compromised page or a
 * look-alike form: no window holds the secrets, so nobody would see where they go. Every change
 * counts unless it's known to be harmless.
 */
export function elsewhere(before: Command, after: Command): string | null {
  if (after.command !== before.command) return 'the command is different';
  if ((after.cwd ?? '') !== (before.cwd ?? '')) return 'the working directory is different';
  if ((after.startIn ?? '') !== (before.startIn ?? '')) return 'the start folder is different';
  const old = wordsOf(before);
  const now = wordsOf(after);
  const [start, end] = sameEnds(before.args, after.args);
  // Inline code may treat any word as what it runs.
  const isCode = [before, after].some(
    ({ command, args, env }) => inlineCodeAt(command, args, env) < Number.POSITIVE_INFINITY,
  );
  if (isCode && canonicalJson(after.args) !== canonicalJson(before.args))
    return 'an argument next to inline code changed';
  const added = { ...now, from: start, to: after.args.length - end };
  const removed = { ...old, from: start, to: before.args.length - end };
  const word = firstOther(added, removed);
  if (word !== null) return `${quoted(word)} is new or changed`;
  const gone = firstOther(removed, added);
  if (gone !== null) return `${quoted(gone)} is gone or changed`;
  const variable = otherVariable(before, after);
  return variable === null ? null : `${variable} has a different value`;
}

const quoted = (word: string): string => `“${word.length > 80 ? `${word.slice(0, 80)}…` : word}”`;

const wordsOf = ({ command, args, env }: Command): Omit<EditedWords, 'from' | 'to'> => ({
  args,
  places: placesOf(command, args),
  pieces: argumentsParts(command, args, env),
});

/** How many words are equal at the start, and of the rest at the end. */
function sameEnds(one: readonly string[], other: readonly string[]): readonly [number, number] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [start, end];
}

/** The first changed word that may redirect something, as shown. */
function firstOther(words: EditedWords, others: EditedWords): string | null {
  for (let at = words.from; at < words.to; at += 1)
    if (!isHarmlessWord(words, at, others)) return shown(words.pieces[at] ?? []);
  return null;
}

const shown = (pieces: readonly MaskedPart[]): string =>
  pieces.map(({ text, hidden }) => (hidden ? '••••' : text)).join('');

function otherVariable(before: Command, after: Command): string | null {
  const [was, is] = [piecesOf(before), piecesOf(after)];
  for (const name of new Set([...Object.keys(before.env), ...Object.keys(after.env)])) {
    const [old, now] = [valueOf(before, name), valueOf(after, name)];
    if (old === now) continue;
    const isOther =
      (old !== null && redirects(name, old, was.get(name))) ||
      (now !== null && redirects(name, now, is.get(name)));
    const isGone = now === null && !namesPlace(name) && /^[\w*:,-]*$/.test(old ?? '');
    if (isOther && !isGone) return name;
  }
  return null;
}

const piecesOf = (config: Command): ReadonlyMap<string, readonly MaskedPart[]> =>
  new Map(variablesParts(config).map(({ name, value }) => [name, value]));

const valueOf = ({ env }: Command, name: string): string | null =>
  Object.hasOwn(env, name) ? (env[name] ?? '') : null;

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
const redirects = (
  name: string,
  value: string,
  pieces: readonly MaskedPart[] | undefined,
): boolean => loadsCode(name) || !(isCredential(pieces) || isHarmlessValue(name, value));
