import { hostOf } from './addresses.ts';

/** Files that hold keys, passwords or sessions, as scripts and prose name them. */
const home =
  String.raw`(?:~|\$\{?HOME\}?|\$env:(?:USERPROFILE|APPDATA|LOCALAPPDATA)` +
  String.raw`|%(?:USERPROFILE|APPDATA|LOCALAPPDATA)%|/root|/home/[\w.*$\{}-]+` +
  String.raw`|/Users/[\w.*$\{}-]+)[/\\]`;

/** An expression for `pattern`; every match has one of `secretFileWords`. */
export const secretFiles =
  String.raw`(?:${home})?(?:\.ssh[/\\](?:id_\w+|identity|\*|authorized_keys|config|` +
  String.raw`known_hosts)?(?:\.pem)?|\bid_(?:\{[\w,]{0,40})?(?:rsa|ed25519|ecdsa|dsa)\b` +
  String.raw`|\.aws[/\\](?:credentials|config|sso)?|\.gnupg\b(?:[/\\][\w./-]*)?|\.netrc\b` +
  String.raw`|\.npmrc\b|\.pypirc\b|\.pgpass\b|\.my\.cnf\b|\.git-credentials\b` +
  String.raw`|\.docker[/\\]config\.json|\.kube[/\\]config\b|\.config[/\\](?:gcloud|gh|rclone` +
  String.raw`|op|doctl|hub|solana|sops)\b[\w./\\-]*|\.azure[/\\][\w./-]*` +
  String.raw`|\.terraform\.d[/\\]credentials[\w.]*|\.vault-token\b|\.Renviron\b` +
  String.raw`|\.cargo/credentials(?:\.toml)?|\.gem/credentials|\.hex/hex\.config` +
  String.raw`|\.julia/servers\b|pub-credentials\.json|\.jenkins/secrets\b|\bmaster\.key\b` +
  String.raw`|\bcredentials\.toml\b|\.config/(?:nix/netrc|cachix|attic|tea|lab|jira|linear` +
  String.raw`|ngrok|todoist|chromium|google-chrome|BraveSoftware|vivaldi|microsoft-edge)\b` +
  String.raw`|\.(?:tsh|teleport|ngrok2|cf/config\.json|pulumi/credentials\.json` +
  String.raw`|vagrant\.d/data|minikube/profiles|rancher/cli2\.json|linode-cli|exoscale` +
  String.raw`|scw/config\.yaml|bluemix/config\.json|helm/registry|twine|conan2?/credentials` +
  String.raw`|hf_token)\b|\.boto\b|\.s3cfg\b|\.databrickscfg\b|\.snowsql/config` +
  String.raw`|\.composer/auth\.json|\.m2/settings(?:-security)?\.xml` +
  String.raw`|\.claude/\.credentials\.json|\.codex/auth\.json|\.local/share/keyrings\b|` +
  String.raw`\.config/(?:sops|age|glab-cli|github-copilot|configstore|netlify` +
  String.raw`|containers/auth\.json|helm/registry|pypoetry/auth\.toml|openstack/clouds\.yaml` +
  String.raw`|hcloud|stripe|flyctl|heroku|msmtp|openai|anthropic)\b|\.oci/config\b` +
  String.raw`|\.kaggle/kaggle\.json|\.(?:cache/)?huggingface/token\b|\.circleci/cli\.yml` +
  String.raw`|\.fly/config\.yml|\.wrangler/config|\.vercel/auth\.json|\.railway/config\.json` +
  String.raw`|\.expo/state\.json|\.nuget/NuGet\.Config|\.gradle/gradle\.properties` +
  String.raw`|\.sbt/\.credentials|\.ivy2/\.credentials|\.bundle/config\b|\.terraformrc\b` +
  String.raw`|\.authinfo\b|\.msmtprc\b|\.mbsyncrc\b|\.streamlit/secrets\.toml` +
  String.raw`|\.chef/[\w-]+\.pem|\bkeystore\.properties\b|\bcredentials-config\.json` +
  String.raw`|\bstate\.vscdb\b|\bsitemanager\.xml\b|\brecentservers\.xml\b|\bWinSCP\.ini\b` +
  String.raw`|\.config/(?:hub|glab-cli)\b|\.password-store\b` +
  String.raw`|/var/run/secrets/kubernetes\.io/serviceaccount/token\b|\bNetwork\.getAllCookies\b|\bStorage\.getCookies\b|/proc/(?:\$\{?\w+\}?|\$\(\w[^)]{0,40}\)|\d+|\*|\{[\w.]+\}|%[sd])/mem\b|${home}(?:[^\s'\"]{0,100}/)?\*\.(?:pem|key|p12|pfx|kdbx|ovpn|jks|keystore|tfstate|tfvars)\b|${home}(?:[^\s'\"]{0,100}/)?\*\*/\.env\b|/etc/g?shadow\b|\b(?:login|system)\.keychain(?:-db)?\b|Library/Keychains\b` +
  String.raw`|\bLogin\s?Data\b|\bcookies\.sqlite\b|\bkey[34]\.db\b|\blogins\.json\b|` +
  String.raw`\bUser\s?Data[/\\]+Default\b|(?:google-chrome|BraveSoftware|\.mozilla[/\\]firefox|` +
  String.raw`Application Support/(?:Google/Chrome|Firefox))[/\\][^\s'"]*` +
  String.raw`|\bplaces\.sqlite\b|[/\\]Web Data\b|\bLocal Storage[/\\]+leveldb\b|\bLocal ` +
  String.raw`Extension Settings\b|\bchat\.db\b|\bsignal[/\\](?:config\.json|sql)|\bTelegram ` +
  String.raw`Desktop[/\\]tdata\b|\bNoteStore\.sqlite\b|\bLibrary/(?:Messages|Mail|Cookies)\b` +
  String.raw`|\.thunderbird[/\\]|\bmsgstore\.db\b|\bwallet\.dat\b|\.(?:bitcoin|ethereum` +
  String.raw`|electrum|exodus)[/\\][\w./-]*|\bExodus[/\\]exodus\.wallet` +
  String.raw`|\bnkbihfbeogaeaoehlefnkodbefgpgknn\b|\.config/solana/id\.json` +
  String.raw`|\bkeystore[/\\]UTC--|\.(?:bash|zsh|sh|fish|python|psql|mysql` +
  String.raw`|node_repl)_history\b|\bfish_history\b|\bConsoleHost_history\.txt)`;

