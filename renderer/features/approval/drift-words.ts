import type { Standing } from '../../../shared/model/standing.ts';

const named = 3;

/** `Changed while you were reading: run.sh, lib/a.py and 4 more`; of files and fields. */
export function driftTitle(changed: readonly string[]): string {
  const title = 'Changed while you were reading';
  if (changed.length === 0) return title;
  const rest = changed.length - named;
  return `${title}: ${changed.slice(0, named).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What another window or program decided about the skill on screen. */
export function decidedElsewhere(standing: Standing): string {
  switch (standing.kind) {
    case 'approved':
      return 'Approved a moment ago, in another window or program';
    case 'denied':
      return 'Denied a moment ago, in another window or program';
    case 'undecided':
      return 'Its decision was taken back a moment ago, in another window or program';
    default:
      return 'Decided a moment ago, in another window or program';
  }
}
