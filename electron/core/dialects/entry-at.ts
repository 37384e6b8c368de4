import type { Problem } from '../../../shared/model/problem.ts';
import type { DialectId, SkillEntry } from '../../../shared/model/skill.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { skillFolder } from '../uri.ts';
import { foreignEntry } from './foreign-entry.ts';

/**
 * The entry of a skill that is known by its address alone: a resource dialect lets every
 * `SKILL.md` be read whether or not it is listed. Its name is the folder's until it is read.
 */
export function entryAt(
  uri: string,
  server: string,
  dialect: DialectId,
): Result<SkillEntry, Problem> {
  const folder = skillFolder(uri);
  if (!folder.ok) return folder;
  return ok(
    foreignEntry({ server, uri, name: folder.value.name, dialect, origin: 'by-uri', raw: { uri } }),
  );
}
