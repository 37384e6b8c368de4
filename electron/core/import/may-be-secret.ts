import type { ServerConfig } from '../server-config.ts';
import { isAddress } from '../start/address.ts';
import { mentionsCredential, wordsOf } from '../start/credential-name.ts';
import { isPathToken, mayBeToken } from '../start/command-review.ts';
import { secretArguments } from './mask.ts';

// What may be a secret is asked about before it stands in a file, and kept in the vault where there is
// one. Nobody decides by these: where they take too much, a person is asked once more. So they take
// more than a screen hides.

/** What a header says that is no secret: what comes back, who asks, and the switches of known servers. */
const plainHeaders =
  /^(?:accept|content|cache|if)-|^(?:accept|pragma|origin|referer|host|connection|user-agent|dnt|te|from|date|traceparent|tracestate|mcp-.*)$/i;
const plainLast = new Set(
  [
    'version region locale language lang timezone format client name toolset toolsets tool tools',
    'readonly features env environment mode debug lockdown insiders encoding type source profile',
  ].flatMap((words) => words.split(' ')),
);
const isSwitch = (value: string): boolean => /^(?:true|false|yes|no|on|off|\d{1,5})$/i.test(value);

/**
 * Whether a header's value may be a secret: most headers that somebody configures are there for that,
 * and many services name theirs as they like.
 */
export const mayBeSecretHeader = (name: string, value: string): boolean =>
  !isSwitch(value.trim()) &&
  !plainHeaders.test(name) &&
  (mentionsCredential(name) || !plainLast.has(wordsOf(name).at(-1) ?? ''));

/** Words of a variable's name beside those of any credential: a wallet is opened by a phrase. */
const phrases: ReadonlySet<string> = new Set(['phrase', 'mnemonic', 'seed']);

/** Whether a variable's value may be a secret, by its name or by what stands in it. */
export const mayBeSecretVariable = (name: string, value: string): boolean =>
  !isSwitch(value.trim()) &&
  !isPlace(value) &&
  (mentionsCredential(name) ||
    wordsOf(name).some((word) => phrases.has(word)) ||
    holdsSecret(value));

/** A path or an address: what is secret in an address is looked for in its own parts. */
const isPlace = (value: string): boolean =>
  /^(?:[~.]{0,2}[/\\]|[a-z]:[/\\])/i.test(value) || isAddress(value);

/** `{"password":"x"}`, `user=me;password=x`, or a word without sense in any of its parts. */
function holdsSecret(value: string): boolean {
  return (
    [...value.matchAll(/([A-Za-z_][\w.-]{0,100})["']?\s*[:=]\s*["']?[^\s"',;]/g)].some(([, name]) =>
      mentionsCredential(name ?? ''),
    ) || value.split(/[^\w+=~-]+/).some((part) => mayBeToken(part) || isSenseless(part))
  );
}

/** Hexadecimal as long as a key, or a token by its look. */
const isSenseless = (part: string): boolean =>
  /^(?=.*\d)(?=.*[a-f])[\da-f]{32,}$/i.test(part) || isPathToken(part);

/**
 * Values of variables that are a word such as `production` and are called nothing that is secret. A server
 * knows them and may name its skills so: what a person reads to decide must not lose the word for it.
 */
export function ordinaryWords(config: ServerConfig): readonly string[] {
  if (config.type !== 'stdio') return [];
  const all = Object.entries(config.env);
  const isOrdinary = ([name, value]: readonly [string, string]): boolean =>
    /^[a-z]{1,20}$/i.test(value) && !mayBeSecretVariable(name, value);
  // The same value may be the secret of another one.
  const secret = new Set([
    ...all.filter((one) => !isOrdinary(one)).map(([, value]) => value),
    ...secretArguments(config),
  ]);
  return all.filter(isOrdinary).flatMap(([, value]) => (secret.has(value) ? [] : [value]));
}
