/**
 * The one list of names that say "credential": of variables, headers, options, parameters of an
 * address and keys of a configuration. Whoever writes a configuration chooses its names, to have
 * hidden what they would start. So a name counts by its last words alone, each of them whole:
 * `--anyauth`, `--ask-pass`, `TOKEN_HELPER` and `PASSWORD_COMMAND` name something else.
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
/** With nothing before them. */
const wholeNames = new Set(['key', 'sig', 'auth', 'pass', 'pgpassword', 'sessionid', 'session id']);
/** What may stand behind them: `AWS_ACCESS_KEY_ID`, `TOKEN_2`, `SECRET_VALUE`. */
const closing = /^(?:id|value|code|\d+)$/;

/** `GITHUB_TOKEN`, `apiKey`, `--github.token` in lower-case words. At most the last 200 letters. */
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
 * Whether it says so with any of its words: enough for what a log or a bundle must not have, where
 * nobody decides by what they read.
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

/** Of these a long value without sense is a credential; alone they say too little. */
export const namesKey = (name: string): boolean =>
  /^(?:key|keys|auth)$/.test(wordsOf(name).at(-1) ?? '') &&
  !/^(?:public|primary|foreign|cache|sort|partition|row|object|host)$/.test(
    wordsOf(name).at(-2) ?? '',
  );

/**
 * Options whose next word is theirs and a credential, whole: `--with-token` and `--no-password`
 * end alike and take none.
 */
const options = new Set(
  [
    'token api-token auth-token access-token bearer-token session-token refresh-token id-token',
    'personal-access-token bearer jwt api-key apikey api-secret secret secret-key access-key',
    'private-key license-key client-secret password passwd passphrase',
  ].flatMap((names) => names.split(' ')),
);

/** What makes a switch of such a name, or has it say something else. */
const notItsValue =
  /^(?:with|without|no|not|ask|prompt|use|has|have|allow|disable|enable|require|skip|print|show|get|generate|create|new|read|from|is|save|store|clear|reset|revoke|refresh|rotate|list|delete|check|verify|validate|need|needs|any|hide|mask|log|debug)$/;

/** Whether an option that is not on the list says of itself alone that a credential follows. */
export const mayTakeCredential = (option: string): boolean =>
  namesCredential(option) && !wordsOf(option).some((word) => notItsValue.test(word));

/** Of a name without its two dashes. */
export const takesCredential = (option: string): boolean =>
  options.has(option.toLowerCase().replaceAll(/[_.]/g, '-'));
