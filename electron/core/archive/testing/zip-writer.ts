import { crc32, deflateRawSync } from 'node:zlib';
import { join, little, text } from './bytes.ts';

/** The fields that are in both headers of an entry. */
interface Fields {
  readonly name?: string | Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly packed?: number;
  readonly unpacked?: number;
  readonly extra?: Uint8Array;
}

/**
 * One entry, of which the test may choose every field; `local` and `central` forge only one header.
 */
export interface ZipPart extends Fields {
  readonly name: string | Uint8Array;
  readonly body?: string | Uint8Array;
  /** The packed bytes as written, whatever the headers say. */
  readonly data?: Uint8Array;
  /** Upper half of the external attributes. */
  readonly mode?: number;
  readonly host?: number;
  readonly offset?: number;
  readonly disk?: number;
  readonly comment?: string;
  readonly local?: Fields;
  readonly central?: Fields;
  /** Bytes before the local header. */
  readonly before?: Uint8Array;
  /** Bytes after the data: a descriptor, or something that should not be there. */
  readonly after?: Uint8Array;
  /** Only in the data, not in the directory. */
  readonly unlisted?: boolean;
}

interface EndFields {
  readonly count?: number;
  readonly here?: number;
  readonly disk?: number;
  readonly size?: number;
  readonly start?: number;
  readonly comment?: string | Uint8Array;
  readonly commentLength?: number;
  /** Bytes between the directory and the end record. */
  readonly before?: Uint8Array;
}

const deflated = (part: ZipPart): boolean => (part.method ?? 8) === 8;
const dataOf = (part: ZipPart): Uint8Array =>
  part.data ??
  (deflated(part) ? new Uint8Array(deflateRawSync(text(part.body ?? ''))) : text(part.body ?? ''));

function fields(
  part: ZipPart,
  data: Uint8Array,
  forged: Fields | undefined,
): Required<Fields> & { name: Uint8Array } {
  const body = text(part.body ?? '');
  const all = {
    flags: 0x800,
    method: 8,
    crc: crc32(body),
    packed: data.length,
    unpacked: body.length,
    extra: new Uint8Array(),
    ...part,
    ...forged,
  };
  return {
    name: text(all.name),
    flags: all.flags,
    method: all.method,
    crc: all.crc,
    packed: all.packed,
    unpacked: all.unpacked,
    extra: all.extra,
  };
}

function common({
  flags,
  method,
  crc,
  packed,
  unpacked,
  name,
  extra,
}: ReturnType<typeof fields>): Uint8Array {
  return join(
    little(flags, 2),
    little(method, 2),
    little(0, 4),
    little(crc, 4),
    little(packed, 4),
    little(unpacked, 4),
    little(name.length, 2),
    little(extra.length, 2),
  );
}

/** A zip of these entries, with a forged end record. */
export function zip(parts: readonly ZipPart[], end: EndFields = {}): Uint8Array {
  const body: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    const data = dataOf(part);
    const local = fields(part, data, part.local);
    const central = fields(part, data, part.central);
    const offset = part.offset ?? length + (part.before?.length ?? 0);
    const written = join(
      part.before ?? '',
      'PK\u0003\u0004',
      little(20, 2),
      common(local),
      local.name,
      local.extra,
      data,
      part.after ?? '',
    );
    body.push(written);
    length += written.length;
    if (part.unlisted === true) continue;
    const comment = text(part.comment ?? '');
    directory.push(
      join(
        'PK\u0001\u0002',
        new Uint8Array([20, part.host ?? 3]),
        little(20, 2),
        common(central),
        little(comment.length, 2),
        little(part.disk ?? 0, 2),
        little(0, 2),
        little((part.mode ?? 0o100644) * 65_536, 4),
        little(offset, 4),
        central.name,
        central.extra,
        comment,
      ),
    );
  }
  const note = text(end.comment ?? '');
  const total = end.count ?? directory.length;
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  return join(
    ...body,
    ...directory,
    end.before ?? '',
    'PK\u0005\u0006',
    little(end.disk ?? 0, 2),
    little(0, 2),
    little(end.here ?? total, 2),
    little(total, 2),
    little(end.size ?? size, 4),
    little(end.start ?? length, 4),
    little(end.commentLength ?? note.length, 2),
    note,
  );
}

/** A data descriptor with its signature. */
export const descriptor = (crc: number, packed: number, unpacked: number, size = 4): Uint8Array =>
  join('PK\u0007\u0008', little(crc, 4), little(packed, size), little(unpacked, size));

/** One extra field. */
export const extraField = (id: number, data: Uint8Array): Uint8Array =>
  join(little(id, 2), little(data.length, 2), data);

export const skillEntry: ZipPart = {
  name: 'SKILL.md',
  body: '---\nname: refunds\ndescription: How to refund.\n---\n# Refunds\n',
};

/** A zip of a skill: its SKILL.md and then these entries. */
export const skillZip = (...parts: readonly ZipPart[]): Uint8Array => zip([skillEntry, ...parts]);
