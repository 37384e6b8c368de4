import type { SkillEntry } from '../../../shared/model/skill.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { statedPaths } from '../stated-paths.ts';

type Described = Pick<SkillEntry, 'name' | 'description' | 'frontmatter'> &
  Parameters<typeof statedPaths>[0];
export type SkillMetadata = Readonly<Record<string, unknown>>;

/**
 * What an entry says about its skill besides the files, which a person also relies on: the
 * frontmatter, plus the displayed name and description if it lacks them. The set digest doesn't
 * cover it, and apps put the description from the entry into their context.
 */
export const metadataOf = ({
  name,
  description,
  frontmatter,
}: Pick<Described, 'name' | 'description' | 'frontmatter'>): SkillMetadata => ({
  name,
  ...(description === '' ? {} : { description }),
  ...frontmatter,
});

/**
 * SHA-256 of the RFC 8785 JSON of the metadata, wrapped as `{metadata, paths}` (which no metadata
 * can be) if the server states file paths apart from their URIs. The attacker is a server that
 * writes any JSON: half a surrogate pair counts as its escape and a number beyond a double as null,
 * which is how both are shown and kept.
 */
export function metadataDigest(
  metadata: SkillMetadata,
  paths: ReadonlyMap<string, string> = noPaths,
): string {
  const words = paths.size === 0 ? metadata : { metadata, paths: Object.fromEntries(paths) };
  const kept: unknown = JSON.parse(JSON.stringify(words));
  return sha256(canonicalJson(kept, JSON.stringify));
}

const noPaths: ReadonlyMap<string, string> = new Map();
const digests = new WeakMap<Described, string>();

/** The same for an entry. Computed on first use. */
export function metadataDigestOf(entry: Described): string {
  const known = digests.get(entry) ?? metadataDigest(metadataOf(entry), statedPaths(entry));
  digests.set(entry, known);
  return known;
}
