import type { RuleDocument } from '../document.ts';
import type { CodeCall } from '../reading/calls.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { leavingOf, sendersOf } from './leaving.ts';
import { perDocument } from './about.ts';
import { showsNoValue, wordsOf } from './programs.ts';
import { isDocumentationHost } from './addresses.ts';
import { isOfVendor, mayGoTo } from './secret-files.ts';
import type { SecretRead } from './secret-reads.ts';

/*
 * Secrets that nobody gets to see: they are encrypted, go into a store, or only their names, length
 * or digest comes out.
 */

/** Programs, and the words of what they do with the input, that make it unreadable. */
const sealing: readonly (readonly [program: RegExp, words: RegExp])[] = [
  // An address in the text itself may be anybody's, so only one from outside counts.
  [
    /^r?age$/,
    /^(?!.*\bage1\w{20})(?!.*(?:^|\s)(?:-d|--decrypt)\b)(?:.*\s)?(?:-[rRpi]|--r\w+|--p\w+)/,
  ],
  [/^gpg2?$/, /(?:^|\s)(?:-[a-z]*[ec]|--encrypt|--symmetric|--import)(?:\s|$)/],
  // Base64 hides nothing, and a key in the text is the reader's, too.
  [
    /^openssl$/,
    /^(?:enc\s+-(?!base64|a\b|d\b)(?!.*\s-(?:d|k|K)\b)(?!.*\s-pass\s+pass:[^$])|(?:cms|smime)\b.*-encrypt|dgst\b|pkeyutl\b.*-encrypt)/,
  ],
  [/^(?:kubeseal|systemd-creds|paperkey)$/, /^/],
  [/^(?:sops|ansible-vault)$/, /^(?:-e\b|encrypt|.*--encrypt)/],
];

/** Programs, and their words, that put the input where only who may read secrets gets it. */
const storing: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^aws$/, /^(?:secretsmanager (?:put|create|update)-|ssm put-parameter)/],
  [/^gcloud$/, /^secrets (?:versions add|create)/],
  [/^az$/, /^keyvault secret set/],
  [/^(?:vault|bao)$/, /^(?:kv (?:put|patch)|write)\b/],
  [/^(?:kubectl|oc)$/, /^(?:-\S+ \S+ )*(?:create secret|apply|replace)\b/],
  [/^(?:gh|glab)$/, /^(?:secret|variable) set\b/],
  [/^(?:docker|podman)$/, /^secret create\b|--password-stdin/],
  [/^(?:op|bw|pass|gopass)$/, /^(?:item (?:create|edit)|create|encode|insert)\b/],
  [/^(?:fly|flyctl|wrangler|vercel|doppler|heroku)$/, /^(?:secrets? (?:set|put|import)|env add)/],
  [/^(?:secret-tool|security|keyring)$/, /^(?:store|add-(?:generic|internet)-password|set)\b/],
  [/^(?:ssh-add|chpasswd|smbpasswd|cryptsetup|htpasswd)$/, /^/],
  // Any other program with such a flag may be the skill's own.
  [
    /^(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|regctl|cosign|gh|glab|az|doctl|hcloud|argocd|flux|sf|snyk|restic|borg|kopia|rclone|duplicity|step|mysql|psql|mongosh|redis-cli|wpa_passphrase|pdbedit|ldapsearch|kinit|createuser|gitea|forgejo|minio|mc|consul|nomad|boundary|influx|keytool|certbot|htdigest|proxmox-backup-client)$/,
    /(?:^|\s)--?(?:password|token|with-token)-?(?:stdin)?(?:\s|$)|\s--[\w-]*(?:pass(?:word|phrase)?|token|secret)[\w-]*-file\b/,
  ],
];

/** A store whose address is in the text may be anybody's. */
const stores = (command: ShellCommand): boolean =>
  fits(command, storing) &&
  // A program of the skill's own folder may have any name.
  /^(?:\/(?:usr|opt)\/|[^/]+$)/.test(command.program) &&
  !/(?:^|\s|=)["']?https?:\/\/(?!\$)|\s--?(?:R|repo|kubeconfig|context|server|endpoint-url|address)\b|\s[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(
    ` ${wordsOf(command).replace(/--password-stdin\s+\S+/, '')}`,
  );

/**
 * A registry gets what it asks for, but neither a key file nor the token of another service. Who owns
 * a host can't be told; whoever keeps a password for one may use it.
 */
