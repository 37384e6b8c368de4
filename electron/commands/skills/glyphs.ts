import type { StatusKind } from '../../../shared/model/standing.ts';

/** One character per status, always next to the word. */
export const glyphs: Readonly<Record<StatusKind, string>> = {
  approved: '✓',
  denied: '✗',
  changed: '△',
  expired: '◷',
  refused: '⊘',
  blocked: '⊘',
  session: '◌',
  undecided: '·',
  'cannot-tell': '?',
};
