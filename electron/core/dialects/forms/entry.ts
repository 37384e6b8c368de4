import type { Problem } from '../../../../shared/model/problem.ts';
import type { EntryOrigin, SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own, weigh } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe, problem } from '../../problem.ts';
import { longestUri, skillFolder, type SkillFolder } from '../../uri.ts';
import { isNameInOtherScript } from '../../skill-place.ts';
import type { BrokenRules } from '../dialect.ts';
import { readResources } from './resources.ts';
import { nameOfAnotherFolder, notAnObject, tooDeep } from './foreign-entry.ts';
import { exactSize } from '../../../../shared/size-text.ts';

const entryClause = 'Skill Entries';
const frontmatterClause = 'Frontmatter';
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const namesExpected =
  '1 to 64 lowercase letters, digits and single hyphens, with no hyphen at either end';
/** A hostile entry can break a rule for every file; a person reads only a few. */
const maxNamed = 16;
/** The frontmatter is one level below the entry. */
const deepest = limits.frontmatterDepth + 1;
const noArchives: SkillEntry['archives'] = [];
const noDialects: SkillEntry['alsoIn'] = [];

/**
 * Checks one entry of `skills/list` or `skills/get` against every rule of the specification ("Skill
 * Entries"). `value` is what the server sent. Returns the entry with `raw` as received, or all its
 * problems.
 */
export function readEntry(
  value: unknown,
  server: string,
  origin: EntryOrigin,
): Result<SkillEntry, BrokenRules> {
  if (!isRecord(value)) return err([notAnObject(value, entryClause)]);
  // First, because everything after this walks the entry.
  const allowed = limits.entryBytes + uriBytes(own(value, 'resources'));
  const weight = weigh(value, allowed, deepest);
  if (weight.bytes > allowed) {
    return err([
      problem(
        'entry-too-large',
        `The entry is over ${exactSize(limits.entryBytes)} of JSON, not counting its files' URIs.`,
        {
          expected: `at most ${exactSize(limits.entryBytes)}`,
          actual: 'more',
          clause: entryClause,
        },
      ),
    ]);
  }
  if (weight.depth > deepest) {
    return err([tooDeep(limits.frontmatterDepth, frontmatterClause)]);
  }
  const problems: Problem[] = [];
  const uri = own(value, 'uri');
  const folder = readUri(uri, problems);
  const fields = readFrontmatter(own(value, 'frontmatter'), folder, problems);
  const files = readResources(
    own(value, 'resources'),
    typeof uri === 'string' ? uri : '',
    folder,
    problems,
  );
  const [first, ...others] = problems;
  if (first !== undefined)
    return err(
      others.length <= maxNamed
        ? [first, ...others]
        : [first, ...others.slice(0, maxNamed), more(first, others.length - maxNamed)],
    );
  if (typeof uri !== 'string' || fields === null)
    throw new Error('an entry without a URI or frontmatter has passed every rule');
  return ok({
    server,
    uri,
    name: fields.name,
    description: fields.description,
    frontmatter: fields.frontmatter,
    files,
    dialect: 'skills-ext',
    origin,
    archives: noArchives,
    integrity: files.kind === 'dynamic' ? 'none' : 'manifest',
    alsoIn: noDialects,
    raw: value,
    problems: fields.notes,
  });
}

/**
 * The bytes of the listed URIs, which don't count toward the entry's limit: every skill of up to
 * 512 files must work however long its paths are ("Limits"), and each URI has its own limit.
 */
function uriBytes(resources: unknown): number {
  if (!Array.isArray(resources) || resources.length > limits.skillFiles) return 0;
  let bytes = 0;
  for (const item of resources as unknown[]) {
    const uri = isRecord(item) ? own(item, 'uri') : undefined;
    if (typeof uri === 'string' && uri.length <= longestUri) bytes += Buffer.byteLength(uri);
  }
  return bytes;
}

function more(like: Problem, count: number): Problem {
  return { rule: like.rule, message: `… and ${count} further problems in this entry.` };
}

/** The folder of a skill's URI, or null with the reason added to `problems`. */
export function readUri(uri: unknown, problems: Problem[]): SkillFolder | null {
  if (typeof uri !== 'string') {
    problems.push(
      problem('uri-missing', 'The entry has no URI.', {
        field: 'uri',
        expected: 'the URI of a SKILL.md',
        actual: describe(uri),
        clause: 'Skill URIs',
      }),
    );
    return null;
  }
  const folder = skillFolder(uri);
  if (folder.ok) return folder.value;
  problems.push(folder.error);
  return null;
}

export interface EntryFields {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly description: string;
  readonly notes: readonly Problem[];
}

const noNotes: readonly Problem[] = [];

/** Name and description of a frontmatter object, or null with the reasons added to `problems`. */
export function readFrontmatter(
  value: unknown,
  folder: SkillFolder | null,
  problems: Problem[],
): EntryFields | null {
  if (!isRecord(value)) {
    problems.push(
      problem('frontmatter-missing', 'The entry has no frontmatter object.', {
        field: 'frontmatter',
        expected: 'an object',
        actual: describe(value),
        clause: frontmatterClause,
      }),
    );
    return null;
  }
  const notes: Problem[] = [];
  const name = readName(own(value, 'name'), folder, problems, notes);
  const description = own(value, 'description');
  if (typeof description !== 'string' || description.trim() === '') {
    problems.push(
      problem('description-missing', 'The frontmatter has no description.', {
        field: 'frontmatter.description',
        expected: 'a string that is not empty',
        actual: describe(description),
        clause: frontmatterClause,
      }),
    );
    return null;
  }
  return {
    frontmatter: value,
    name,
    description,
    notes: description.length > 1024 ? [...notes, ...longDescription(description)] : notes,
  };
}

/**
 * Agent Skills limits a description to 1,024 characters. A longer one is noted but not refused: it
 * makes nothing ambiguous, and many published skills exceed it.
 */
function longDescription(description: string): readonly Problem[] {
  const length = [...description].length;
  if (length <= 1024) return noNotes;
  return [
    problem(
      'description-too-long',
      'The description is longer than the Agent Skills specification allows.',
      {
        field: 'frontmatter.description',
        expected: 'at most 1024 characters',
        actual: `${length} characters`,
        clause: 'Skill Format',
      },
    ),
  ];
}

function readName(
  name: unknown,
  folder: SkillFolder | null,
  problems: Problem[],
  notes: Problem[],
): string {
  const field = 'frontmatter.name';
  if (typeof name !== 'string' || name === '') {
    problems.push(
      problem('name-missing', 'The frontmatter has no name.', {
        field,
        expected: 'a string that is not empty',
        actual: describe(name),
        clause: frontmatterClause,
      }),
    );
    return '';
  }
  if (isNameInOtherScript(name) && !namePattern.test(name)) {
    notes.push(
      problem(
        'name-script',
        'The name has letters outside a–z. ' +
          'The reference checker of Agent Skills accepts it, but other apps may refuse it.',
        { field, expected: namesExpected, actual: name, clause: 'Skill Format' },
      ),
    );
  } else if (name.length > 64 || !namePattern.test(name)) {
    problems.push(
      problem('name-invalid', 'The name is not a valid skill name.', {
        field,
        expected: namesExpected,
        actual: name,
        clause: 'Skill Format',
      }),
    );
  }
  if (folder !== null && folder.name !== name) {
    problems.push(nameOfAnotherFolder(field, folder.name, name));
  }
  return name;
}
