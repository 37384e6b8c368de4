import { inflateSync } from 'node:zlib';
import { orders, intentReaderOf } from '../knowledge/intents.ts';
import { isFenced, phrases, type MatchRefinement } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { pattern } from '../pattern.ts';
import { limits } from '../../limits.ts';
import { imageHeader, imageParts } from '../../preview/image.ts';
import { isMostlyText, markedText } from '../../preview/marked-text.ts';

/** H08. */
export const comments = rule({
  id: 'H08',
  family: 'hidden',
  severity: 'medium',
  title: "Instructions in comments that aren't rendered",
  why: 'A rendered page leaves comments out, but a model reads them like any other text.',
  confusedWith:
    'Licenses, tables of contents and notes for authors are ignored unless they instruct a ' +
    'model.',
  *look(document): Iterable<RuleHit> {
    const { text, kind } = document;
    if (kind.kind !== 'markdown' && kind.kind !== 'markup') return;
    const intents = intentReaderOf(document);
    let next = 0;
    for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', next)) {
      next = start + 4;
      if (isFenced(document, start)) continue;
      const close = text.indexOf('-->', start + 4);
      const end = close === -1 ? text.length : close + 3;
      const isAgainst = intents.in(start, end).length > 0;
      if (isAgainst || orders.test(text.slice(start, end)))
        yield at({ start, end }, isAgainst ? { severity: 'high' } : {});
      // A comment that starts inside another is part of it, so don't look at it twice.
      next = end;
    }
    for (const { start, end } of referenceComments(text))
      if (orders.test(text.slice(start, end))) yield at({ start, end });
  },
});

