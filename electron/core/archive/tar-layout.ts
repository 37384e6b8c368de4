import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import {
  type ArchiveEntryKind,
  type ArchiveRefusal,
  type RawArchiveEntry,
  refusal,
  decodeName,
} from './archive.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** An entry of a tar and its number of bytes. */
export interface TarEntry extends RawArchiveEntry {
  readonly size: number;
}

/** What headers before an entry say about it. */
interface Pending {
  readonly pax?: PaxRecords;
  readonly longName?: string;
  readonly longLink?: string;
}

const padded = (size: number): number => Math.ceil(size / block) * block;
const kinds: Readonly<Record<string, ArchiveEntryKind>> = {
  '0': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
};

/** Reads a header that only describes the next entry. */
function extend(
  pending: Pending,
  header: TarHeader,
  body: Uint8Array,
): Result<Pending, ArchiveRefusal> {
  if (header.type === 'x' || header.type === 'g') {
    const records = paxRecords(body, header.type === 'g');
    if (!records.ok) return records;
    if (header.type === 'g') return ok(pending);
    return pending.pax === undefined
      ? ok({ ...pending, pax: records.value })
      : err(refusal('names-disagree', 'Two pax headers describe the same entry.'));
  }
  const nul = body.indexOf(0);
  const text = decodeName(nul === -1 ? body : body.subarray(0, nul));
  if (!text.ok) return text;
  const field = header.type === 'L' ? 'longName' : 'longLink';
  if (pending[field] !== undefined)
    return err(
      refusal('names-disagree', 'An entry has two long names.', {
        expected: pending[field],
        actual: text.value,
      }),
    );
  return ok({ ...pending, [field]: text.value });
}

/**
 * The entry that a header and those before it describe. Its name is unambiguous here and checked
 * elsewhere.
 */
function describe(header: TarHeader, pending: Pending): Result<TarEntry, ArchiveRefusal> {
  const { pax, longName, longLink } = pending;
  if (
    (pax?.path !== undefined && longName !== undefined) ||
    (pax?.linkpath !== undefined && longLink !== undefined)
  ) {
    return err(
      refusal('names-disagree', 'A pax header and a GNU header both name an entry.', {
        entry: header.name,
      }),
    );
  }
  const full = pax?.path ?? longName ?? header.name;
  if (pax?.size !== undefined && pax.size !== String(header.size))
    return err(
      refusal('size-lies', 'The pax header and the tar header of an entry have different sizes.', {
        entry: full,
        expected: String(header.size),
        actual: pax.size,
      }),
    );
  const linkTarget = pax?.linkpath ?? longLink ?? header.linkName;
  if (header.type === 'S')
    return err(refusal('sparse', 'An entry is a sparse file.', { entry: full }));
  const written = kinds[header.type];
  if (written === undefined)
    return err(
      refusal('entry-kind', 'An entry is not a file, a folder or a link.', {
        entry: full,
        actual: `type ${JSON.stringify(header.type)}`,
      }),
    );
  // Before folders had their own type, a slash at the end marked them.
  const kind = written === 'file' && full.endsWith('/') ? 'folder' : written;
  if (kind !== 'file' && header.size !== 0)
    return err(
      refusal('size-lies', 'An entry that is not a file has content.', {
        entry: full,
        expected: '0',
        actual: String(header.size),
      }),
    );
  const name =
    kind === 'folder' && full.length > 1 && full.endsWith('/') ? full.slice(0, -1) : full;
  const isLink = kind === 'symlink' || kind === 'hardlink';
  return ok({
    name,
    kind,
    mode: header.mode & 0o7777,
    size: header.size,
    ...(isLink ? { linkTarget } : {}),
  });
}

/** Checks the end after the last entry: at least two empty blocks and nothing else. */
function endFault(tar: Uint8Array, at: number): ArchiveRefusal | null {
  if (tar.length - at < 2 * block || tar.length % block !== 0)
    return refusal('damaged', 'The tar ends too early.');
  const rest = tar.subarray(at);
  return isEndBlock(rest)
    ? null
    : refusal('trailing-data', 'Data follows the end of the tar.', {
        expected: exactSize(at + 2 * block),
        actual: exactSize(tar.length),
      });
}

