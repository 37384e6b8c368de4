import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { isKnownInstaller } from '../knowledge/downloads.ts';
import { unlessAsked } from '../knowledge/asked-first.ts';
import { isAbout, upkeep } from '../knowledge/about.ts';
import { silencesGuards } from '../knowledge/granted-access.ts';
import { changesRoutes } from '../knowledge/network-routes.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inCode, inFiles, isFenced, phrases } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';

const switches = pattern(
  [
    'disablerealtimemonitoring',
    'add-mppreference',
    'enablelua',
    'selinux=disabled',
    'dangerouslydisablesandbox',
    'amsiinitfailed',
    'trust',
    'pgaudit',
    'alter system set',
    'general_log',
    'sql_log_bin',
    'xp_cmdshell',
    'server audit',
    'noaudit',
    'skip-grant-tables',
  ],
  String.raw`\bDisableRealtimeMonitoring\s+(?:\$true|1)\b|\bAdd-MpPreference\s+-Exclusion\w+` +
    String.raw`|\bEnableLUA\b[^\n]*?\b0\b|\bSELINUX=disabled\b` +
    String.raw`|\bdangerouslyDisableSandbox["']?\s*[:=]\s*true\b|\bAmsiInitFailed\b` +
    String.raw`|\bhost\s+all\s+all\s+(?:0\.0\.0\.0\/0|::\/0|all)\s+trust\b` +
    String.raw`|\bpgaudit\.log\s*=\s*'?none\b|\bALTER\s+SYSTEM\s+SET\s+(?:ssl\s*=\s*off` +
    String.raw`|log_\w+\s*=\s*'?(?:none|off))\b|\bSET\s+(?:(?:GLOBAL|PERSIST` +
    String.raw`|SESSION)\s+)?(?:general_log|sql_log_bin)\s*=\s*'?(?:OFF|0)\b` +
    String.raw`|\bsp_configure\s+'xp_cmdshell'\s*,\s*1\b` +
    String.raw`|\bALTER\s+SERVER\s+AUDIT\b[^;\n]{0,80}\bSTATE\s*=\s*OFF\b|\bNOAUDIT\s+\w` +
    String.raw`|--skip-grant-tables\b`,
);
/** Warnings of a browser or a system that the reader is told to click away. */
const dismissed = pattern(
  ['anyway'],
  String.raw`\b(?:SmartScreen|Gatekeeper|browser|antivirus|Defender|macOS|Windows|Chrome|Safari|` +
    String.raw`warn\w*|deceptive|dangerous|phishing|malware|unsafe)\b[^.\n]{0,160}?\b(?:run|open|` +
    String.raw`allow|visit|keep|proceed|continue|install|download)\s+anyway\b`,
);
/** A workflow that has the project's secrets checks out what anybody may send. */
const strangersCode = pattern(
  ['github.head_ref', 'pull_request.head', 'workflow_run.head'],
  String.raw`\bref\s*:\s*["']?\$\{\{\s*github\.(?:head_ref|event\.pull_request\.head\.(?:sha|` +
    String.raw`ref)|event\.workflow_run\.head_(?:sha|branch))\b`,
);
const guards = /^(?:auditd|apparmor|firewalld|ufw|falcon-sensor|clamav\S*|fail2ban|rsyslog)$/;

/** D05. */
export const protections = rule({
  id: 'D05',
  family: 'damage',
  severity: 'high',
  title: 'Turns off protections for programs',
  why:
    'Sandboxes, signatures and scanners are the last barrier between a bad program and the ' +
    'machine.',
  confusedWith:
    "Clearing a downloaded app's quarantine mark, or setting an execution policy for one " +
    'process, is rated medium.',
  *look(document) {
    const found: { start: number; end: number }[] = [];
    for (const command of document.commands) {
      const severity = silencesGuards(command) ? 'high' : weight(command);
      if (severity === null) continue;
      found.push(command);
      const isOwn =
        isAbout(document, firewalls) && /^(?:iptables|ufw|pfctl|netsh)$/.test(command.name);
      yield at(command, { severity: isOwn ? 'medium' : severity });
    }
    yield* phrases(document, dismissed, ({ text }) =>
      /deceptive|dangerous|phishing|malware|unsafe/i.test(text) ? {} : { severity: 'medium' },
    );
    if (/\b(?:pull_request_target|workflow_run)\b/.test(document.text))
      for (const match of inFiles(document, strangersCode)) yield at(match);
    for (const match of inFiles(document, switches))
      if (!found.some(({ start, end }) => start <= match.start && match.start < end))
        yield at(match);
  },
});

