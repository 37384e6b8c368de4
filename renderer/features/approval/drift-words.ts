import type { Standing } from '../../../shared/model/standing.ts';
import type { FileChange } from '../../store/pin.ts';

const named = 3;

/** `Changed while you were reading: run.sh, lib/a.py and 4 more`. */
export function driftTitle(changes: readonly FileChange[]): string {
  const title = 'Changed while you were reading';
  if (changes.length === 0) return title;
  const names = changes.slice(0, named).map((change) => change.path);
  const rest = changes.length - names.length;
  return `${title}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
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
