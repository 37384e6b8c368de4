import { err, ok, type Result } from '../../../shared/result.ts';
import { type ArchiveRefusal, refusal } from './archive.ts';
import {
  centralDirectory,
  type CentralRecord,
  extraFields,
  flagBit,
  renames,
  viewOf,
  zip64Extra,
} from './zip-records.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** An entry of a zip and its packed bytes. */
export interface ZipEntry extends CentralRecord {
  readonly data: Uint8Array;
}

const localSignature = 0x04034b50;
const descriptorSignature = 0x08074b50;
const localBytes = 30;
const saturated = 0xffff_ffff;
const secret = flagBit.encrypted | flagBit.strong | flagBit.masked;
/**
 * The flags that must be the same in both headers, because they decide how to read bytes and name.
 */
const decisive = secret | flagBit.descriptor | flagBit.patched | flagBit.utf8;

interface Local {
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly dataStart: number;
  /** Whether sizes take 8 bytes, also in a data descriptor. */
  readonly wide: boolean;
}

/**
 * The 8-byte sizes of a local header that streams with zip64; the central directory is
 * authoritative.
 */
function wideSizes(
  field: Uint8Array | undefined,
): { readonly unpacked: number; readonly packed: number } | null {
  if (field === undefined || field.length < 16) return null;
  const view = viewOf(field);
  return {
    unpacked: Number(view.getBigUint64(0, true)),
    packed: Number(view.getBigUint64(8, true)),
  };
}

function localHeader(
  bytes: Uint8Array,
  record: CentralRecord,
  end: number,
): Result<Local, ArchiveRefusal> {
  const entry = record.name;
  const view = viewOf(bytes);
  const at = record.offset;
  const cut = refusal('damaged', 'An entry has no local header.', { entry });
  if (at + localBytes > end || view.getUint32(at, true) !== localSignature) return err(cut);
  const nameEnd = at + localBytes + view.getUint16(at + 26, true);
  const dataStart = nameEnd + view.getUint16(at + 28, true);
  if (dataStart > end) return err(cut);
  const nameBytes = bytes.subarray(at + localBytes, nameEnd);
  if (Buffer.compare(nameBytes, record.nameBytes) !== 0)
    return err(
      refusal('names-disagree', 'The two headers of an entry name it differently.', {
        entry,
        expected: entry,
        actual: new TextDecoder().decode(nameBytes),
      }),
    );
  const flags = view.getUint16(at + 6, true);
  const method = view.getUint16(at + 8, true);
  if (((flags ^ record.flags) & decisive) !== 0 || method !== record.method)
    return err(
      refusal('readers-disagree', 'The two headers of an entry disagree on how to read it.', {
        entry,
      }),
    );
  const fields = extraFields(bytes.subarray(nameEnd, dataStart));
  if (fields === null)
    return err(refusal('damaged', 'An entry has malformed extra fields.', { entry }));
  if (renames(fields, nameBytes))
    return err(
      refusal('names-disagree', 'An extra field gives an entry a different name.', { entry }),
    );
  const own = { packed: view.getUint32(at + 18, true), unpacked: view.getUint32(at + 22, true) };
  const wide = wideSizes(zip64Extra(fields));
  const sizes = {
    packed: own.packed === saturated && wide !== null ? wide.packed : own.packed,
    unpacked: own.unpacked === saturated && wide !== null ? wide.unpacked : own.unpacked,
  };
  return ok({
    crc: view.getUint32(at + 14, true),
    ...sizes,
    dataStart,
    wide: zip64Extra(fields) !== undefined,
  });
}

/**
 * Whether the local header matches the central one; with a data descriptor, its fields may be 0.
 */
function agrees(local: Local, record: CentralRecord): boolean {
  const silent = (record.flags & flagBit.descriptor) !== 0;
  const same = (ours: number, theirs: number): boolean => ours === theirs || (silent && ours === 0);
  return (
    same(local.crc, record.crc) &&
    same(local.packed, record.packed) &&
    same(local.unpacked, record.unpacked)
  );
}

/**
 * Whether `rest`, the gap between an entry's bytes and the next entry, is its data descriptor
 * (4.3.9).
 */
