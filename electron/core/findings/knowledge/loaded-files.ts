import type { RuleDocument } from '../document.ts';
import { pattern, type TextPattern } from '../pattern.ts';
import { writesOf } from './file-use.ts';
import type { ShellCommand } from '../reading/commands.ts';

/*
 * Files of the home folder and the machine that tools load on their own: whatever is in them runs at
 * the next build, session or start of the tool. Some are code; in others, a few keys name a program.
 */

/** Always code, in whatever tool's own language. */
const loaded = pattern(
  [
    '.gradle',
    '.mvn',
    '.m2',
    '.ipython',
    '.pythonrc',
    '.jupyter',
    '.pdbrc',
    '.irbrc',
    '.pryrc',
    'rprofile',
    'startup.jl',
    '.psqlrc',
    '.sqliterc',
    '.gdbinit',
    '.lldbinit',
    '.ocamlinit',
    '.ghci',
    '.iex.exs',
    'conf.d',
    '.oh-my-zsh',
    'bash-completion',
    '.xprofile',
    '.xinitrc',
    '.xsession',
    '.ssh',
    'ld.so.preload',
    'update-motd',
    'cli-plugins',
    'template',
    'git-core',
    'xlstart',
    'normal.dotm',
    'startup',
    'nativemessaginghosts',
    'folder action',
    'extensions',
    'policies',
    'native-messaging-hosts',
    'nushell',
    'xonsh',
    '.wezterm',
    '.obsidian',
    'sublime',
    '.atom',
    'karabiner',
    'vbaproject',
    'library/',
    'user.js',
    'git-template',
  ],
  String.raw`\.gradle[/\\]init(?:\.d[/\\]|\.gradle)|\.(?:mvn|m2)[/\\]extensions\.xml` +
    String.raw`|\.ipython[/\\]profile_\w+[/\\]startup|\.pythonrc\b` +
    String.raw`|\.jupyter[/\\](?:jupyter_\w+_config|custom)|\.pdbrc\b|\.irbrc\b|\.pryrc\b` +
    String.raw`|\.?Rprofile(?:\.site)?\b|\.julia[/\\]config[/\\]startup\.jl|\.psqlrc\b` +
    String.raw`|\.sqliterc\b|\.gdbinit\b|\.lldbinit\b|\.ocamlinit\b|\.ghci\b|\.iex\.exs\b` +
    String.raw`|fish[/\\]conf\.d[/\\]|\.oh-my-zsh[/\\]custom|bash-completion[/\\]completions` +
    String.raw`|\.xprofile\b|\.xinitrc\b|\.xsession(?:rc)?\b|\.ssh[/\\]rc\b` +
    String.raw`|/etc/ld\.so\.preload|/etc/update-motd\.d|\.docker[/\\]cli-plugins` +
    String.raw`|templates?[/\\]hooks[/\\]|git-core[/\\]templates|\bXLSTART\b|\bNormal\.dotm\b` +
    String.raw`|Word[/\\]+STARTUP|NativeMessagingHosts[/\\]|Folder Action Scripts` +
    String.raw`|gh[/\\]extensions[/\\]|\.vscode[/\\]extensions[/\\]|/etc/(?:opt/chrome|chromium` +
    String.raw`|firefox)/policies|native-messaging-hosts[/\\]|nushell[/\\](?:autoload|vendor` +
    String.raw`|config\.nu|env\.nu)|\.xonshrc\b|\.wezterm\.lua\b|\.obsidian[/\\]plugins` +
    String.raw`|Sublime Text[^/\\]{0,4}[/\\]Packages[/\\]|\.atom[/\\]init\.` +
    String.raw`|karabiner[/\\]assets|\bVbaProject\.OTM\b|firefox[/\\][^\s'"]{0,80}user\.js` +
    String.raw`|\.git-templates?[/\\]|Library/(?:Input Methods|QuickLook|Services)/`,
);

interface NamedPrograms {
  readonly files: TextPattern;
  /** Keys and words that name a program to run. */
  readonly keys: RegExp;
}