const firewalls = /\b(?:firewall\w*|iptables|nftables|ufw|packet filter|network rules)\b/i;

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const has = (word: RegExp): boolean => words.some((one) => word.test(one));
  switch (name) {
    case 'setenforce':
      return has(/^(?:0|Permissive)$/i) ? 'high' : null;
    case 'spctl':
      return has(/^--(?:master|global)-disable$/) ? 'high' : null;
    case 'csrutil':
    case 'pfctl':
      return has(/^-d$/) ? 'high' : null;
    case 'ufw':
      return has(/^disable$/) ? 'high' : null;
    case 'xattr':
      return has(/^-[a-z]*[dc]/) && (has(/^com\.apple\.quarantine$/) || has(/^-[a-z]*c/))
        ? 'medium'
        : null;
    case 'set-executionpolicy':
      if (!has(/^(?:bypass|unrestricted)$/i)) return null;
      return has(/^process$/i) ? 'medium' : 'high';
    case 'powershell':
    case 'pwsh':
      // An installer of the tool's own documentation sets it for one command.
      return has(/^-(?:ep|executionpolicy)$/i) && has(/^bypass$/i)
        ? words.some((word) => isKnownInstaller(/https:[^\s"'|)]+/.exec(word)?.[0] ?? ''))
          ? 'low'
          : 'medium'
        : null;
    case 'gh':
      return /^api\b(?=.*(?:-X|--method)[ =]?DELETE\b)(?=.*\/(?:protection|rulesets)\b)|^api\b(?=.*(?:-X|--method)[ =]?(?:PATCH|PUT|DELETE))(?=.*(?:secret_scanning|vulnerability-alerts|automated-security-fixes|enforce_admins|required_(?:signatures|status_checks|pull_request_reviews)))(?=.*(?:disabled|false|DELETE))/.test(
        words.join(' '),
      )
        ? 'high'
        : null;
    case 'iptables':
      return has(/^(?:-F|--flush)$/) ? 'high' : null;
    case 'netsh':
      return has(/^advfirewall$/i) && has(/^off$/i) ? 'high' : null;
    case 'set-mppreference':
      return has(/^-(?:Disable\w+|Exclusion\w+)$/i) ? 'high' : null;
    case 'set-netfirewallprofile':
      return has(/^-Enabled$/i) && has(/^\$?false$/i) ? 'high' : null;
    case 'defaults':
      return has(/LSQuarantine|com\.apple\.(?:alf|security|loginwindow)/) &&
        has(/^(?:0|false|NO)$/i)
        ? 'high'
        : null;
    case 'systemctl':
    case 'service':
      return has(/^(?:stop|disable|mask)$/) && has(guards) ? 'high' : null;
    default:
      return null;
  }
}

const settings = pattern(
  [
    'verify',
    'rejectunauthorized',
    'node_tls',
    'unverified',
    'stricthostkeychecking',
    'content_trust',
    'cert_none',
    'check_hostname',
    'strict-ssl',
    'verify_signature',
    'algorithm',
  ],
  String.raw`\bverify\s*=\s*False\b|\brejectUnauthorized\s*:\s*false\b` +
    String.raw`|\bNODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s*=\s*["']?0` +
    String.raw`|\bssl\._create_unverified_context\b|\bCERT_NONE\b|\bVERIFY_NONE\b` +
    String.raw`|\bcheck_hostname\s*=\s*False\b|\bStrictHostKeyChecking[= ]+no\b` +
    String.raw`|\bDOCKER_CONTENT_TRUST=0\b|\bInsecureSkipVerify\s*:\s*true\b` +
    String.raw`|\bGIT_SSL_NO_VERIFY\s*=\s*(?:1|true)\b|\bhttp\.sslVerify[= ]+false\b` +
    String.raw`|\bstrict-ssl[= ]+false\b|\bverify_signature["']?\s*[:=]\s*False\b` +
    String.raw`|\balgorithms?["']?\s*[:=]\s*\[?[^\]\n]{0,40}["']none["']`,
);
const local =
  /https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal|10\.|192\.168\.)/;

/** D04. */
export const uncheckedTransport = rule({
  id: 'D04',
  family: 'damage',
  severity: 'medium',
  title: 'Turns off checks of who is at the other end',
  why:
    "Without these checks, anyone in between can answer instead, or change what's sent and " +
    'installed. Another proxy, name server or hosts file puts somebody there, which is rated high.',
  confusedWith:
    "Servers on this machine often have no certificate, so they're ignored. Skipping git " +
    'hooks is rated low.',
  *look(document) {
    const { commands, text } = document;
    for (const route of changesRoutes(document)) yield at(route, { severity: 'high' });
    for (const command of commands) {
      const { name, args } = command;
      if (args.some((word) => local.test(word.text))) continue;
      if (isUnchecked(command)) yield at(command);
      else if (name === 'git' && args.some((word) => word.text === '--no-verify'))
        yield at(command, { severity: 'low' });
    }
    for (const match of inCode(document, settings)) {
      const start = text.lastIndexOf('\n', match.start) + 1;
      const end = text.indexOf('\n', match.end);
      if (!local.test(text.slice(start, end === -1 ? text.length : end))) yield at(match);
    }
  },
});

function isUnchecked({ name, args }: ShellCommand): boolean {
  const has = (flag: RegExp): boolean => args.some(({ text }) => flag.test(text));
  if (name === 'curl') return has(/^(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure|--proxy-insecure)$/);
  if (name === 'wget') return has(/^--no-check-certificate$/);
  if (/^(?:pip3?|uv|pipx)$/.test(name)) return has(/^--trusted-host/);
  if (/^(?:apt|apt-get)$/.test(name)) return has(/^--(?:allow-unauthenticated|force-yes)$/);
  if (/^(?:invoke-webrequest|iwr|irm|invoke-restmethod)$/.test(name)) return has(/^-SkipCert/i);
  return /^(?:rpm|dnf|yum)$/.test(name) && has(/^--nogpgcheck$|^--nosignature$/);
}

const installing = new Set(
  'apt apt-get dnf yum pacman zypper apk snap brew port pip pip3 npm gem systemctl service dpkg rpm add-apt-repository gpg install mkdir tee ln usermod apt-key update-alternatives'.split(
    ' ',
  ),
);

/** What package managers leave behind and guides tell people to remove. */
const clearedCaches = /^["']?\/(?:var\/lib\/apt\/lists|var\/cache|var\/tmp|tmp)\//;

/** D01. */
export const elevation = rule({
  id: 'D01',
  family: 'damage',
  severity: 'medium',
  title: 'Takes administrator rights',
  why:
    'With these rights, nothing on the machine is out of reach. Restarting it, or changing ' +
    'the owner of system folders, is rated high.',
  confusedWith:
    'Installing a package also needs these rights. That, and examples in text, are rated low.',
  *look(document) {
    const isOps = isAbout(document, upkeep);
    for (const command of document.commands) {
      const severity = weightOfElevation(command, document.text);
      if (severity !== null)
        yield at(command, {
          severity: isOps && severity === 'high' ? 'low' : unlessAsked(document, command, severity),
        });
    }
  },
});

/** `sudo -u postgres psql`: with the rights of another user, who isn't the administrator. */
const asOther =
  /^(?:sudo|doas)\s+(?:-(?!u)\w+\s+)*(?:-u\s*|--user[= ])(?!root\b|#?0\b|["']?\$)[\w-]/;

function weightOfElevation(command: ShellCommand, text: string): FindingSeverity | null {
  const { name, args, wrappers, part, start } = command;
  const words = args.map((word) => word.text);
  if (asOther.test(text.slice(start, start + 80))) return 'low';
  const isClearing =
    name === 'rm' && words.every((word) => word.startsWith('-') || clearedCaches.test(word));
  const plain: FindingSeverity = part.from === 'script' && !isClearing ? 'medium' : 'low';
  if (wrappers.includes('sudo') || wrappers.includes('doas')) {
    if (/^(?:reboot|shutdown|halt|poweroff)$/.test(name)) return 'high';
    if (/^(?:chown|chgrp)$/.test(name) && isOfSystem(words)) return 'high';
    return installing.has(name) ? 'low' : plain;
  }
  if (name === 'sudo') return /^-[is]$/.test(words[0] ?? '') ? 'medium' : null;
  if (name === 'su') return words.includes('-c') || words[0] === '-' ? 'medium' : null;
  if (name === 'runas' || name === 'pkexec' || name === 'gsudo') return 'medium';
  return name === 'start-process' && words.some((word) => /^runas$/i.test(word)) ? 'medium' : null;
}

/** `chown root:root /opt/x`: changes the owner of files of the system or of others. */
const isOfSystem = (words: readonly string[]): boolean =>
  words.some((word) => /^(?:root|0)(?::|$)/.test(word)) &&
  words.some((word) => /^\/(?!tmp\b|home\b|Users\b)\w/.test(word));

/** Places with programs and other people's data, unlike the project and /tmp. */
const system =
  /^\/(?:$|\*|(?:opt|usr|etc|var|bin|sbin|lib\w*|root|srv|boot|dev|sys|proc|Applications|Library|System|home)\b)/i;

/** D02. */
export const looseRights = rule({
  id: 'D02',
  family: 'damage',
  severity: 'medium',
  title: 'Makes files world-writable',
  why:
    'Any program or user can then replace these files. Where others run programs from there, ' +
    'that opens a way in and is rated high.',
  confusedWith: 'Tutorials that briefly make a project folder writable.',
  *look({ commands, calls, text }) {
    for (const command of commands) {
      const severity = weightOfRights(command);
      if (severity !== null) yield at(command, { severity });
    }
    for (const { callee, args, start, end } of calls)
      if (/(?:^|\.)chmod(?:Sync)?$/.test(callee))
        if (args.some(({ node }) => /^0o?[0-7]?777$/.test(text.slice(node.start, node.end))))
          yield { start, end };
  },
});

function weightOfRights({ name, args }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  if (name === 'umask') return /^0{1,4}$/.test(words[0] ?? '') ? 'medium' : null;
  if (name === 'setcap') return 'high';
  if (name !== 'chmod') return null;
  const [mode = '', ...files] = words.filter((word) => !/^-[RfvcH]+$|^--/.test(word));
  // It runs with the owner's rights, whoever starts it.
  if (/^[4-7][0-7]{3}$|^[ug]*\+s$/.test(mode) && !mode.startsWith('1')) return 'high';
  if (!/^0?777$|^1777$|^a\+rwx$|^(?:a|o|ugo|go)[+=]r?wx?$|^0?666$/.test(mode)) return null;
  return files.some((file) => system.test(file)) ? 'high' : 'medium';
}

const manifests = pattern(
  ['privileged', 'hostpath', 'docker.sock', 'hostpid', 'hostipc', 'sys_admin'],
  String.raw`(?:^[ \t-]*|[{,]\s*)(?:privileged|hostPID|hostIPC)\s*:\s*true\b|(?:^[ \t-]*|` +
    String.raw`[{,]\s*)hostPath\s*:(?:\s*\{?\s*path\s*:\s*[\"']?/[\"']?\s*(?:[},]|$))?|` +
    String.raw`/var/run/docker\.sock|\bSYS_ADMIN\b`,
);

/**
 * The same rights as a program or another tool's description asks for them, and the kernel's own ways
 * from a container to its host.
 */
const elsewhere = pattern(
  [
    'privileged',
    'bind',
    'host_path',
    'release_agent',
    'core_pattern',
    'nsenter',
    'binds',
    'uevent_helper',
    'docker.sock',
    'chroot',
  ],
  String.raw`\bcontainers?\.(?:run|create)\([^)]{0,300}?\bprivileged\s*=\s*True|` +
    String.raw`\bdocker_container\b[\s\S]{0,400}?\b(?:privileged\s*=\s*true|` +
    String.raw`host_path\s*=\s*"/")|(?-i:\bPrivileged)["']?\s*:\s*true\b|` +
    String.raw`\bBinds["']?\s*:\s*(?:\[|\[\]string\{)\s*["']/:|["']/["']\s*:\s*\{\s*["']bind["']|` +
    String.raw`>\s*["']?[\w./$}{-]*release_agent\b|>\s*/proc/sys/kernel/core_pattern|` +
    String.raw`>\s*/sys/kernel/uevent_helper|\bnsenter["']?[, ]+["']?(?:-t|--target)["']?[ ` +
    String.raw`,=]+["']?1\b|` +
    String.raw`\bchroot\s+/(?:host|hostfs|rootfs|mnt/host|h)\b`,
);

/** D07. */
export const containerPower = rule({
  id: 'D07',
  family: 'damage',
  severity: 'high',
  title: 'Starts a container with access to the machine',
  why: 'With these rights, whoever is in the container can do anything an administrator can.',
  confusedWith:
    'Container management tools need this. A manifest shown in text, and a shared folder, are ' +
    'rated low.',
  *look(document): Iterable<RuleHit> {
    const { commands, kind, text } = document;
    for (const command of commands) if (isOpen(command)) yield at(command);
    if (kind.kind !== 'markdown') for (const match of inFiles(document, elsewhere)) yield at(match);
    const isManifest = kind.kind === 'data' && kind.format === 'yaml';
    if (!isManifest && kind.kind !== 'markdown') return;
    for (const match of manifests.all(text)) {
      const inCommand = commands.some(
        ({ start, end }) => start <= match.start && match.start < end,
      );
      if (inCommand || !(isManifest || isFenced(document, match.start))) continue;
      const severity: FindingSeverity =
        isManifest && !/hostPath\s*:$/.test(match.text) ? 'high' : 'low';
      yield at(match, { severity });
    }
  },
});

function isOpen({ name, args }: ShellCommand): boolean {
  if (!/^(?:docker|podman|nerdctl)$/.test(name)) return false;
  const words = args.map(({ text }) => text);
  return words.some(
    (word) =>
      word === '--privileged' ||
      word.includes('docker.sock') ||
      /^(?:-v|--volume=)?\/:\/|^(?:type=bind,)?(?:source|src)=\/,/.test(word) ||
      /^--pid=host$|SYS_ADMIN|^--cap-add=ALL$/.test(word),
  );
}
