import { isRecord, own } from '../../json.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { foldersIn, isFolder } from '../folders.ts';
import { noEntries, notDeclared, servedIn, unlistedIn } from '../served-entry.ts';
import { folderOf, itemsOf, nameSegment, type CheckTranscript } from '../transcript.ts';

/** A resource that servers of an older convention have in the folder, although it is on no disk. */
const manifest = '_manifest';
/** An attacker can list a resource with a path of a million slashes. */
const deepest = 64;

/**
 * Reports an entry that leaves out a file that `resources/list` has. The files of a skill inside
 * another one belong to both ("Nested Skills").
 */
export const filesComplete: ConformanceCheck = {
  id: 'skillgate/files-complete',
  clause: 'Resources',
  level: 'MUST',
  words:
    "Every file in a skill's folder that resources/list has, " +
    "or that SKILL.md links to and the server returns, is in the skill's resources.",
  fix:
    'Add the file to the entry with its digest and size, ' +
    "or serve it outside the skill's folder.",
  look(seen) {
    const why = notDeclared(seen);
    if (why !== null) return skipped(why);
    const skills = new Map<string, ReadonlySet<unknown>>();
    for (const { uri, resources } of [...servedIn(seen), ...unlistedIn(seen.deeper.elsewhere)]) {
      const folder = uri === undefined ? undefined : folderOf(uri);
      if (folder !== undefined && Array.isArray(resources) && !skills.has(folder))
        skills.set(folder, new Set(resources.map((file) => own(file, 'uri'))));
    }
    const listed = itemsOf(seen.resources, 'resources');
    const { linked, unserved } = seen.deeper;
    if (skills.size === 0 || (listed.length === 0 && linked.length === 0))
      return skipped('resources/list is empty, or no entry lists its files.');
    // A server that returns a result for anything says nothing about a link.
    const isHonest = unserved.every(({ reply }) => !reply.ok);
    const read = linked.flatMap((from): RuleFault[] => {
      const subject = String(from.params['uri']);
      const folder = foldersAbove(subject).find((one) => skills.get(one)?.has(subject) === false);
      if (!isHonest || !from.reply.ok || folder === undefined) return [];
      return [
        { subject, said: `${folder}/SKILL.md links to it, and its entry doesn't list it`, from },
      ];
    });
    const faults = listed.flatMap(({ item, from }): RuleFault[] => {
      const subject = isRecord(item) ? own(item, 'uri') : undefined;
      if (typeof subject !== 'string' || isFolder(item)) return [];
      return foldersAbove(subject).flatMap((folder): RuleFault[] =>
        skills.get(folder)?.has(subject) === false && subject !== `${folder}/${manifest}`
          ? [{ subject, said: `the entry of ${folder}/SKILL.md doesn't list it`, from, part: item }]
          : [],
      );
    });
    const told = new Set(faults.map(({ subject }) => subject));
    const isInFolder = unlistedInFolders(seen);
    const left = read.filter(({ subject }) => !told.has(subject) && !isInFolder(subject));
    const [covered] = read;
    if (faults.length === 0 && left.length === 0 && covered !== undefined)
      return skipped(`See skillgate/directory-agrees: ${covered.subject} is in its folder.`);
    return looked([...faults, ...left], listed[0]?.from ?? linked[0] ?? null);
  },
};

/** Whether a folder that was read has a file, or a folder above it, that no entry lists. */
function unlistedInFolders(seen: CheckTranscript): (uri: string) => boolean {
  const { directory, withFolders, deeper } = seen;
  const folders = [directory, withFolders, ...deeper.folders].filter((one) => one !== null);
  const known = new Set(servedIn(seen).flatMap((entry) => [...foldersIn(entry).folders]));
  const children = new Set(
    folders.flatMap(({ pages }) =>
      itemsOf(pages, 'resources').map(({ item }) =>
        isRecord(item) ? own(item, 'uri') : undefined,
      ),
    ),
  );
  return (uri) => [uri, ...foldersAbove(uri)].some((one) => children.has(one) && !known.has(one));
}

/** Notes a `SKILL.md` inside a skill that isn't listed as a skill, which it needn't be. */
export const nestedSkills: ConformanceCheck = {
  id: 'skillgate/nested-skills',
  clause: 'Nested Skills',
  level: 'SHOULD',
  words: 'Every SKILL.md in the folder of another skill is listed as a skill of its own.',
  fix: "List it as a skill, too, or rename it if it isn't one.",
  look(seen) {
    const why = noEntries(seen);
    if (why !== null) return skipped(why);
    const entries = servedIn(seen);
    const skills = new Set(entries.map(({ uri }) => uri));
    const nested = entries.flatMap(({ uri, resources, from }) =>
      (Array.isArray(resources) ? resources : []).flatMap((file) => {
        const inner = own(file, 'uri');
        if (typeof inner !== 'string' || nameSegment(inner) === undefined) return [];
        return uri === undefined || skills.has(inner) ? [] : [{ inner, uri, from }];
      }),
    );
    const [first] = nested;
    if (first === undefined) return looked([], entries[0]?.from ?? null);
    const more = nested.length === 1 ? '' : ` The same goes for ${nested.length - 1} more.`;
    return {
      kind: 'info',
      why:
        `${first.inner} is a file of ${first.uri} and isn't listed as a skill, ` +
        `which is allowed: apps won't offer it.${more}`,
      from: first.from,
    };
  },
};

function foldersAbove(uri: string): string[] {
  const scheme = uri.indexOf('://');
  const folders: string[] = [];
  let end = scheme < 0 ? -1 : uri.indexOf('/', scheme + 3);
  while (end >= 0 && folders.length < deepest) {
    folders.push(uri.slice(0, end));
    end = uri.indexOf('/', end + 1);
  }
  return folders;
}
