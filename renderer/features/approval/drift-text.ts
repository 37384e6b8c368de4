import { quoted } from '../../../shared/quote-text.ts';
import type { SkillStatus } from '../../../shared/model/standing.ts';

const maxNamed = 3;
const longestName = 80;

/** The server chooses file and field names; quote any that could read as our own sentence. */
function word(name: string): string {
  if (/^[\w./@+-]+$/.test(name) && name.length <= longestName) return name;
  return quoted(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

/** `Changed while you were reading: run.sh, lib/a.py and 4 more`, for files and fields. */
export function driftTitle(changed: readonly string[]): string {
  const title = 'Changed while you were reading';
  if (changed.length === 0) return title;
  const rest = changed.length - maxNamed;
  return (
    `${title}: ` +
    `${changed.slice(0, maxNamed).map(word).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  );
}

/** The person chose the label, but it's still a name, so it's quoted like the others. */
export const otherServer = (label: string): string =>
  `${word(label)} now points to a different server. What you saw came from the previous one`;

/** What another window or program decided about the skill on screen. */
export function decidedElsewhere(standing: SkillStatus): string {
  switch (standing.kind) {
    case 'approved':
      return 'Just approved in another window or program';
    case 'denied':
      return 'Just denied in another window or program';
    case 'undecided':
      return 'Just undone in another window or program';
    default:
      return 'Just decided in another window or program';
  }
}
