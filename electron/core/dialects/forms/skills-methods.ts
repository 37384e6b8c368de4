import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import type { BrokenRules, EntryOutcome, ListingPlan, PlanContext } from '../dialect.ts';
import { request, type RequestPlan } from '../plan.ts';
import { readCaching, readSkillsPage, skillsSoFar, type SharedContext } from './skills-page.ts';
import { readEntry } from './entry.ts';
import { inPages } from './pages.ts';

/**
 * `skills/list` has the same name in every revision of the extension and in SEP-2076, so all share
 * one listing; an entry's shape shows what it is.
 */
export const listSkills = (context: PlanContext): ListingPlan =>
  inPages('skills/list', skillsSoFar(context), readSkillsPage);

/** `skills/get`, which also answers for unlisted skills. */
export function* getSkill(uri: string, context: PlanContext): RequestPlan<EntryOutcome> {
  const answer = yield* request('skills/get', { uri });
  if (!answer.ok) return { kind: 'failed', error: answer.error };
  const read = readAnswer(answer.value, uri, context);
  return read.ok
    ? { kind: 'entry', entry: read.value, ttlMs: ttlOf(answer.value) }
    : { kind: 'refused', problems: read.error };
}

const clause = 'Getting a Skill';

/** The entry for `uri`, or every rule that the answer breaks, the most serious first. */
export function readAnswer(
  result: unknown,
  uri: string,
  { server, protocolVersion, declared, dialects }: SharedContext,
): Result<SkillEntry, BrokenRules> {
  if (!isRecord(result))
    return err([
      problem('listing-shape', 'The response to skills/get is not an object.', {
        field: 'result',
        expected: 'an object',
        actual: describe(result),
        clause,
      }),
    ]);
  const value = own(result, 'skill');
  const of = { method: 'skills/get', origin: 'by-uri', server, declared } as const;
  let read: Result<SkillEntry, BrokenRules> | null = null;
  for (const dialect of dialects) read ??= dialect.claims(of)([value])(value);
  read ??= readEntry(value, server, 'by-uri');
  if (!read.ok) return read;
  // A server could answer with another skill's entry and so transfer an approval.
  if (read.value.uri !== uri)
    return err([
      problem('uri-mismatch', 'The server returned an entry for a different URI.', {
        field: 'skill.uri',
        expected: uri,
        actual: read.value.uri,
        clause,
      }),
    ]);
  const { problems } = readCaching(result, protocolVersion, clause);
  return ok(
    problems.length === 0
      ? read.value
      : { ...read.value, problems: [...read.value.problems, ...problems] },
  );
}

/** `ttlMs` of an answer, in ms; null if the server didn't say. */
export function ttlOf(result: unknown): number | null {
  const ttl = isRecord(result) ? own(result, 'ttlMs') : undefined;
  return typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
}
