import type { StandingKind } from '../../../shared/model/standing.ts';

/** One character per standing, always beside the word. */
export const glyphs: Readonly<Record<StandingKind, string>> = {
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
