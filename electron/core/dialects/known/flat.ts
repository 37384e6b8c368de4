import { asListed } from '../../files.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { rootOf } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, recognised } from '../defaults.ts';
import type { SkillDialect, DialectListing, ListedResource, PlanContext } from '../dialect.ts';
import { immediately } from '../plan.ts';
import { readFolder } from '../forms/folder.ts';
import { filesInFolder } from '../forms/folder-files.ts';
import { isFileList, isIndex } from '../forms/addresses.ts';
import { entryAt, readAtAddress } from '../forms/at-address.ts';
import { foreignEntry } from '../forms/foreign-entry.ts';
import { wholeListing } from '../forms/whole-listing.ts';
import { olderListing } from '../forms/faults.ts';

const single = /^skill:\/\/[^/?#]+\/[^/?#]+$/;
const textual = /^(?:$|text\/|application\/(?:octet-stream$|markdown))/;

const older = olderListing(
  'resources/list',
  'The server serves skills as plain resources, so clients can’t tell which resources are skills or which files belong to them. Serve each at skill://{name}/SKILL.md and answer skills/list with uri, frontmatter and resources.',
  'single resources',
);

/**
 * What remains: single text resources `skill://a/b`, as NimbleBrain serves them, and listed
 * `SKILL.md` resources that no index, manifest or method describes.
 */
export const flat: SkillDialect = {
  ...defaults,
  id: 'flat',
  label: 'Single resources',
  list: (context) => immediately(remaining(context)),
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  entry: (uri, context) => readAtAddress(addressed(uri, context)),
  files: filesInFolder,
  folder: readFolder,
};

/**
 * What a person opens by its address: a `SKILL.md`, or a text that the server lists under another
 * scheme than skills have, such as `gw-skill://refunds`. Under theirs the dialects say what is a
 * skill and what a file of one, and where there is a method to ask for a skill, that alone does.
 */
function addressed(
  uri: string,
  { server, inventory, declared }: PlanContext,
): Result<SkillEntry, Problem> {
  const listed = inventory.resources.get(uri);
  const isFile = uri.endsWith('/SKILL.md') || /^skill:/i.test(uri) || declared.length > 0;
  if (listed === undefined || isFile || !textual.test(listed.mimeType))
    return entryAt(uri, server, 'flat');
  const entry = singleEntry(listed, server);
  return entry.ok ? ok({ ...entry.value, origin: 'by-uri' }) : entry;
}

/** A single resource is all of the skill: nothing beside it is its file, whatever is answered. */
function singleEntry(listed: ListedResource, server: string): Result<SkillEntry, Problem> {
  const { uri } = listed;
  return namedEntry(listed, `${uri}/SKILL.md`, server, {
    files: asListed([{ path: 'SKILL.md', uri }]),
    root: uri,
  });
}

/** A skill by the name of the folder that `main` lies in. */
function namedEntry(
  { uri, name, description }: ListedResource,
  main: string,
  server: string,
  more: Partial<Parameters<typeof foreignEntry>[0]> = {},
): Result<SkillEntry, Problem> {
  const place = skillFolder(main);
  if (!place.ok) return place;
  return ok(
    foreignEntry({
      server,
      uri,
      name: place.value.name,
      description,
      dialect: 'flat',
      raw: { uri, name, description },
      ...more,
    }),
  );
}

function remaining({ inventory, server, claimed, refused }: PlanContext): DialectListing {
  const roots = new Set([
    ...claimed.map(rootOf),
    ...[...refused].map((uri) => uri.replace(/\/SKILL\.md$/, '')),
  ]);
  const uris = new Set(claimed.map(({ uri }) => uri));
  const candidates = [...inventory.resources.values()].filter(
    ({ uri }) =>
      (single.test(uri) || uri.endsWith('/SKILL.md')) &&
      !isIndex(uri) &&
      !isFileList(uri) &&
      !uris.has(uri) &&
      !liesBelow(uri, roots),
  );
  const mains = candidates.filter(({ uri }) => uri.endsWith('/SKILL.md'));
  // One without a name has no folder: everything would lie below `skill:/`.
  const folders = new Set(
    mains
      .filter(({ uri }) => skillFolder(uri).ok)
      .map(({ uri }) => uri.slice(0, -'/SKILL.md'.length)),
  );
  const singles = candidates.filter(
    ({ uri, mimeType }) =>
      !uri.endsWith('/SKILL.md') && textual.test(mimeType) && !liesBelow(uri, folders),
  );
  return wholeListing([...mains, ...singles], { server, dialect: 'flat' }, (value) => {
    const listed = value as ListedResource;
    const entry = listed.uri.endsWith('/SKILL.md')
      ? namedEntry(listed, listed.uri, server)
      : singleEntry(listed, server);
    return entry.ok ? entry : err([entry.error]);
  });
}

/**
 * Whether one of the folders is above the URI; looked up per segment, since a server may have very
 * many of both.
 */
function liesBelow(uri: string, folders: ReadonlySet<string>): boolean {
  for (let slash = uri.lastIndexOf('/'); slash > 0; slash = uri.lastIndexOf('/', slash - 1))
    if (folders.has(uri.slice(0, slash))) return true;
  return false;
}
