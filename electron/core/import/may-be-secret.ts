import type { ServerConfig } from '../server-config.ts';
import { isAddress } from '../start/address.ts';
import { mentionsCredential, wordsOf } from '../start/credential.ts';
import { isPathToken, mayBeToken } from '../start/command-review.ts';
import { protocolWords } from '../protocol-words.ts';
import {
  linesOf,
  secretArguments,
  secretsOf,
  urlCredentials,
  maskedHead,
  urlSecrets,
} from './mask.ts';
import { shortestSecret } from './secret-forms.ts';

// Decides what may be a secret and so needs a question before it's written to a file, or goes to
// the vault if there is one. A false positive costs one more question, so these match more than a
// screen hides.

/**
 * Header values that aren't secret: response formats, the caller's name, and switches of known
 * servers.
 */
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
 * Whether a header's value may be a secret: most configured headers exist for that, and services
 * choose any name.
 */
export const mayBeSecretHeader = (name: string, value: string): boolean =>
  !isSwitch(value.trim()) &&
  !plainHeaders.test(name) &&
  (mentionsCredential(name) || !plainLast.has(wordsOf(name).at(-1) ?? ''));

/**
 * Words in variable names, in addition to those of any credential: a wallet opens with a phrase.
 */
const phrases: ReadonlySet<string> = new Set(['phrase', 'mnemonic', 'seed']);

/** Whether a variable's value may be a secret, by its name or its content. */
export const mayBeSecretVariable = (name: string, value: string): boolean =>
  !isSwitch(value.trim()) &&
  !isPlace(value) &&
  (mentionsCredential(name) ||
    wordsOf(name).some((word) => phrases.has(word)) ||
    holdsSecret(value));

/** A path or an address; secrets in an address are looked for in its own parts. */
const isPlace = (value: string): boolean =>
  /^(?:[~.]{0,2}[/\\]|[a-z]:[/\\])/i.test(value) || isAddress(value);

/** `{"password":"x"}`, `user=me;password=x`, or a random-looking word in any part. */
function holdsSecret(value: string): boolean {
  return (
    [...value.matchAll(/([A-Za-z_][\w.-]{0,100})["']?\s*[:=]\s*["']?[^\s"',;]/g)].some(([, name]) =>
      mentionsCredential(name ?? ''),
    ) || value.split(/[^\w+=~-]+/).some((part) => mayBeToken(part) || isSenseless(part))
  );
}

/** Hexadecimal as long as a key, or anything that looks like a token. */
const isSenseless = (part: string): boolean =>
  /^(?=.*\d)(?=.*[a-f])[\da-f]{32,}$/i.test(part) || isPathToken(part);

/**
 * Values that a server inherits from its app and whose variable's name marks a credential. Others,
 * such as HOME, LANG or `1`, are words that would be masked everywhere.
 */
export const inheritedSecrets = (env: Readonly<Record<string, string>>): readonly string[] =>
  [
    ...new Set(
      Object.entries(env)
        .flatMap(([name, value]) => {
          if (isAddress(value)) return urlCredentials(value);
          return mentionsCredential(name) && !isPlace(value)
            ? [value, value.trim(), ...linesOf(value)]
            : [];
        })
        .filter(({ length }) => length >= shortestSecret),
    ),
  ].toSorted((a, b) => b.length - a.length);

/**
 * Values of variables that say nothing secret: words (`production`, `resources-strict`), addresses
 * (`skill://ops`) and paths, each in plain words and under a name that isn't secret. A server uses
 * them in URIs, names and errors, and masking would hide what a person needs to decide.
 */
function ordinaryValues(config: ServerConfig): readonly string[] {
  if (config.type !== 'stdio') return [];
  const all = Object.entries(config.env);
  const isOrdinary = ([name, value]: readonly [string, string]): boolean =>
    !namesSecret(name) &&
    value.length <= longestOrdinary &&
    ((isPlainWord(value) && !mayBeSecretVariable(name, value)) || isPlainPlace(value));
  // The same value may be another variable's secret.
  const secret = new Set([
    ...all.filter((one) => !isOrdinary(one)).map(([, value]) => value),
    ...secretArguments(config),
  ]);
  return all.filter(isOrdinary).flatMap(([, value]) => (secret.has(value) ? [] : [value]));
}

