import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

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
      const severity = weight(command);
      if (severity !== null) yield at(command, { severity });
    }
    for (const { callee, args, start, end } of calls)
      if (/(?:^|\.)chmod(?:Sync)?$/.test(callee))
        if (args.some(({ node }) => /^0o?[0-7]?777$/.test(text.slice(node.start, node.end))))
          yield { start, end };
  },
});

function weight({ name, args }: ShellCommand): FindingSeverity | null {
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
