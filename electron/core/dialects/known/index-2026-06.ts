import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isDigest } from '../../digest.ts';
import { isRecord, own, weigh } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe, problem } from '../../problem.ts';
import { defaults, recognised } from '../defaults.ts';
import type { BrokenRules, SkillDialect, ListingPlan } from '../dialect.ts';
import { readFolder, filesInFolder } from '../forms/folder.ts';
import {
  entryAt,
  readAtAddress,
  foreignEntry,
  notAnObject,
  olderListing,
  tooDeep,
} from '../forms/foreign-entry.ts';
import { isAprilIndex, readIndex, nothingFound, wholeListing } from '../forms/index-document.ts';
import { readFrontmatter, readUri } from '../forms/entry.ts';
import { exactSize } from '../../../../shared/size-text.ts';

const clause = 'Enumeration via skill://index.json';

const older = olderListing(
  'skill://index.json',
  'The server lists its skills in skill://index.json, a draft of June 2026. ' +
    'Clients of the final specification don’t read it. Answer skills/list and skills/get ' +
    'with uri, frontmatter and resources, with a digest and size for each file.',
);

/** The June 2026 draft: a resource with each skill's frontmatter, digest and archives. */
export const index202606: SkillDialect = {
  ...defaults,
  id: 'index-2026-06',
  label: 'skill://index.json, draft of June 2026',
  *list(context): ListingPlan {
    const index = yield* readIndex(context);
    if (index === null || (index.ok && isAprilIndex(index.value))) return nothingFound;
    if (!index.ok) return { ...nothingFound, problems: [index.error] };
    return wholeListing(
      index.value.skills,
      { server: context.server, dialect: 'index-2026-06' },
      (value) => readEntry(value, context.server),
    );
  },
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  entry: (uri, { server }) => readAtAddress(entryAt(uri, server, 'index-2026-06')),
  files: filesInFolder,
  folder: readFolder,
};

function readEntry(value: unknown, server: string): Result<SkillEntry, BrokenRules> {
  if (!isRecord(value)) return err([notAnObject(value, clause)]);
  const weight = weigh(value, limits.entryBytes, limits.frontmatterDepth + 1);
  if (weight.bytes > limits.entryBytes)
    return err([
      problem('entry-too-large', `The entry is over ${exactSize(limits.entryBytes)} of JSON.`, {
        expected: `at most ${exactSize(limits.entryBytes)}`,
        actual: 'more',
        clause,
      }),
    ]);
  if (weight.depth > limits.frontmatterDepth + 1)
    return err([tooDeep(limits.frontmatterDepth, clause)]);
  const problems: Problem[] = [];
  const url = own(value, 'url');
  const folder = url === undefined ? null : readUri(url, problems);
  const fields = readFrontmatter(own(value, 'frontmatter'), folder, problems);
  const archives = readArchives(own(value, 'archives'), problems);
  const digest = own(value, 'digest');
  if (url === undefined && archives.length === 0 && problems.length === 0)
    problems.push(
      problem('url-missing', 'The entry has neither url nor archives.', {
        field: 'url',
        expected: 'url, archives, or both',
        actual: 'neither',
        clause,
      }),
    );
  if (url !== undefined && !isDigest(digest))
    problems.push(
      problem('resource-digest', 'The entry has no valid digest of its SKILL.md.', {
        field: 'digest',
        expected: '"sha256:" and 64 lowercase hexadecimal characters',
        actual: describe(digest),
        clause: 'Integrity and verification',
      }),
    );
  const [first, ...others] = problems;
  if (first !== undefined) return err([first, ...others]);
  if (fields === null) throw new Error('an entry without frontmatter has passed every rule');
  const uri = typeof url === 'string' ? url : `${archives[0]?.url ?? ''}#SKILL.md`;
  const known =
    typeof url === 'string' && isDigest(digest) ? [{ path: 'SKILL.md', uri: url, digest }] : [];
  return ok(
    foreignEntry({
      server,
      uri,
      name: fields.name,
      description: fields.description,
      frontmatter: fields.frontmatter,
      frontmatterIsPart: false,
      dialect: 'index-2026-06',
      archives,
      known,
      integrity: archives.length > 0 ? 'archive' : 'none',
      problems: fields.notes,
      raw: value,
    }),
  );
}

function readArchives(value: unknown, problems: Problem[]): SkillEntry['archives'] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    problems.push(
      problem('resources-type', "The entry's archives are not an array.", {
        field: 'archives',
        expected: 'an array',
        actual: describe(value),
        clause,
      }),
    );
    return [];
  }
  return (value.slice(0, 8) as unknown[]).flatMap((item, at) => {
    const url = isRecord(item) ? own(item, 'url') : undefined;
    const digest = isRecord(item) ? own(item, 'digest') : undefined;
    const mimeType = isRecord(item) ? own(item, 'mimeType') : undefined;
    if (typeof url !== 'string' || url === '' || url.includes('#'))
      problems.push(
        problem('resource-uri', 'An archive has no usable URL.', {
          field: `archives[${at}].url`,
          expected: 'a URI without a fragment',
          actual: describe(url),
          clause,
        }),
      );
    else if (!isDigest(digest))
      problems.push(
        problem('archive-digest', 'An archive has no valid digest.', {
          field: `archives[${at}].digest`,
          expected: '"sha256:" and 64 lowercase hexadecimal characters',
          actual: describe(digest),
          clause,
        }),
      );
    else return [{ url, digest, ...(typeof mimeType === 'string' ? { mimeType } : {}) }];
    return [];
  });
}