/**
 * Walks a tar block by block, strictly: it refuses everything that makes two readers see two
 * archives, such as two sizes or names of one entry or data after the end.
 * Errors: `damaged`, `checksum`, `names-disagree`, `name-encoding`, `sparse`, `entry-kind`,
 * `size-lies`, `trailing-data`, `too-many-entries`, `too-many-bytes`.
 */
export function tarLayout(tar: Uint8Array): Result<readonly TarEntry[], ArchiveRefusal> {
  const entries: TarEntry[] = [];
  let pending: Pending = {};
  let total = 0;
  let meta = 0;
  let headers = 0;
  for (let at = 0; at + block <= tar.length;) {
    const bytes = tar.subarray(at, at + block);
    if (isEndBlock(bytes)) {
      if (Object.keys(pending).length > 0)
        return err(refusal('damaged', 'A header describes an entry that does not follow.'));
      const wrong = endFault(tar, at);
      return wrong === null ? ok(entries) : err(wrong);
    }
    const header = tarHeader(bytes);
    if (!header.ok) return header;
    const { type, size, name } = header.value;
    headers += 1;
    // An entry may need a pax or two GNU headers. An attacker could add more only to waste time.
    if (headers > 3 * limits.archiveEntries)
      return err(
        refusal('too-many-entries', 'The tar has too many headers.', {
          expected: `at most ${3 * limits.archiveEntries}`,
          actual: `more than ${3 * limits.archiveEntries}`,
        }),
      );
    const body = at + block;
    const about = 'xgLK'.includes(type);
    if (about) meta += size;
    if (about && size > limits.archiveMetaBytes)
      return err(
        refusal('too-many-bytes', 'A tar header is too large.', {
          entry: name,
          expected: `at most ${exactSize(limits.archiveMetaBytes)}`,
          actual: exactSize(size),
        }),
      );
    if (meta > limits.archiveMetaTotalBytes)
      return err(
        refusal('too-many-bytes', 'The tar headers are too large in total.', {
          entry: name,
          expected: `at most ${exactSize(limits.archiveMetaTotalBytes)}`,
          actual: `at least ${exactSize(meta)}`,
        }),
      );
    if (!about && size > limits.skillBytes - total)
      return err(
        refusal('too-many-bytes', 'The unpacked archive is too large.', {
          entry: name,
          expected: `at most ${exactSize(limits.skillBytes)}`,
          actual: `at least ${exactSize(total + size)}`,
        }),
      );
    if (body + padded(size) > tar.length)
      return err(refusal('damaged', 'The tar ends inside an entry.', { entry: name }));
    at = body + padded(size);
    if (about) {
      const next = extend(pending, header.value, tar.subarray(body, body + size));
      if (!next.ok) return next;
      pending = next.value;
      continue;
    }
    const entry = describe(header.value, pending);
    if (!entry.ok) return entry;
    pending = {};
    total += size;
    entries.push(entry.value);
    if (entries.length > limits.archiveEntries)
      return err(
        refusal('too-many-entries', 'The archive has too many entries.', {
          expected: `at most ${limits.archiveEntries}`,
          actual: `more than ${limits.archiveEntries}`,
        }),
      );
  }
  return err(refusal('damaged', 'The tar has no end marker.'));
}

/** Bytes of a block. A header is one block, and its content fills whole blocks. */
const block = 512;

/** A header as written (POSIX.1-2017, ustar Interchange Format). */
interface TarHeader {
  /** The type flag; `0` also for the old NUL. */
  readonly type: string;
  readonly name: string;
  readonly linkName: string;
  readonly mode: number;
  readonly size: number;
}

const zero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
const isEndBlock = (bytes: Uint8Array): boolean => zero(bytes);

const upToNul = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
};

/**
 * Octal digits, enough for everything within the limits; null for others, including GNU's binary
 * numbers.
 */
function octal(bytes: Uint8Array): number | null {
  const text = Buffer.from(bytes).toString('latin1');
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined) return null;
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

/** The sum of all bytes, its own field counted as spaces. */
function sum(header: Uint8Array): number {
  let total = 0;
  for (let at = 0; at < block; at += 1) total += at >= 148 && at < 156 ? 0x20 : (header[at] ?? 0);
  return total;
}

/**
 * The fields of one header block that decide what is read. Errors: `checksum`, `damaged`,
 * `name-encoding`.
 */
