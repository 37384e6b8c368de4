import type { Problem } from '../../../../shared/model/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import { fileBytes } from '../../verification/contents.ts';
import type { PlanContext } from '../dialect.ts';
import { readResource, type RequestPlan } from '../plan.ts';

/** The schemas that the April revision and discovery over HTTPS name. */
export const discoverySchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const clause = 'Enumeration via skill://index.json';

export interface SkillIndex {
  /** Absent in the June revision, which has no version marker. */
  readonly schema: unknown;
  readonly skills: readonly unknown[];
}

/**
 * Reads `skill://index.json` if the server lists it or no other dialect answered, because it may be
 * readable without being listed. Some servers answer unknown URIs with a text that says so, which
 * must not become an index: returns null unless it's a JSON object with a skills array. A listed
 * index that isn't one is a mistake of the server's author.
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

/** The JSON of a `resources/read` result with exactly one content; undefined if it isn't JSON. */
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

/**
 * Addresses at which servers describe skills but that aren't skills themselves; a scan of the
 * server's resources skips them.
 */

export const skillIndex = 'skill://index.json';
export const documentsIndex = 'skill://index';
/** All skills in one text for a prompt. */
export const promptText = 'skill://prompt-xml';

/** An index, or anything below one. */
export const isIndex = (uri: string): boolean =>
  /^skill:\/\/(?:index|index\.json|prompt-xml)(?:\/|$)/.test(uri);

/** The file list of a single skill. */
export const isFileList = (uri: string): boolean => /\/(?:_manifest|documents)$/.test(uri);
