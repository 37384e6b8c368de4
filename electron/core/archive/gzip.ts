import { err, ok, type Result } from '../../../shared/result.ts';
import { type SizeAllowance } from './allowance.ts';
import { type ArchiveRefusal, refusal } from './archive.ts';
import { checksum, inflate } from './inflate.ts';
import { exactSize } from '../../../shared/size-text.ts';

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
export function gunzip(
  bytes: Uint8Array,
  allowed: SizeAllowance,
): Result<Uint8Array, ArchiveRefusal> {
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
