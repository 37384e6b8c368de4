import type { Problem } from '../../shared/model/problem.ts';
import type { SkillEntry, FileEntry, SkillFiles } from '../../shared/model/skill.ts';
import type { FoundFile } from './dialects/dialect.ts';
import { foldedForm } from './normal-form.ts';
import { problem } from './problem.ts';
import { mainFileOf, pathFromUri } from './skill-place.ts';

type Stating = Partial<Pick<SkillEntry, 'files' | 'pathsAreStated'>> & { readonly uri?: string };

/**
 * The paths that a decision has to keep, by URI, for servers that state them apart from the URIs.
 * The attacker is such a server: it swaps two paths after approval, so that the digests stay and
 * another file is `run.sh`.
 */
export function statedPaths({ uri, files, pathsAreStated }: Stating): ReadonlyMap<string, string> {
  if (pathsAreStated !== true || files === undefined) return new Map();
  const others = listedFiles({ files }).filter((file) => file.uri !== uri);
  return new Map(others.map((file) => [file.uri, file.path]));
}

/** Files with their final paths, and the problems with the server's paths. */
interface NamedFiles {
  readonly files: readonly FoundFile[];
  readonly problems: readonly Problem[];
}

/**
 * Gives every file its own path. A path stated by the server counts if it's inside the skill and
 * belongs to no other file: a claim to `SKILL.md`, or to another file's path in any case, is
 * replaced by the URI's path. A second `SKILL.md` by URI is left out, because nobody could tell
 * which one an app loads.
 */
export function withOwnPaths(entry: SkillEntry, found: readonly FoundFile[]): NamedFiles {
  const main = mainFileOf(entry);
  const others = found.filter(({ uri }) => uri !== main && uri !== entry.uri);
  const claims = new Map<string, number>([[foldedForm('SKILL.md'), 1]]);
  const fromUri = new Map<string, string | null>();
  for (const { uri, path } of others) {
    const own = pathFromUri(entry, uri);
    fromUri.set(uri, own.ok ? own.value : null);
    const named = new Set([path, own.ok ? own.value : path].map(foldedForm));
    for (const one of named) claims.set(one, (claims.get(one) ?? 0) + 1);
  }
  const problems: Problem[] = [];
  const files = found.flatMap((file): FoundFile[] => {
    if (!others.includes(file)) return [{ ...file, path: 'SKILL.md' }];
    const own = fromUri.get(file.uri) ?? null;
    const isOwn = file.path === own || own === null;
    const isFree = isPathInSkill(file.path) && claims.get(foldedForm(file.path)) === 1;
    const path = isOwn || isFree ? file.path : own;
    if (path !== file.path) problems.push(claimed(file, path));
    if (foldedForm(path) !== foldedForm('SKILL.md')) return [{ ...file, path }];
    problems.push(secondMain(file.uri));
    return [];
  });
  return { files, problems };
}

/** Whether a file of some skill could have this path by its URI. */
export function isPathInSkill(path: string): boolean {
  const uri = `skill://x/${path.split('/').map(encodedSegment).join('/')}`;
  const inside = pathFromUri({ uri: 'skill://x', root: 'skill://x' }, uri);
  return inside.ok && inside.value === path;
}

function encodedSegment(segment: string): string {
  try {
    return encodeURIComponent(segment);
  } catch {
    // Half a surrogate pair, which no URI can contain.
    return '';
  }
}

const claimed = ({ uri, path }: FoundFile, own: string): Problem =>
  problem(
    'resource-twin',
    'The server gives this file a path that belongs to another file, ' +
      'is SKILL.md or is outside the skill. Skillgate uses its URI instead.',
    { field: uri, expected: own, actual: path, clause: 'Resources' },
  );

const secondMain = (uri: string): Problem =>
  problem(
    'resource-twin',
    'The server has a second file whose URI is SKILL.md. ' +
      'Skillgate leaves it out, so apps don’t get it.',
    { field: uri, expected: 'one SKILL.md', actual: uri, clause: 'Resources' },
  );

export const dynamicFiles: SkillFiles = { kind: 'dynamic' };
export const unknownFiles: SkillFiles = { kind: 'unknown' };
export const asListed = (files: readonly FileEntry[]): SkillFiles => ({ kind: 'listed', files });

const emptyList: readonly FileEntry[] = [];

/** The files that the entry lists; empty if it lists none, in which case `kind` says why. */
export const listedFiles = ({ files }: Pick<SkillEntry, 'files'>): readonly FileEntry[] =>
  files.kind === 'listed' ? files.files : emptyList;
