import { Parser, type ReadEntry } from 'tar';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import {
  allowance,
  type SizeAllowance,
  type ArchiveRefusal,
  refusal,
  type UnpackedEntry,
} from './archive.ts';
import { takeInventory, checksum, inflate } from './inventory.ts';
import { type TarEntry, tarLayout } from './tar-layout.ts';
import { exactSize } from '../../../shared/size-text.ts';

const types = {
  file: ['File', 'OldFile'],
  folder: ['Directory'],
  symlink: ['SymbolicLink'],
  hardlink: ['Link'],
} as const;

/** An entry as the tar library reads it. */
interface Seen {
  readonly entry: ReadEntry;
  readonly chunks: Uint8Array[];
}

/**
 * Reads a whole tar with the library. Error: its first one; with `strict`, it never skips an entry.
 */
function parse(tar: Uint8Array): Promise<Result<readonly Seen[], string>> {
  return new Promise((resolve) => {
    const seen: Seen[] = [];
    const parser = new Parser({
      strict: true,
      maxMetaEntrySize: limits.archiveMetaBytes,
      onReadEntry: (entry) => {
        const one: Seen = { entry, chunks: [] };
        seen.push(one);
        entry.on('data', (chunk) => one.chunks.push(chunk));
      },
    });
    parser.on('error', (error: unknown) =>
      resolve(err(error instanceof Error ? error.message : String(error))),
    );
    parser.on('end', () => resolve(ok(seen)));
    try {
      parser.end(Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength));
      // All data was written at once and every entry is read, so an entry that hasn't ended never
      // will.
      resolve(err('it does not come to an end'));
    } catch (error) {
      resolve(err(error instanceof Error ? error.message : String(error)));
    }
  });
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** One entry as both readers see it; null if they differ. */
function agree(ours: TarEntry, theirs: Seen): UnpackedEntry | null {
  const { entry, chunks } = theirs;
  const name = ours.kind === 'folder' ? withoutSlash(entry.path) : entry.path;
  const sameType = (types[ours.kind] as readonly string[]).includes(entry.type);
  if (name !== ours.name || !sameType || entry.size !== ours.size) return null;
  if (ours.linkTarget !== undefined && entry.linkpath !== ours.linkTarget) return null;
  const { size, ...raw } = ours;
  if (chunks.reduce((sum, chunk) => sum + chunk.length, 0) !== size) return null;
  if (ours.kind !== 'file') return raw;
  // Copy the bytes, so that keeping one file doesn't keep the whole tar in memory.
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { ...raw, bytes };
}

/**
 * Reads a `.tar.gz` in memory. It first walks and checks the tar, then hands it to the library;
 * both must see the same entries. Errors: all but those of zip.
 * @param budget bytes that the server may still send in this session.
 */
export async function readTar(
  bytes: Uint8Array,
  budget: number,
): Promise<Result<readonly UnpackedEntry[], ArchiveRefusal>> {
  const tar = gunzip(bytes, allowance(bytes.length, limits.archiveHeaderBytes, budget));
  if (!tar.ok) return tar;
  const layout = tarLayout(tar.value);
  if (!layout.ok) return layout;
  const inventory = takeInventory(layout.value);
  if (!inventory.ok) return inventory;
  const seen = await parse(tar.value);
  if (!seen.ok)
    return err(
      refusal('readers-disagree', "The tar library rejects what Skillgate's own reader accepts.", {
        actual: seen.error,
      }),
    );
  if (seen.value.length !== layout.value.length)
    return err(
      refusal('readers-disagree', 'Two readers see different entries.', {
        expected: String(layout.value.length),
        actual: String(seen.value.length),
      }),
    );
  const entries: UnpackedEntry[] = [];
  for (const [at, theirs] of seen.value.entries()) {
    const ours = layout.value[at];
    const entry = ours === undefined ? null : agree(ours, theirs);
    if (entry === null)
      return err(
        refusal('readers-disagree', 'Two readers see different entries.', {
          expected: ours?.name ?? 'no entry',
          actual: theirs.entry.path,
        }),
      );
    entries.push(entry);
  }
  return ok(entries);
}

/** RFC 1952: the fixed header, and the flags of its optional parts. */
const headerBytes = 10;
const trailerBytes = 8;
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

const cutShort = refusal('damaged', 'The gzip data ends too early.');

/** Where the deflate stream starts. */
function bodyStart(bytes: Uint8Array): Result<number, ArchiveRefusal> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes + trailerBytes) return err(cutShort);
  if (bytes[2] !== 8)
    return err(
      refusal('compression-method', 'The gzip data is not compressed with deflate.', {
        expected: '8',
        actual: String(bytes[2]),
      }),
    );
  const flags = bytes[3] ?? 0;
  if ((flags & flag.reserved) !== 0)
    return err(refusal('damaged', 'The gzip header sets reserved flags.'));
  let at = headerBytes;
  if ((flags & flag.extra) !== 0) at += 2 + view.getUint16(at, true);
  for (const one of [flag.name, flag.comment]) {
    if ((flags & one) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return err(cutShort);
    at = end + 1;
  }
  if ((flags & flag.headerCrc) !== 0) {
    if (at + 2 > bytes.length) return err(cutShort);
    if (view.getUint16(at, true) !== (checksum(bytes.subarray(0, at)) & 0xffff))
      return err(refusal('checksum', 'The gzip header does not match its checksum.'));
    at += 2;
  }
  return at + trailerBytes < bytes.length ? ok(at) : err(cutShort);
}

/**
 * Unpacks gzip data of exactly one member (RFC 1952). Refuses data after the member: some readers
 * ignore it and others read on, so its author could show each something else.
 * Errors: `damaged`, `compression-method`, `checksum`, `trailing-data`, those of the allowance.
 */
function gunzip(bytes: Uint8Array, allowed: SizeAllowance): Result<Uint8Array, ArchiveRefusal> {
  const start = bodyStart(bytes);
  if (!start.ok) return start;
  const inflated = inflate(bytes.subarray(start.value), allowed.most);
  if (!inflated.ok)
    return err(
      inflated.error === 'too-large'
        ? allowed.refuse(null)
        : refusal('damaged', 'The gzip data cannot be unpacked.'),
    );
  const end = start.value + inflated.value.consumed;
  if (end + trailerBytes > bytes.length) return err(cutShort);
  const view = new DataView(bytes.buffer, bytes.byteOffset + end, trailerBytes);
  if (view.getUint32(0, true) !== checksum(inflated.value.bytes))
    return err(refusal('checksum', 'The unpacked bytes do not match the gzip checksum.'));
  if (view.getUint32(4, true) !== inflated.value.bytes.length)
    return err(
      refusal('size-lies', 'The number of unpacked bytes is not the one in the gzip data.', {
        expected: String(view.getUint32(4, true)),
        actual: String(inflated.value.bytes.length),
      }),
    );
  const rest = bytes.subarray(end + trailerBytes);
  if (rest.length === 0) return ok(inflated.value.bytes);
  const second = rest[0] === 0x1f && rest[1] === 0x8b;
  return err(
    refusal(
      'trailing-data',
      second ? 'A second gzip member follows the first.' : 'Data follows the gzip data.',
      { expected: exactSize(end + trailerBytes), actual: exactSize(bytes.length) },
    ),
  );
}
