/** Files that hold keys, passwords or sessions, as scripts and prose name them. */
const home = String.raw`(?:~|\$\{?HOME\}?|\$env:(?:USERPROFILE|APPDATA|LOCALAPPDATA)|%(?:USERPROFILE|APPDATA|LOCALAPPDATA)%|/root|/home/[\w.*$\{}-]+|/Users/[\w.*$\{}-]+)[/\\]`;

/** An expression for `pattern`; every match has one of `secretFileWords`. */
export const secretFiles =
  String.raw`(?:${home})?(?:\.ssh[/\\](?:id_\w+|identity|\*|authorized_keys|config|known_hosts)?(?:\.pem)?|\bid_(?:\{[\w,]{0,40})?(?:rsa|ed25519|ecdsa|dsa)\b` +
  String.raw`|\.aws[/\\](?:credentials|config|sso)?|\.gnupg\b(?:[/\\][\w./-]*)?|\.netrc\b|\.npmrc\b|\.pypirc\b|\.pgpass\b|\.my\.cnf\b|\.git-credentials\b|\.docker[/\\]config\.json|\.kube[/\\]config\b|\.config[/\\](?:gcloud|gh|rclone|op|doctl|hub|solana|sops)\b[\w./\\-]*|\.azure[/\\][\w./-]*|\.terraform\.d[/\\]credentials[\w.]*|\.vault-token\b|\.password-store\b` +
  String.raw`|/etc/(?:shadow|gshadow|sudoers)\b|\b(?:login|system)\.keychain(?:-db)?\b|Library/Keychains\b` +
  String.raw`|\bLogin\s?Data\b|\bcookies\.sqlite\b|\bkey[34]\.db\b|\blogins\.json\b|\bUser\s?Data[/\\]+Default\b|(?:google-chrome|BraveSoftware|\.mozilla[/\\]firefox|Application Support/(?:Google/Chrome|Firefox))[/\\][^\s'"]*` +
  String.raw`|\bwallet\.dat\b|\.(?:bitcoin|ethereum|electrum|exodus)[/\\][\w./-]*|\bExodus[/\\]exodus\.wallet|\bnkbihfbeogaeaoehlefnkodbefgpgknn\b|\.config/solana/id\.json|\bkeystore[/\\]UTC--|\.(?:bash|zsh|sh|fish|python|psql|mysql|node_repl)_history\b|\bfish_history\b|\bConsoleHost_history\.txt)`;

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
  '.password-store',
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
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
