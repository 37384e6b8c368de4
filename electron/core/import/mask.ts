import type { ServerConfig } from '../server-config.ts';
import { parseUrl } from '../../../shared/url.ts';
import { decodeText, isAddress, mayBeCredential } from '../start/address.ts';
import { argumentsParts } from '../start/argument.ts';
import { mentionsCredential } from '../start/credential-name.ts';
import { mayBeLoneToken } from '../start/command-review.ts';
import { tokensInPath } from '../start/path-token.ts';
import { formsOf, replaceBase64, shortestNamed, shortestSecret } from './secret-forms.ts';
import { endOfSpelled, replaceSpelled, spelledOut } from './secret-spellings.ts';
import { variablesParts } from '../start/variable.ts';

export const masked = '••••';

/**
 * Every text of a configuration that must not be shown: values of the environment and of
 * headers (with and without their scheme), user info and query values of the address, what looks like a
 * token in its path, and values of options such as `--token`. At least 6 characters each; from 3 on
 * where a name says that it is a credential. Longest first, unique.
 */
export function secretsOf(config: ServerConfig): readonly string[] {
  const { all, named } = config.type === 'stdio' ? ofCommand(config) : ofAddress(config);
  const forms = (found: readonly string[]): readonly string[] =>
    found.flatMap((text) => [text, text.trim(), decodeText(text), ...linesOf(text)]);
  return [
    ...new Set([
      ...forms(all).filter((text) => text.length >= shortestSecret),
      ...forms(named).filter((text) => text.length >= shortestNamed),
    ]),
  ].sort((a, b) => b.length - a.length);
}

interface Found {
  readonly all: readonly string[];
  /** Those that a name, or where they stand, says to be credentials. */
  readonly named: readonly string[];
}

const ofCommand = (config: Command): Found => ({
  all: [
    ...Object.values(config.env),
    ...Object.values(config.env).flatMap(pathTokens),
    ...secretArguments(config),
  ],
  named: [
    ...Object.entries(config.env).flatMap(([name, value]) =>
      mentionsCredential(name) ? [value] : [],
    ),
    ...secretArguments(config, namedInUrl),
    ...hiddenOf(config),
  ],
});

function ofAddress({ url, headers, oauth }: Exclude<ServerConfig, Command>): Found {
  const parsed = parseUrl(url);
  const pair = [parsed?.username, parsed?.password].map((part) => decodeText(part ?? '')).join(':');
  return {
    all: [
      ...Object.values(headers).flatMap(headerSecrets),
      ...urlSecrets(url),
      // What `fetch` makes a header of.
      ...(pair === ':' ? [] : [pair, Buffer.from(pair).toString('base64')]),
      ...pathTokens(url),
    ],
    named: [
      ...Object.entries(headers).flatMap(([name, value]) =>
        mentionsCredential(name) ? headerSecrets(value) : [],
      ),
      ...namedInUrl(url),
      ...(oauth?.clientSecret === undefined ? [] : [oauth.clientSecret]),
    ],
  };
}

/** A process writes a key of several lines as so many rows of the log. */
const linesOf = (text: string): readonly string[] =>
  /[\r\n]/.test(text) ? text.split(/[\r\n]+/).map((line) => line.trim()) : [];

/**
 * `text` with every secret replaced, also where all or some of it is written as in a JSON string or
 * percent-encoded, or where it stands in base64. One of fewer than 6 characters is replaced where it is
 * a word of its own: inside of others it would tear every text apart.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < shortestNamed) continue;
    const { plain, base64, word } = formsOf(secret);
    if (word !== null) {
      result = result.replace(word, masked);
      continue;
    }
    for (const form of plain) if (result.includes(form)) result = result.replaceAll(form, masked);
    result = replaceBase64(result, base64, masked);
  }
  return /[\\%]/.test(result) ? replaceSpelled(result, spelledSecrets(secrets), masked) : result;
}

/**
 * The beginning of a text, `most` characters of it or a few more, without what must not be shown: a
 * server may repeat the secrets that it was given.
 */
export type BoundedMask = (text: string, most: number) => string;

/**
 * The first `most` characters of a text, or a few more, with every secret replaced. A secret across
 * the end is replaced as a whole: its sender chooses where the cut falls.
 */
export function maskedHead(text: string, secrets: readonly string[], most: number): string {
  if (text.length <= most) return withoutBeginnings(maskSecrets(text, secrets), secrets);
  const forms = longForms(secrets);
  let end = most;
  for (let moved = true; moved;) {
    moved = false;
    for (const form of forms) {
      const at = text
        .slice(Math.max(0, end - form.length + 1), end + form.length - 1)
        .indexOf(form);
      if (at === -1) continue;
      end = Math.max(0, end - form.length + 1) + at + form.length;
      moved = true;
    }
  }
  end = endOfSpelled(text, end, spelledSecrets(secrets));
  return withoutBeginnings(maskSecrets(text.slice(0, end), secrets), secrets);
}

const longForms = (secrets: readonly string[]): readonly string[] =>
  secrets
    .filter(({ length }) => length >= shortestSecret)
    .map(formsOf)
    .flatMap(({ plain, base64 }) => [...plain, ...base64]);

/**
 * Where whoever quoted the text has cut it inside a secret: what is left of that, as well. Takes as long as the
 * text is, however often its sender begins a secret.
 */
const withoutBeginnings = (text: string, secrets: readonly string[]): string =>
  longForms(secrets).reduce(withoutBeginning, text);

