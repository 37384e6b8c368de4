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
 * The entry of a skill known only by its address: a resource dialect can read any `SKILL.md`,
 * listed or not. The skill is named after its folder until it is read.
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
 * Confirms such an entry by reading it, the only confirmation a resource dialect has. Content that
 * doesn't parse as a SKILL.md isn't a skill, whatever the server answers.
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

/** The entry completed from its own SKILL.md. */
function described(entry: SkillEntry, text: string): SkillEntry {
  const parsed = parseFrontmatter(text);
  const { frontmatter } = parsed.ok ? parsed.value : { frontmatter: {} };
  const { name, description } = frontmatter as { name?: string; description?: string };
  return { ...entry, frontmatter, name: name ?? entry.name, description: description ?? '' };
}
