import { type Entry, fromBufferPromise } from 'yauzl';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import {
  allowance,
  overRatio,
  type ArchiveEntryKind,
  type ArchiveRefusal,
  type RawArchiveEntry,
  refusal,
  type UnpackedEntry,
  decodeName,
} from './archive.ts';
import { checksum, inflate, takeInventory } from './inventory.ts';
import { type ZipEntry, zipLayout } from './zip-layout.ts';
import { lettersUnsaid } from './zip-records.ts';
import { exactSize } from '../../../shared/size-text.ts';

const typeBits = 0o170000;
const types: Readonly<Record<number, ArchiveEntryKind>> = {
  0: 'file',
  0o100000: 'file',
  0o040000: 'folder',
  0o120000: 'symlink',
};
/** The writers whose upper attribute bits hold a Unix mode: Unix and Darwin. */
const unixHosts: readonly number[] = [3, 19];

/** The kind of an entry. A slash at its end must not contradict the Unix type. */
function kindOf(entry: ZipEntry): Result<ArchiveEntryKind, ArchiveRefusal> {
  const { name } = entry;
  const type = entry.mode & typeBits;
  const kind = types[type];
  if (kind === undefined)
    return err(
      refusal('entry-kind', 'An entry is not a file, a folder or a link.', {
        entry: name,
        actual: `type ${type.toString(8)}`,
      }),
    );
  if (kind === 'symlink' && !unixHosts.includes(entry.host))
    return err(
      refusal('readers-disagree', 'An entry is a link to some readers and a file to others.', {
        entry: name,
      }),
    );
  const slash = name.endsWith('/');
  if ((slash && kind !== 'folder' && type !== 0) || (!slash && kind === 'folder'))
    return err(
      refusal('readers-disagree', 'An entry is a folder to some readers but not to others.', {
        entry: name,
      }),
    );
  if (slash && entry.unpacked !== 0)
    return err(
      refusal('size-lies', 'A folder has content.', {
        entry: name,
        expected: '0',
        actual: String(entry.unpacked),
      }),
    );
  return ok(slash ? 'folder' : kind);
}

/** Checks every size that the headers claim, before anything is unpacked. */
function amountFault(
  entries: readonly ZipEntry[],
  packed: number,
  budget: number,
): ArchiveRefusal | null {
  const allowed = allowance(packed, 0, budget);
  let total = 0;
  for (const { name, data, unpacked } of entries) {
    total += unpacked;
    if (overRatio(data.length, unpacked))
      return refusal(
        'ratio',
        `An entry unpacks to more than ${limits.archiveRatio} times its size.`,
        {
          entry: name,
          expected: `at most ${exactSize(data.length * limits.archiveRatio)}`,
          actual: exactSize(unpacked),
        },
      );
    if (total > allowed.most) return { ...allowed.refuse(total), entry: name };
  }
  return null;
}

/** Unpacks the bytes of one entry and compares them with its headers. */
function unpack(entry: ZipEntry): Result<Uint8Array, ArchiveRefusal> {
  const { name, data, unpacked } = entry;
  const lies = (actual: string): Result<never, ArchiveRefusal> =>
    err(
      refusal('size-lies', 'The sizes of an entry differ from those in its headers.', {
        entry: name,
        expected: exactSize(unpacked),
        actual,
      }),
    );
  let bytes: Uint8Array;
  if (entry.method === 0) {
    bytes = new Uint8Array(data);
  } else {
    const inflated = inflate(data, unpacked);
    if (!inflated.ok)
      return inflated.error === 'too-large'
        ? lies(`more than ${exactSize(unpacked)}`)
        : err(refusal('damaged', 'An entry cannot be unpacked.', { entry: name }));
    if (inflated.value.consumed !== data.length)
      return err(
        refusal('unlisted-data', 'There is data after the packed bytes of an entry.', {
          entry: name,
          expected: exactSize(inflated.value.consumed),
          actual: exactSize(data.length),
        }),
      );
    bytes = new Uint8Array(inflated.value.bytes);
  }
  if (bytes.length !== unpacked) return lies(exactSize(bytes.length));
  return checksum(bytes) === entry.crc
    ? ok(bytes)
    : err(refusal('checksum', 'The bytes of an entry do not match its checksum.', { entry: name }));
}

