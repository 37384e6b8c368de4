import type { SightingKind } from '../../../../shared/model/not-listed.ts';
import type { DialectId, SkillEntry } from '../../../../shared/model/skill.ts';
import { listedFiles } from '../../files.ts';
import { rootOf } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import type { ResourceInventory } from '../dialect.ts';
import { isRefused, type RefusedPlaces } from './refusals.ts';

/** Skill-like items outside the list of a server that lists its skills itself. */
export interface UnlistedSkill {
  readonly uri: string;
  readonly name: string;
  readonly sighting: SightingKind;
}

const ending = '/SKILL.md';
const indexes: ReadonlySet<DialectId> = new Set([
  'index-2026-06',
  'index-2026-04',
  'index-documents',
]);

/** An entry of another dialect, recorded by how it was seen and by the server's name for it. */
export function besideOf(
  { uri, name: folder, dialect, archives }: SkillEntry,
  { resources }: ResourceInventory,
): UnlistedSkill {
  const name = resources.get(uri)?.name || folder;
  const [archive] = archives;
  if (archive !== undefined && !uri.endsWith(ending))
    return { uri: archive.url, name, sighting: 'archive' };
  return { uri, name, sighting: indexes.has(dialect) ? 'index' : 'resource' };
}

/**
 * Every `SKILL.md` in `resources/list` that is neither a listed skill, nor one of its files, nor at
 * a refused entry's place. The attacker is a server that lists what a check refuses and keeps the
 * same text beside it: such a text is reported but never becomes a skill. One pass; folders are
 * looked up per segment, because a server may have very many of both.
 */
export function* mainFilesBeside(
  { resources }: ResourceInventory,
  listed: ReadonlyMap<string, SkillEntry>,
  refused: { readonly uris: Iterable<string>; readonly places: RefusedPlaces },
): Generator<UnlistedSkill> {
  const found = [...resources.values()].filter(
    ({ uri }) =>
      uri.endsWith(ending) &&
      !listed.has(uri) &&
      !isRefused(refused.places, uri) &&
      skillFolder(uri).ok,
  );
  // Most servers list nothing extra; this avoids scanning ten thousand skills for nothing.
  if (found.length === 0) return;
  const around = new Map([...listed.values()].map((entry) => [rootOf(entry), entry]));
  const refusedFolders = new Set(
    [...refused.uris].flatMap((uri) => (uri.endsWith(ending) ? [folderOf(uri)] : [])),
  );
  for (const { uri, name } of found) {
    const folders = [...foldersAbove(uri)];
    const isFile = folders.some((folder) => {
      const entry = around.get(folder);
      return entry !== undefined && listedFiles(entry).some((file) => file.uri === uri);
    });
    if (isFile) continue;
    const isBelow = folders.some((folder) => refusedFolders.has(folder));
    yield { uri, name, sighting: isBelow ? 'refused-folder' : 'resource' };
  }
}

const folderOf = (uri: string): string => uri.slice(0, -ending.length);

function* foldersAbove(uri: string): Generator<string> {
  for (let slash = uri.lastIndexOf('/'); slash > 0; slash = uri.lastIndexOf('/', slash - 1))
    yield uri.slice(0, slash);
}
