import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `node build/confusables.mjs` writes the table of characters that imitate ASCII ones from
 * Unicode's data (UTS #39, `confusables.txt`), which the editor ships in compact form. `--check`
 * only compares; the build runs it, so no bundle has an unreadable or outdated table.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
export const sourcePath = `${root}node_modules/monaco-editor/esm/vs/base/common/strings.js`;
export const tablePath = `${root}shared/confusables/table.ts`;

/** Characters that the data omits or treats as two, by what they look like. */
const added = {
  '"': '\u201c\u201d\u201e\u201f\u2033\u301d\u301e\u301f\u02ba\u02ee\u275d\u275e',
  "'": '\u2018\u2019\u201a\u201b\u2032\u275b\u275c',
  '-': '\u2014\u2015\u2043\u02d7',
  '.': '\u3002\uff61\u2025',
  '|': '\u01c0\u05c0\u2223\u23d0\u2502\u2503\u2758\u2759\u275a\uffe8\u2016\u2225',
  '/': '\u0337\u0338\u2571\u2215\u2044',
  '\\': '\u2572',
  '=': '\ua78a',
  ';': '\u061b',
  '%': '\u066a',
  ':': '\u2236\ua789\ufe13\ufe30',
  '<': '\u2039\u276c\u3008\u27e8',
  '>': '\u203a\u276d\u3009\u27e9',
  '&': '\u214b',
  // Letters that look like two or three ASCII ones.
  ff: '\ufb00',
  fi: '\ufb01',
  fl: '\ufb02',
  ffi: '\ufb03',
  ffl: '\ufb04',
  st: '\ufb05\ufb06',
  ij: '\u0133',
  IJ: '\u0132',
  lj: '\u01c9',
  LJ: '\u01c7',
  nj: '\u01cc',
  NJ: '\u01ca',
  dz: '\u01f3',
  DZ: '\u01f1',
};
/** Characters that don't look like what the data says and are common in prose. */
const left = new Set('\u00d7\u00b4\u00b8\u2022\u2795\u2796\u2026'.split(''));

/** Maps the code point to the ASCII character; throws if the data isn't as expected. */
export function readConfusables(source) {
  const json = /JSON\.parse\('(\{.*?\})'\)/s.exec(source)?.[1];
  if (json === undefined) throw new Error('the table of confusable characters was not found');
  const groups = JSON.parse(json.replaceAll('\\"', '"'));
  const pairs = [...(groups['_common'] ?? []), ...(groups['_default'] ?? [])];
  const table = new Map();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [from, to] = [pairs[at], pairs[at + 1]];
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0x80 || to > 0x7e)
      throw new Error(`the table of confusable characters has an odd pair: ${from}, ${to}`);
    table.set(from, String.fromCharCode(to));
  }
  if (table.size < 1_000 || table.get(0x2215) !== '/' || table.get(0x430) !== 'a')
    throw new Error(`the table of confusable characters has only ${table.size} entries`);
  return table;
}

/** The table as a module, with one line per ASCII character. */
export function tableSource(data) {
  const table = new Map(data);
  // Not all forms that differ only in width are in the data.
  for (const [from, to] of [
    [0xff01, 0xff5e],
    [0xfe50, 0xfe6b],
  ])
    for (let point = from; point <= to; point += 1) {
      const plain = String.fromCodePoint(point).normalize('NFKC');
      if (/^[!-~]$/.test(plain)) table.set(point, plain);
    }
  for (const [plain, signs] of Object.entries(added))
    for (const sign of signs) table.set(sign.codePointAt(0), plain);
  const byPlain = new Map();
  for (const [point, plain] of [...table].sort(([a], [b]) => a - b)) {
    const char = String.fromCodePoint(point);
    if (plain === ' ' || left.has(char)) continue;
    // They look like the straight quotation mark, which shells and languages read.
    const read = plain === '`' && /[\u2018\u2019]/.test(char) ? "'" : plain;
    byPlain.set(read, (byPlain.get(read) ?? '') + escaped(point));
  }
  const lines = [...byPlain]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([plain, chars]) => `  [${JSON.stringify(plain)},${wrapped(chars)}],`);
  return `// oxfmt-ignore
// Written by build/confusables.mjs from Unicode's confusables (UTS #39; Unicode License v3).
/** ASCII characters, each with those that are drawn like it. Spaces are left to \`invisible.ts\`. */
export const confusableTable: readonly (readonly [ascii: string, imitations: string])[] = [
${lines.join('\n')}
];
`;
}

/** A literal of escaped characters; several, each on a line of its own, if they're too long for one. */
function wrapped(chars) {
  if (chars.length <= 84) return ` "${chars}"`;
  const pieces = chars.match(/(?:\\u\{[^}]*\}|\\u.{4}){1,10}/g) ?? [];
  return `\n    "${pieces.join('" +\n    "')}"`;
}

const escaped = (point) =>
  point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;

/** Throws if the repository's table differs from the data's. */
export function checkConfusables(source = readFileSync(sourcePath, 'utf8')) {
  if (readFileSync(tablePath, 'utf8') !== tableSource(readConfusables(source)))
    throw new Error(
      'shared/confusables/table.ts differs from the data; run node build/confusables.mjs',
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) checkConfusables();
  else writeFileSync(tablePath, tableSource(readConfusables(readFileSync(sourcePath, 'utf8'))));
}
