import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { type ArchiveRefusal, refusal, decodeName } from './archive.ts';
import { exactSize } from '../../../shared/size-text.ts';

/**
 * The records of a zip (APPNOTE.TXT 6.3.10, sections 4.3 and 4.5), read from fixed offsets,
 * little-endian.
 */

/** One record of the central directory. */
export interface CentralRecord {
  readonly name: string;
  readonly nameBytes: Uint8Array;
  readonly host: number;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Unix type and permission bits, if the writer kept any. */
  readonly mode: number;
  /** Where its local header starts. */
  readonly offset: number;
}

export const flagBit = {
  encrypted: 1,
  descriptor: 8,
  patched: 0x20,
  strong: 0x40,
  utf8: 0x800,
  masked: 0x2000,
} as const;
const signature = { central: 0x02014b50, end: 0x06054b50, locator64: 0x07064b50 } as const;
const extraId = { zip64: 1, unicodePath: 0x7075 } as const;
const endBytes = 22;
const centralBytes = 46;
const saturated = 0xffff_ffff;

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const zip64 = (entry?: string): ArchiveRefusal =>
  refusal(
    'zip64',
    'The archive uses zip64, which no archive within the limits needs.',
    entry === undefined ? {} : { entry },
  );

/**
 * The extra fields of a record by number; null if they don't fill their space, are too many or
 * repeat.
 */
export function extraFields(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> | null {
  const found = new Map<number, Uint8Array>();
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length) return null;
    const id = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > bytes.length || found.has(id) || found.size === limits.archiveExtraFields)
      return null;
    found.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

export const zip64Extra = (fields: ReadonlyMap<number, Uint8Array>): Uint8Array | undefined =>
  fields.get(extraId.zip64);

/**
 * Whether a name has non-ASCII letters without a stated encoding, as Finder and Info-ZIP write
 * UTF-8. A reader that assumes code page 437 shows other letters, but the same separators and dots.
 */
export const lettersUnsaid = ({ flags, nameBytes }: CentralRecord): boolean =>
  (flags & flagBit.utf8) === 0 && nameBytes.some((byte) => byte > 0x7e);

/**
 * Whether an extra field gives the entry a different name than its record; readers trust one or the
 * other.
 */
export function renames(fields: ReadonlyMap<number, Uint8Array>, nameBytes: Uint8Array): boolean {
  const field = fields.get(extraId.unicodePath);
  return field !== undefined && Buffer.compare(field.subarray(5), nameBytes) !== 0;
}

/** Finds the last record, which must end at the last byte, and the directory right before it. */
function directory(
  bytes: Uint8Array,
): Result<
  { readonly count: number; readonly start: number; readonly end: number },
  ArchiveRefusal
> {
  const view = viewOf(bytes);
  const first = Math.max(0, bytes.length - endBytes - 0xffff);
  for (let at = bytes.length - endBytes; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== signature.end) continue;
    const commentEnd = at + endBytes + view.getUint16(at + 20, true);
    if (commentEnd !== bytes.length)
      return err(
        refusal('trailing-data', 'Data follows the end of the zip.', {
          expected: exactSize(commentEnd),
          actual: exactSize(bytes.length),
        }),
      );
    const [disk, startDisk, here, count] = [4, 6, 8, 10].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number, number];
    const size = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    const locator = at >= 20 && view.getUint32(at - 20, true) === signature.locator64;
    if (locator || count === 0xffff || size === saturated || start === saturated)
      return err(zip64());
    if (size > limits.archiveHeaderBytes)
      return err(
        refusal('too-many-bytes', 'The central directory is too large.', {
          expected: `at most ${exactSize(limits.archiveHeaderBytes)}`,
          actual: exactSize(size),
        }),
      );
    if (disk !== 0 || startDisk !== 0 || here !== count)
      return err(refusal('damaged', 'The zip is one part of a split archive.'));
    if (start + size < at && view.getUint32(at - size, true) === signature.central)
      return err(
        refusal('prepended-data', 'There is data before the zip.', {
          expected: '0 bytes',
          actual: exactSize(at - size - start),
        }),
      );
    if (start + size !== at)
      return err(
        refusal('damaged', 'The central directory does not end where the zip does.', {
          expected: String(at),
          actual: String(start + size),
        }),
      );
    return ok({ count, start, end: at });
  }
  return err(refusal('damaged', 'The zip has no end record.'));
}

function centralRecord(
  bytes: Uint8Array,
  at: number,
  end: number,
): Result<{ readonly record: CentralRecord; readonly next: number }, ArchiveRefusal> {
  const view = viewOf(bytes);
  const cut = refusal('damaged', 'The central directory is malformed.');
  if (at + centralBytes > end || view.getUint32(at, true) !== signature.central) return err(cut);
  const u16 = (offset: number): number => view.getUint16(at + offset, true);
  const u32 = (offset: number): number => view.getUint32(at + offset, true);
  const nameEnd = at + centralBytes + u16(28);
  const extraEnd = nameEnd + u16(30);
  const next = extraEnd + u16(32);
  if (next > end) return err(cut);
  const nameBytes = bytes.subarray(at + centralBytes, nameEnd);
  const name = decodeName(nameBytes);
  if (!name.ok) return name;
  const entry = name.value;
  const flags = u16(8);
  const fields = extraFields(bytes.subarray(nameEnd, extraEnd));
  if (fields === null)
    return err(refusal('damaged', 'An entry has malformed extra fields.', { entry }));
  if (renames(fields, nameBytes))
    return err(
      refusal('names-disagree', 'An extra field gives an entry a different name.', { entry }),
    );
  if (
    zip64Extra(fields) !== undefined ||
    u32(20) === saturated ||
    u32(24) === saturated ||
    u32(42) === saturated
  )
    return err(zip64(entry));
  if (u16(34) !== 0)
    return err(refusal('damaged', 'An entry is in another part of a split archive.', { entry }));
  const record = {
    name: entry,
    nameBytes,
    host: u16(4) >>> 8,
    flags,
    method: u16(10),
    crc: u32(16),
    packed: u32(20),
    unpacked: u32(24),
    mode: u32(38) >>> 16,
    offset: u32(42),
  };
  return ok({ record, next });
}

/**
 * The central directory of a zip and where it starts. Errors: `damaged`, `trailing-data`,
 * `prepended-data`, `zip64`, `name-encoding`, `names-disagree`, `too-many-entries`.
 */
export function centralDirectory(
  bytes: Uint8Array,
): Result<{ readonly records: readonly CentralRecord[]; readonly start: number }, ArchiveRefusal> {
  const found = directory(bytes);
  if (!found.ok) return found;
  const { count, start, end } = found.value;
  if (count > limits.archiveEntries)
    return err(
      refusal('too-many-entries', 'The archive has too many entries.', {
        expected: `at most ${limits.archiveEntries}`,
        actual: String(count),
      }),
    );
  const records: CentralRecord[] = [];
  let at = start;
  while (records.length < count) {
    const one = centralRecord(bytes, at, end);
    if (!one.ok) return one;
    records.push(one.value.record);
    at = one.value.next;
  }
  return at === end
    ? ok({ records, start })
    : err(
        refusal('damaged', 'The central directory contains more than its entries.', {
          expected: String(at - start),
          actual: String(end - start),
        }),
      );
}
