import { standsAsDecided } from './queue.ts';
import type { AppState, DecidedHere, ToastMessage } from './state.ts';

type Skills = AppState['skills'];

/**
 * The notices that still say what is: that a skill was approved is no news any more once its server
 * has changed it. What was decided anew keeps its notice, by which it can be taken back; a decision
 * that has not come back from the main side yet has not stood, and so is not lost.
 */
export function stillTrue(
  toasts: readonly ToastMessage[],
  before: Skills,
  after: Skills,
): readonly ToastMessage[] {
  if (before === after || !toasts.some(({ decided }) => decided !== undefined)) return toasts;
  return toasts.filter(({ decided }) => {
    const stood = decided?.filter((one) => stands(one, before)) ?? [];
    return stood.length === 0 || !stood.every((one) => isLost(one, after));
  });
}

const stands = (one: DecidedHere, skills: Skills): boolean =>
  standsAsDecided(one, skills.get(one.server)?.get(one.uri));

/** The record is still the newest, and does not hold for what is served. */
function isLost(one: DecidedHere, skills: Skills): boolean {
  const row = skills.get(one.server)?.get(one.uri);
  return row?.record === one.record && !standsAsDecided(one, row);
}
