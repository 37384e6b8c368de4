import { access, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../core/limits.ts';
import type { LocalSkills } from '../engine/ports/machine.ts';

const folders = [
  ['.claude', 'skills'],
  ['.agents', 'skills'],
  ['.codex', 'skills'],
] as const;

/**
 * Names of the folders with a `SKILL.md` in the person's own skill folders; no file is
 * opened. Links are not followed, and at most 10,000 entries of each folder are looked at.
 */
export function localSkills(home: string): LocalSkills {
  return {
    async list() {
      const found = await Promise.all(folders.map((parts) => skillsIn(join(home, ...parts))));
      return found.flat();
    },
  };
}

async function skillsIn(
  folder: string,
): Promise<{ readonly name: string; readonly folder: string }[]> {
  const skills: { name: string; folder: string }[] = [];
  try {
    let seen = 0;
    for await (const entry of await opendir(folder)) {
      seen += 1;
      if (seen > limits.directoryChildren) break;
      if (!entry.isDirectory()) continue;
      const there = await access(join(folder, entry.name, 'SKILL.md')).then(
        () => true,
        () => false,
      );
      if (there) skills.push({ name: entry.name, folder });
    }
  } catch {
    // A folder that is not there or cannot be listed has no names to collide with.
  }
  return skills.sort((a, b) => (a.name < b.name ? -1 : 1));
}
