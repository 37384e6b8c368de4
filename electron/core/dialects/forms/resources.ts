import type { Problem } from '../../../../shared/model/problem.ts';
import type { FileEntry, SkillFiles } from '../../../../shared/model/skill.ts';
import { asListed, dynamicFiles } from '../../stated-paths.ts';
import { isDigest } from '../../digest.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe, problem } from '../../problem.ts';
import { pathInFolder, twinKey, type SkillFolder } from '../../uri.ts';
import { exactSize } from '../../../../shared/size-text.ts';

const resourcesClause = 'Resources';
const limitsClause = 'Limits';

/**
 * Reads `resources` ("Resources", "Limits"). `folder` is null if the skill's own URI was refused,
 * in which case locations can't be checked. Adds every broken rule to `problems`.
 */
export function readResources(
  value: unknown,
  skillUri: string,
  folder: SkillFolder | null,
  problems: Problem[],
): SkillFiles {
  if (value === 'dynamic') return dynamicFiles;
  if (value === undefined) {
    problems.push(
      problem(
        'resources-missing',
        'The entry has no resources. It must list every file or say "dynamic".',
        {
          field: 'resources',
          expected: 'an array, or "dynamic"',
          actual: 'nothing',
          clause: resourcesClause,
        },
      ),
    );
    return asListed([]);
  }
  if (!Array.isArray(value)) {
    problems.push(
      problem('resources-type', 'The entry\'s resources must be an array or "dynamic".', {
        field: 'resources',
        expected: 'an array, or "dynamic"',
        actual: describe(value),
        clause: resourcesClause,
      }),
    );
    return asListed([]);
  }
  if (value.length > limits.skillFiles) {
    problems.push(
      problem('too-many-files', `The skill has more than ${limits.skillFiles} files.`, {
        field: 'resources',
        expected: `at most ${limits.skillFiles}`,
        actual: String(value.length),
        clause: limitsClause,
      }),
    );
    return asListed([]);
  }
  return asListed(readFiles(value, skillUri, folder, problems));
}

function readFiles(
  items: readonly unknown[],
  skillUri: string,
  folder: SkillFolder | null,
  problems: Problem[],
): readonly FileEntry[] {
  const files: FileEntry[] = [];
  const uris = new Set<string>();
  const twins = new Set<string>();
  let bytes = 0;
  for (let at = 0; at < items.length; at += 1) {
    const file = readFile(items[at], at, folder, problems);
    if (file === null) continue;
    const twin = twinKey(file.uri);
    if (uris.has(file.uri)) {
      problems.push(
        problem('resource-duplicate', 'The entry lists the same file twice.', {
          field: `resources[${at}].uri`,
          expected: 'each file exactly once',
          actual: file.uri,
          clause: resourcesClause,
        }),
      );
    } else if (twins.has(twin)) {
      // On a disk that folds case or normalizes names, one would overwrite the other.
      problems.push(
        problem(
          'resource-twin',
          'Two listed files differ only in case, encoding, normalization or invisible characters.',
          {
            field: `resources[${at}].uri`,
            expected: 'files that can’t be confused with each other',
            actual: file.uri,
            clause: resourcesClause,
          },
        ),
      );
    }
    uris.add(file.uri);
    twins.add(twin);
    bytes += file.size ?? 0;
    files.push(file);
  }
  if (folder !== null && !uris.has(skillUri)) {
    problems.push(
      problem('skill-md-unlisted', 'The entry doesn’t list its own SKILL.md.', {
        field: 'resources',
        expected: skillUri,
        actual: 'not listed',
        clause: resourcesClause,
      }),
    );
  }
  if (bytes > limits.skillBytes) {
    problems.push(
      problem(
        'too-large',
        `The skill's files total more than ${exactSize(limits.skillBytes)} together.`,
        {
          field: 'resources',
          expected: `at most ${exactSize(limits.skillBytes)}`,
          actual: exactSize(bytes),
          clause: limitsClause,
        },
      ),
    );
  }
  // A copy is sized to its content; a grown array reserves up to four times as much.
  return [...files];
}

function readFile(
  item: unknown,
  at: number,
  folder: SkillFolder | null,
  problems: Problem[],
): FileEntry | null {
  if (!isRecord(item)) {
    problems.push(
      problem('resource-not-object', 'A listed file is not an object.', {
        field: `resources[${at}]`,
        expected: 'an object with uri, digest and size',
        actual: describe(item),
        clause: resourcesClause,
      }),
    );
    return null;
  }
  const uri = own(item, 'uri');
  const digest = own(item, 'digest');
  const size = own(item, 'size');
  const named = (): string =>
    typeof uri === 'string' ? `A listed file, ${uri.slice(0, 300)},` : 'A listed file';
  if (!isDigest(digest)) {
    problems.push(
      problem('resource-digest', `${named()} has no valid digest.`, {
        field: `resources[${at}].digest`,
        expected: '"sha256:" and 64 lowercase hexadecimal characters',
        actual: describe(digest),
        clause: 'Integrity and Verification',
      }),
    );
  }
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    problems.push(
      problem('resource-size', `${named()} has no valid size.`, {
        field: `resources[${at}].size`,
        expected: 'a whole number of bytes, zero or more',
        actual: describe(size),
        clause: resourcesClause,
      }),
    );
  }
  if (typeof uri !== 'string') {
    problems.push(
      problem('resource-uri', 'A listed file has no URI.', {
        field: `resources[${at}].uri`,
        expected: 'a string',
        actual: describe(uri),
        clause: resourcesClause,
      }),
    );
    return null;
  }
  let path = '';
  if (folder !== null) {
    const inside = pathInFolder(folder, uri);
    if (!inside.ok) {
      problems.push({ ...inside.error, field: `resources[${at}].uri` });
      return null;
    }
    path = inside.value;
  }
  const isSized = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  // One object literal: fields added later take separate memory, for each of up to 400,000 files.
  if (typeof digest === 'string' && isSized) return { path, uri, digest, size };
  const file: FileEntry = { path, uri };
  if (typeof digest === 'string') file.digest = digest;
  if (isSized) file.size = size;
  return file;
}
