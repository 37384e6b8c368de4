import type { Problem } from '../../../../shared/model/problem.ts';
import { own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';

/**
 * The first revision of the base protocol whose results carry the caching fields. Revisions are
 * dates.
 */
export const cacheable = '2026-07-28';

/**
 * `ttlMs`, `cacheScope` and `resultType` of a result ("Listing Skills", "Getting a Skill"),
 * required from revision 2026-07-28. A server that omits them gets a note and its entries count,
 * because they are hints and protect no integrity. `ttlMs` is in milliseconds, null if absent or
 * unusable.
 */
export function readCaching(
  result: Readonly<Record<string, unknown>>,
  protocolVersion: string,
  clause: string,
): { readonly ttlMs: number | null; readonly problems: Problem[] } {
  const ttl = own(result, 'ttlMs');
  const scope = own(result, 'cacheScope');
  const type = own(result, 'resultType');
  const ttlMs = typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
  const problems: Problem[] = [];
  if (protocolVersion < cacheable) return { ttlMs, problems };
  if (ttlMs === null)
    problems.push(
      problem('cache-fields', 'The result has no usable ttlMs.', {
        field: 'result.ttlMs',
        expected: 'a number of milliseconds, zero or more',
        actual: describe(ttl),
        clause,
      }),
    );
  if (scope !== 'public' && scope !== 'private')
    problems.push(
      problem('cache-fields', 'The result has no usable cacheScope.', {
        field: 'result.cacheScope',
        expected: '"public" or "private"',
        actual: describe(scope),
        clause,
      }),
    );
  if (type !== 'complete')
    problems.push(
      problem('cache-fields', 'The result doesn’t say whether it is complete.', {
        field: 'result.resultType',
        expected: '"complete"',
        actual: describe(type),
        clause,
      }),
    );
  return { ttlMs, problems };
}
