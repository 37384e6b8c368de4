import { own } from '../../core/json.ts';
import type { JsonObject } from './message.ts';
import { entryFor, type ServedSkill, type ServedSkills, type UriTarget } from './served-skill.ts';
import { mediaTypeByName } from '../../core/media-type.ts';
import { decodeText } from '../../core/uri.ts';

/** Skills as resources, for hosts that read an index of them, or list resources only. */

export const indexUri = 'skill://index.json';

const index: JsonObject = {
  uri: indexUri,
  name: 'index.json',
  description: 'The skills of this server that the user has approved.',
  mimeType: 'application/json',
};

/**
 * The index of approved skills: an entry has what the drafts of April and June 2026 say of a skill,
 * and every word is the record's.
 */
export const indexOf = (skills: readonly ServedSkill[]): string =>
  JSON.stringify({
    skills: skills.map((skill) => {
      const { uri, frontmatter, resources } = entryFor(skill);
      const digest = skill.files.find((file) => file.uri === uri)?.digest;
      return {
        ...{ name: own(frontmatter as JsonObject, 'name'), type: 'skill-md' },
        description: own(frontmatter as JsonObject, 'description'),
        ...{ url: uri, digest, frontmatter, resources },
      };
    }),
  });

/** A page of the server's resources, with the index or each approved `SKILL.md` first. */
export function withSkillsFirst(
  resources: readonly unknown[],
  { byUri, skills, whereabouts }: ServedSkills,
  shown: { readonly index: boolean; readonly skills: boolean; readonly isFirst: boolean },
): readonly unknown[] {
  const mains = skills.map(({ uri }) => describeApproved(uri, mainOf(uri, whereabouts)));
  const first = [...(shown.index ? [index] : []), ...(shown.skills ? mains : [])];
  const others = shown.skills
    ? resources.filter((one) => !byUri.has(String(own(one as JsonObject, 'uri'))))
    : resources;
  return shown.isFirst ? [...first, ...others] : others;
}

function mainOf(uri: string, whereabouts: ServedSkills['whereabouts']) {
  const at = whereabouts(uri);
  if (at.kind !== 'file') throw new Error('invariant: an approved skill has no SKILL.md');
  return at;
}

/** An approved file, or a folder in which approved files are. */
type ApprovedPlace = Extract<UriTarget, { readonly kind: 'file' | 'folder' }>;

/**
 * What a host sees of an approved file or folder wherever it meets one: in lists, links and
 * folders. The attacker is a server that describes approved files differently after the approval,
 * so every word comes from the record or follows from the approved URI, and where neither has one
 * it's left out.
 */
export const describeApproved = (uri: string, at: ApprovedPlace): JsonObject =>
  at.kind === 'folder' ? describeFolder(uri) : describeFile(at.skill, at.file);

function describeFile(
  skill: Pick<ServedSkill, 'uri' | 'frontmatter'>,
  { uri, size }: { readonly uri: string; readonly size: number },
): JsonObject {
  const type = mediaTypeByName(uri);
  return {
    uri,
    ...(uri === skill.uri ? wordsOfSkill(skill) : { name: lastSegment(uri) }),
    ...(type === null ? {} : { mimeType: type }),
    size,
  };
}

export const describeFolder = (uri: string): JsonObject => ({
  uri,
  name: lastSegment(uri),
  mimeType: 'inode/directory',
});

/** `SKILL.md` stands for its skill. */
function wordsOfSkill({ uri, frontmatter }: Pick<ServedSkill, 'uri' | 'frontmatter'>): JsonObject {
  const name = own(frontmatter, 'name');
  const description = own(frontmatter, 'description');
  return {
    name: typeof name === 'string' ? name : lastSegment(uri),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/** Decoded: an approved URI decodes to a name without separators or control characters. */
const lastSegment = (uri: string): string => decodeText(uri.slice(uri.lastIndexOf('/') + 1));

/**
 * The direct children of a folder in which approved files are, from the records alone; null where
 * there is none. What the server has there besides is not told ("Directory Reads and the Held
 * Entry").
 */
export function childrenOf(
  uri: string,
  { skills, whereabouts }: ServedSkills,
): readonly JsonObject[] | null {
  const inside = `${uri}/`;
  const children = new Map<string, JsonObject>();
  for (const { files } of skills)
    for (const file of files) {
      if (!file.uri.startsWith(inside)) continue;
      const [name = '', ...deeper] = file.uri.slice(inside.length).split('/');
      if (name === '') continue;
      const child = inside + name;
      const at = whereabouts(child);
      if (deeper.length > 0) children.set(name, describeFolder(child));
      else if (at.kind === 'file') children.set(name, { ...describeApproved(child, at), name });
    }
  return children.size === 0 ? null : [...children.values()];
}