export const secretFileWords = [
  '.ssh',
  'id_{',
  'id_rsa',
  'id_ed25519',
  'id_ecdsa',
  'id_dsa',
  '.aws',
  '.gnupg',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.docker',
  '.kube',
  '.config',
  '.azure',
  '.terraform.d',
  '.vault-token',
  '.renviron',
  '.cargo',
  '.gem/',
  '.hex/',
  '.julia/',
  'pub-credentials',
  '.jenkins/',
  'master.key',
  'credentials.toml',
  '.tsh',
  '.teleport',
  '.ngrok2',
  '.cf/',
  '.pulumi',
  '.vagrant.d',
  '.minikube',
  '.rancher',
  '.linode-cli',
  '.exoscale',
  '.scw/',
  '.bluemix',
  '.helm/',
  '.twine',
  '.conan',
  '.boto',
  '.s3cfg',
  '.databrickscfg',
  '.snowsql',
  '.composer',
  '.m2/',
  '.claude/',
  '.codex/',
  'keyrings',
  '.password-store',
  '.oci/',
  '/mem',
  'serviceaccount/token',
  'getallcookies',
  'getcookies',
  '*.',
  '*/.env',
  '.kaggle',
  'huggingface',
  '.circleci',
  '.fly/',
  '.wrangler',
  '.vercel',
  '.railway',
  '.expo/',
  '.nuget',
  '.gradle/',
  '.sbt/',
  '.ivy2',
  '.bundle',
  '.terraformrc',
  '.authinfo',
  '.msmtprc',
  '.mbsyncrc',
  '.streamlit',
  '.chef/',
  'credentials-config.json',
  'state.vscdb',
  'sitemanager.xml',
  'recentservers.xml',
  'winscp.ini',
  'places.sqlite',
  'web data',
  'webdata',
  'local storage',
  'local extension settings',
  'chat.db',
  'signal/',
  'signal\\',
  'telegram desktop',
  'notestore',
  'library/',
  '.thunderbird',
  'msgstore.db',
  '/etc/shadow',
  '/etc/gshadow',
  'keychain',
  'login data',
  'logindata',
  'cookies.sqlite',
  'key3.db',
  'key4.db',
  'logins.json',
  'user data',
  'userdata',
  'application support',
  'google-chrome',
  'bravesoftware',
  'firefox',
  'wallet',
  '.bitcoin',
  '.ethereum',
  '.electrum',
  '.exodus',
  'exodus',
  'nkbihfbeogaeaoehlefnkodbefgpgknn',
  'keystore',
  '_history',
  '.histfile',
  'local state',
  'storage/keychains',
  '.config/gh',
] as const;

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\/proc\/|gcore|procdump|minidump|ReadProcessMemory|process_vm_readv/i, 'process memory'],
  [/\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|ssh-add/i, 'SSH keys'],
  [/\.aws\b|aws\s+configure|aws\s+sts/i, 'AWS credentials'],
  [/gcloud/i, 'Google Cloud credentials'],
  [/\.azure\b|\baz\s/i, 'Azure credentials'],
  [/\.kube\b|kubectl|serviceaccount/i, 'Kubernetes credentials'],
  [/\.docker\b/i, 'registry credentials'],
  [/\.gnupg\b|gpg/i, 'GPG keys'],
  [/\.netrc|\.git-credentials|git\s+credential/i, 'Git credentials'],
  [/\bgh\b/i, 'GitHub tokens'],
  [/\.npmrc|\.pypirc/i, 'package registry tokens'],
  [/\.pgpass|\.my\.cnf/i, 'database passwords'],
  [/keychain|find-(?:generic|internet)-password|secret-tool|keyring|keytar/i, 'keychain'],
  [/\bop\s|\.config[/\\]op\b|password-store|\bpass\s|bw\s/i, 'password manager'],
  [/vault/i, 'Vault tokens'],
  [
    /login\s?data|cookies|key[34]\.db|logins\.json|chrome|firefox|brave|user\s?data/i,
    'browser data',
  ],
  [/places\.sqlite|web\s?data|local storage|leveldb/i, 'browser data'],
  [
    /chat\.db|signal|telegram|notestore|library\/(?:messages|mail)|thunderbird|msgstore/i,
    'messages and mail',
  ],
  [/wallet|bitcoin|ethereum|electrum|exodus|solana|keystore|nkbih/i, 'wallets'],
  [/\/etc\/g?shadow/, 'system accounts'],
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

