import type { SkillEntry } from '../../../shared/model/skill.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { statedPaths } from '../stated-paths.ts';

type Described = Pick<SkillEntry, 'name' | 'description' | 'frontmatter'> &
  Parameters<typeof statedPaths>[0];
export type SkillMetadata = Readonly<Record<string, unknown>>;

/**
 * What an entry says of its skill beside the files, and what a person decides on with them: the
 * frontmatter, with the name and the description that are shown where it has none. The set digest
 * says nothing of it, and hosts put the description into their context from the entry.
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
 * SHA-256 of the RFC 8785 JSON of the metadata, together with the paths of files where the server
 * states them apart from their URIs: `{metadata, paths}`, which no metadata is. The attacker is a server that writes anything that
 * JSON can carry: half of a surrogate pair counts as its escape, and a number beyond a double as
 * null, which is how both are shown and kept.
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

/** The same of an entry. Computed when first asked for. */
export function metadataDigestOf(entry: Described): string {
  const known = digests.get(entry) ?? metadataDigest(metadataOf(entry), statedPaths(entry));
  digests.set(entry, known);
  return known;
}
