import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { secretFiles, secretFileWords, secretKindOf } from './secret-files.ts';

const namedPattern = pattern(secretFileWords, secretFiles);
/** Public keys and lists of hosts are shared all the time, and extensions' hosts hold no secret. */
const isPublic = (text: string): boolean =>
  /\.pub\b|known_hosts|authorized_keys|\.example\b|\.ssh[/\\]config\b|\.aws[/\\]config\b|\.ssh[/\\]?$|NativeMessagingHosts/.test(
    text,
  );

const readers = new Set(
  'cat tac head tail less more bat grep egrep rg ag awk sed base64 base32 xxd od hexdump strings cp tar zip gzip 7z scp rsync sftp curl wget nc ncat openssl jq cut sort dd source . find xargs python python3 node sqlite3 get-content gc type copy-item copy compress-archive security gpg2john ssh2john install ln pbcopy xclip clip'.split(
    ' ',
  ),
);
const readingCalls =
  /(?:^|\.)(?:open|read|readFile|readFileSync|readlines?|read_text|read_bytes|load|copy|copy2|copyfile|copytree|copyFileSync|cpSync|createReadStream|make_archive|glob|rglob|iglob|listdir|readdirSync|readdir|walk|connect|add|extractall|Path|expanduser|join|resolve|upload_file|parse|foreach|binread|iterdir|scandir|ReadFile|ReadAll|ReadDir|Open|file_get_contents|fopen|file|File|fromFile|contentsOfFile|OpenTextFile|read|readfile|readText|readBytes|readLines|ReadAllText|ReadAllBytes|ReadAllLines|readAllBytes|readString|readAllLines|read_to_string|slurp|read_dir|attach_file|Join)$/;

export interface SecretRead {
  readonly start: number;
  readonly end: number;
  /** The shell command that reads it. */
  readonly command: ShellCommand | null;
  /** What it reads, for people. */
  readonly kind: string;
  /** The file that it reads, as the code has it; null for what a program prints. */
  readonly file: string | null;
  /** A program was asked for it; otherwise, a file is read. */
  readonly isPrinted: boolean;
}

const cachedReads = new WeakMap<RuleDocument, readonly SecretRead[]>();

/**
 * Reads of secrets in code: of key files by commands and calls that name one, and by commands that
 * print what a store or a signed-in program keeps.
 */
export function secretReads(document: RuleDocument): readonly SecretRead[] {
  const before = cachedReads.get(document);
  if (before !== undefined) return before;
  const { text, commands, calls } = document;
  const found: SecretRead[] = [];
  for (const command of commands) {
    const { start, end } = command;
    const printed = printedSecret(command);
    const place = { start, end, command };
    if (printed !== null) found.push({ ...place, kind: printed, file: null, isPrinted: true });
    else {
      const file = secretFileOf(command);
      // A pod's own token is there to sign in with.
      if (file !== null)
        found.push({
          ...place,
          kind: secretKindOf(file),
          file,
          isPrinted: /\/serviceaccount\//.test(file),
        });
    }
  }
  for (const { callee, args, receiver, start, end } of calls) {
    const place = { start, end, command: null };
    if (secretStores.test(callee)) {
      found.push({ ...place, kind: secretKindOf(callee), file: null, isPrinted: true });
      continue;
    }
    if (!readingCalls.test(callee)) continue;
    const words = args.flatMap(({ value, node }) => [value ?? '', pathIn(text, node)]);
    // `Path.home().rglob("*.pem")`: the folder and the names are apart.
    const searched =
      opening.test(callee) && words.some((word) => secretNames.test(word))
        ? [...words, receiver ?? ''].find((word) => everywhere.test(word))
        : undefined;
    const file =
      searched ??
      [...words, receiver ?? ''].find(
        (word) => isSecretFile(word) || (opening.test(callee) && secretFolder.test(word)),
      );
    if (file !== undefined)
      found.push({ ...place, kind: secretKindOf(file), file, isPrinted: false });
  }
  // An argument such as `--from="$(…)"` is also read as a shell text of its own.
  const reads = found
    .filter(({ command }) => command?.within?.name.startsWith('-') !== true)
    .sort((a, b) => a.start - b.start)
    .filter((read, at, all) => {
      const next = all[at + 1];
      const holds = next !== undefined && read.start < next.start && next.end <= read.end;
      return !(holds && read.isPrinted && next.isPrinted && read.kind === next.kind);
    });
  cachedReads.set(document, reads);
  return reads;
}

