import { isBase64, isKnownForm, isToken } from './command-review.ts';

/** Part of a text, and whether it's hidden on screen. */
export interface MaskedPart {
  readonly text: string;
  readonly hidden: boolean;
}

/** The non-empty parts; one empty part if there are none. */
export function parts(
  ...pieces: readonly (readonly [text: string, hidden: boolean])[]
): readonly MaskedPart[] {
  const found = pieces.filter(([text]) => text !== '').map(([text, hidden]) => ({ text, hidden }));
  return found.length > 0 ? found : [{ text: '', hidden: false }];
}

/** A word that isn't a path, option, address, host or code, though it may be a program. */
const word = /^[\p{L}\p{N}_][\p{L}\p{N}_!#*+^~?-]*={0,2}$/u;
/** The same for a variable's value, which no program reads as its next argument. */
const loneValue = /^[\p{L}\p{N}_!#*+^?@][\p{L}\p{N}_!#*+^~?@%,-]*={0,2}$/u;

const isWord = (text: string): boolean => word.test(text) || isToken(text) || isBase64(text, false);
export const isLoneValue = (text: string): boolean =>
  loneValue.test(text) || isToken(text) || isBase64(text, true) || isKnownForm(text);

const scheme = /^(?:Bearer|Basic|Token|ApiKey|Bot)[ \t]+/i;

/** `Bearer abc`, which is neither a program's name nor code. */
export const hasScheme = (text: string): boolean => scheme.test(text);

/** The value under a credential's name: hidden if it looks like one, else shown. */
export function credential(value: string, isPlain = isWord): readonly MaskedPart[] {
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  return isPlain(rest) ? parts([before, false], [rest, true]) : parts([value, false]);
}

const inHeader = /^[\w+=!#*^~?-][\w.+/=!#*^~?:-]*$/;
const inCookie = /^[\w.-]+=[\w.%+=-]+(?:; ?[\w.-]+=[\w.%+=-]+)*$/;
const file =
  /\.(?:[cm]?[jt]sx?|py[cw]?|rb|pl|php|lua|ba?sh|ps1|bat|cmd|exe|com|so|dylib|dll|node|jar|wasm)$/i;

/** `Authorization: Bearer abc` with its secret part; null if it isn't such a header. */
export function secretHeader(text: string): readonly MaskedPart[] | null {
  const [, start = '', name = '', value = ''] = /^(([\w-]+):[ \t]*)(.+)$/s.exec(text) ?? [];
  if (value === '' || !namesCredential(name)) return null;
  if (/^cookies?$/i.test(name))
    return inCookie.test(value) ? parts([start, false], [value, true]) : null;
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  if (/^[-~]|^\d{1,5}$|\/\//.test(rest) || file.test(rest)) return null;
  // A lone value may be a path, a host or a repository to a program that reads the option
  // differently.
  if (before === '' && /[/:]/.test(rest) && !isLoneValue(rest)) return null;
  return inHeader.test(rest) ? parts([start + before, false], [rest, true]) : null;
}

/**
 * The single list of credential names: of variables, headers, options, address parameters and
 * configuration keys. A configuration's author chooses names to hide what they would start, so only
 * a name's last words count, each of them whole: `--anyauth`, `--ask-pass`, `TOKEN_HELPER` and
 * `PASSWORD_COMMAND` name something else.
 */
const kindsOfKey = 'api access secret private auth license licence account signing encryption';
const kindsOfWord = [
  'token tokens secret secrets password passwd passphrase passcode pwd credential credentials',
  'apikey jwt bearer cookie cookies authorization signature pat pin otp',
].flatMap((words) => words.split(' '));
const lastWords = new Set([
  ...kindsOfWord,
  ...`${kindsOfKey} subscription service shared master session app application rapidapi`
    .split(' ')
    .flatMap((kind) => [`${kind} key`, `${kind} keys`]),
  ...'db database mysql postgres pg redis smtp imap mail email user admin root'
    .split(' ')
    .map((kind) => `${kind} pass`),
]);
/** Names that count only without a word before them. */
const wholeNames = new Set(['key', 'sig', 'auth', 'pass', 'pgpassword', 'sessionid', 'session id']);
/** Words that may follow: `AWS_ACCESS_KEY_ID`, `TOKEN_2`, `SECRET_VALUE`. */
const closing = /^(?:id|value|code|\d+)$/;

/** `GITHUB_TOKEN`, `apiKey`, `--github.token` as lower-case words. At most the last 200 letters. */
export function wordsOf(name: string): readonly string[] {
  const words = name
    .slice(-200)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
  const last = words.findLastIndex((word) => !closing.test(word));
  return words.slice(0, last + 1);
}

/** Whether a name says that its value is a credential. */
export function namesCredential(name: string): boolean {
  const words = wordsOf(name);
  return (
    lastWords.has(words.at(-1) ?? '') ||
    lastWords.has(words.slice(-2).join(' ')) ||
    wholeNames.has(words.join(' '))
  );
}

/**
 * Whether any word of a name says so: enough for what a log or bundle must not contain, because
 * nobody decides by reading those.
 */
export function mentionsCredential(name: string): boolean {
  const words = wordsOf(name);
  return (
    wholeNames.has(words.join(' ')) ||
    words.some(
      (word, at) =>
        lastWords.has(word) || lastWords.has(`${word} ${words[at + 1] ?? ''}`) || word === 'auth',
    )
  );
}

/** Names whose long random values are credentials; alone they say too little. */
export const namesKey = (name: string): boolean =>
  /^(?:key|keys|auth)$/.test(wordsOf(name).at(-1) ?? '') &&
  !/^(?:public|primary|foreign|cache|sort|partition|row|object|host)$/.test(
    wordsOf(name).at(-2) ?? '',
  );

/**
 * Options whose next word is their credential, by full name: `--with-token` and `--no-password`
 * have the same ending but take no value.
 */
const options = new Set(
  [
    'token api-token auth-token access-token bearer-token session-token refresh-token id-token',
    'personal-access-token bearer jwt api-key apikey api-secret secret secret-key access-key',
    'private-key license-key client-secret password passwd passphrase',
  ].flatMap((names) => names.split(' ')),
);

/** Words that turn such a name into a switch or change its meaning. */
const notItsValue =
  /^(?:with|without|no|not|ask|prompt|use|has|have|allow|disable|enable|require|skip|print|show|get|generate|create|new|read|from|is|save|store|clear|reset|revoke|refresh|rotate|list|delete|check|verify|validate|need|needs|any|hide|mask|log|debug)$/;

/** Whether an unlisted option's own name says that a credential follows. */
export const mayTakeCredential = (option: string): boolean =>
  namesCredential(option) && !wordsOf(option).some((word) => notItsValue.test(word));

/** For a name without its two dashes. */
export const takesCredential = (option: string): boolean =>
  options.has(option.toLowerCase().replaceAll(/[_.]/g, '-'));
