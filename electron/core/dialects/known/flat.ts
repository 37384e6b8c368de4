import { asListed } from '../../files.ts';
import { err, ok } from '../../../../shared/result.ts';
import { rootOf } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, recognised } from '../defaults.ts';
import type { Dialect, Listed, ListedResource, PlanContext } from '../dialect.ts';
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
  'The server serves skills as plain resources, so that nothing tells a client which resources are skills or what they consist of. Serve each at skill://{name}/SKILL.md and answer skills/list with uri, frontmatter and resources.',
  'single resources',
);

/**
 * What remains: single text resources `skill://a/b`, as NimbleBrain serves them, and listed
 * `SKILL.md` resources that no index, manifest or method describes.
 */
export const flat: Dialect = {
  ...defaults,
  id: 'flat',
  label: 'Single resources',
  list: (context) => immediately(remaining(context)),
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  entry: (uri, { server }) => readAtAddress(entryAt(uri, server, 'flat')),
  files: filesInFolder,
  folder: readFolder,
};

function remaining({ inventory, server, claimed, refused }: PlanContext): Listed {
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
  const folders = new Set(mains.map(({ uri }) => uri.slice(0, -'/SKILL.md'.length)));
  const singles = candidates.filter(
    ({ uri, mimeType }) =>
      !uri.endsWith('/SKILL.md') && textual.test(mimeType) && !liesBelow(uri, folders),
  );
  return wholeListing([...mains, ...singles], { server, dialect: 'flat' }, (value) => {
    const { uri, name, description } = value as ListedResource;
    const alone = !uri.endsWith('/SKILL.md');
    const place = skillFolder(alone ? `${uri}/SKILL.md` : uri);
    if (!place.ok) return err([place.error]);
    // A single resource is all of the skill: nothing beside it is its file, whatever the server
    // answers.
    const known = alone ? { files: asListed([{ path: 'SKILL.md', uri }]), root: uri } : {};
    return ok(
      foreignEntry({
        server,
        uri,
        name: place.value.name,
        description,
        dialect: 'flat',
        raw: { uri, name, description },
        ...known,
      }),
    );
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
