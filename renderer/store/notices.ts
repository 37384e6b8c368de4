import { standsAsDecided } from './queue.ts';
import type { AppState, Toast } from './state.ts';

type Skills = AppState['skills'];

/**
 * The notices that still say what is: one of a decision goes with the decision, whoever changed the
 * skill, decided anew or took it back. A decision that has not come back from the main side yet has
 * not stood, and so is not lost.
 */
export function stillTrue(
  toasts: readonly Toast[],
  before: Skills,
  after: Skills,
): readonly Toast[] {
  if (before === after || !toasts.some(({ decided }) => decided !== undefined)) return toasts;
  return toasts.filter(({ decided }) => {
    const stood = decided?.filter((one) => stands(one, before)) ?? [];
    return stood.length === 0 || stood.some((one) => stands(one, after));
  });
}

const stands = (one: NonNullable<Toast['decided']>[number], skills: Skills): boolean =>
  standsAsDecided(one, skills.get(one.server)?.get(one.uri));
