import { isSecretFile } from './secret-reads.ts';
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
