import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inCode } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const statements = pattern(
  ['drop ', 'truncate '],
  String.raw`\bDROP\s+(?:DATABASE|SCHEMA|TABLE)\s+(?:IF\s+EXISTS\s+)?[\w."]+|\bTRUNCATE\s+TABLE\s+[\w."]+`,
);

/** D06. */
export const lostWork = rule({
  id: 'D06',
  family: 'damage',
  severity: 'medium',
  title: 'Discards project work or data',
  why: 'Overwritten commits, branches and tables are gone for everyone who shares them.',
  confusedWith:
    'Lessons on git and databases. Examples in text, and a push that checks first, are rated ' +
    'low.',
  *look(document) {
    for (const command of document.commands) {
      const severity = weight(command);
      if (severity !== null) yield at(command, { severity });
    }
    for (const match of inCode(document, statements)) yield at(match, { severity: 'low' });
  },
});

function weight({ name, args, part }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const has = (word: RegExp): boolean => words.some((one) => word.test(one));
  const real: FindingSeverity = part.from === 'script' ? 'medium' : 'low';
  if (name === 'dropdb') return real;
  if (name === 'gh' && /^(?:repo|release) delete\b/.test(words.join(' '))) return 'high';
  if (name !== 'git') return null;
  switch (words.find((word) => !word.startsWith('-'))) {
    case 'push':
      if (has(/^(?:--force|-f|--mirror)$/)) return real;
      if (has(/^\+\S/)) return real;
      return has(/^--force-with-lease/) ? 'low' : null;
    case 'reset':
      return has(/^--hard$/) ? 'low' : null;
    case 'clean':
      return has(/^-[a-z]*f/) ? (has(/^-[a-z]*x/) ? real : 'low') : null;
    case 'branch':
      return has(/^-D$/) ? 'low' : null;
    case 'filter-branch':
    case 'filter-repo':
      return real;
    default:
      return null;
  }
}