/** The key file, or folder of them, that a command reads. */
function secretFileOf(command: ShellCommand): string | null {
  if (/^e?grep$|^rg$/.test(command.name) && /public key/i.test(command.args[0]?.text ?? ''))
    return null;
  const isScript = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|php)$/.test(command.name);
  if ((!readers.has(command.name) && !isScript) || isAboutKeys(command)) return null;
  const words = command.args.map((word) => word.text);
  // Managing a keychain shows nothing that is in it.
  if (command.name === 'security') return null;
  // The first is what they look for or do, and not a file.
  const files = /^(?:jq|yq|awk|gawk|sed|grep|egrep|rg|ag)$/.test(command.name)
    ? words.slice(words.findIndex((word) => !word.startsWith('-')) + 1)
    : words;
  if (/^(?:find|fd|fdfind|locate|grep|rg)$/.test(command.name)) {
    const isSearch = words.some((word) => everywhere.test(word)) || command.name === 'locate';
    const sought = words.find((word) => secretNames.test(word) || keyTexts.test(word));
    if (isSearch && sought !== undefined) return sought;
  }
  // A key to sign in with is used, not read.
  const read = files.filter(
    (_, at) => !/^-[ie]$/.test(files[at - 1] ?? '') || /^(?:grep|sed)$/.test(command.name),
  );
  const given = [...read, ...inputs(command)].flatMap((word) => [word, ...word.split(/\s+/)]);
  return (
    given.find(
      (word) => isSecretFile(word) || (packers.has(command.name) && secretFolder.test(word)),
    ) ?? null
  );
}

