import { crc32, inflateRawSync } from 'node:zlib';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import {
  type ArchiveEntryKind,
  type ArchiveRefusal,
  type RawArchiveEntry,
  refusal,
  entryPath,
  foldPath,
} from './archive.ts';

/** An entry of the archive, or a folder that a longer path implies. */
interface Place {
  readonly path: string;
  readonly kind: ArchiveEntryKind;
  readonly implied: boolean;
}

/**
 * The folders above a path, each with the key that its twins share, and the key of the path itself.
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

/** Adds one entry, or says why it conflicts with an earlier one. */
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
      return refusal('file-and-folder', 'An entry is inside another that is not a folder.', {
        entry: path,
        actual: there.path,
      });
    else if (there.path !== folder.path)
      return refusal(
        'twin-path',
        'Two folders differ only in case or in other ways that some file systems ignore.',
        { entry: path, expected: there.path, actual: folder.path },
      );
  }
  const there = places.get(key);
  if (there !== undefined) {
    if (there.path !== path)
      return refusal(
        'twin-path',
        'Two paths differ only in case or in other ways that some file systems ignore.',
        { entry: path, expected: there.path, actual: path },
      );
    if (there.implied && kind !== 'folder')
      return refusal('file-and-folder', 'An entry that is not a folder has others inside it.', {
        entry: path,
      });
    if (!there.implied)
      return refusal('duplicate-path', 'Two entries have the same path.', { entry: path });
  }
  places.set(key, { path, kind, implied: false });
  return null;
}

/**
 * Checks all entries of an archive together, before any of their bytes are kept: every path, every
 * link, and conflicts between paths.
 * Returns the entries' paths, in order; the root's own is empty. Errors: the `path-` rules,
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
      refusal('no-skill-md', 'The archive has no SKILL.md file at its root.', {
        expected: 'SKILL.md',
      }),
    );
  return ok(paths);
}

const control = /[\u0000-\u001f\u007f-\u009f]/;
const absolute = /^(?:\/|\\|[A-Za-z]:)/;

/**
 * Why the target of a link leaves the root, or null. The author controls every link, and a target
 * through a second link means something else on disk (`d -> ..`, then `d/../x`), so that is
 * refused.
 * @param path of the link, below the root.
 * @param isLink whether a symbolic link is at a path, given as its folded segments.
 */
export function linkFault(
  entry: RawArchiveEntry,
  path: string,
  isLink: (folded: readonly string[]) => boolean,
): ArchiveRefusal | null {
  if (entry.kind !== 'symlink' && entry.kind !== 'hardlink') return null;
  const target = entry.linkTarget ?? '';
  const refuse = (why: string): ArchiveRefusal =>
    refusal('link-outside', `A link ${why}.`, {
      entry: path,
      expected: 'a target inside the archive',
      actual: target,
    });
  if (target === '') return refuse('has no target');
  if (target.length > limits.archivePathLength) return refuse('has a target that is too long');
  if (control.test(target) || target.includes('\\'))
    return refuse('has a backslash or a control character in its target');
  if (absolute.test(target)) return refuse('has an absolute target');
  // The target of a symbolic link is relative to its folder, that of a hard link to the root.
  const at = entry.kind === 'symlink' ? [...foldPath(path)].slice(0, -1) : [];
  const steps = target.split('/');
  if (steps.length > 2 * limits.archiveDepth) return refuse('has a target that is too deep');
  for (const step of steps) {
    if (step === '' || step === '.') continue;
    if (isLink(at)) return refuse('goes through another link');
    if (step !== '..') at.push(...foldPath(step));
    else if (at.pop() === undefined) return refuse('leaves the root');
  }
  if (entry.kind === 'hardlink' && isLink(at)) return refuse('goes through another link');
  return null;
}

/**
 * The content of a deflate stream. `consumed`: packed bytes up to its end, possibly before the
 * input's.
 */
interface InflatedBytes {
  readonly bytes: Uint8Array;
  readonly consumed: number;
}

/**
 * Inflates one raw deflate stream and stops as soon as it exceeds `most` bytes, because its author
 * controls how large it gets.
 */
export function inflate(
  packed: Uint8Array,
  most: number,
): Result<InflatedBytes, 'too-large' | 'damaged'> {
  try {
    // With `info`, zlib returns both, but its types have only the bytes.
    const answer = inflateRawSync(packed, {
      maxOutputLength: Math.max(1, most),
      info: true,
    }) as unknown as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    if (answer.buffer.length > most) return err('too-large');
    return ok({ bytes: answer.buffer, consumed: answer.engine.bytesWritten });
  } catch (error) {
    return err(
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'too-large'
        : 'damaged',
    );
  }
}

/** CRC-32 as zip and gzip write it: unsigned. */
export const checksum = (bytes: Uint8Array): number => crc32(bytes) >>> 0;
