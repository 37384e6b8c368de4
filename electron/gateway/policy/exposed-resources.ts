import { own } from '../../core/json.ts';
import { describeApproved } from './approved-resource.ts';
import type { JsonObject } from './message.ts';
import { entryFor, type ServedSkill } from './served-skill.ts';
import type { ServedSkills } from './served-skills.ts';

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