export function signsIn(command: ShellCommand, { kind, isPrinted }: SecretRead): boolean {
  if (!/^(?:registry )?login\b/.test(wordsOf(command))) return true;
  const host = command.args.find(({ text }) => /^["']?[a-z\d-]+(?:\.[a-z\d-]+)+/i.test(text))?.text;
  if (host === undefined || isDocumentationHost(host.replaceAll(/["']|\/.*/g, ''))) return true;
  return isPrinted && mayGoTo(kind, `https://${host.replaceAll(/["']/g, '')}`);
}

/** What reads a backup: the decrypted text is data, and no secret. */
const restoring =
  /^(?:pg_restore|psql|mysql|mariadb|mongorestore|sqlite3|tar|bsdtar|cpio|zfs|btrfs|xbstream|restic|borg)$/;

const fits = (
  command: ShellCommand,
  programs: readonly (readonly [program: RegExp, words: RegExp])[],
): boolean =>
  programs.some(([program, words]) => program.test(command.name) && words.test(wordsOf(command)));

/** Programs that show what they get or take it away, on the way to one that keeps it. */
const showing = /^(?:tee|curl|wget|nc|ncat|socat|xargs|mail|logger|pbcopy|xclip|clip)$/;

/** Whether nobody sees the secret that a command reads, or whoever it belongs to. */
export function isKept(document: RuleDocument, read: SecretRead): boolean {
  const { command, kind } = read;
  if (command === null) return false;
  const keeps = (one: ShellCommand): boolean =>
    fits(one, sealing) ||
    (stores(one) && signsIn(one, read)) ||
    showsNoValue(one) ||
    (kind === 'encrypted secrets' && restoring.test(one.name));
  if (!read.isPrinted && showsNoValue(command)) return true;
  // Which programs were used, and not what for.
  if (kind === 'shell history' && /\{\s*print \$1\s*\}/.test(wordsOf(command))) return true;
  if (isStoredFromFile(document, command)) return true;
  const first = command.into.findIndex(keeps);
  if (first !== -1 && !command.into.slice(0, first).some(({ name }) => showing.test(name)))
    return true;
  const outer = command.within;
  if (
    outer !== null &&
    stores(outer) &&
    (outer.into.some(keeps) ||
      outer.redirects.every(({ operator }) => !operator.startsWith('>'))) &&
    (!/(?:^|\s)-o ?(?:ya?ml|json)/.test(wordsOf(outer)) || outer.into.some(keeps))
  )
    return true;
  return isSentHome(document, read) || isUsedHere(document, read);
}

/** `> "$tmp"`, and a store is filled from that file. */
function isStoredFromFile({ commands }: RuleDocument, { redirects, part }: ShellCommand): boolean {
  const saved =
    redirects.find(({ operator }) => operator.startsWith('>'))?.target.replaceAll('"', '') ?? '';
  return (
    saved.startsWith('$') &&
    commands.some((one) => one.part === part && stores(one) && wordsOf(one).includes(saved))
  );
}

/** In a header of a request to the service that it signs in to. */
function isSentHome({ text }: RuleDocument, { command, kind }: SecretRead): boolean {
  const client = command?.within;
  if (!client || !/^(?:curl|wget|http|https|xh)$/.test(client.name)) return false;
  if (command.into.length > 0 || client.into.some(({ name }) => showing.test(name))) return false;
  const before = text.slice(Math.max(client.start, command.start - 60), command.start);
  const [address, ...others] = client.args
    .map((word) => word.text)
    .filter((word) => /^["']?https?:\/\//.test(word));
  return (
    address !== undefined &&
    others.length === 0 &&
    /\b(?:authorization|token|bearer|key)\b[^\n]*\$\(\s*$/i.test(before) &&
    isOfVendor(kind, address.replace(/^["']/, ''))
  );
}

const waysOut = perDocument((document) => [...sendersOf(document), ...leavingOf(document)]);

const saving = /(?:^|\.)(?:write(?:_text|_bytes|File|FileSync|lines)?|append\w*File\w*|dump)$/;

/** Whether a program writes what a call gave it into a file. */
function isSaved({ calls, text }: RuleDocument, call: CodeCall): boolean {
  const writes = calls.filter(({ callee, part }) => part === call.part && saving.test(callee));
  if (writes.length === 0) return false;
  const holds = follow(call.part, text, [call]);
  return writes.some(({ args }) => args.some(({ node }) => holds(node)));
}

/** Taken by a program that sends nothing, or only to the service that the secret signs in to. */
function isUsedHere(document: RuleDocument, { command, kind }: SecretRead): boolean {
  if (command?.call == null || isSaved(document, command.call)) return false;
  return waysOut(document).every(
    ({ address, command: sender, call }) =>
      isOfVendor(kind, address) || (sender === command && call === null),
  );
}
