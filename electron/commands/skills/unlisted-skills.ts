import { flagWords } from '../../../shared/command-text.ts';
import type { NotListed } from '../../../shared/model/not-listed.ts';
import { sightingInWords } from '../../../shared/model/not-listed-text.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { visible } from '../../core/text.ts';
import { grouped } from '../../../shared/group-digits.ts';

const shown = 20;

/** What looks like a skill and is none by itself, for people: the first of it, and how to open one. */
export function notListedLines(label: string, { total, lines, isPartial }: NotListed): string[] {
  if (total === 0) return [];
  const first = lines.slice(0, shown).map((line) => {
    const named = line.name === '' ? '' : `  ${quoted(line.name)}`;
    const by = line.by === undefined ? line : { ...line, by: visible(line.by) };
    return `  ? not listed  ${visible(line.uri)}${named}  (${sightingInWords(by)})`;
  });
  const rest =
    total > first.length
      ? [`  ? and ${grouped(total - first.length)} more that it does not list`]
      : [];
  const partly = isPartial
    ? ['  only the first pages of its resources were looked at for what it does not list']
    : [];
  const open = `  one that it does not list opens with \`skillgate show ${flagWords('--server', label, 'LABEL')} --uri URI\``;
  return [...first, ...rest, ...partly, open];
}
