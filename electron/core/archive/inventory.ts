import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import {
  type ArchiveEntryKind,
  type ArchiveRefusal,
  type RawArchiveEntry,
  refusal,
} from './archive.ts';
import { linkFault } from './links.ts';
import { entryPath, foldPath } from './path.ts';

/** What stands at a path: an entry of the archive, or a folder that a longer path implies. */
interface Place {
  readonly path: string;
  readonly kind: ArchiveEntryKind;
  readonly implied: boolean;
}

/**
 * The folders above a path, each with the key under which its twins meet; then the key of the path
 * itself.
 */
function chain(path: string): {
  readonly above: readonly { readonly path: string; readonly key: string }[];
  readonly key: string;
} {
  const above: { readonly path: string; readonly key: string }[] = [];
  let key = '';
  let end = -1;
  for (const segment of foldPath(path)) {
    key += `/${segment}`;
    end = path.indexOf('/', end + 1);
    if (end !== -1) above.push({ path: path.slice(0, end), key });
  }
  return { above, key };
}

/** Puts one entry in its place, or says what stands there already. */
function place(
  places: Map<string, Place>,
  path: string,
  kind: ArchiveEntryKind,
): ArchiveRefusal | null {
  const { above, key } = chain(path);
  for (const folder of above) {
    const there = places.get(folder.key);
    if (there === undefined)
      places.set(folder.key, { path: folder.path, kind: 'folder', implied: true });
    else if (there.kind !== 'folder')
      return refusal('file-and-folder', 'An entry lies below another that is not a folder.', {
        entry: path,
        actual: there.path,
      });
    else if (there.path !== folder.path)
      return refusal(
        'twin-path',
        'Two folders differ only in case or in how their letters are written.',
        { entry: path, expected: there.path, actual: folder.path },
      );
  }
  const there = places.get(key);
  if (there !== undefined) {
    if (there.path !== path)
      return refusal(
        'twin-path',
        'Two paths differ only in case or in how their letters are written.',
        { entry: path, expected: there.path, actual: path },
      );
    if (there.implied && kind !== 'folder')
      return refusal('file-and-folder', 'An entry that is not a folder has others below it.', {
        entry: path,
      });
    if (!there.implied)
      return refusal('duplicate-path', 'Two entries have the same path.', { entry: path });
  }
  places.set(key, { path, kind, implied: false });
  return null;
}

/**
 * Judges all entries of an archive together, before any of their bytes are kept: every path,
 * every link, and what the paths are to each other.
 * Gives the entries' paths, in order; the root's own is empty. Errors: the `path-` rules,
 * `link-outside`, `duplicate-path`, `twin-path`, `file-and-folder`, `too-many-files`,
 * `too-many-entries`, `no-skill-md`.
 */
export function takeInventory(
  entries: readonly RawArchiveEntry[],
): Result<readonly string[], ArchiveRefusal> {
  if (entries.length > limits.archiveEntries)
    return err(
      refusal('too-many-entries', 'The archive has too many entries.', {
        expected: `at most ${limits.archiveEntries}`,
        actual: String(entries.length),
      }),
    );
  const files = entries.filter((entry) => entry.kind !== 'folder').length;
  if (files > limits.skillFiles)
    return err(
      refusal('too-many-files', 'The archive has too many files.', {
        expected: `at most ${limits.skillFiles}`,
        actual: String(files),
      }),
    );
  const places = new Map<string, Place>();
  const paths: string[] = [];
  for (const entry of entries) {
    const path = entryPath(entry.name, entry.kind === 'folder');
    if (!path.ok) return path;
    const taken = path.value === '' ? null : place(places, path.value, entry.kind);
    if (taken !== null) return err(taken);
    paths.push(path.value);
  }
  const isLink = (folded: readonly string[]): boolean =>
    places.get(`/${folded.join('/')}`)?.kind === 'symlink';
  for (const [at, entry] of entries.entries()) {
    const wrong = linkFault(entry, paths[at] ?? '', isLink);
    if (wrong !== null) return err(wrong);
  }
  const main = entries.find((entry, at) => paths[at] === 'SKILL.md' && entry.kind === 'file');
  if (main === undefined)
    return err(
      refusal('no-skill-md', 'The archive has no file SKILL.md at its root.', {
        expected: 'SKILL.md',
      }),
    );
  return ok(paths);
}
