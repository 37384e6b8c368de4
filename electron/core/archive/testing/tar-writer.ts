import { crc32, deflateRawSync } from 'node:zlib';
import { join, little, text } from './bytes.ts';

/** One block and its content, of which the test may choose every field. */
export interface TarPart {
  readonly name: string | Uint8Array;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly linkName?: string;
  readonly mode?: number;
  /** As written in the header; the body's length by default. */
  readonly size?: number | Uint8Array;
  readonly prefix?: string;
  readonly magic?: string;
  /** Whether the checksum is wrong. */
  readonly broken?: boolean;
}

const octal = (value: number, size: number): Uint8Array =>
  text(`${value.toString(8).padStart(size - 1, '0')}\0`);

/** The header block alone. */
export function tarHeaderBlock(part: TarPart): Uint8Array {
  const header = new Uint8Array(512);
  const body = text(part.body ?? '');
  const size = part.size ?? body.length;
  header.set(text(part.name).subarray(0, 100), 0);
  header.set(octal(part.mode ?? 0o644, 8), 100);
  header.set(octal(0, 8), 108);
  header.set(octal(0, 8), 116);
  header.set(typeof size === 'number' ? octal(size, 12) : size, 124);
  header.set(octal(0, 12), 136);
  header.set(text('        '), 148);
  header.set(text(part.type ?? '0'), 156);
  header.set(text(part.linkName ?? ''), 157);
  header.set(text(part.magic ?? 'ustar\u000000'), 257);
  header.set(text(part.prefix ?? ''), 345);
  const sum = header.reduce((total, byte) => total + byte, 0) + (part.broken === true ? 1 : 0);
  header.set(text(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return header;
}

/** A header with its padded body. */
export function tarPart(part: TarPart): Uint8Array {
  const body = text(part.body ?? '');
  return join(tarHeaderBlock(part), body, new Uint8Array((512 - (body.length % 512)) % 512));
}

export const tarEnd = new Uint8Array(1024);
export const tar = (parts: readonly TarPart[], end: Uint8Array = tarEnd): Uint8Array =>
  join(...parts.map(tarPart), end);

/** One pax record, its length counted. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = text(rest).length;
  let length = bytes + String(bytes).length;
  if (bytes + String(length).length !== length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

/** A gzip member with any parts of its header and trailer forged. */
export function gzip(
  body: Uint8Array,
  forged: {
    flags?: number;
    optional?: Uint8Array;
    crc?: number;
    size?: number;
    method?: number;
  } = {},
): Uint8Array {
  const header = new Uint8Array([
    0x1f,
    0x8b,
    forged.method ?? 8,
    forged.flags ?? 0,
    0,
    0,
    0,
    0,
    0,
    3,
  ]);
  return join(
    header,
    forged.optional ?? new Uint8Array(),
    new Uint8Array(deflateRawSync(body)),
    little(forged.crc ?? crc32(body), 4),
    little(forged.size ?? body.length, 4),
  );
}

export const skillFile: TarPart = {
  name: 'SKILL.md',
  body: '---\nname: refunds\ndescription: How to refund.\n---\n# Refunds\n',
};

/** A `.tar.gz` of a skill: its SKILL.md and then these parts. */
export const tarGz = (...parts: readonly TarPart[]): Uint8Array => gzip(tar([skillFile, ...parts]));
