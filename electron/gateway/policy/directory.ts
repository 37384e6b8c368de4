import { describeApproved, describeFolder } from './approved-resource.ts';
import type { JsonObject } from './message.ts';
import type { ServedSkills } from './served-skills.ts';

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
