import type { RefusedEntry } from '../../../../shared/model/skill.ts';
import { twinKey } from '../../uri.ts';

/**
 * Where a skill lies, in any dialect: some name its folder, others its SKILL.md. Addresses that a
 * person could confuse count as one.
 */
const placeOf = (uri: string): string => twinKey(uri.replace(/\/(?:SKILL\.md)?$/i, ''));

/** Places at which a listing refused an entry. */
export type RefusedPlaces = ReadonlySet<string>;

export const refusedPlaces = (refused: readonly RefusedEntry[]): RefusedPlaces =>
  new Set(refused.flatMap(({ uri }) => (uri === undefined ? [] : [placeOf(uri)])));

/**
 * Whether the skill at this address was refused. The attacker is a server that lists something that
 * must be refused (two entries for one skill, a file outside its folder, more than the limits) and
 * then serves the same skill another way: in another dialect, or on direct request.
 */
export const isRefused = (places: RefusedPlaces, uri: string): boolean =>
  places.size > 0 && places.has(placeOf(uri));

/**
 * What the last listing refused at this address; a skill requested directly may be requested again.
 */
export const refusalAt = (
  refused: readonly RefusedEntry[],
  uri: string,
): RefusedEntry | undefined =>
  refused.find(
    (entry) => entry.index >= 0 && entry.uri !== undefined && placeOf(entry.uri) === placeOf(uri),
  );
