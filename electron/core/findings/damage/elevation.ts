import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { isAbout, upkeep } from '../knowledge/about.ts';
import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const installing = new Set(
  'apt apt-get dnf yum pacman zypper apk snap brew port pip pip3 npm gem systemctl service dpkg rpm add-apt-repository gpg install mkdir tee ln usermod apt-key update-alternatives'.split(
    ' ',
  ),
);

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
      const severity = weight(command);
      if (severity !== null)
        yield at(command, { severity: isOps && severity === 'high' ? 'low' : severity });
    }
  },
});

function weight({ name, args, wrappers, part }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const plain: FindingSeverity = part.from === 'script' ? 'medium' : 'low';
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
