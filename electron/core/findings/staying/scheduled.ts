import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { writesOf } from '../knowledge/file-use.ts';
import { isAbout } from '../knowledge/about.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const places = pattern(
  [
    '/cron',
    'systemd',
    'launchagents',
    'launchdaemons',
    'autostart',
    'startup',
    '/etc/init.d',
    'rc.local',
  ],
  String.raw`/etc/cron(?:tab|\.\w+)|/var/spool/cron|(?:/etc/systemd|/lib/systemd|\.config/systemd)/\w+|Library/Launch(?:Agents|Daemons)|\.config/autostart|Programs\\{1,2}Startup|/etc/init\.d/|/etc/rc\.local`,
);
const runKey = /CurrentVersion\\+Run/i;

/** K01. */
export const scheduled = rule({
  id: 'K01',
  family: 'staying',
  severity: 'high',
  title: 'Schedules a program to run again',
  why: 'A scheduled or startup program keeps running after the skill is gone.',
  confusedWith:
    'Skills that manage servers set up services on purpose. Enabling one by name is rated ' +
    'medium.',
  *look(document) {
    const isDeclared = isAbout(
      document,
      /\b(?:systemd|services?|units?|timers?|cron\w*|schedul\w*|daemons?|launchd|firewall\w*|iptables)\b/i,
    );
    const declared = (severity: FindingSeverity): FindingSeverity =>
      !isDeclared ? severity : severity === 'high' ? 'medium' : 'low';
    for (const command of document.commands) {
      const severity = weight(command);
      if (severity !== null) yield at(command, { severity: declared(severity) });
    }
    const told = document.commands.filter((command) => weight(command) !== null);
    for (const use of writesOf(document, places))
      if (!told.some(({ start }) => start === use.start))
        yield at(use, { severity: declared('high') });
  },
});

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const [first = ''] = words;
  switch (name) {
    case 'crontab':
      if (words.length === 0 || words.some((word) => /^-[a-z]*l$/.test(word))) return null;
      return words.some((word) => /^-[a-z]*r$/.test(word)) ? 'medium' : 'high';
    case 'at':
      return words.some((word) => /^(?:now|tomorrow|\d{1,2}:\d\d)$/.test(word)) ? 'high' : null;
    case 'systemctl':
      return words.some((word) => /^(?:enable|--now)$/.test(word)) ? 'medium' : null;
    case 'launchctl':
      return /^(?:load|bootstrap|submit|enable)$/.test(first) ? 'high' : null;
    case 'schtasks':
      return words.some((word) => /^\/create$/i.test(word)) ? 'high' : null;
    case 'register-scheduledtask':
      return 'high';
    case 'reg':
    case 'new-itemproperty':
    case 'set-itemproperty':
      return words.some((word) => runKey.test(word)) && !/^query$/i.test(first) ? 'high' : null;
    case 'systemd-run':
      return words.some((word) => word.startsWith('--on-')) ? 'high' : null;
    default:
      return null;
  }
}
