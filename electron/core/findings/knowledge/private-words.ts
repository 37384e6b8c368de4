import { isSecretFile, secretFolder } from './secret-reads.ts';
import { hostOf, isLocal } from './addresses.ts';
import { secretKindOf } from './secret-files.ts';

/*
 * What is private, by the words of programs in any language: paths of key files, also in pieces,
 * the whole environment, what browsers, mailboxes and stores keep, and the secrets of an
 * application. A read of one is harmless; with a request to somebody else's host it isn't.
 */

export interface TakenSecret {
  readonly start: number;
  readonly end: number;
  readonly isFile: boolean;
  /** Null for the whole environment. */
  readonly kind: string | null;
}

/** Strings with only joining signs between them: `Join(home, ".aws", "credentials")`. */
const string = String.raw`(?:"[^"\n]{1,120}"|'[^'\n]{1,120}'|\x60[^\x60\n]{1,120}\x60)`;
const pieces = new RegExp(
  String.raw`${string}(?:\s{0,20}(?:[,/+&]|\.\.|<>|</>|\.)?\s{0,20}(?:\)?\s{0,4}\.?\s{0,4}` +
    String.raw`(?:join|resolve|child|append\w{0,30}|div)\s{0,4}\(\s{0,20})?${string}){0,5}`,
  'g',
);
const seam = /["'`]\s*(?:[,/+&]|\.\.|<>|<\/>|\.)?\s*(?:\)?\s*\.?\s*\w{0,40}\(\s*)?["'`]/g;
/** `%w[.aws/credentials .npmrc]`, `{~/.ssh/id_rsa}`, `[file join $env(HOME) .ssh id_rsa]`. */
const bareWords = /%[wW][[({]([^\])}\n]{4,200})|\bfile\s+join\s+([^\]\n]{4,120})/g;
const printing =
  /\b(?:dump-keychain|kubectl\s+(?:[\w-]+\s+)*(?:get\s+secrets?|config\s+view\b[^\n)]*--raw)|gh\s+auth\s+token|git\s+credential\s+fill|aws\s+configure\s+get|gcloud\s+auth\s+print-|security\s+find-generic-password|op\s+item\s+get|vault\s+kv\s+get)/g;

export const opens =
  /\b(?:open|read|readFile|readFileSync|ReadFile|read_text|read_bytes|file_get_contents|File\.(?:read|binread|open)|readLines|readChar|read\.\w+|getline|io\.lines|fopen|fgets|slurp|ReadAllText|ReadAllBytes|contentsOf(?:File)?|fromFile|OpenTextFile|Process\(\)|qx|system|popen|exec|Copy-Item|Get-Content|Compress-Archive)\b|`/;

const mostPaths = 20;

/** Paths of key files in the strings of a script, and commands that print secrets. */
export function privatePaths(said: string, offset: number): TakenSecret[] {
  const found: TakenSecret[] = [];
  const add = (index: number, length: number, kind: string): void => {
    const start = offset + index;
    found.push({ start, end: start + length, isFile: true, kind });
  };
  for (const { 0: whole, index } of said.matchAll(pieces)) {
    if (found.length >= mostPaths) return found;
    const path = whole.replaceAll(seam, '/').replaceAll(/\/{2,}/g, '/');
    if (isSecretFile(path)) add(index, whole.length, secretKindOf(path));
  }
  for (const { 0: whole, 1: list, 2: joined = '', index } of said.matchAll(bareWords)) {
    const words = list === undefined ? [joined.trim().replaceAll(/\s+/g, '/')] : list.split(/\s+/);
    const path = words.find(isSecretFile);
    if (path !== undefined) add(index, whole.length, secretKindOf(path));
  }
  for (const { 0: whole, index } of said.matchAll(printing))
    if (found.length < mostPaths) add(index, whole.length, 'key files');
  return found;
}

/** A store of a browser or a system that a program names, whichever call opens it. */
export function* namedStores(said: string, offset: number): Generator<TakenSecret> {
  const match = stores.exec(said);
  if (match === null) return;
  const start = offset + match.index;
  yield { start, end: start + match[0].length, isFile: true, kind: 'browser data' };
}

/** A path without quotes, as manifests have it. */
const bare = /(?<=[\s:=,(@])(?:~|\$\{?HOME\}?|\$env:USERPROFILE)?[\w./*\\-]{4,200}/g;

const environment =
  /\bos\.Environ\(\)|\benv::vars(?:_os)?\(\)|\bSystem\.getenv\(\)|\bgetenv\(\s*\)|\$_ENV\b(?!\s*\[)|\$ENV\b(?![[{:(])|%ENV\b|\bSys\.getenv\(\s*\)|\bSystem\.get_env\(\s*\)|\bprocessInfo\.environment\b(?!\s*\[)|\bPlatform\.environment\b(?!\s*\[)|\bsys\.env\b(?!\s*[(.])|\bgetEnvironment\b|\benvPairs\b|\barray get env\b|\bextern char \*\*environ\b|\bGetEnvironmentVariables\(|\bEnvironment\(\s*"Process"\s*\)|\btoJSON\(\s*secrets\s*\)/;
const stores =
  /\bbrowser_?cookie3?\b|\brookiepy\b|\bpycookiecheat\b|\bcookies\.getAll\(|\bCryptUnprotectData\b|\bProtectedData\.Unprotect\b|\bSecItemCopyMatching\b|\bCred(?:Enumerate|Read)[AW]?\b|\bPasswordVault\b|\bOnClipboardChange\b|\bA_Clipboard\b|\bGetClipboardData\b|\bthe clipboard\b|["'`/]\.(?:claude\/(?:projects|history)|codex\/(?:sessions|history)|gemini\/(?:tmp|history)|cursor\/chats)\b/;
