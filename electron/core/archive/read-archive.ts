import { err, ok, type Result } from '../../../shared/result.ts';
import { sha256 } from '../digest.ts';
import { limits } from '../limits.ts';
import {
  type ArchiveContents,
  type ArchiveEntry,
  type ArchiveFile,
  type ArchiveRefusal,
  refusal,
  type UnpackedEntry,
  entryPath,
} from './archive.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** What a server says about an archive: never trusted, only compared. */
export interface ArchiveHint {
  readonly mimeType?: string;
  readonly url: string;
}

type Kind = ArchiveContents['kind'];

/**
 * The kind by its first bytes (RFC 1952, or the first or only record of a zip); null for others.
 */
function kindOf(bytes: Uint8Array): Kind | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'tar.gz';
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006' ? 'zip' : null;
}

const called: readonly (readonly [Kind, RegExp, RegExp])[] = [
  ['zip', /\.(?:zip|skill)(?:[?#]|$)/i, /^application\/(?:zip|x-zip-compressed)\b/i],
  [
    'tar.gz',
    /\.(?:tar\.gz|tgz)(?:[?#]|$)/i,
    /^application\/(?:gzip|x-gzip|x-tar\+gzip|x-gtar|x-compressed-tar)\b/i,
  ],
];

/** A note for each place where the server names another kind. */
function misnamed(kind: Kind, hint: ArchiveHint): string[] {
  const notes: string[] = [];
  for (const [other, url, mimeType] of called) {
    if (other === kind) continue;
    if (url.test(hint.url)) notes.push(`Its address says ${other}, but it is ${kind}.`);
    if (mimeType.test(hint.mimeType ?? ''))
      notes.push(`Its media type says ${other}, but it is ${kind}.`);
  }
  return notes;
}

/** Imports each kind's reader only for the first archive, because most servers have none. */
async function unpack(
  kind: Kind,
  bytes: Uint8Array,
  budget: number,
): Promise<Result<readonly UnpackedEntry[], ArchiveRefusal>> {
  if (kind === 'zip') {
    const { readZip } = await import('./zip.ts');
    return readZip(bytes, budget);
  }
  const { readTar } = await import('./tar.ts');
  return readTar(bytes, budget);
}

function finish(
  kind: Kind,
  unpacked: readonly UnpackedEntry[],
  notes: readonly string[],
): Result<ArchiveContents, ArchiveRefusal> {
  const entries: ArchiveEntry[] = [];
  const files: ArchiveFile[] = [];
  let unpackedBytes = 0;
  for (const { name, mode, notes: own = [], ...raw } of unpacked) {
    const path = entryPath(name, raw.kind === 'folder');
    if (!path.ok) return path;
    if (path.value === '') continue;
    const ordinary = ordinaryMode(mode);
    entries.push({
      ...raw,
      path: path.value,
      mode: ordinary.mode,
      notes: [...own, ...ordinary.notes],
    });
    if (raw.bytes === undefined) continue;
    unpackedBytes += raw.bytes.length;
    files.push({ path: path.value, bytes: raw.bytes, digest: sha256(raw.bytes) });
  }
  return ok({ kind, entries, files, unpackedBytes, notes });
}

/**
 * Reads a skill's archive in memory (design: "Archives"); verify the archive's own digest first. It
 * writes nothing to disk, follows no link, refuses the whole archive if one entry breaks a rule,
 * and never throws for any `bytes`.
 * @param budget `bytes` that the server may still send in this session; the unpacked bytes count.
 */
export async function readArchive(
  bytes: Uint8Array,
  hint: ArchiveHint,
  budget: { readonly bytes: number },
): Promise<Result<ArchiveContents, ArchiveRefusal>> {
  const kind = kindOf(bytes);
  if (kind === null)
    return err(
      refusal('unknown-type', 'The archive is neither a .tar.gz nor a .zip.', {
        expected: '1f 8b or 50 4b 03 04',
        actual:
          Buffer.from(bytes.subarray(0, 4))
            .toString('hex')
            .replace(/..(?=.)/g, '$& ') || 'nothing',
      }),
    );
  if (bytes.length > limits.responseBytes)
    return err(
      refusal('too-many-bytes', 'The archive itself is too large.', {
        expected: `at most ${exactSize(limits.responseBytes)}`,
        actual: exactSize(bytes.length),
      }),
    );
  const unpacked = await unpack(kind, bytes, budget.bytes);
  return unpacked.ok ? finish(kind, unpacked.value, misnamed(kind, hint)) : unpacked;
}

const special: readonly (readonly [number, string])[] = [
  [0o4000, 'setuid'],
  [0o2000, 'setgid'],
  [0o1000, 'sticky'],
];

/** The nine permission bits of a mode, and a sentence for each special bit that was dropped. */
export function ordinaryMode(mode: number): {
  readonly mode: number;
  readonly notes: readonly string[];
} {
  const notes = special
    .filter(([bit]) => (mode & bit) !== 0)
    .map(([, name]) => `The archive sets the ${name} bit, which is dropped.`);
  return { mode: mode & 0o777, notes };
}
