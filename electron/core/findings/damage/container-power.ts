import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { isFenced } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

const manifests = pattern(
  ['privileged', 'hostpath', 'docker.sock', 'hostpid', 'hostipc', 'sys_admin'],
  String.raw`^[ \t-]*(?:privileged|hostPID|hostIPC)\s*:\s*true\b|^[ \t-]*hostPath\s*:|/var/run/docker\.sock|\bSYS_ADMIN\b`,
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
    const isManifest = kind.kind === 'data' && kind.format === 'yaml';
    if (!isManifest && kind.kind !== 'markdown') return;
    for (const match of manifests.all(text)) {
      const inCommand = commands.some(
        ({ start, end }) => start <= match.start && match.start < end,
      );
      if (inCommand || !(isManifest || isFenced(document, match.start))) continue;
      const severity: FindingSeverity =
        isManifest && !match.text.includes('hostPath') ? 'high' : 'low';
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