function withoutBeginning(text: string, form: string): string {
  const start = form.slice(0, shortestSecret);
  const parts: string[] = [];
  let done = 0;
  let next = 0;
  for (let from = text.indexOf(start); from !== -1; from = text.indexOf(start, next)) {
    let to = from + start.length;
    while (to < text.length && text[to] === form[to - from]) to += 1;
    next = from + 1;
    if (to !== text.length && text[to] !== '"' && text[to] !== '…') continue;
    parts.push(text.slice(done, from), masked);
    done = to;
    next = to;
  }
  return parts.join('') + text.slice(done);
}

/**
 * The same of a text whose beginning was let go, which may have been inside a secret: what is left of
 * that at its start. Its sender chooses how much it writes, and so where the cut falls.
 */
export function withoutEnding(text: string, secrets: readonly string[]): string {
  for (const form of longForms(secrets))
    for (let left = form.length - 1; left >= shortestSecret; left -= 1)
      if (text.startsWith(form.slice(-left))) return masked + text.slice(left);
  return text;
}

const spellings = new WeakMap<readonly string[], { at: number; all: readonly string[] }>();

/** Computed again where the list has grown by a token. */
function spelledSecrets(secrets: readonly string[]): readonly string[] {
  const before = spellings.get(secrets);
  if (before?.at === secrets.length) return before.all;
  // Of base64 what some writers escape.
  const base64 = longForms(secrets).filter((form) => /^[\w+/]+$/.test(form) && form.includes('/'));
  // One that has such signs of its own may be written out once more.
  const all = [...new Set([...secrets.map(spelledOut), ...secrets, ...base64])].filter(
    ({ length }) => length >= shortestSecret,
  );
  spellings.set(secrets, { at: secrets.length, all });
  return all;
}

/**
 * Credentials in an address; `isSecret` says which query parameters are, by default all of them.
 */
export function urlSecrets(
  text: string,
  isSecret: (name: string, value: string) => boolean = () => true,
): readonly string[] {
  const url = parseUrl(text);
  if (url === null) return [];
  const parameters = [...url.searchParams]
    .filter(([name, value]) => isSecret(name, value))
    .map(([, value]) => value);
  return [url.username, url.password, ...parameters].filter((value) => value !== '');
}

/** Those that are credentials however short they are: a password, and what a name says is one. */
function namedInUrl(text: string): readonly string[] {
  const url = parseUrl(text);
  if (url === null) return [];
  const parameters = [...url.searchParams].filter(([name]) => mentionsCredential(name));
  return [url.password, ...parameters.map(([, value]) => value)].filter((value) => value !== '');
}

/**
 * Those of them that are credentials by name or by look, the user info, and what looks like a token in the
 * path: many hosted servers give everybody an address of their own.
 */
export const urlCredentials = (text: string): readonly string[] => [
  ...urlSecrets(text, mayBeCredential),
  ...pathTokens(text),
];

/** As the text has them, and as they are sent. */
const pathTokens = (text: string): readonly string[] =>
  [...new Set([text, parseUrl(text)?.href ?? ''])].flatMap((address) =>
    tokensInPath(address).map(({ start, end }) => address.slice(start, end)),
  );

/**
 * `Bearer abc` is masked as a whole and as `abc`, which an error may repeat alone; so is what stands in
 * Basic credentials, and the password of them.
 */
function headerSecrets(value: string): readonly string[] {
  const [, scheme = '', credential] = /^\s*([A-Za-z][\w-]*)\s+(.+)$/s.exec(value) ?? [];
  if (credential === undefined) return [value];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credential, 'base64').toString('utf8') : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [value, credential, ...[pair, password].filter((text) => text !== '')];
}

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/** What no screen shows of a command: no log and no error may have it, either. */
const hiddenOf = (config: Command): readonly string[] =>
  [
    ...argumentsParts(config.command, config.args, config.env),
    ...variablesParts(config).map(({ value }) => value),
  ]
    .flat()
    .flatMap(({ text, hidden }) => (hidden ? [text] : []));

/**
 * Values of arguments that may be credentials by name, more of them than a screen hides: `--token x`,
 * `-api-key=x`, `Authorization: x`, `TOKEN=x`, addresses with keys.
 */
export function secretArguments(
  { args }: Pick<Command, 'args'>,
  ofUrl: (text: string) => readonly string[] = urlCredentials,
): readonly string[] {
  return args.flatMap((arg, index) => {
    if (isAddress(arg)) return ofUrl(arg);
    const [, name = '', value = ''] = /^(?:--?)?([A-Za-z_][\w.-]*)=(.+)$/s.exec(arg) ?? [];
    if (value !== '') {
      if (isAddress(value)) return ofUrl(value);
      const inside = namedIn(value);
      if (inside.length > 0) return inside;
      if (mentionsCredential(name)) return headerSecrets(value);
      return mayBeLoneToken(value) ? [value] : [];
    }
    const next = args[index + 1];
    if (/^--?[\w.-]+$/.test(arg) && mentionsCredential(arg) && next?.startsWith('-') === false)
      return headerSecrets(next);
    return mayBeLoneToken(arg) ? [arg] : namedIn(arg);
  });
}

/** The value of `Authorization: x` and `TOKEN=x`. */
function namedIn(text: string): readonly string[] {
  const [, name = '', value = ''] = /^([A-Za-z_][\w-]*)(?::\s*|=)(\S.*)$/s.exec(text) ?? [];
  return value !== '' && mentionsCredential(name) ? headerSecrets(value.trim()) : [];
}