/** Reads one entry. The content of a link is its target. */
function describe(entry: ZipEntry): Result<RawArchiveEntry, ArchiveRefusal> {
  const kind = kindOf(entry);
  if (!kind.ok) return kind;
  const name =
    kind.value === 'folder' && entry.name.length > 1 ? entry.name.slice(0, -1) : entry.name;
  if (kind.value === 'folder' && entry.data.length > 0) {
    // Some writers deflate the empty content of a folder; it must really be empty.
    const nothing = unpack(entry);
    if (!nothing.ok) return nothing;
  }
  const notes = lettersUnsaid(entry)
    ? ['Its name does not state its encoding, so some programs show other letters.']
    : [];
  const raw = {
    name,
    kind: kind.value,
    mode: unixHosts.includes(entry.host) ? entry.mode & 0o7777 : 0,
    notes,
  };
  if (kind.value !== 'symlink') return ok(raw);
  if (entry.unpacked > limits.archivePathLength)
    return err(refusal('link-outside', 'A link has a target that is too long.', { entry: name }));
  const bytes = unpack(entry);
  if (!bytes.ok) return bytes;
  const linkTarget = decodeName(bytes.value);
  return linkTarget.ok ? ok({ ...raw, linkTarget: linkTarget.value }) : linkTarget;
}

/** The directory as the library reads it, with all its checks on. */
async function libraryEntries(bytes: Uint8Array): Promise<Result<readonly Entry[], string>> {
  try {
    const zip = await fromBufferPromise(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      { lazyEntries: true, strictFileNames: true, validateEntrySizes: true },
    );
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return ok(entries);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/** Compares names as bytes, because the library guesses an encoding that an entry doesn't state. */
const sameName = (ours: ZipEntry, theirs: Entry): boolean =>
  lettersUnsaid(ours)
    ? Buffer.compare(theirs.fileNameRaw, ours.nameBytes) === 0
    : theirs.fileName === ours.name;

const same = (ours: ZipEntry, theirs: Entry | undefined): boolean =>
  theirs !== undefined &&
  sameName(ours, theirs) &&
  theirs.relativeOffsetOfLocalHeader === ours.offset &&
  theirs.compressedSize === ours.packed &&
  theirs.uncompressedSize === ours.unpacked &&
  theirs.compressionMethod === ours.method &&
  theirs.crc32 === ours.crc;

/**
 * Reads a `.zip` in memory. It first walks and checks the records, then hands them to the library;
 * both must see the same directory. Errors: all but those of tar.
 * @param budget bytes that the server may still send in this session.
 */
export async function readZip(
  bytes: Uint8Array,
  budget: number,
): Promise<Result<readonly UnpackedEntry[], ArchiveRefusal>> {
  const layout = zipLayout(bytes);
  if (!layout.ok) return layout;
  const tooMuch = amountFault(layout.value, bytes.length, budget);
  if (tooMuch !== null) return err(tooMuch);
  const raw: RawArchiveEntry[] = [];
  for (const entry of layout.value) {
    const one = describe(entry);
    if (!one.ok) return one;
    raw.push(one.value);
  }
  const inventory = takeInventory(raw);
  if (!inventory.ok) return inventory;
  const theirs = await libraryEntries(bytes);
  if (!theirs.ok)
    return err(
      refusal('readers-disagree', "The zip library rejects what Skillgate's own reader accepts.", {
        actual: theirs.error,
      }),
    );
  if (theirs.value.length !== raw.length)
    return err(
      refusal('readers-disagree', 'Two readers see different entries.', {
        expected: String(raw.length),
        actual: String(theirs.value.length),
      }),
    );
  const unpacked: UnpackedEntry[] = [];
  for (const [at, entry] of layout.value.entries()) {
    if (!same(entry, theirs.value[at]))
      return err(
        refusal('readers-disagree', 'Two readers see different entries.', { entry: entry.name }),
      );
    const one = raw[at] as RawArchiveEntry;
    if (one.kind !== 'file') {
      unpacked.push(one);
      continue;
    }
    const content = unpack(entry);
    if (!content.ok) return content;
    unpacked.push({ ...one, bytes: content.value });
  }
  return ok(unpacked);
}