/** The whole home folder or machine, as the start of a search. */
const everywhere = /^["']?(?:~|\$\{?HOME\}?|\/|\/home|\/Users|\/root|[a-z]:\\)[/\\]?["']?$/i;
/** Names that only files with secrets have. */
const secretNames =
  /(?:^|["'/|(\\])\*?\.?(?:\*\.(?:pem|p12|pfx|kdbx|ovpn|jks|keystore|tfstate|tfvars)|id_(?:rsa|ed25519|\*)|\.env\*?|\*?wallet\*?|\*secret\*|\*password\*|\*credential\w*\*?|UTC--\*)["')|]?$|\.(?:pem|kdbx|ovpn|p12)\\?["'|)]/i;
const keyTexts = /PRIVATE KEY|\bAKIA\b|\bghp_|\bxox[bp]-|seed phrase/;

/** A whole folder of keys, of which only copying or packing it is a read. */
export const secretFolder =
  /(?:^|[/\\"'=@\s])\.(?:ssh|aws|gnupg|kube|docker|azure|config\/(?:gcloud|gh|op|solana))(?:[/\\]?(?:\*|\.)?)["']?$/;
const packers = new Set(
  'tar zip 7z gzip cp scp rsync rclone find compress-archive copy-item curl'.split(' '),
);
const opening =
  /(?:^|\.)(?:iterdir|glob|rglob|iglob|listdir|scandir|walk|readdir|readdirSync|copytree|make_archive|add)$/;

/** The literal part of a path such as `home + "/.x"` or `join(home, ".x", "y")`. */
const pathIn = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string =>
  text.slice(start, Math.min(end, start + 400)).replaceAll(/["'`]\s*[,/+]\s*["'`]/g, '/');

export function isSecretFile(word: string): boolean {
  if (word.length > 2_000 || isPublic(word)) return false;
  for (const _ of namedPattern.all(word)) return true;
  return false;
}

const inputs = ({ redirects }: ShellCommand): string[] =>
  redirects.filter(({ operator }) => operator === '<').map(({ target }) => target);

/** `cp key.pem ~/.ssh/`, `curl -o ~/.ssh/x`, `cat >> ~/.ssh/config`: these write. */
const isAboutKeys = ({ name, args }: ShellCommand): boolean =>
  (name === 'cp' || name === 'mv' || name === 'install') &&
  args.length > 1 &&
  /\.(?:ssh|gnupg|aws|kube|docker|config)\b/.test(args.at(-1)?.text ?? '');

/** Commands whose output is a secret, by program: words that all occur, in this order. */
const printers: readonly (readonly [program: RegExp, words: RegExp, kind: string])[] = [
  [/^gh$/, /^auth (?:token|status .*(?:-t\b|--show-token))/, 'GitHub tokens'],
  [/^glab$/, /^(?:auth status .*(?:-t\b|--show-token)|config get .*token)/, 'GitLab tokens'],
  [
    /^git$/,
    /^(?:credential(?:-\w+)? (?:fill|get)|credential fill|config .*(?:--get\S* )?\S*(?:token|password|extraheader)\S*$)/,
    'Git credentials',
  ],
  [/^git-credential-\w+$/, /get\b/, 'Git credentials'],
  [
    /^aws$/,
    /^(?:configure (?:get \S*(?:secret|key|token)|export-credentials)|sts (?:get-session-token|assume-role|get-federation-token)|secretsmanager get-secret-value|ssm get-parameters?.*--with-decryption|ecr get-login-password|iam create-access-key|kms decrypt)/,
    'AWS credentials',
  ],
  [
    /^gcloud$/,
    /^(?:auth (?:application-default )?print-(?:access|identity)-token|config config-helper|secrets versions access|iam service-accounts keys create|sql users)/,
    'Google Cloud credentials',
  ],
  [
    /^az$/,
    /^(?:account get-access-token|keyvault secret (?:show|download|list)|ad sp create-for-rbac|storage account keys list|acr credential show|webapp deployment list-publishing-credentials)/,
    'Azure credentials',
  ],
  [
    /^(?:kubectl|oc|k|microk8s)$/,
    /^(?:-\S+ )*(?:(?:-n|--namespace|--context) \S+ )*(?:get|describe|view) (?:.* )?(?:secrets?(?:\/\S*)?)(?: .*(?:-o|--output|-oyaml|-ojson|-A|--all)|.*-o)/,
    'Kubernetes credentials',
  ],
  [
    /^(?:kubectl|oc)$/,
    /^(?:config view .*--raw|create token|.*whoami (?:-t|--show-token))/,
    'Kubernetes credentials',
  ],
  [
    /^op$/,
    /^(?:item get .*(?:--reveal|--fields|--format)|read\b|document get|signin .*--raw)/,
    'password manager',
  ],
  [
    /^(?:bw|rbw)$/,
    /^(?:get (?:password|item|totp|notes|username)|export|unlock --raw|list items)/,
    'password manager',
  ],
  [/^pass$/, /^(?:show\b|-c\b|otp\b)/, 'password manager'],
  [
    /^(?:lpass|keepassxc-cli|dashlane|dcli|gopass)$/,
    /^(?:show|export|password|clip|p )/,
    'password manager',
  ],
  [
    /^vault$/,
    /^(?:kv get|read|token (?:create|lookup)|print token|login .*-token-only)/,
    'Vault tokens',
  ],
  [
    /^doppler$/,
    /^(?:secrets (?:get|download)|secrets .*--plain|configure get token)/,
    'password manager',
  ],
  [
    /^(?:heroku|flyctl|fly|vercel|netlify|railway|wrangler|supabase|stripe)$/,
    /^(?:auth:token|auth token|auth:token|config(?::get|\s+-s)|env pull|tokens create|variables --kv)/,
    'platform tokens',
  ],
  [/^security$/, /^(?:find-(?:generic|internet)-password|dump-keychain|export\b)/, 'keychain'],
  [/^secret-tool$/, /^(?:search|lookup)\b/, 'keychain'],
  [/^(?:kwallet-query|cmdkey|vaultcmd)$/, /(?:-r|\/list|\/listcreds)/, 'keychain'],
  [/^keyring$/, /^get\b/, 'keychain'],
  [/^python3?$/, /^-m keyring get\b/, 'keychain'],
  [/^(?:pbpaste|wl-paste|get-clipboard|termux-clipboard-get|powerpaste)$/, /^/, 'clipboard'],
  [/^xclip$/, /(?:-o\b|-out\b)/, 'clipboard'],
  [/^xsel$/, /(?:-[a-z]*o\b|--output|^-b$|^--clipboard$)/, 'clipboard'],
  [/^ssh-add$/, /^-[a-zA-Z]*L/, 'SSH keys'],
  [/^(?:gpg2?)$/, /--export-secret-(?:sub)?keys?\b|--export-secret/, 'GPG keys'],
  [
    /^(?:docker|podman)$/,
    /^(?:login get|config inspect|secret inspect|credential)/,
    'registry credentials',
  ],
  [/^docker-credential-\w+$/, /^(?:get|list)/, 'registry credentials'],
  [
    /^npm$/,
    /^(?:token create|config get .*(?:_authToken|token)|config list .*-l)/,
    'package registry tokens',
  ],
  [/^(?:history|fc)$/, /^(?:$|-l|\d+)/, 'shell history'],
  [/^(?:mimikatz|lazagne|laZagne\.py|secretsdump\.py|procdump)$/, /^/, 'system accounts'],
  [/^(?:dscl|reg)$/, /(?:shadowhash|^save hklm\\\\?(?:sam|system|security))/i, 'system accounts'],
  [/^netsh$/, /wlan show profile.*key=clear/i, 'Wi-Fi passwords'],
  [/^nmcli$/, /(?:-s|--show-secrets)\b/, 'Wi-Fi passwords'],
  [
    /^(?:terraform|tofu)$/,
    /^(?:output .*-raw .*(?:secret|password|token|key)|state pull)/,
    'cloud state',
  ],
  [/^(?:sops|age)$/, /(?:^-d\b|--decrypt|^decrypt\b)/, 'encrypted secrets'],
  [/^gcore$/, /^/, 'process memory'],
  [
    /^(?:gdb|lldb)$/,
    /\b(?:gcore|generate-core-file|dump (?:binary )?memory|save-core)\b/,
    'process memory',
  ],
  [/^rundll32$/, /comsvcs[\s\S]*minidump/i, 'process memory'],
  [/^ansible-vault$/, /^(?:view|decrypt)/, 'encrypted secrets'],
];

/** Any of these programs: most commands are of none. */
const isPrinter = new RegExp(printers.map(([program]) => program.source).join('|'));

/**
 * The kind of secret that a command prints by design; null for others. `history` counts only where
 * something reads its output.
 */
function printedSecret({ name, args, into, within, redirects }: ShellCommand): string | null {
  if (!isPrinter.test(name)) return null;
  const words = args.map(({ text }) => text).join(' ');
  // All settings of git, of which only the secret ones are kept.
  if (name === 'git' && /^config\b.*(?:--list|\s-l\b|--get-regexp)/.test(words))
    return into.some(({ args: sought }) =>
      sought.some(({ text }) => /token|passw|credential|extraheader/i.test(text)),
    )
      ? 'Git credentials'
      : null;
  for (const [program, expected, kind] of printers) {
    if (!program.test(name) || !expected.test(words)) continue;
    const isRead =
      into.length > 0 ||
      within !== null ||
      redirects.some(({ operator }) => operator.startsWith('>'));
    return kind === 'shell history' && !isRead ? null : kind;
  }
  return null;
}

/** Calls that return a secret from a store. */
const secretStores =
  /^(?:keyring\.(?:get_password|get_credential)|keytar\.(?:getPassword|findPassword|findCredentials)|win32cred\.CredRead|secretstorage\.\w+|browser_cookie3\.\w+|browsercookie\.\w+|pyperclip\.paste|clipboardy\.read(?:Sync)?|clipboard\.readText|win32clipboard\.GetClipboardData|win32crypt\.CryptUnprotectData|(?:[\w.]+\.)?(?:lookupCredentials|ReadProcessMemory|MiniDumpWriteDump|process_vm_readv)|(?:[\w?.]+\.)?(?:get_frozen_credentials|getCredentials))$/;
