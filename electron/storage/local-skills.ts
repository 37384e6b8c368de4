import { access, opendir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { limits } from '../core/limits.ts';
import type { LocalSkills } from '../engine/ports/machine.ts';

const folders = [
  ['.claude', 'skills'],
  ['.agents', 'skills'],
  ['.codex', 'skills'],
] as const;

/**
 * Names of the folders with a `SKILL.md` in the skill folders of the person and of the project; no
 * file is opened. Links are not followed, and at most 10,000 entries of each folder are looked at.
 * `except`: folders that are looked at as servers, which would be beside themselves.
 */
export function localSkills({
  home,
  cwd,
  except = () => [],
}: {
  readonly home: string;
  readonly cwd: string;
  readonly except?: () => readonly string[];
}): LocalSkills {
  return {
    async list() {
      const places = [...new Set([home, cwd])].flatMap((base) =>
        folders.map((parts) => join(base, ...parts)),
      );
      const found = await Promise.all(places.map(skillsIn));
      const all = found.flat();
      const tops = except();
      if (tops.length === 0) return all;
      const own = await Promise.all(
        all.map(async ({ folder, name }) => {
          const path = await realpath(join(folder, name)).catch(() => '');
          return tops.some((top) => path === top || path.startsWith(`${top}${sep}`));
        }),
      );
      return all.filter((_, index) => own[index] === false);
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
