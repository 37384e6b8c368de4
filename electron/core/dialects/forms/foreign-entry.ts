import { unknownFiles } from '../../stated-paths.ts';
import type { SkillEntry, DialectId } from '../../../../shared/model/skill.ts';
import { isWellFormed } from '../../json.ts';
import type { ListedResource, EntryOutcome } from '../dialect.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import { skillFolder } from '../../uri.ts';
import { fileBytes } from '../../verification/contents.ts';
import { verifyContent } from '../../verification/verify.ts';
import { readResource, type RequestPlan } from '../plan.ts';
import { describe, problem } from '../../problem.ts';

type Given = Pick<SkillEntry, 'server' | 'uri' | 'name' | 'dialect' | 'raw'> & Partial<SkillEntry>;

/**
 * An entry in a dialect other than the extension's; omitted fields default to those of a skill
 * without any digests.
 */
export function foreignEntry(given: Given): SkillEntry {
  return {
    description: '',
    frontmatter: {},
    frontmatterIsPart: true,
    files: unknownFiles,
    origin: 'listed',
    archives: [],
    integrity: 'none',
    alsoIn: [],
    problems: [],
    ...given,
  };
}

/** The server gave no frontmatter beyond name and description. */
export const describedEntry = (given: Given & Pick<SkillEntry, 'description'>): SkillEntry =>
  foreignEntry({
    ...given,
    frontmatter: { name: given.name, description: given.description },
  });

/** A resource as `resources/list` has it, for the entry as received. */
export const entryAsListed = ({ beside, ...listed }: ListedResource): object => ({
  ...listed,
  ...beside,
});

const kept = /[A-Za-z0-9._~!$&'()*+,;=:@-]/;

/**
 * A path as written in a URI: each segment percent-encoded except for characters a path may
 * contain.
 */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) =>
      [...segment]
        .map((character) =>
          kept.test(character)
            ? character
            : isWellFormed(character)
              ? encodeURIComponent(character)
              : '%EF%BF%BD',
        )
        .join(''),
    )
    .join('/');
}

/** A text from the server, or nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

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

// What an entry of any draft can lack. `value` is what the server sent for the field; `clause` is
// the draft's heading.

export const notAnObject = (value: unknown, clause: string): Problem =>
  problem('entry-not-object', 'The entry is not an object.', {
    expected: 'an object',
    actual: describe(value),
    clause,
  });

export const noName = (value: unknown, clause: string): Problem =>
  problem('name-missing', 'The entry has no name.', {
    field: 'name',
    expected: 'a string that is not empty',
    actual: describe(value),
    clause,
  });

export const noDescription = (value: unknown, clause: string): Problem =>
  problem('description-missing', 'The entry has no description.', {
    field: 'description',
    expected: 'a string that is not empty',
    actual: describe(value),
    clause,
  });

export const unknownType = (value: unknown, expected: string, clause: string): Problem =>
  problem('type-unknown', 'The entry has an unknown type.', {
    field: 'type',
    expected,
    actual: describe(value),
    clause,
  });

/** `field` holds a name that isn't `expected`, the folder in the skill's URI. */
export const nameOfAnotherFolder = (field: string, expected: string, name: string): Problem =>
  problem('name-path-mismatch', "The name doesn’t match the last folder of the skill's URI.", {
    field,
    expected,
    actual: name,
    clause: 'Resource Mapping',
  });

/** The entry or its frontmatter is nested too deeply to compare. */
export const tooDeep = (levels: number, clause: string): Problem =>
  problem('frontmatter-not-json', `The entry is nested deeper than ${levels} levels.`, {
    field: 'frontmatter',
    expected: `at most ${levels} levels`,
    actual: 'more',
    clause,
  });

/** The server lists its skills at `field`, where clients of the final specification don’t look. */
export const olderListing = (field: string, message: string, actual: string = field): Problem =>
  problem('older-dialect', message, {
    field,
    expected: 'skills/list',
    actual,
    clause: 'Listing Skills',
  });