/** The same without anybody's own host. */
const vendors: Readonly<Record<string, RegExp>> = {
  'GitHub tokens': /(?:^|\.)(?:github\.com|githubusercontent\.com|ghcr\.io)$/,
  'GitLab tokens': /(?:^|\.)gitlab\.com$/,
  'Git credentials': /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/,
  'AWS credentials': /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|aws\.amazon\.com)$/,
  'Google Cloud credentials': /(?:^|\.)(?:googleapis\.com|gcr\.io|pkg\.dev|run\.app)$/,
  'Azure credentials': /(?:^|\.)(?:azure\.com|azurecr\.io|windows\.net|microsoft\.com)$/,
  'package registry tokens': /(?:^|\.)(?:npmjs\.org|npmjs\.com|pypi\.org)$/,
};

/** Whether an address is the vendor's own, to which a kind of secret signs in. */
export const isOfVendor = (kind: string, address: string): boolean =>
  /^https:\/\/[^/$@\s]{1,200}(?:\/|$)/i.test(address) &&
  Object.hasOwn(vendors, kind) &&
  (vendors[kind]?.test(hostOf(address)) ?? false);

/** Whether nothing says that a kind of secret belongs to a service other than an address. */
export const mayGoTo = (kind: string, address: string): boolean =>
  !Object.hasOwn(vendors, kind) || isOfVendor(kind, address);

/** Whether a secret signs in to the address, or to one that only the machine knows. */
export function belongsTo(kind: string, address: string): boolean {
  if (!/^[a-z]+:\/\/[^$]/i.test(address)) return true;
  return Object.hasOwn(owners, kind) ? (owners[kind]?.test(hostOf(address)) ?? false) : false;
}
