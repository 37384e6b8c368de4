import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { pathInEntry, resolveInEntry } from '../skill-place.ts';
import { listedFile } from './listed-file.ts';

/**
 * The URI of the file that a reference in a skill's text, or a typed path, means. The manifest may
 * spell `Q A.md`, `Q%20A.md` or `é.md` differently, so a reference that isn't listed as written is
 * looked up by its decoded path. An unlisted file is returned as resolved and refused before any
 * read. Errors: those of `resolveInEntry`.
 */
export function linkedFile(entry: SkillEntry, ref: string): Result<string, Problem> {
  const resolved = resolveInEntry(entry, ref);
  if (resolved.ok && listedFile(entry, resolved.value) !== undefined) return resolved;
  if (entry.files.kind !== 'listed') return resolved;
  const { files } = entry.files;
  const path = resolved.ok ? pathInEntry(entry, resolved.value) : resolved;
  const wanted = path.ok ? path.value : ref;
  const file =
    files.find((candidate) => candidate.path === wanted) ??
    files.find((candidate) => candidate.path === ref);
  return file === undefined ? resolved : ok(file.uri);
}
