import type { Problem } from '../../../../shared/model/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import { fileBytes } from '../../verification/contents.ts';
import type { PlanContext, BrokenRules, DialectListing } from '../dialect.ts';
import { readResource, type RequestPlan } from '../plan.ts';
import type { DialectId, RefusedEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import { limits } from '../../limits.ts';
import { visible } from '../../text.ts';
import { twinKey } from '../../uri.ts';
import { duplicateProblem, isSameEntry, repeatedProblem } from './pages.ts';

/** The schemas that the April revision and discovery over HTTPS name. */
export const discoverySchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const clause = 'Enumeration via skill://index.json';

interface SkillIndex {
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

const skillIndex = 'skill://index.json';
export const documentsIndex = 'skill://index';
/** All skills in one text for a prompt. */
export const promptText = 'skill://prompt-xml';

/** An index, or anything below one. */
export const isIndex = (uri: string): boolean =>
  /^skill:\/\/(?:index|index\.json|prompt-xml)(?:\/|$)/.test(uri);

/** The file list of a single skill. */
export const isFileList = (uri: string): boolean => /\/(?:_manifest|documents)$/.test(uri);

/**
 * A listing in a single document: each value is read on its own, and differing copies of a URI are
 * refused, since nobody can tell which the server means.
 */
export function wholeListing(
  values: readonly unknown[],
  about: { readonly server: string; readonly dialect: DialectId },
  read: (value: unknown) => Result<SkillEntry, BrokenRules>,
): DialectListing {
  const { server, dialect } = about;
  const refused: RefusedEntry[] = [];
  const good: { entry: SkillEntry; index: number }[] = [];
  const firsts = new Map<string, SkillEntry>();
  const differ = new Set<string>();
  let repeats = 0;
  values.slice(0, limits.listEntries).forEach((value, index) => {
    const answer = read(value);
    if (!answer.ok) {
      const [first, ...others] = answer.error;
      refused.push({ server, index, problem: first, others, dialect, ...namesOf(value) });
      return;
    }
    const key = twinKey(answer.value.uri);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, answer.value);
    else if (!differ.has(key) && isSameEntry(first, answer.value)) {
      repeats += 1;
      return;
    } else differ.add(key);
    good.push({ entry: answer.value, index });
  });
  const alone = good.filter(({ entry, index }) => {
    if (!differ.has(twinKey(entry.uri))) return true;
    refused.push({
      server,
      index,
      uri: entry.uri,
      name: visible(entry.name, 100),
      problem: duplicateProblem(entry.uri),
      others: [],
      dialect,
    });
    return false;
  });
  return {
    entries: alone.map(({ entry }) => entry),
    refused: refused.sort((a, b) => a.index - b.index),
    problems: [...repeatedProblem(repeats)],
    templates: [],
    stop: values.length > limits.listEntries ? tooManyEntries : null,
  };
}

/** Nothing beyond this is read, in whatever form it was sent. */
export const tooManyEntries = problem(
  'listing-limit',
  `The listing has more than ${limits.listEntries} entries; the rest weren’t read.`,
  {
    expected: `at most ${limits.listEntries}`,
    turn: 'author',
    next: 'Skillgate doesn’t read past this limit.',
  },
);

export const nothingFound: DialectListing = {
  entries: [],
  refused: [],
  problems: [],
  templates: [],
  stop: null,
};

/** What a refused value calls itself; all of it is the server's text. */
function namesOf(value: unknown): Pick<RefusedEntry, 'uri' | 'name'> {
  if (!isRecord(value)) return {};
  const uri = own(value, 'url') ?? own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const name = own(value, 'name') ?? (isRecord(frontmatter) ? own(frontmatter, 'name') : undefined);
  return {
    ...(typeof uri === 'string' ? { uri: visible(uri, 2_048) } : {}),
    ...(typeof name === 'string' ? { name: visible(name, 100) } : {}),
  };
}
