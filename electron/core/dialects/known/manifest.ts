import { asListed } from '../../stated-paths.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { FileEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, readExactly, recognised } from '../defaults.ts';
import type {
  BrokenRules,
  SkillDialect,
  FileReply,
  ResourceInventory,
  ListingPlan,
} from '../dialect.ts';
import type { RequestPlan, PlannedReply } from '../plan.ts';
import { readFolder } from '../forms/folder.ts';
import { encodePath, entryAsListed, foreignEntry, olderListing } from '../forms/foreign-entry.ts';
import { jsonContent, nothingFound, wholeListing } from '../forms/index-document.ts';
import { readResources } from '../forms/resources.ts';

const ending = '/_manifest';
/**
 * How many manifests are requested at once: the status depends on them, so they are read with the
 * listing.
 */
const atOnce = 8;
const clause = 'FastMCP skills provider';

const older = olderListing(
  '_manifest',
  "The server publishes its files' hashes in _manifest resources, " +
    'which clients of the final specification don’t read. ' +
    'Answer skills/list with the same list as resources: uri, digest and size.',
  'a _manifest resource per skill',
);

/**
 * FastMCP 3 and SkillsDotNet: a listed `SKILL.md` and a `_manifest` beside it with every file's
 * hash.
 */
export const manifest: SkillDialect = {
  ...defaults,
  id: 'manifest',
  label: 'Manifest resource (FastMCP, SkillsDotNet)',
  *list({ inventory, server }): ListingPlan {
    const roots = [...inventory.resources.keys()]
      .filter((uri) => uri.endsWith(ending))
      .map((uri) => uri.slice(0, -ending.length));
    if (roots.length === 0) return nothingFound;
    const replies = new Map<string, PlannedReply>();
    for (let at = 0; at < roots.length; at += atOnce) {
      const batch = roots.slice(at, at + atOnce);
      const answers = yield batch.map((root) => ({
        method: 'resources/read',
        params: { uri: root + ending },
      }));
      batch.forEach((root, index) => {
        const answer = answers[index];
        if (answer !== undefined) replies.set(root, answer);
      });
    }
    const found = roots.map((root) => ({
      uri: mainFile(root, inventory, replies.get(root)),
      root,
    }));
    return wholeListing(found, { server, dialect: 'manifest' }, (value) => {
      const { uri, root } = value as (typeof found)[number];
      return readEntry(uri, root, replies.get(root), inventory, server);
    });
  },
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  // These servers return a supporting file's content under another URI; the hash binds it.
  *read(fileUri): RequestPlan<FileReply> {
    const reply = yield* readExactly(fileUri);
    return reply.ok ? { ...reply, named: 'any' } : reply;
  },
  folder: readFolder,
};

interface Listed {
  readonly path: string;
  readonly size: unknown;
  readonly hash: unknown;
}

function filesOf(
  reply: PlannedReply | undefined,
  root: string,
): Result<readonly Listed[], Problem> {
  const unreadable = (actual: string): Result<never, Problem> =>
    err(
      problem('manifest-unreadable', "The skill's manifest can’t be read.", {
        field: root + ending,
        expected: 'a JSON object with a files array',
        actual,
        clause,
      }),
    );
  if (reply === undefined || !reply.ok) return unreadable(reply?.error.words ?? 'nothing');
  const document = jsonContent(reply.value, root + ending);
  const files = isRecord(document) ? own(document, 'files') : undefined;
  if (!Array.isArray(files)) return unreadable(describe(document));
  const listed: Listed[] = [];
  for (const file of files as unknown[]) {
    const path = isRecord(file) ? own(file, 'path') : undefined;
    if (!isRecord(file) || typeof path !== 'string' || path === '')
      return unreadable(`a file without a path: ${describe(file)}`);
    listed.push({ path, size: own(file, 'size'), hash: own(file, 'hash') });
  }
  return ok(listed);
}

/** `SKILL.md`, or the only other Markdown file listed at the skill's root. */
function mainFile(
  root: string,
  inventory: ResourceInventory,
  reply: PlannedReply | undefined,
): string {
  const usual = `${root}/SKILL.md`;
  const files = filesOf(reply, root);
  const paths = files.ok ? files.value.map(({ path }) => path) : [];
  if (inventory.resources.has(usual) || paths.includes('SKILL.md')) return usual;
  const listed = [...inventory.resources.values()].find(
    ({ uri, mimeType }) =>
      uri.startsWith(`${root}/`) &&
      !uri.slice(root.length + 1).includes('/') &&
      mimeType === 'text/markdown',
  );
  if (listed !== undefined) return listed.uri;
  const other = paths.find((path) => /^[^/]+\.md$/i.test(path));
  return other === undefined ? usual : `${root}/${encodePath(other)}`;
}

function readEntry(
  uri: string,
  root: string,
  reply: PlannedReply | undefined,
  inventory: ResourceInventory,
  server: string,
): Result<SkillEntry, BrokenRules> {
  const place = skillFolder(`${root}/SKILL.md`);
  if (!place.ok) return err([place.error]);
  const files = filesOf(reply, root);
  if (!files.ok) return err([files.error]);
  const problems: Problem[] = [];
  const resources = files.value
    .filter(({ path }) => path !== '_manifest')
    .map(({ path, size, hash }) => ({ uri: `${root}/${encodePath(path)}`, digest: hash, size }));
  const read = readResources(resources, uri, place.value, problems);
  const [first, ...others] = problems;
  if (first !== undefined) return err([first, ...others]);
  if (read.kind !== 'listed') throw new Error('a list of files became something else');
  const { name } = place.value;
  const listed = inventory.resources.get(uri);
  return ok(
    foreignEntry({
      server,
      uri,
      root,
      name,
      description: listed?.description ?? '',
      files: asListed(withTypes(read.files, inventory)),
      dialect: 'manifest',
      integrity: 'manifest',
      raw: {
        resource: listed === undefined ? null : entryAsListed(listed),
        manifest: { files: files.value },
      },
    }),
  );
}

function withTypes(files: readonly FileEntry[], inventory: ResourceInventory): FileEntry[] {
  return files.map((file) => {
    const mimeType = inventory.resources.get(file.uri)?.mimeType ?? '';
    return mimeType === '' ? file : { ...file, mimeType };
  });
}