/** `[//]: # (…)`: in Markdown, an unused link definition is a comment. */
function referenceComments(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/^\[(?:\/\/|comment|_metadata_|#|\^_\^)[^\]\n]{0,40}\]:[^\n]*$/gim)].map(
    ({ 0: line, index }) => ({
      start: index,
      end: index + line.length,
    }),
  );
}

/** Requires a letter or digit after the tag, because an empty element hides nothing. */
const content = String.raw`[^<>]*?>\s*[^<\s][^<]{7,}`;
const elements = pattern(
  ['style', 'hidden', 'opacity', 'font-size', 'fill'],
  String.raw`<(?:span|div|p|font|section|small|sup|sub|b|i|a|li|td|text|tspan|details|article|aside|label|center|h\d)\b[^<>]*?\bstyle\s*=\s*["'][^"'<>]*?(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0\d*)?\s*[;"']|font-size\s*:\s*(?:0(?:\.0\d*|\.1\d*)?(?:px|em|rem|pt|%)?|[12]px|\.[01]\d*(?:em|rem))\s*[;"']|color\s*:\s*(?:white|#fff(?:fff)?|transparent|rgba\([^)]*,\s*0\))\s*[;"']|(?:left|top|text-indent)\s*:\s*-\d{3,}|(?:width|height)\s*:\s*0(?:px)?\s*;[^"']*?overflow\s*:\s*hidden|clip\s*:\s*rect\(0|line-height\s*:\s*0\s*[;"'])${content}` +
    String.raw`|<(?:span|div|p|section|li|label|article)\b[^<>]*?\s(?:hidden` +
    String.raw`|aria-hidden\s*=\s*["']true["']\s+hidden)(?:\s*=\s*["'](?:hidden|true` +
    String.raw`|)["'])?[^=<>]*?>\s*[^<\s][^<]{7,}` +
    String.raw`|<(?:text|tspan)\b[^<>]*?\b(?:(?:fill-)?opacity\s*=\s*["']0(?:\.0\d*)?["']|` +
    String.raw`font-size\s*=\s*["']0?\.?\d["']|fill\s*=\s*["'](?:none|` +
    String.raw`transparent)["'])[^<>]*?>\s*[^<\s][^<]{7,}`,
);

/** H09. */
export const hiddenElements = rule({
  id: 'H09',
  family: 'hidden',
  severity: 'high',
  title: 'Text that its style hides',
  why:
    "White on white, zero-size or off the page: people don't see it, but a model reads the " +
    'source.',
  confusedWith:
    'Parts of a page that a script shows later. Styles in a code fence are shown as source ' +
    'and ignored.',
  *look(document) {
    const scripted = document.kind.kind === 'markup' && /<script\b/i.test(document.text);
    const refine: MatchRefinement = ({ start }) =>
      isFenced(document, start)
        ? null
        : // No heading makes what nobody sees an example.
          { role: 'instruction', ...(scripted ? { severity: 'low' } : {}) };
    yield* phrases(document, elements, refine);
  },
});

/** How many empty lines, or spaces in a line, make a reader think that the text has ended. */
const fewest = { lines: 40, blanks: 200 } as const;

/** H10. */
export const farText = rule({
  id: 'H10',
  family: 'hidden',
  severity: 'medium',
  title: 'Text after a long blank stretch',
  why: 'A reader who sees only empty space stops scrolling. A model reads on.',
  confusedWith: 'Tables and drawings made of letters, padded with spaces.',
  *look({ text, kind }): Iterable<RuleHit> {
    if (kind.kind === 'binary') return;
    let from = 0;
    while (from < text.length) {
      if (!isBlank(text.charCodeAt(from))) {
        from += 1;
        continue;
      }
      let to = from;
      let lines = 0;
      let blanks = 0;
      let most = 0;
      for (; to < text.length && isBlank(text.charCodeAt(to)); to += 1) {
        if (text.charCodeAt(to) === 0x0a) {
          lines += 1;
          blanks = 0;
        } else blanks += 1;
        most = Math.max(most, text.charCodeAt(to) === 0x0a ? 0 : blanks);
      }
      // Spaces at the end of a line or file, or in a table, hide nothing.
      const isFilled = /[|+│┃║]/.test(text[to] ?? '');
      const isFar = blanks >= fewest.blanks && (!isFilled || standsOut(text, from, to));
      if (to < text.length && (lines > fewest.lines || isFar)) {
        const end = lineEnd(text, to);
        const severity = lines === 0 && acts.test(text.slice(to, Math.min(end, to + 600)));
        yield at({ start: from, end }, severity ? { severity: 'high' } : {});
      }
      from = to;
    }
  },
});

/** What nobody puts out of sight: an order, an address, or code that does something. */
const acts =
  /https?:\/\/|[\w.+-]@[\w-]+\.[a-z]{2,}|\b(?:send|upload|mail|post|forward|ignore|run|execute|read|copy|delete|never|always|must|rate|approve)\b[^|\n]{0,200}\b\w+|\b(?:eval|exec|system|require|import|fetch|curl|wget|atob|open|subprocess|child_process|Invoke-\w+|iex|base64)\b\s*[(\s.]/i;

/** A cell far right of every other line of its table, unlike one that is only aligned. */
function standsOut(text: string, from: number, to: number): boolean {
  const start = text.lastIndexOf('\n', from) + 1;
  const column = to - start;
  const rest = text.slice(to, lineEnd(text, to)).replaceAll(/[|+│┃║\s-]/g, '');
  if (rest.length < 20 || from === start) return false;
  const others = [
    ...text
      .slice(Math.max(0, start - 4_000), Math.max(0, start - 1))
      .split('\n')
      .slice(-3),
    ...text.slice(lineEnd(text, to) + 1, lineEnd(text, to) + 4_000).split('\n', 3),
  ];
  return others.every((line) => line.length < column);
}

const isBlank = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0x09 ||
  unit === 0x0a ||
  unit === 0x0d ||
  unit === 0xa0 ||
  unit === 0x3000;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** In UTF-16 units. No editor shows a line that far. */
const column = 10_000;

/** H11. */
export const longLines = rule({
  id: 'H11',
  family: 'hidden',
  severity: 'medium',
  title: 'Text beyond where a reader looks',
  why:
    'Lines of thousands of letters, and files longer than one view, have room for text that ' +
    'nobody reads.',
  confusedWith: 'Minified programs and data, which have their own rules.',
  *look({ text, kind, bytes }): Iterable<RuleHit> {
    if (kind.kind !== 'markdown' && !(kind.kind === 'text' && kind.format === 'plaintext')) return;
    let start = 0;
    for (const line of text.split('\n')) {
      const beyond = line.slice(column);
      // An embedded image is long, but says what it is.
      if (/\s\w+\s/.test(beyond)) yield at({ start: start + column, end: start + line.length });
      start += line.length + 1;
    }
    if (bytes.length > limits.textShownBytes) {
      const from = Math.min(text.length - 1, limits.textShownBytes);
      yield at({ start: from, end: text.length });
    }
  },
});

/** How much text of one block is inspected, in bytes. */
const maxBytes = 64 * 1024;
const streams = /\/(?:Title|Subject|Keywords|Author|Contents)\s*\(([^()]{8,2000})\)/g;

/** H12. */
export const imageText = rule({
  id: 'H12',
  family: 'hidden',
  severity: 'medium',
  title: 'Instructions in the hidden text of an image or PDF',
  why: "Viewers don't show this text. A model or tool that gets the file reads it.",
  confusedWith: 'Camera and program names, color profiles, captions without instructions.',
  *look({ bytes, kind }): Iterable<RuleHit> {
    if (kind.kind !== 'binary') return;
    const image = imageHeader(bytes);
    if (image !== null) {
      for (const { what, start, end } of imageParts(image.type, bytes)) {
        if (what.startsWith('data ')) continue;
        const said = textIn(bytes.subarray(start, end), what);
        if (isOrder(said))
          yield { start, end, unit: 'bytes', decoded: { path: [what], text: said } };
      }
    } else if (kind.type === 'PDF document') yield* ofPdf(bytes);
  },
});

function* ofPdf(bytes: Uint8Array): Generator<RuleHit> {
  const source = Buffer.from(bytes).toString('latin1');
  for (const { 0: whole, 1: said = '', index } of source.matchAll(streams))
    if (isOrder(said))
      yield {
        start: index,
        end: index + whole.length,
        unit: 'bytes',
        decoded: { path: ['PDF property'], text: said },
      };
  const from = source.indexOf('<x:xmpmeta');
  const to = source.indexOf('</x:xmpmeta>', from);
  const xmp =
    from === -1 || to === -1
      ? ''
      : Buffer.from(bytes.subarray(from, Math.min(to, from + maxBytes))).toString();
  if (isOrder(toPlainText(xmp)))
    yield {
      start: from,
      end: to,
      unit: 'bytes',
      decoded: { path: ['PDF metadata'], text: toPlainText(xmp) },
    };
}

/** The text of a block, unpacked if PNG compresses it. */
function textIn(block: Uint8Array, what: string): string {
  if (/zTXt|iTXt/.test(what)) {
    const zero = block.indexOf(0);
    for (let at = zero; at !== -1 && at < Math.min(block.length, zero + 200); at += 1)
      if (block[at] === 0x78) {
        try {
          return inflateSync(block.subarray(at), { maxOutputLength: maxBytes }).toString();
        } catch {
          // Not the compressed text after all, but a letter of the keyword.
        }
      }
  }
  const part = block.subarray(0, maxBytes);
  const text = Buffer.from(part).toString(isMostlyText(part) ? 'utf8' : 'latin1');
  return toPlainText(what.includes('APP1') ? text.replaceAll('\0', '') : text);
}

/** Fields, which tags and zero bytes separate, are two spaces apart. */
const toPlainText = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?<[^<>]{0,400}> ?|\0/g, '  ')
    .replace(/ {2,}/g, '  ')
    .trim();

/** The start of an order that a name and a sign of address make one: `Claude, run`. */
const addressed = /^[\w-]+(?:\s+models?)?\s*[:,]/i;
const sentenceEnd = /[.!?;:"'\u2018-\u201f(){}[\]|\n]| {2}/g;
const greeting =
  /^(?:hey|hi|hello|dear|attention|note|notice|important|warning|please|to|for|the|all|any|\s)*$/i;
/** An attacker could name an agent any number of times before the order. */
const mostMentions = 50;

/**
 * Whether the text has an order. A name within a sentence or a list addresses nobody: programs
 * write their names, and pictures have keywords and prompts ("secret agent, open door").
 */
function isOrder(said: string): boolean {
  let from = 0;
  for (let count = 0; count < mostMentions; count += 1) {
    const [found] = orders.all(said, from);
    if (found === undefined) return false;
    const name = addressed.exec(found.text)?.[0];
    if (name === undefined) return true;
    const before = said.slice(Math.max(0, found.start - 200), found.start);
    const sentence = before.split(sentenceEnd).at(-1) ?? '';
    if (greeting.test(sentence)) return true;
    // What follows the name may be an order of its own.
    from = found.start + name.length;
  }
  return true;
}

/** Some programs leave a few bytes of padding. */
const fewestTrailing = 16;

/** H13. */
export const trailingData = rule({
  id: 'H13',
  family: 'hidden',
  severity: 'medium',
  title: 'Data after the end of a file',
  why:
    'A viewer stops where the image or document ends. What follows can be a script or an ' +
    'archive that something else extracts.',
  confusedWith: 'Some phones store a short film there; a signed PDF continues after its first end.',
  *look({ bytes, kind }): Iterable<RuleHit> {
    if (kind.kind !== 'binary') return;
    const end = endOf(bytes, kind.type);
    if (end === null || bytes.length - end < fewestTrailing) return;
    const rest = bytes.subarray(end);
    if (rest.every((byte) => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20)) return;
    const isFilm = Buffer.from(rest.subarray(4, 8)).toString('latin1') === 'ftyp';
    if (!isFilm) yield { start: end, end: bytes.length, unit: 'bytes' };
  },
});

/** Where a reader of the format stops; null if that is the file's end or unknown. */
function endOf(bytes: Uint8Array, type: string): number | null {
  const image = imageHeader(bytes);
  if (image !== null)
    return (
      imageParts(image.type, bytes).find(({ what }) => what === 'data after the end of the image')
        ?.start ?? null
    );
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'PDF document') {
    const last = source.lastIndexOf('%%EOF');
    return last === -1 ? null : last + 5;
  }
  if (!/zip|Office|OpenDocument|EPUB|Java archive|Word|Excel|PowerPoint/.test(type)) return null;
  const record = source.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  return record === -1 || record + 22 > bytes.length
    ? null
    : record + 22 + source.readUInt16LE(record + 20);
}

/** H16. */
export const foreignEncoding = rule({
  id: 'H16',
  family: 'hidden',
  severity: 'low',
  title: "Text file isn't valid UTF-8",
  why:
    'Programs guess differently what such bytes mean, or drop them, so two programs may read ' +
    'two different texts.',
  confusedWith: 'Old files in Latin-1 or Windows-1252, with single accented letters only.',
  *look({ bytes, text, opened }): Iterable<RuleHit> {
    if (text === '' || opened.length > 0) return;
    const { bad } = markedText(bytes);
    const [first] = bad;
    if (first === undefined) return;
    const isLatin = bad.every(({ byte }) => byte >= 0xa0);
    const marks = bad
      .slice(0, 50)
      .map(({ index }) => ({ start: index, end: index + '\\x{E9}'.length }));
    yield {
      ...(marks[0] ?? { start: 0, end: 0 }),
      related: marks.slice(1),
      decoded: {
        path: [isLatin ? 'Latin-1' : 'not UTF-8'],
        text: said(
          bad.map(({ byte }) => byte),
          isLatin,
        ),
      },
    };
  },
});

function said(bytes: readonly number[], isLatin: boolean): string {
  if (isLatin) return Buffer.from(bytes.slice(0, 100)).toString('latin1');
  const isOverlong = bytes.some((byte) => byte === 0xc0 || byte === 0xc1);
  return `${bytes.length} bytes${isOverlong ? ', some of overlong forms' : ''}`;
}
