import { crc32, deflateRawSync } from 'node:zlib';
import { join, little } from './bytes.ts';
import { gzip, paxRecord, skillFile, tar, type TarPart, tarHeaderBlock } from './tar-writer.ts';
import { descriptor, skillEntry, zip, type ZipPart } from './zip-writer.ts';

/** One forged archive. `name` says how to recreate it. */
export interface Mutant {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** Whole numbers from 0 below `below`, the same ones for the same seed (mulberry32). */
export type Chance = (below: number) => number;

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const pick = <T>(any: Chance, list: readonly T[]): T => list[any(list.length)] as T;
const hostile = [
  '../evil',
  '..',
  '/etc/passwd',
  'C:/x',
  'c:x',
  '\\\\host\\share',
  '//host/x',
  'a\\b',
  'a//b',
  './a',
  '.',
  'a/./b',
  'a/../b',
  'a/..',
  'a\nb',
  'x\u202ey',
  'skill.md',
  'SKILL.md',
  'SKILL.md/x',
  'docs',
  'DOCS/a',
  'docs/a',
  `${'d/'.repeat(40)}x`,
  'caf\u00e9',
  'cafe\u0301',
  'a'.repeat(99),
  '\u0000',
  'a\u0000b',
  '',
] as const;
const numbers = [
  0, 1, 2, 7, 8, 30, 46, 100, 0x7f, 0xff, 0x100, 0x7fff, 0xffff, 0x1_0000, 0x7fff_ffff, 0xffff_fffe,
  0xffff_ffff,
] as const;
const bodies = [
  '',
  'x',
  'Ask first.\n',
  '0123456789'.repeat(60),
  '\u0000'.repeat(3_000),
  'a'.repeat(20_000),
  'PK\u0005\u0006',
  'PK\u0003\u0004',
] as const;

function tarParts(any: Chance): TarPart[] {
  const parts: TarPart[] = any(20) === 0 ? [] : [skillFile];
  for (let left = any(5); left > 0; left -= 1) {
    const name = any(3) === 0 ? pick(any, hostile) : `docs/${any(1_000)}.md`;
    const type =
      any(3) === 0
        ? pick(any, ['0', '\u0000', '1', '2', '5', '5', 'x', 'g', 'L', 'K', 'S', '3', '7', 'V'])
        : '0';
    const target = any(2) === 0 ? 'SKILL.md' : pick(any, hostile);
    if (any(6) === 0)
      parts.push(
        any(2) === 0
          ? {
              name: 'pax',
              type: 'x',
              body: paxRecord(
                pick(any, ['path', 'linkpath', 'mtime', 'size', 'GNU.sparse.name']),
                pick(any, hostile),
              ),
            }
          : { name: 'long', type: any(2) === 0 ? 'L' : 'K', body: `${pick(any, hostile)}\u0000` },
      );
    const body = 'xgLK'.includes(type)
      ? pick(any, [
          `${pick(any, hostile)}\u0000`,
          paxRecord('path', pick(any, hostile)),
          '9 path=a\n',
          '',
        ])
      : type === '0'
        ? pick(any, bodies)
        : '';
    parts.push({
      name,
      type,
      body,
      mode: any(0o10000),
      ...(type === '1' || type === '2' ? { linkName: target } : {}),
      ...(any(25) === 0 ? { size: pick(any, numbers) % 8_589_934_592 } : {}),
      ...(any(40) === 0 ? { prefix: pick(any, hostile) } : {}),
    });
  }
  return parts;
}

function zipParts(any: Chance): ZipPart[] {
  const parts: ZipPart[] = any(20) === 0 ? [] : [skillEntry];
  for (let left = any(5); left > 0; left -= 1) {
    const name = any(3) === 0 ? pick(any, hostile) : `docs/${any(1_000)}.md`;
    const link = any(8) === 0;
    const body = link ? pick(any, hostile) : pick(any, bodies);
    const streamed = any(6) === 0;
    const method = any(10) === 0 ? pick(any, [0, 1, 9, 12, 99]) : any(2) * 8;
    const packed = method === 8 ? deflateRawSync(body).length : Buffer.byteLength(body);
    const field = pick(any, ['crc', 'packed', 'unpacked', 'method', 'flags']);
    const lie =
      any(8) === 0 ? { [pick(any, ['local', 'central'])]: { [field]: pick(any, numbers) } } : {};
    parts.push({
      name,
      body,
      method,
      flags: streamed ? 0x808 : 0x800,
      mode: link ? 0o120777 : pick(any, [0o100644, 0o100755, 0o104755, 0, 0o40755, any(0x10000)]),
      ...(streamed
        ? { after: descriptor(crc32(body), packed, Buffer.byteLength(body), any(8) === 0 ? 8 : 4) }
        : {}),
      ...(any(40) === 0 ? { offset: pick(any, numbers) } : {}),
      ...(any(40) === 0 ? { before: join('PK') } : {}),
      ...lie,
    });
  }
  return parts;
}

/** Flips, overwrites, cuts, duplicates or moves some bytes. */
function spoil(any: Chance, bytes: Uint8Array): Uint8Array {
  let spoilt = new Uint8Array(bytes);
  for (let left = 1 + any(4); left > 0 && spoilt.length > 0; left -= 1) {
    const at = any(spoilt.length);
    const to = Math.min(spoilt.length, at + 1 + any(64));
    const how = any(7);
    if (how <= 1) spoilt[at] = (spoilt[at] ?? 0) ^ (1 << any(8));
    else if (how === 2) spoilt[at] = any(256);
    else if (how === 3)
      spoilt.set(little(pick(any, numbers), 4).subarray(0, spoilt.length - at), at);
    else if (how === 4)
      spoilt = join(spoilt.subarray(0, at), spoilt.subarray(to)) as Uint8Array<ArrayBuffer>;
    else if (how === 5)
      spoilt = join(spoilt.subarray(0, to), spoilt.subarray(at)) as Uint8Array<ArrayBuffer>;
    else
      spoilt = spoilt.slice(
        0,
        any(20) === 0 ? at : spoilt.length - any(Math.min(30, spoilt.length)),
      );
  }
  return spoilt;
}

/** Corrupts one header of a tar and fixes its checksum, so that readers accept the header. */
function spoilHeader(any: Chance, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 512) return bytes;
  const at = any(Math.max(1, bytes.length / 512 - 2)) * 512;
  const spoilt = new Uint8Array(bytes);
  const start = at + pick(any, [0, 100, 124, 156, 157, 257, 345, 475]);
  for (let left = 1 + any(3); left > 0; left -= 1)
    spoilt[Math.min(spoilt.length - 1, start + any(12))] = pick(any, [
      0,
      0x2e,
      0x2f,
      0x30,
      0x37,
      0x5c,
      0x80,
      0xff,
      any(256),
    ]);
  const header = spoilt.subarray(at, at + 512);
  header.fill(0x20, 148, 156);
  header.set(
    new TextEncoder().encode(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
    ),
    148,
  );
  return spoilt;
}

