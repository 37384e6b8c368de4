import { asListed } from '../../stated-paths.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { rootOf } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, recognised } from '../defaults.ts';
import type { SkillDialect, DialectListing, ListedResource, PlanContext } from '../dialect.ts';
import { immediately } from '../plan.ts';
import { readFolder, filesInFolder } from '../forms/folder.ts';
import { isFileList, isIndex, wholeListing } from '../forms/index-document.ts';
import {
  entryAt,
  readAtAddress,
  entryAsListed,
  foreignEntry,
  olderListing,
} from '../forms/foreign-entry.ts';

const single = /^skill:\/\/[^/?#]+\/[^/?#]+$/;
const textual = /^(?:$|text\/|application\/(?:octet-stream$|markdown))/;

const older = olderListing(
  'resources/list',
  'The server serves skills as plain resources, ' +
    'so clients can’t tell which resources are skills or which files belong to them. Serve ' +
    'each at skill://{name}/SKILL.md and answer skills/list with uri, frontmatter and resources.',
  'single resources',
);

/**
 * The rest: single text resources `skill://a/b`, as NimbleBrain serves them, and listed `SKILL.md`
 * resources that no index, manifest or method describes.
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
 * What a person opens by address: a `SKILL.md`, or a text listed under another scheme, such as
 * `gw-skill://refunds`. Under `skill:` the dialects decide what is a skill and what is one of its
 * files; if a method exists for requesting a skill, it alone decides.
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

/**
 * A single resource is the whole skill: nothing beside it is one of its files, whatever the server
 * answers.
 */
function singleEntry(listed: ListedResource, server: string): Result<SkillEntry, Problem> {
  const { uri } = listed;
  return namedEntry(listed, `${uri}/SKILL.md`, server, {
    files: asListed([{ path: 'SKILL.md', uri }]),
    root: uri,
  });
}

/** A skill named after the folder that contains `main`. */
function namedEntry(
  listed: ListedResource,
  main: string,
  server: string,
  more: Partial<Parameters<typeof foreignEntry>[0]> = {},
): Result<SkillEntry, Problem> {
  const { uri, description } = listed;
  const place = skillFolder(main);
  if (!place.ok) return place;
  return ok(
    foreignEntry({
      server,
      uri,
      name: place.value.name,
      description,
      dialect: 'flat',
      raw: entryAsListed(listed),
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
  // Without a name it would have no folder, and everything would be below `skill:/`.
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
    const isFile = listed.uri.endsWith('/SKILL.md');
    const entry = isFile ? namedEntry(listed, listed.uri, server) : singleEntry(listed, server);
    if (!entry.ok) return err([entry.error]);
    return isFile ? entry : ok({ ...entry.value, mayLackFrontmatter: true });
  });
}

/**
 * Whether one of the folders contains the URI; looked up per segment, because a server may have
 * very many of both.
 */
function liesBelow(uri: string, folders: ReadonlySet<string>): boolean {
  for (let slash = uri.lastIndexOf('/'); slash > 0; slash = uri.lastIndexOf('/', slash - 1))
    if (folders.has(uri.slice(0, slash))) return true;
  return false;
}