const mail =
  /\bGmailApp\.(?:search|getInboxThreads|getMessage)|\bContactsApp\.get|\bDriveApp\.(?:getFiles|searchFiles|getRootFolder)|\b(?:body|plaintext|content) of (?:every|each|all|notes?|messages?)\b|\bevery (?:note|message|person|event)\b|\bCNContactStore\b|\bEKEventStore\b|\bGetNamespace\(\s*"MAPI"|\bGetDefaultFolder\(/i;
/** What a framework keeps for its application, all at once or by a name that only it has. */
const application =
  /\bconfig\(\s*["'](?:database|services|mail|app\.key|filesystems)\b|\bRails\.application\.(?:credentials|secrets)\b|\bsettings\.(?:SECRET_KEY|DATABASES)\b|\bconfig\[\s*["']SECRET_KEY["']|\bDB_PASSWORD\b[\s\S]{0,200}\b(?:AUTH_KEY|DB_USER|wp-config)\b|\bwp-config\.php\b|\bgetConnectionString\(|\bConnectionStrings\b|\bpg_shadow\b|\bmysql\.user\b|\bapp_path\(\s*["']\.env|\bbase_path\(\s*["']\.env|["'`/]\.env["'`]/;
const wordKinds: readonly (readonly [words: RegExp, kind: string | null])[] = [
  // The paths of keys that a configuration of ssh names.
  [/\bidentityfile\b[\s\S]{0,400}\bgetline\b/i, 'SSH keys'],
  [environment, null],
  [stores, 'browser data'],
  [mail, 'messages and mail'],
  [application, 'application secrets'],
];

/** Everything private that a text names. */
export function privateWords(said: string, offset: number): TakenSecret[] {
  const found = privatePaths(said, offset);
  for (const { 0: word, index } of said.matchAll(bare)) {
    if (found.length >= mostPaths) break;
    if (/[/\\]/.test(word) && isSecretFile(word))
      found.push({
        ...{ start: offset + index, end: offset + index + word.length },
        ...{ isFile: true, kind: secretKindOf(word) },
      });
  }
  for (const [words, kind] of wordKinds) {
    const match = words.exec(said);
    if (match === null) continue;
    const start = offset + match.index;
    found.push({ start, end: start + match[0].length, isFile: kind !== null, kind });
  }
  return found;
}

/** How far apart the words of one command may be, in characters; of those closer one is enough. */
const reach = 400;
const step = 200;
const uploaders =
  /(?<![\w.-])(?:curl|wget|https?|xh|iwr|irm|invoke-(?:webrequest|restmethod)|scp|rsync|nc|ncat|netcat)(?:\.exe)?(?=\s)/gi;
const packers =
  /(?<![\w.-])(?:tar|bsdtar|gtar|zip|7za?|rar|base64|compress-archive|gzip|openssl)(?:\.exe)?(?=\s)/gi;
const mayBeKey = /\.\w|id_|key/i;

/** Words before a key that signs in, is left out, or is written to. */
const keyNotPacked =
  /(?:^|\s)["']?-i["']?[\s,]|identity|key\w*["']?\s{0,9}[:=]|known_hosts|netrc-file|kubeconfig|exclud|ignor|skip|mkdir|chmod|!\S*$|>\s*\S*$/i;

/** Where two halves of a theft are. */
interface PackedSecrets {
  readonly start: number;
  readonly end: number;
  readonly secret: { readonly start: number; readonly end: number };
}

/**
 * A theft by the words of a program alone: a command that sends a file elsewhere, and one that packs
 * keys. An attacker writes them as items of a list, values of variables, rows of a table or
 * options of a tool, and something puts them together when it runs.
 */
export function packedAndSent(said: string, offset: number): PackedSecrets | null {
  for (const { start, end } of windows(said, uploaders, reach)) {
    const words = looseWords(said.slice(start, end + reach)).map(({ word }) => word);
    if (!sendsFile(words)) continue;
    const secret = packedIn(said);
    return secret === null
      ? null
      : {
          ...{ start: offset + start, end: offset + end },
          secret: { start: offset + secret.start, end: offset + secret.end },
        };
  }
  return null;
}

function packedIn(said: string): { readonly start: number; readonly end: number } | null {
  for (const { start, end } of windows(said, packers, reach))
    for (const { word, at } of looseWords(said.slice(start, end + reach))) {
      if (!mayBeKey.test(word)) continue;
      if (!isSecretFile(word) && !secretFolder.test(word)) continue;
      const line = said.lastIndexOf('\n', start + at) + 1;
      if (keyNotPacked.test(said.slice(Math.max(line, start + at - 90), start + at))) continue;
      return { start: start + at, end: start + at + word.length };
    }
  return null;
}

/** Where a name is, from `before` it. An attacker may write it as often as there is room. */
function* windows(
  said: string,
  name: RegExp,
  before: number,
): Generator<{ readonly start: number; readonly end: number }> {
  let next = 0;
  // A name in quotes ends at the quote.
  for (const { 0: found, index } of said.replaceAll(/["'`,)\]}<>;]/g, ' ').matchAll(name)) {
    if (index < next) continue;
    next = index + step;
    yield { start: Math.max(0, index - before), end: Math.max(index + found.length, next) };
  }
}

/** Words without the signs of lists, strings and variables around them, and the places of these. */
function looseWords(said: string): { readonly word: string; readonly at: number }[] {
  const plain = said
    .replaceAll(/^[ \t]*-(?=[ \t])/gm, (item) => ' '.repeat(item.length))
    .replaceAll(/["'`,()[\]{}<>;|&%$#*]/g, ' ')
    .replaceAll('\\', '/');
  return [...plain.matchAll(/\S{1,400}/g)].map(({ 0: word, index }) => ({ word, at: index }));
}

/** A request with a file in it, or a copy, to a host that isn't this machine. */
function sendsFile(words: readonly string[]): boolean {
  const has = (expression: RegExp): boolean => words.some((word) => expression.test(word));
  if (has(/^(?:scp|rsync)$/i) && has(/^[\w.-]+@[\w.-]+:/)) return true;
  if (has(/^n(?:c|cat|etcat)$/i) && words.some(isHostAndPort)) return true;
  const hasAddress = words.some((word) => {
    const host = hostOf(/(?:^|=)(\w+:\/\/.*)/.exec(word)?.[1] ?? '');
    return host.includes('.') && !isLocal(host);
  });
  return (
    hasAddress &&
    words.some((word, index) => {
      const next = words[index + 1] ?? '';
      if (/^(?:-\w{0,4}[Fd]|--form(?:-\w+)?|--data(?:-\w+)?|form)$/.test(word))
        return next.includes('@') || (next === '=' && words[index + 2]?.includes('@') === true);
      return (
        /^(?:-\w{0,4}T|--upload-file|--post-file|--body-file|-[Ii]n[Ff]ile)$/.test(word) ||
        /^(?:--(?:upload-file|post-file|body-file)=|--(?:form|data)\S*=\S*@|-F\S+@)/.test(word)
      );
    })
  );
}

const isHostAndPort = (word: string, index: number, words: readonly string[]): boolean =>
  /^(?:[\w-]+\.)+[a-z]{2,}$/i.test(word) && /^\d{2,5}$/.test(words[index + 1] ?? '');
