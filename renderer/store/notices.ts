import { standsAsDecided } from './queue.ts';
import type { AppState, DecidedHere, ToastMessage } from './state.ts';

type Skills = AppState['skills'];

/**
 * The notices that are still true: a server that changes a skill ends its approval notice. A
 * newer decision keeps its notice with Undo, and so does one that the main process has not
 * confirmed yet.
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

/** The record is still the newest but doesn't cover what's served. */
function isLost(one: DecidedHere, skills: Skills): boolean {
  const row = skills.get(one.server)?.get(one.uri);
  return row?.record === one.record && !standsAsDecided(one, row);
}
