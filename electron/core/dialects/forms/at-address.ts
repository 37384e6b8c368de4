import type { Problem } from '../../../../shared/model/problem.ts';
import type { DialectId, SkillEntry } from '../../../../shared/model/skill.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import { skillFolder } from '../../uri.ts';
import { fileBytes } from '../../verification/contents.ts';
import { verifyContent } from '../../verification/verify.ts';
import type { EntryOutcome } from '../dialect.ts';
import { readResource, type RequestPlan } from '../plan.ts';
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

/**
 * Confirms an entry from the address alone by reading it: a resource dialect has no other
 * confirmation. What does not read as a SKILL.md is no skill, whatever the server answers.
 */
export function* readAtAddress(at: Result<SkillEntry, Problem>): RequestPlan<EntryOutcome> {
  if (!at.ok) return { kind: 'not-here', problem: at.error };
  const entry = at.value;
  const answer = yield* readResource(entry.uri);
  if (!answer.ok) return { kind: 'failed', error: answer.error };
  const content = fileBytes(answer.value, entry.uri);
  if (!content.ok)
    return { kind: 'no-skill', code: 'server-error', message: content.error.message };
  const { bytes, text } = content.value;
  const verdict = verifyContent(entry, entry.uri, bytes, text);
  if (verdict.status === 'failed')
    return { kind: 'no-skill', code: 'refused', message: verdict.message };
  const itself = described(entry, text ?? Buffer.from(bytes).toString('utf8'));
  return { kind: 'entry', entry: itself, ttlMs: null };
}

/** The entry with what its own SKILL.md says. */
function described(entry: SkillEntry, text: string): SkillEntry {
  const parsed = parseFrontmatter(text);
  const { frontmatter } = parsed.ok ? parsed.value : { frontmatter: {} };
  const { name, description } = frontmatter as { name?: string; description?: string };
  return { ...entry, frontmatter, name: name ?? entry.name, description: description ?? '' };
}
