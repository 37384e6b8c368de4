import { imageHeader } from '../../preview/image.ts';
import { imageParts } from '../../preview/image-parts.ts';
import { isMostlyText } from '../../preview/marked-text.ts';
import { inflateSync } from 'node:zlib';
import { orders } from '../knowledge/orders.ts';
import { rule, type RuleHit } from '../rule.ts';

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