/**
 * The secrets of a configuration that are masked in what a server sends. Words of the protocol
 * stay: a report without them can't be read, and whoever masks one gives it away.
 */
export function repeatedSecrets(config: ServerConfig): readonly string[] {
  const ordinary = new Set(ordinaryValues(config));
  return secretsOf(config).filter((one) => !ordinary.has(one) && !protocolWords.has(one));
}

const longestOrdinary = 200;
const longestWebPart = 6;
const namesSecret = (name: string): boolean =>
  mentionsCredential(name) || wordsOf(name).some((word) => phrases.has(word) || hooks.has(word));
/** An address of that name is a secret on its own. */
const hooks: ReadonlySet<string> = new Set(['hook', 'webhook', 'topic']);

/** At most three words, since more may be a pass phrase. */
const isPlainWord = (text: string): boolean => {
  const words = text.split(/[-_.]/);
  return words.length === 1
    ? /^[a-z]{1,20}$/i.test(text)
    : words.length <= 3 && words.every((word) => /^(?:[a-z]{1,20}|v?\d{1,3})$/i.test(word));
};
/** `skills`, `Skills`, `mySkills`, `SKILLS`, `skills2`. */
const plainName = /^(?:[A-Z]?[a-z]{1,20}(?:[A-Z][a-z]{1,20})?|[A-Z]{1,20})\d{0,3}$/;

/**
 * An address without user info, query or fragment, or a path, in which no part may be a token. On
 * the web, whoever knows a path such as `/my-topic` may get in, so that only short ones are
 * ordinary.
 */
function isPlainPlace(value: string): boolean {
  const [, scheme, address] = /^([a-z][a-z\d+.-]{0,20}):\/\/(.*)$/i.exec(value) ?? [];
  const parts = (address ?? pathOf(value))?.split(/[/\\]/) ?? null;
  if (parts === null || !parts.every(isPlainPart)) return false;
  const isWeb = scheme !== undefined && /^(?:https?|wss?)$/i.test(scheme);
  return !isWeb || parts.slice(1).every(({ length }) => length <= longestWebPart);
}

const pathOf = (value: string): string | null =>
  /^(?:~|\.{1,2})?[/\\]|^[a-z]:[/\\]/i.test(value) ? value.replace(/^[a-z]:/i, '') : null;

/** A part of a host's or file's name: words, short numbers, and nothing else. */
const isPlainPart = (part: string): boolean =>
  part.split(/[-_.: ]/).every((word) => /^v?\d{0,5}$/.test(word) || plainName.test(word)) &&
  !mayBeToken(part) &&
  !isPathToken(part);

interface NamedSecrets {
  readonly name: string;
  readonly secrets: readonly string[];
}

/**
 * Collects the names of the variables and headers whose values were masked, so that a person knows
 * what `••••` stands for. A token of a sign-in has no name.
 */
export class MaskedNames {
  readonly #names = new Set<string>();
  #left: readonly NamedSecrets[];

  constructor(config: ServerConfig) {
    this.#left = namedSecrets(config).filter(({ secrets }) => secrets.length > 0);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  /** Notes whose value the beginning of a text has, of `most` characters, after it was masked. */
  note(text: string, most: number): void {
    if (this.#left.length === 0) return;
    const isMasked = ({ secrets }: NamedSecrets): boolean =>
      maskedHead(text, secrets, most) !== maskedHead(text, [], most);
    for (const one of this.#left.filter(isMasked)) {
      this.#names.add(one.name);
      this.#left = this.#left.filter((other) => other !== one);
    }
  }
}

function namedSecrets(config: ServerConfig): readonly NamedSecrets[] {
  if (config.type === 'stdio')
    return [
      ...Object.entries(config.env).map(([name, value]) => ({
        name,
        secrets: repeatedSecrets({ ...config, args: [], env: { [name]: value } }),
      })),
      { name: 'an argument', secrets: secretArguments(config) },
    ];
  const { type, url, headers } = config;
  return [
    ...Object.entries(headers).map(([name, value]) => ({
      name,
      secrets: repeatedSecrets({ type, url: 'http://localhost/', headers: { [name]: value } }),
    })),
    { name: 'the address', secrets: urlSecrets(url) },
  ];
}
