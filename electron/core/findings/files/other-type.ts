import { extensionOf } from '../../preview/language.ts';
import type { RuleDocument } from '../document.ts';
import { rule, type RuleHit } from '../rule.ts';

const png = /^\x89PNG\r\n\x1a\n/;
const jpeg = /^\xff\xd8\xff/;
const zip = /^PK[\x03\x05\x07]/;
/** How files of a type start, read as Latin-1. */
const beginnings: Readonly<Record<string, RegExp>> = {
  png,
  jpg: jpeg,
  jpeg,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
  ico: /^\0\0[\x01\x02]\0|^\x89PNG/,
  pdf: /%PDF-/,
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  epub: zip,
  jar: zip,
  gz: /^\x1f\x8b/,
  tgz: /^\x1f\x8b/,
  ttf: /^(?:\0\x01\0\0|true|ttcf|OTTO)/,
  otf: /^(?:OTTO|\0\x01\0\0)/,
  woff: /^wOFF/,
  woff2: /^wOF2/,
  mp3: /^(?:ID3|\xff[\xe0-\xff])/,
  wav: /^RIFF[^]{4}WAVE/,
  ogg: /^OggS/,
  mp4: /^[^]{4}ftyp/,
  sqlite: /^SQLite format 3\0/,
};
const byMime: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'font/ttf': 'ttf',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
};
const textual = new Set(
  (
    'md markdown mdx txt rst csv tsv json jsonl yaml yml toml ini cfg conf xml html htm svg css ' +
    'js mjs cjs jsx ts tsx py rb sh bash zsh ps1 bat sql tex log'
  ).split(' '),
);

/** F04. */
export const otherType = rule({
  id: 'F04',
  family: 'files',
  severity: 'medium',
  title: "Name or declared type doesn't match the content",
  why:
    "People ignore an image, while a program goes by a file's first bytes. One can pass as " +
    'the other.',
  confusedWith: "Files named in a hurry; images of one format with another's extension.",
  *look(document): Iterable<RuleHit> {
    const { path, bytes, mimeType, opened } = document;
    if (opened.length > 0 || bytes.length === 0) return;
    const extension = extensionOf(path);
    const mime = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const said =
      claim(document, extension, `.${extension}`) ??
      claim(document, Object.hasOwn(byMime, mime) ? (byMime[mime] ?? '') : '', mime) ??
      (mime.startsWith('text/') && mime !== 'text/plain' ? claim(document, 'txt', mime) : null);
    if (said === null) return;
    const isBytes = document.kind.kind === 'binary';
    const end = isBytes ? Math.min(16, bytes.length) : firstLine(document.text);
    yield {
      start: 0,
      end,
      ...(isBytes ? { unit: 'bytes' as const } : {}),
      role: 'code',
      decoded: { path: ['first bytes'], text: said },
    };
  },
});

/** Why the name is wrong, in a few words; null if it isn't or the type is unknown. */
function claim(document: RuleDocument, type: string, said: string): string | null {
  const { kind, bytes } = document;
  const is = kind.kind === 'binary' ? kind.type : 'text';
  if (Object.hasOwn(beginnings, type)) {
    const start = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
    return beginnings[type]?.test(start) === true ? null : `${said}, but ${is}`;
  }
  if (!textual.has(type) || kind.kind !== 'binary') return null;
  return /unknown type|UTF-16/.test(kind.type) ? null : `${said}, but ${is}`;
}

function firstLine(text: string): number {
  const end = text.indexOf('\n');
  return Math.min(200, end < 1 ? text.length : end);
}
