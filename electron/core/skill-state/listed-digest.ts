import type { SkillEntry } from '../../../shared/model/skill.ts';
import { mainFileOf } from '../skill-place.ts';

/**
 * What an entry says about one file, as a comparable text: equal texts are equal promises. SKILL.md
 * is also checked against the frontmatter, which `sameFrontmatter` compares.
 */
export function promises(entry: SkillEntry): (file: string) => string | undefined {
  if (entry.files.kind !== 'listed') {
    const { uri, files, known } = entry;
    const only = `${files.kind} ${known?.[0]?.digest ?? ''}`;
    return (file) => (file === uri ? only : undefined);
  }
  const said = new Map(
    entry.files.files.map(({ uri, digest, size }) => [uri, `${digest ?? ''} ${size ?? ''}`]),
  );
  return (file) => said.get(file);
}

export const sameFrontmatter = (a: SkillEntry, b: SkillEntry): boolean =>
  a.frontmatter === b.frontmatter ||
  JSON.stringify(a.frontmatter) === JSON.stringify(b.frontmatter);

/** Both entries list the same archives, or none. */
export const sameArchives = (a: SkillEntry, b: SkillEntry): boolean =>
  archivesOf(a) === archivesOf(b);

/** Whether a problem with one entry's archive applies equally to the other's. */
export const samePromisedArchive = (a: SkillEntry, b: SkillEntry, check: string): boolean =>
  a === b ||
  (a.archives.length > 0 &&
    sameArchives(a, b) &&
    (check !== 'frontmatter' || sameFrontmatter(a, b)));

const archivesOf = ({ archives }: SkillEntry): string =>
  archives.length === 0 ? '' : JSON.stringify(archives.map(({ url, digest }) => [url, digest]));

/** Whether a check of the file against one entry also holds for the other. */
export function samePromise(a: SkillEntry, b: SkillEntry, file: string): boolean {
  return (
    a === b ||
    (sameArchives(a, b) &&
      promises(a)(file) === promises(b)(file) &&
      (file !== mainFileOf(a) || sameFrontmatter(a, b)))
  );
}
