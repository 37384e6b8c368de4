import { defaults, recognised } from '../../defaults.ts';
import type { SkillDialect, BrokenRules, ClaimReader, SharedMethod } from '../../dialect.ts';
import { readFolder } from '../../forms/folder.ts';
import { getSkill, listSkills } from '../../forms/skills-methods.ts';
import { dynamicFiles, listedFiles, asListed } from '../../../stated-paths.ts';
import type { EntryOrigin, SkillEntry } from '../../../../../shared/model/skill.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import { isRecord, own } from '../../../json.ts';
import { problem } from '../../../problem.ts';
import { readEntry } from '../../forms/entry.ts';

/** The SEP-2640 drafts of July and August 2026: the same methods with a different entry shape. */
export const skillsExtDraft: SkillDialect = {
  ...defaults,
  id: 'skills-ext-draft',
  label: 'Skills extension, draft of July 2026',
  recognise: () => recognised('nothing'),
  list: listSkills,
  entry: getSkill,
  folder: readFolder,
  claims: claimDrafts,
};

/**
 * Entries of the July and August 2026 drafts: files with a digest but no size, and generated skills
 * without `resources`. The final specification refuses both, so an entry counts as a draft's only
 * if nothing in the same listing is final.
 */
const draftRules = new Set(['resource-size', 'resources-missing']);
const clause = 'Resources';

/**
 * In a listing, entries count as a draft's as long as no page had one that satisfies the final
 * specification. An entry requested alone is judged by its shape.
 */
function claimDrafts({ method, origin, server }: SharedMethod): ClaimReader {
  const draftOf = (value: unknown): ReturnType<ReturnType<ClaimReader>> => {
    const final = readEntry(value, server, origin);
    if (final.ok || !breaksLikeDraft(value, final.error)) return null;
    const draft = readDraftEntry(value, server, origin);
    return draft.ok ? draft : null;
  };
  if (method === 'skills/get') return () => draftOf;
  if (method !== 'skills/list') return () => () => null;
  let final = false;
  return (page) => {
    if (!final && isDraftPage(page)) return draftOf;
    final ||= page.some((value) => readEntry(value, server, origin).ok);
    return () => null;
  };
}

/** Whether an entry breaks only rules that the drafts didn't have. */
function breaksLikeDraft(value: unknown, broken: BrokenRules): boolean {
  if (
    !isRecord(value) ||
    !broken.every(({ rule, message }) => draftRules.has(rule) || message.startsWith('… and '))
  )
    return false;
  const files = own(value, 'resources');
  return (
    files === undefined ||
    (Array.isArray(files) &&
      files.length > 0 &&
      files.every((file) => isRecord(file) && own(file, 'size') === undefined))
  );
}

/** At least one entry has files without sizes, and none has what only the final revision has. */
function isDraftPage(values: readonly unknown[]): boolean {
  let drafts = 0;
  for (const value of values) {
    const files = isRecord(value) ? own(value, 'resources') : undefined;
    if (files === 'dynamic') return false;
    if (!Array.isArray(files)) continue;
    if (files.some((file) => isRecord(file) && own(file, 'size') !== undefined)) return false;
    drafts += 1;
  }
  return drafts > 0;
}

/**
 * The entry, read by the drafts' rules: those of the final revision except for size and presence.
 */
function readDraftEntry(
  value: unknown,
  server: string,
  origin: EntryOrigin,
): Result<SkillEntry, BrokenRules> {
  if (!isRecord(value)) return readEntry(value, server, origin);
  const files = own(value, 'resources');
  const completed = Array.isArray(files)
    ? files.map((file) => (isRecord(file) ? { ...file, size: 0 } : (file as unknown)))
    : 'dynamic';
  const read = readEntry({ ...value, resources: completed }, server, origin);
  if (!read.ok) return read;
  const shape = problem(
    'pre-release-shape',
    'The entry follows a draft that predates the final specification: its files have no sizes.',
    { field: 'resources[].size', expected: 'a size in bytes', actual: 'nothing', clause },
  );
  if (!Array.isArray(files)) {
    const generated = problem(
      'content-generated',
      'The entry lists no files, so nothing can be verified and it can’t be approved.',
      { field: 'resources', expected: 'an array, or "dynamic"', actual: 'nothing', clause },
    );
    return ok({
      ...read.value,
      files: dynamicFiles,
      dialect: 'skills-ext-draft',
      integrity: 'none',
      raw: value,
      problems: [...read.value.problems, generated],
    });
  }
  const listed = listedFiles(read.value).map(({ path, uri, digest }) => ({
    path,
    uri,
    ...(digest === undefined ? {} : { digest }),
  }));
  return ok({
    ...read.value,
    files: asListed(listed),
    dialect: 'skills-ext-draft',
    raw: value,
    problems: [...read.value.problems, shape],
  });
}
