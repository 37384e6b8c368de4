import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { isKnownInstaller } from '../knowledge/downloads.ts';
import { isAbout } from '../knowledge/about.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inCode } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

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
    'alter system set ssl',
    'skip-grant-tables',
  ],
  String.raw`\bDisableRealtimeMonitoring\s+(?:\$true|1)\b|\bAdd-MpPreference\s+-Exclusion\w+|\bEnableLUA\b[^\n]*?\b0\b|\bSELINUX=disabled\b|\bdangerouslyDisableSandbox["']?\s*[:=]\s*true\b|\bAmsiInitFailed\b|\bhost\s+all\s+all\s+(?:0\.0\.0\.0\/0|::\/0|all)\s+trust\b|\bpgaudit\.log\s*=\s*'?none\b|\bALTER\s+SYSTEM\s+SET\s+ssl\s*=\s*off\b|--skip-grant-tables\b`,
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
      const severity = weight(command);
      if (severity === null) continue;
      found.push(command);
      const isOwn =
        isAbout(document, firewalls) && /^(?:iptables|ufw|pfctl|netsh)$/.test(command.name);
      yield at(command, { severity: isOwn ? 'medium' : severity });
    }
    for (const match of inCode(document, switches))
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
      return /^api\b.*(?:-X|--method)[ =]?DELETE\b.*\/(?:protection|rulesets)\b/.test(
        words.join(' '),
      )
        ? 'high'
        : null;
    case 'iptables':
      return has(/^(?:-F|--flush)$/) ? 'high' : null;
    case 'netsh':
      return has(/^advfirewall$/i) && has(/^off$/i) ? 'high' : null;
    case 'set-mppreference':
      return has(/^-Disable\w+$/i) ? 'high' : null;
    case 'systemctl':
    case 'service':
      return has(/^(?:stop|disable|mask)$/) && has(guards) ? 'high' : null;
    default:
      return null;
  }
}