function tarHeader(bytes: Uint8Array): Result<TarHeader, ArchiveRefusal> {
  if (octal(bytes.subarray(148, 156)) !== sum(bytes))
    return err(refusal('checksum', 'A tar header does not match its checksum.'));
  const own = decodeName(upToNul(bytes.subarray(0, 100)));
  if (!own.ok) return own;
  const linkName = decodeName(upToNul(bytes.subarray(157, 257)));
  if (!linkName.ok) return linkName;
  // GNU's older format uses the field of the prefix for something else.
  const ustar = Buffer.from(bytes.subarray(257, 265)).toString('latin1') === 'ustar\u000000';
  const prefix = decodeName(ustar ? upToNul(bytes.subarray(345, 500)) : new Uint8Array());
  if (!prefix.ok) return prefix;
  const name = prefix.value === '' ? own.value : `${prefix.value}/${own.value}`;
  const mode = octal(bytes.subarray(100, 108));
  const size = octal(bytes.subarray(124, 136));
  if (mode === null || size === null)
    return err(refusal('damaged', 'A tar header has a number that is not octal.', { entry: name }));
  const flag = bytes[156] ?? 0;
  return ok({
    type: flag === 0 ? '0' : String.fromCharCode(flag),
    name,
    linkName: linkName.value,
    mode,
    size,
  });
}

/** The records of a pax header that change what is read; all others are only descriptions. */
interface PaxRecords {
  readonly path?: string;
  readonly linkpath?: string;
  /** As written; node-tar repeats the header's own size here. */
  readonly size?: string;
}

type Key = keyof PaxRecords;
const deciding: readonly string[] = ['path', 'linkpath', 'size'] satisfies readonly Key[];

const space = 0x20;
const lineEnd = 0x0a;
const longestCount = 8;

/**
 * Reads one record `<length> <key>=<value>\n` at `at`: its key, the bytes of its value and the
 * start of the next; null if it is malformed.
 */
function record(
  body: Uint8Array,
  at: number,
): { readonly key: string; readonly value: Uint8Array; readonly next: number } | null {
  const gap = body.subarray(at, at + longestCount).indexOf(space);
  if (gap < 1) return null;
  const count = Buffer.from(body.subarray(at, at + gap)).toString('latin1');
  if (!/^[1-9][0-9]*$/.test(count)) return null;
  const next = at + Number(count);
  const start = at + gap + 1;
  if (next > body.length || next <= start || body[next - 1] !== lineEnd) return null;
  const line = body.subarray(start, next - 1);
  const equals = line.indexOf(0x3d);
  if (equals < 1) return null;
  return {
    key: Buffer.from(line.subarray(0, equals)).toString('latin1'),
    value: line.subarray(equals + 1),
    next,
  };
}

/**
 * Reads the body of a pax header (POSIX.1-2017, pax Extended Header). The author controls every
 * record; one given twice would make two readers see two archives.
 * Errors: `damaged`, `sparse`, `name-encoding`, `names-disagree`, `size-lies`.
 * @param shared whether the header applies to every entry after it; then it must not change any.
 */
function paxRecords(body: Uint8Array, shared: boolean): Result<PaxRecords, ArchiveRefusal> {
  const records: { -readonly [K in Key]?: string } = {};
  for (let at = 0; at < body.length;) {
    const found = record(body, at);
    if (found === null) return err(refusal('damaged', 'A pax header has a malformed record.'));
    at = found.next;
    if (found.key.startsWith('GNU.sparse.'))
      return err(refusal('sparse', 'An entry is a sparse file.'));
    if (found.key === 'hdrcharset' && !/UTF-8/.test(Buffer.from(found.value).toString('latin1')))
      return err(refusal('name-encoding', 'A pax header has names that are not UTF-8.'));
    if (!deciding.includes(found.key)) continue;
    const key = found.key as Key;
    if (shared)
      return err(
        refusal(
          key === 'size' ? 'size-lies' : 'names-disagree',
          'A shared pax header gives a name or a size to every entry.',
        ),
      );
    const value = decodeName(found.value);
    if (!value.ok) return value;
    const before = records[key];
    if (before !== undefined)
      return err(
        refusal('names-disagree', 'A pax header sets the same field of an entry twice.', {
          expected: before,
          actual: value.value,
        }),
      );
    records[key] = value.value;
  }
  return ok(records);
}
