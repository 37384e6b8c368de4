import type { SinceDecision } from './findings.ts';
import { severities } from './finding-kinds.ts';

/** How many findings are new since the skill was approved. */
export const newFindings = (since: SinceDecision): number =>
  severities.reduce((sum, severity) => sum + since[severity], 0);

/**
 * `1 new finding (high), 2 gone, 1 changed file not checked`: what a page and a command say about a
 * changed skill. It never claims that there is nothing, because an unread file may hold anything.
 */
export function sinceInWords(since: SinceDecision): string {
  const fresh = newFindings(since);
  const { gone, unlooked } = since;
  const by = severities
    .filter((severity) => since[severity] > 0)
    .map((severity) => (fresh === 1 ? severity : `${since[severity]} ${severity}`));
  return [
    ...(fresh === 0
      ? unlooked === 0
        ? ['no new findings']
        : []
      : [`${fresh} new ${fresh === 1 ? 'finding' : 'findings'} (${by.join(', ')})`]),
    ...(gone === 0 ? [] : [`${gone} gone`]),
    ...(unlooked === 0
      ? []
      : [`${unlooked} changed ${unlooked === 1 ? 'file' : 'files'} not checked`]),
  ].join(', ');
}
