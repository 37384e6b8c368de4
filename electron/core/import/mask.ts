import type { ServerConfig } from '../server-config.ts';
import { parseUrl } from '../../../shared/url.ts';
import { isAddress, mayBeCredential, tokensInPath } from '../start/address.ts';
import { decodeText } from '../uri.ts';
import { argumentsParts, variablesParts } from '../start/argument.ts';
import { mentionsCredential } from '../start/credential.ts';
import { mayBeLoneToken } from '../start/command-review.ts';
import { formsOf, replaceBase64, shortestNamed, shortestSecret, escaped } from './secret-forms.ts';
import { endOfSpelled, replaceSpelled, spelledOut } from './secret-spellings.ts';

export const masked = '••••';

/**
 * Every text of a configuration that must not be shown: values of variables and headers (with and
 * without their scheme), user info and query values of the address, path segments that look like
 * tokens, and values of options such as `--token`. At least 6 characters each, or 3 if a name marks
 * a credential. Longest first, unique.
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
  /** Those marked as credentials by their name or position. */
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
      // What `fetch` turns a header into.
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

/** A process logs a multiline key as several rows. */
export const linesOf = (text: string): readonly string[] =>
  /[\r\n]/.test(text) ? text.split(/[\r\n]+/).map((line) => line.trim()) : [];

/**
 * `text` with every secret replaced, even if it's partly or fully JSON-escaped, percent-encoded or
 * in base64. A secret of fewer than 6 characters is replaced only as a whole word: inside others it
 * would tear every text apart.
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
 * The beginning of a text, `most` characters or slightly more, with secrets masked: a server may
 * repeat the secrets it received.
 */
export type BoundedMask = (text: string, most: number) => string;

/**
 * The first `most` characters of a text, or slightly more, with every secret replaced. A secret
 * across the cut is replaced as a whole, because its sender chooses where the cut falls.
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
 * Also masks the rest of a secret if whoever quoted the text cut it in the middle. Takes linear
 * time however often its sender starts a secret.
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
 * The same for a text whose beginning was dropped: masks what remains of a secret at its start. Its
 * sender chooses how much it writes and so where the cut falls.
 */
export function withoutEnding(text: string, secrets: readonly string[]): string {
  for (const form of longForms(secrets))
    for (let left = form.length - 1; left >= shortestSecret; left -= 1)
      if (text.startsWith(form.slice(-left))) return masked + text.slice(left);
  return text;
}

const spellings = new WeakMap<readonly string[], { at: number; all: readonly string[] }>();

/** Recomputed after a token was added to the list. */
function spelledSecrets(secrets: readonly string[]): readonly string[] {
  const before = spellings.get(secrets);
  if (before?.at === secrets.length) return before.all;
  // Base64 signs that some writers escape.
  const base64 = longForms(secrets).filter((form) => /^[\w+/]+$/.test(form) && form.includes('/'));
  // A secret that contains such signs itself may be escaped once more.
  const all = [...new Set([...secrets.map(spelledOut), ...secrets, ...base64])].filter(
    ({ length }) => length >= shortestSecret,
  );
  spellings.set(secrets, { at: secrets.length, all });
  return all;
}

/** Credentials in an address; `isSecret` says which query parameters are, by default all. */
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

/** Those that are credentials however short: a password, and anything whose name says so. */
function namedInUrl(text: string): readonly string[] {
  const url = parseUrl(text);
  if (url === null) return [];
  const parameters = [...url.searchParams].filter(([name]) => mentionsCredential(name));
  return [url.password, ...parameters.map(([, value]) => value)].filter((value) => value !== '');
}

/**
 * Those that are credentials by name or look, the user info, and path segments that look like
 * tokens: many hosted servers give each person an address of their own.
 */
export const urlCredentials = (text: string): readonly string[] => [
  ...urlSecrets(text, mayBeCredential),
  ...pathTokens(text),
];

/** As written and as sent. */
const pathTokens = (text: string): readonly string[] =>
  [...new Set([text, parseUrl(text)?.href ?? ''])].flatMap((address) =>
    tokensInPath(address).map(({ start, end }) => address.slice(start, end)),
  );

/**
 * `Bearer abc` is masked as a whole and as `abc`, which an error may repeat alone; so are Basic
 * credentials and the password in them.
 */
function headerSecrets(value: string): readonly string[] {
  const [, scheme = '', credential] = /^\s*([A-Za-z][\w-]*)\s+(.+)$/s.exec(value) ?? [];
  if (credential === undefined) return [value];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credential, 'base64').toString('utf8') : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [value, credential, ...[pair, password].filter((text) => text !== '')];
}

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/** What no screen shows of a command must not be in logs or errors either. */
const hiddenOf = (config: Command): readonly string[] =>
  [
    ...argumentsParts(config.command, config.args, config.env),
    ...variablesParts(config).map(({ value }) => value),
  ]
    .flat()
    .flatMap(({ text, hidden }) => (hidden ? [text] : []));

/**
 * Argument values that may be credentials by name, more than a screen hides: `--token x`,
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