function tarMutant(any: Chance): Uint8Array {
  const plain = tar(
    tarParts(any),
    any(30) === 0 ? new Uint8Array(512 * any(4)) : new Uint8Array(1_024),
  );
  const how = any(10);
  if (how <= 2) return gzip(plain);
  if (how <= 5) return gzip(spoilHeader(any, plain));
  if (how === 6) return gzip(spoil(any, plain));
  if (how === 7)
    return gzip(
      join(
        plain.subarray(0, -1_024),
        tarHeaderBlock({ name: pick(any, hostile), type: pick(any, ['0', '2', '5', 'x', 'L']) }),
        new Uint8Array(1_024),
      ),
    );
  return spoil(any, gzip(plain));
}

function zipMutant(any: Chance): Uint8Array {
  const lie =
    any(6) === 0
      ? {
          [pick(any, ['count', 'here', 'disk', 'size', 'start', 'commentLength'])]: pick(
            any,
            numbers,
          ),
        }
      : {};
  const bytes = zip(zipParts(any), lie);
  return any(2) === 0 ? bytes : spoil(any, bytes);
}

/**
 * Makes a number of forged archives, half of each kind. The same seed and round give the same
 * bytes.
 */
export function* mutants(seed: number, rounds: number): Generator<Mutant> {
  for (let round = 0; round < rounds; round += 1) {
    const any = chance(Math.imul(seed, 1_000_003) + round);
    yield {
      bytes: round % 2 === 0 ? tarMutant(any) : zipMutant(any),
      name: `seed ${seed}, round ${round}`,
    };
  }
}