/** Settings in which only some keys make the tool run something. */
const settings: readonly NamedPrograms[] = [
  {
    files: pattern(
      ['rules.d', 'apt.conf.d', 'modprobe.d', 'logrotate.d'],
      String.raw`/(?:udev|polkit-1)/rules\.d/|/apt\.conf\.d/|/etc/(?:modprobe|logrotate)\.d/`,
    ),
    keys: /\bRUN(?:\{\w+\})?\+?=|\bPROGRAM=|IMPORT\{program\}|polkit\.Result\.YES|::(?:Pre|Post)-Invoke|^\s*install\s+\w+\s+\/|\b(?:pre|post)rotate\b|\b(?:first|last)action\b/m,
  },
  {
    files: pattern(['.cargo'], String.raw`\.cargo[/\\]config(?:\.toml)?\b`),
    keys: /\b(?:linker|runner|rustc|rustc-wrapper|rustc-workspace-wrapper|rustdoc|credential-provider)\s*=\s*\\?["']?[^"'\n]{0,80}[/$~]/,
  },
  {
    files: pattern(['npmrc'], String.raw`\.npmrc\b`),
    keys: /\b(?:script-shell\s*=\s*(?!(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|pw)?sh\b)|node-options\s*=[^\n]*--(?:require|import|loader)|(?:init-module|onload-script)\s*=)|^\s*(?:git|shell)\s*=/m,
  },
  {
    files: pattern(['.ssh', 'ssh_config'], String.raw`\.ssh[/\\]config\b|/etc/ssh/ssh_config`),
    keys: /\b(?:ProxyCommand\s+(?!ssh\s|aws\s|cloudflared\s|nc\s+-|gcloud\s|connect\s|tsh\s)|LocalCommand|PermitLocalCommand|KnownHostsCommand|Match\s+exec)\b/i,
  },
  {
    files: pattern(['.docker'], String.raw`\.docker[/\\]config\.json\b`),
    keys: /\b(?:credHelpers|credsStore|cliPluginsExtraDirs)\b/,
  },
  { files: pattern(['.kube'], String.raw`\.kube[/\\]config\b`), keys: /\bexec\s*:|\bcommand\s*:/ },
  { files: pattern(['.aws'], String.raw`\.aws[/\\]config\b`), keys: /\bcredential_process\b/ },
  {
    files: pattern(['gpg-agent', 'gpg.conf'], String.raw`gpg(?:-agent)?\.conf\b`),
    keys: /\b(?:pinentry-program|photo-viewer|keyserver-options)\b/,
  },
  { files: pattern(['.hgrc'], String.raw`\.hgrc\b`), keys: /\[hooks\]|\[extensions\]|=\s*!/ },
  {
    files: pattern(
      ['.yarnrc', 'bunfig', 'pnpmfile'],
      String.raw`\.yarnrc(?:\.yml)?\b|bunfig\.toml\b|\.pnpmfile\.c?js\b`,
    ),
    keys: /\byarnPath\b|\bplugins\s*:|\bpreload\s*=|\bhooks\b/,
  },
  {
    files: pattern(
      [
        '.vimrc',
        'nvim',
        '.vim',
        '.emacs',
        'tmux',
        '.screenrc',
        '.inputrc',
        '.hammerspoon',
        '.config',
      ],
      String.raw`\.vimrc\b|\.config[/\\]nvim[/\\]|\.vim[/\\](?:plugin|autoload|after)|` +
        String.raw`\.emacs(?:\.d)?\b|\.tmux\.conf\b|tmux[/\\]tmux\.conf|\.screenrc\b|\.inputrc\b|` +
        String.raw`\.hammerspoon[/\\]|\.config[/\\](?:i3|sway|hypr)[/\\]`,
    ),
    keys: /\bautocmd\b|!\s*(?:curl|wget|sh|bash|python|nc)\b|\b(?:run-shell|start-process|call-process|shell-command|os\.execute|io\.popen|hs\.execute|url-retrieve)\b|\bsystem\(|\bexec(?:-once|_always)?\s/,
  },
  {
    files: pattern(
      ['github_env', 'github_path', '/etc/environment', 'environment.d'],
      String.raw`\bGITHUB_(?:ENV|PATH)\b|/etc/environment\b|\benvironment\.d/`,
    ),
    keys: /\b(?:NODE_OPTIONS|LD_PRELOAD|LD_AUDIT|BASH_ENV|PYTHONSTARTUP|PYTHONPATH|JAVA_TOOL_OPTIONS|RUBYOPT|PERL5OPT|DYLD_INSERT_LIBRARIES|GIT_SSH_COMMAND|PROMPT_COMMAND)\s*=/,
  },
];

interface LoadedWrite {
  readonly start: number;
  readonly end: number;
}

/** How far around a write its text may be (UTF-16 units). */
const around = { before: 300, after: 900 } as const;

/** Writes to files that tools load on their own. */
export function* loadedWrites(document: RuleDocument): Generator<LoadedWrite> {
  for (const use of writesOf(document, loaded))
    // A file that is set aside isn't loaded any more.
    if (!/\.(?:bak|disabled|old|off|backup|orig)\b/.test(document.text.slice(use.start, use.end)))
      yield use;
  for (const { files, keys } of settings)
    for (const use of writesOf(document, files)) {
      const { start, end } = use;
      const said = document.text
        .slice(Math.max(0, start - around.before), end + around.after)
        .replaceAll(String.raw`\n`, '\n');
      if (keys.test(said)) yield use;
    }
}

/** A line that only adds a folder to PATH, as installers write it. */
const onlyPath =
  /\bPATH=|fish_add_path|brew shellenv|(?:py|rb|nod)env init|nvm\.sh|starship init|direnv hook|zoxide init|fnm env|completion/;

/** What installers of version managers and prompts document, word for word. */
const activation =
  /eval \\?"\\?\$\((?:[\w~/.$-]+\/)?(?:mise|direnv|starship|zoxide|fnm|pyenv|rbenv|nodenv|goenv|brew|atuin|thefuck|fzf|conda|micromamba) [\w -]*(?:activate|hook|init|env|shellenv|virtualenv-init|--zsh|--bash|--alias)\b/;

/** Whether a line for the start of a shell is one that version managers and prompts add. */
export const isUsualStart = (line: string): boolean => onlyPath.test(line) || activation.test(line);

/** Lines around it: comments, conditions, variables for folders, what a package brings. */
const harmless =
  /^\s*(?:#.*|fi|(?:if )?\[\[? [^\]|;&`(]*\]\]?(?:; ?then)?|export (?:[A-Z][A-Z0-9]*_(?:DIR|HOME|ROOT|PATH)|SSH_AUTH_SOCK|EDITOR|LANG)=[^|;&(`]*|(?:source|\.)\s+["']?(?:\$\(brew --prefix\)|\/opt\/homebrew|\/usr\/(?:local\/)?share|\$ZSH)\/[\w./-]+["']?)?\s*$/;
/** What no such line needs. */
const foreign =
  /https?:|\b(?:curl|wget|iwr|irm|base64|nohup|Start-Process|python3?|node|perl)\b|(?<!&)&(?!&)|;(?!\s*then)/;

/** Whether only such lines are added, through a variable or a here-document. */
export function addsUsualStart(use: object): boolean {
  if (!('args' in use) || !('heredoc' in use)) return false;
  const { heredoc, args } = use as Pick<ShellCommand, 'heredoc' | 'args'>;
  const lines = heredoc?.text.split('\n') ?? args.map(({ text }) => text);
  const isUsual = (line: string): boolean => isUsualStart(line) && !foreign.test(line);
  const others = heredoc === null ? [] : lines.filter((line) => !isUsual(line));
  return lines.some(isUsual) && others.every((line) => harmless.test(line));
}

/** Whether something is added that every new shell would download or decode. */
export const addsDownload = (use: object): boolean =>
  'args' in use &&
  'heredoc' in use &&
  (use as ShellCommand).args.some(({ text }) =>
    /\b(?:curl|wget|iwr|irm|Invoke-(?:WebRequest|RestMethod)|base64|nc)\b/i.test(text),
  );

/** Services that come with their package: whoever installs one wants it to run. */
export const isWellKnown = (unit: string): boolean =>
  /^(?:nginx|apache2|httpd|caddy|haproxy|traefik|docker|containerd|podman|cri-o|crio|k3s|kubelet|libvirtd|sshd?|ufw|firewalld|nftables|fail2ban|crowdsec|auditd|apparmor|clamav\S*|chronyd?|ntpd?|systemd-[\w-]+|unattended-upgrades|apt-daily\S*|dnf-automatic|postgresql\S*|mysqld?|mariadb|mongod|redis(?:-server)?|valkey|memcached|rabbitmq-server|elasticsearch|opensearch|kafka|zookeeper|etcd|consul|vault|nomad|influxdb|prometheus\S*|node_exporter|grafana(?:-server)?|loki|promtail|alloy|telegraf|collectd|rsyslog|filebeat|netdata|zabbix-\w+|wg-quick@\S+|tailscaled|openvpn\S*|cloudflared|bind9|named|unbound|dnsmasq|avahi-daemon|cups|smbd|nmbd|nfs-\S+|rpcbind|postfix|dovecot|bluetooth|cron|crond|atd|snapd|snapper-\S+|fstrim|smartd|smartmontools|jenkins|gitlab-runner|php\S*-fpm|tomcat\d*)(?:\.(?:service|socket|timer))?$/.test(
    unit,
  );
