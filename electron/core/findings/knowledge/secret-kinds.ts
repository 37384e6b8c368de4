import { hostOf } from './addresses.ts';

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|ssh-add/i, 'SSH keys'],
  [/\.aws\b|aws\s+configure|aws\s+sts/i, 'AWS credentials'],
  [/gcloud/i, 'Google Cloud credentials'],
  [/\.azure\b|\baz\s/i, 'Azure credentials'],
  [/\.kube\b|kubectl/i, 'Kubernetes credentials'],
  [/\.docker\b/i, 'registry credentials'],
  [/\.gnupg\b|gpg/i, 'GPG keys'],
  [/\.netrc|\.git-credentials|git\s+credential/i, 'Git credentials'],
  [/\bgh\b/i, 'GitHub tokens'],
  [/\.npmrc|\.pypirc/i, 'package registry tokens'],
  [/\.pgpass|\.my\.cnf/i, 'database passwords'],
  [/keychain|find-(?:generic|internet)-password|secret-tool|keyring/i, 'keychain'],
  [/\bop\s|\.config[/\\]op\b|password-store|\bpass\s|bw\s/i, 'password manager'],
  [/vault/i, 'Vault tokens'],
  [
    /login\s?data|cookies|key[34]\.db|logins\.json|chrome|firefox|brave|user\s?data/i,
    'browser data',
  ],
  [/wallet|bitcoin|ethereum|electrum|exodus|solana|keystore|nkbih/i, 'wallets'],
  [/\/etc\/(?:g?shadow|sudoers)/, 'system accounts'],
  [/history/i, 'shell history'],
  [/pbpaste|xclip|xsel|wl-paste|clip(?:board)?/i, 'clipboard'],
];

/** The kind of secret that a piece of code reads, for people. */
export const secretKindOf = (source: string): string =>
  kinds.find(([expression]) => expression.test(source))?.[1] ?? 'key files';

/** The services that a kind of secret signs in to. */
const owners: Readonly<Record<string, RegExp>> = {
  'GitHub tokens': /github|ghcr\.io/,
  'GitLab tokens': /gitlab/,
  'Git credentials': /github|gitlab|bitbucket|codeberg/,
  'AWS credentials': /amazonaws|aws/,
  'Google Cloud credentials': /google|gcr\.io|run\.app|cloudfunctions/,
  'Azure credentials': /azure|microsoft|windows\.net/,
  'Kubernetes credentials': /kube|cluster|\$/,
  'package registry tokens': /npmjs|pypi|registry/,
  'Vault tokens': /vault|\$/,
  'platform tokens': /heroku|fly\.io|vercel|netlify|railway|cloudflare|supabase|stripe/,
};

/** Whether a secret signs in to the address, or to one that only the machine knows. */
export function belongsTo(kind: string, address: string): boolean {
  if (!/^[a-z]+:\/\/[^$]/i.test(address)) return true;
  return Object.hasOwn(owners, kind) ? (owners[kind]?.test(hostOf(address)) ?? false) : false;
}
