import { flagWords } from '../../../shared/command-text.ts';
import type { NotListed } from '../../../shared/model/not-listed.ts';
import { sightingInWords } from '../../../shared/model/not-listed-text.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { visible } from '../../core/text.ts';
import { grouped } from '../../../shared/group-digits.ts';

const shown = 20;

/**
 * Addresses that may be skills but aren't listed, for people: the first few, and how to open one.
 */
export function notListedLines(label: string, { total, lines, isPartial }: NotListed): string[] {
  if (total === 0) return [];
  const first = lines.slice(0, shown).map((line) => {
    const named = line.name === '' ? '' : `  ${quoted(line.name)}`;
    const by = line.by === undefined ? line : { ...line, by: visible(line.by) };
    return `  ? not listed  ${visible(line.uri)}${named}  (${sightingInWords(by)})`;
  });
  const rest =
    total > first.length ? [`  ? and ${grouped(total - first.length)} more not listed`] : [];
  const partly = isPartial
    ? ['  only the first pages of its resources were searched for unlisted skills']
    : [];
  const open = `  to open one: \`skillgate show ${flagWords('--server', label, 'LABEL')} --uri URI\``;
  return [...first, ...rest, ...partly, open];
}
