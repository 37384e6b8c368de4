import { unknownFiles } from '../../files.ts';
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
