import { isUtf8 } from 'node:buffer';
import type { ExplanationId } from '../../../shared/model/verdict.ts';
import { parseFrontmatter } from '../frontmatter/frontmatter.ts';

/**
 * Bytes that may have become the received content, or the reverse; `of`: in words, after "matches".
 */
export interface ByteRewriting {
  readonly id: ExplanationId;
  readonly of: string;
  readonly make: () => Uint8Array | string | null;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
/**
 * The characters of the bytes 0x80 to 0x9F in windows-1252. A table, because some Node releases
 * decode Latin-1 under that name.
 */
const upper = `20AC 0081 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 008D 017D 008F
0090 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 009D 017E 0178`
  .split(/\s/)
  .map((point) => String.fromCharCode(Number.parseInt(point, 16)));
const byteOf = new Map(upper.map((char, at) => [char, 0x80 + at]));

const asWindows = (latin: string): string =>
  latin.replaceAll(/[\u{80}-\u{9F}]/gu, (char) => upper[char.charCodeAt(0) - 0x80] ?? char);

/** The bytes of this text in windows-1252; null if it has none. */
function fromWindows(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const byte = byteOf.get(text[at] ?? '') ?? unit;
    // No byte of windows-1252 is one of these characters.
    if (byte > 0xff || (unit >= 0x80 && unit < 0xa0 && !byteOf.has(text[at] ?? ''))) return null;
    bytes[at] = byte;
  }
  return bytes;
}

function quotedIn(text: string): string | null {
  if (!text.trimStart().startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function bodyOf(text: string): string | null {
  const parsed = parseFrontmatter(text);
  return parsed.ok ? parsed.value.body : null;
}

/** If a text's bytes in another encoding are UTF-8, it was read in that encoding by mistake. */
const inBytes = (encoding: string, bytes: Uint8Array | null): ByteRewriting =>
  bytes !== null && isUtf8(bytes)
    ? {
        id: 'decoded-wrongly',
        of: `the bytes before they were read as ${encoding} and written as UTF-8`,
        make: () => bytes,
      }
    : { id: 'other-encoding', of: `the same text in ${encoding}`, make: () => bytes };

/** The ways to rewrite a text. */
export const textRewritings = (text: string): readonly ByteRewriting[] => [
  {
    id: 'normalised',
    of: 'the same text in Unicode form NFC',
    make: () => text.normalize('NFC'),
  },
  {
    id: 'normalised',
    of: 'the same text in Unicode form NFD',
    make: () => text.normalize('NFD'),
  },
  {
    id: 'encoded-twice',
    of: 'the received content decoded from base64: it was encoded once too often',
    make: () => (base64.test(text.replaceAll(/\s/g, '')) ? Buffer.from(text, 'base64') : null),
  },
  {
    id: 'json-quoted',
    of: 'the same text as a quoted JSON string',
    make: () => JSON.stringify(text),
  },
  {
    id: 'json-quoted',
    of: 'the text in the received JSON string: it was quoted once too often',
    make: () => quotedIn(text),
  },
  inBytes('windows-1252', fromWindows(text)),
  inBytes('Latin-1', latin1(text)),
  {
    id: 'other-encoding',
    of: 'the same text in UTF-16 (little-endian)',
    make: () => Buffer.from(text, 'utf16le'),
  },
  {
    id: 'other-encoding',
    of: 'the same text in UTF-16 (little-endian, with a byte order mark)',
    make: () => Buffer.from(`\u{FEFF}${text}`, 'utf16le'),
  },
  {
    id: 'without-frontmatter',
    of: 'the text after the frontmatter, not the whole file',
    make: () => bodyOf(text),
  },
  {
    id: 'without-frontmatter',
    of: 'the text after the frontmatter, without leading and trailing whitespace',
    make: () => bodyOf(text)?.trim() ?? null,
  },
];

/** The bytes of a text in Latin-1; null if it has characters above U+00FF. */
const latin1 = (text: string): Uint8Array | null =>
  /[^\0-\u{FF}]/u.test(text) ? null : Buffer.from(text, 'latin1');

/** The ways to rewrite any bytes. */
export const byteRewritings = (bytes: Uint8Array): readonly ByteRewriting[] => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [
    {
      id: 'encoded',
      of: 'the received content encoded as base64, not its bytes',
      make: () => buffer.toString('base64'),
    },
    {
      id: 'decoded-wrongly',
      of: 'the received content read as windows-1252 and written as UTF-8',
      make: () => asWindows(buffer.toString('latin1')),
    },
    {
      id: 'decoded-wrongly',
      of: 'the received content read as Latin-1 and written as UTF-8',
      make: () => buffer.toString('latin1'),
    },
    {
      id: 'decoded-wrongly',
      of: 'the received content read as UTF-8, with U+FFFD for each invalid byte',
      make: () => buffer.toString('utf8'),
    },
  ];
};
