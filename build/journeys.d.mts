/**
 * How much a run of the journeys proves: `normal` each in one shell, `both` each in both, `full` that and
 * every picture.
 */
export type JourneyLane = 'normal' | 'both' | 'full';

export function journeyLane(env: Readonly<Record<string, string | undefined>>): JourneyLane;

export function judgeJourneys(
  report: object,
  least: Readonly<Record<string, Readonly<Record<JourneyLane, number>>>>,
): { readonly lines: readonly string[]; readonly problems: readonly string[] };

export function countTasks(
  report: object,
  document: string,
): { readonly rows: readonly string[]; readonly problems: readonly string[] };

export function judgeTries(tried: readonly string[]): string[];