function isDescriptor(rest: Uint8Array, record: CentralRecord, wide: boolean): boolean {
  const view = viewOf(rest);
  const sizeBytes = wide ? 8 : 4;
  const plain = 4 + 2 * sizeBytes;
  const at = rest.length === plain + 4 ? 4 : 0;
  if (rest.length !== plain + at || (at === 4 && view.getUint32(0, true) !== descriptorSignature))
    return false;
  const size = (offset: number): number =>
    wide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
  return (
    view.getUint32(at, true) === record.crc &&
    size(at + 4) === record.packed &&
    size(at + 4 + sizeBytes) === record.unpacked
  );
}

/** One entry's packed bytes; `end` is where the next one starts. */
function cut(
  bytes: Uint8Array,
  record: CentralRecord,
  end: number,
): Result<ZipEntry, ArchiveRefusal> {
  const entry = record.name;
  if ((record.flags & secret) !== 0)
    return err(refusal('encrypted', 'An entry is encrypted.', { entry }));
  if ((record.method !== 0 && record.method !== 8) || (record.flags & flagBit.patched) !== 0)
    return err(
      refusal('compression-method', 'An entry uses a compression method other than deflate.', {
        entry,
        expected: '0 or 8',
        actual: String(record.method),
      }),
    );
  if (record.method === 0 && record.packed !== record.unpacked)
    return err(
      refusal('size-lies', 'A stored entry has two different sizes.', {
        entry,
        expected: exactSize(record.unpacked),
        actual: exactSize(record.packed),
      }),
    );
  const local = localHeader(bytes, record, end);
  if (!local.ok) return local;
  if (!agrees(local.value, record))
    return err(
      refusal('size-lies', 'The two headers of an entry have different sizes or checksums.', {
        entry,
        expected: `${record.packed} packed, ${record.unpacked} unpacked`,
        actual: `${local.value.packed} packed, ${local.value.unpacked} unpacked`,
      }),
    );
  const dataEnd = local.value.dataStart + record.packed;
  if (dataEnd > end) return err(refusal('overlap', 'An entry overlaps the next.', { entry }));
  const rest = bytes.subarray(dataEnd, end);
  const described = (record.flags & flagBit.descriptor) !== 0;
  if (described && !isDescriptor(rest, record, local.value.wide))
    return err(refusal('size-lies', 'An entry is not followed by its data descriptor.', { entry }));
  if (!described && rest.length > 0)
    return err(
      refusal(
        'unlisted-data',
        'An entry is followed by data that the central directory does not list.',
        {
          entry,
          expected: '0 bytes',
          actual: exactSize(rest.length),
        },
      ),
    );
  return ok({ ...record, data: bytes.subarray(local.value.dataStart, dataEnd) });
}

/**
 * Where every entry of a zip is, in the directory's order. The entries must fill the archive up to
 * the central directory without a gap or an overlap, so that a reader that scans the bytes finds
 * the same entries as one that uses the directory. Errors: those of `centralDirectory`, `overlap`,
 * `unlisted-data`, `encrypted`, `compression-method`, `readers-disagree`, `size-lies`.
 */
export function zipLayout(bytes: Uint8Array): Result<readonly ZipEntry[], ArchiveRefusal> {
  const central = centralDirectory(bytes);
  if (!central.ok) return central;
  const { records, start } = central.value;
  const inPlace = records.toSorted((a, b) => a.offset - b.offset);
  const [first, last] = [inPlace[0], inPlace.at(-1)];
  if (last !== undefined && last.offset >= start)
    return err(refusal('damaged', 'An entry has no local header.', { entry: last.name }));
  if ((first?.offset ?? start) !== 0)
    return err(
      refusal('prepended-data', 'There is data before the first entry.', {
        expected: '0 bytes',
        actual: `${first?.offset ?? start} bytes`,
      }),
    );
  const cuts = new Map<CentralRecord, ZipEntry>();
  for (const [at, record] of inPlace.entries()) {
    const end = inPlace[at + 1]?.offset ?? start;
    if (end <= record.offset)
      return err(refusal('overlap', 'Two entries are in the same place.', { entry: record.name }));
    const entry = cut(bytes, record, end);
    if (!entry.ok) return entry;
    cuts.set(record, entry.value);
  }
  return ok(records.flatMap((record) => cuts.get(record) ?? []));
}
