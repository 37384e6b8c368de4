import type { Problem } from '../../../../shared/model/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import { fileBytes } from '../../verification/contents.ts';
import type { PlanContext } from '../dialect.ts';
import { skillIndex } from './addresses.ts';
import { readResource, type RequestPlan } from '../plan.ts';

/** What the April revision and the discovery over HTTPS name as theirs. */
export const discoverySchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const clause = 'Enumeration via skill://index.json';

export interface SkillIndex {
  /** Absent in the June revision, which carries no version marker. */
  readonly schema: unknown;
  readonly skills: readonly unknown[];
}

/**
 * Reads `skill://index.json` when the server lists it, or when no other dialect has answered:
 * it may be readable without being listed. Some servers answer a URI that they do not have
 * with a text that says so, which must not turn into an index: null unless it is a JSON object
 * with an array of skills. A listed index that is none is an error of the server's author.
 */
export function* readIndex(context: PlanContext): RequestPlan<Result<SkillIndex, Problem> | null> {
  const listed = context.inventory.resources.has(skillIndex);
  if (!listed && !context.alone) return null;
  const answer = yield* readResource(skillIndex);
  const document = answer.ok ? jsonContent(answer.value, skillIndex) : undefined;
  const skills = isRecord(document) ? own(document, 'skills') : undefined;
  if (!isRecord(document) || !Array.isArray(skills)) {
    if (!listed) return null;
    return err(
      problem('listing-shape', 'The server lists skill://index.json, but it isn’t an index.', {
        field: skillIndex,
        expected: 'a JSON object with a skills array',
        actual: answer.ok ? describe(document) : answer.error.words,
        clause,
      }),
    );
  }
  return ok({ schema: own(document, '$schema'), skills });
}

/** The JSON of a `resources/read` result with exactly one content; undefined when it is no JSON. */
export function jsonContent(result: unknown, uri: string): unknown {
  const content = fileBytes(result, uri, 'any');
  if (!content.ok) return undefined;
  try {
    return JSON.parse(
      content.value.text ?? new TextDecoder('utf-8', { fatal: true }).decode(content.value.bytes),
    );
  } catch {
    return undefined;
  }
}

/** The April revision names its schema, or gives each entry a type. */
export const isAprilIndex = ({ schema, skills }: SkillIndex): boolean =>
  schema !== undefined ||
  skills.some(
    (skill) =>
      isRecord(skill) &&
      own(skill, 'type') !== undefined &&
      own(skill, 'frontmatter') === undefined,
  );
