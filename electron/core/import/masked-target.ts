import type { ServerTarget } from '../../../shared/model/server.ts';
import type { ServerConfig } from '../server-config.ts';
import { parameters, userInfo } from '../start/address.ts';
import { argumentsParts } from '../start/argument.ts';
import { tokensHidden } from '../start/path-token.ts';
import { masked, maskedHead, secretArguments, urlSecrets } from './mask.ts';
import { repeatedSecrets } from './may-be-secret.ts';
import { escaped, formsOf, shortestNamed, shortestSecret } from './secret-forms.ts';

/**
 * The configuration as the interface may see it: names of secrets, never their values, however
 * short.
 */
export function maskedTarget(config: ServerConfig): ServerTarget {
  const { startTimeout } = config;
  const start = startTimeout === undefined ? {} : { startTimeout };
  if (config.type === 'stdio') {
    // The same parts as before a start: a person adds what they read here.
    const args = argumentsParts(config.command, config.args, config.env).map((pieces) =>
      pieces.map(({ text, hidden }) => (hidden ? masked : text)).join(''),
    );
    return {
      type: 'stdio',
      command: config.command,
      args,
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
      ...(config.startIn === undefined ? {} : { startIn: config.startIn }),
      envNames: Object.keys(config.env),
      ...start,
    };
  }
  const { type, url, headers } = config;
  return { type, url: maskUrl(url), headerNames: Object.keys(headers), ...start };
}

/**
 * An address whose user info, credential parameters and path tokens are masked where that's
 * certain; all else stays readable. If programs disagree about its host the path isn't masked: what
 * is path to some is a host to others.
 */
export function maskUrl(text: string): string {
  const user = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? userInfo(text) : null;
  let result = '';
  let from = 0;
  for (const [start, end] of [
    ...(user === null ? [] : [[user.start, user.end] as const]),
    ...tokensHidden(text).map(({ start, end }) => [start, end] as const),
    ...parameters(text),
  ]) {
    result += text.slice(from, start) + masked;
    from = end;
  }
  return result + text.slice(from);
}

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

/** Removes from one text what must not be shown. */
export type TextMask = (text: string) => string;

/** Characters that JSON and addresses write differently. */
const maySpell = /\\|%[\da-f]{2}/i;

/**
 * The same as `maskedHead` of a whole text, for many texts: a text that can't contain any of
 * `secrets` costs one scan, and nothing if there are none.
 */
export function maskerOf(secrets: readonly string[]): TextMask {
  const long = secrets.filter(({ length }) => length >= shortestSecret).map(formsOf);
  const beginnings = long.flatMap(({ plain, base64 }) =>
    [...plain, ...base64].map((form) => form.slice(0, shortestSecret)),
  );
  const words = secrets.flatMap((secret) => {
    const word = secret.length < shortestNamed ? null : formsOf(secret).word;
    return word === null ? [] : [new RegExp(word.source, 'iu')];
  });
  if (beginnings.length + words.length === 0) return (text) => text;
  const begins = anyOf(beginnings);
  const mayHave = (text: string): boolean =>
    begins?.test(text) === true || words.some((word) => word.test(text)) || maySpell.test(text);
  return (text) => (mayHave(text) ? maskedHead(text, secrets, Number.POSITIVE_INFINITY) : text);
}

const anyOf = (texts: readonly string[]): RegExp | null =>
  texts.length === 0 ? null : new RegExp([...new Set(texts)].map(escaped).join('|'));
