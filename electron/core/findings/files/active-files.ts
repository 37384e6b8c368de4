import type { RuleDocument } from '../document.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/severity.ts';

/** How many bytes of a container are searched. */
const searched = 16 * 1024 * 1024;
const programs = /\.(?:exe|dll|scr|com|msi|lnk|hta|vbs|vbe|wsf|bat|cmd|pif|cpl|jar|apk|elf)$/i;
const macros =
  /(?:^|\/)vba(?:Project\.bin|Data\.xml)$|(?:^|\/)(?:activeX|embeddings)\/[^/]*\.bin$|^Basic\//i;

/** F03. */
export const activeContainer = rule({
  id: 'F03',
  family: 'files',
  severity: 'high',
  title: 'Document or archive that contains a program',
  why:
    "Macros and scripts run when you open the document; programs in an archive run once it's " +
    'unpacked and used. Neither shows in text.',
  confusedWith: 'Source archives, which are rated low; forms and templates that came with a macro.',
  *look(document): Iterable<RuleHit> {
    const { kind, opened } = document;
    if (kind.kind !== 'binary' || opened.length > 0) return;
    const { type } = kind;
    if (type === 'PDF document') yield* inPdf(document);
    else if (type.includes('older format')) yield* inCompound(document);
    else if (/Microsoft|OpenDocument|EPUB|^zip archive/.test(type)) yield* inZip(document, type);
    else if (/archive|package|cabinet/i.test(type) && type !== 'Java archive')
      yield bytesAt(0, Math.min(16, document.bytes.length), 'low', type);
  },
});

const bytesAt = (
  start: number,
  length: number,
  severity: FindingSeverity,
  what: string,
): RuleHit => ({
  start,
  end: start + length,
  unit: 'bytes',
  severity,
  decoded: { path: ['contents'], text: what },
});

const latin1 = ({ bytes }: RuleDocument): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searched)).toString(
    'latin1',
  );

const actions = /\/(?:JavaScript|S\s{0,20}\/Launch|EmbeddedFiles?|RichMedia)(?![A-Za-z])/g;

/** Names may use `#6A` for a letter, which readers decode. */
function* inPdf(document: RuleDocument): Generator<RuleHit> {
  const written: number[] = [];
  const text = latin1(document).replace(/#[0-9A-Fa-f]{2}/g, (code, index: number) => {
    written.push(index - 2 * written.length);
    return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
  // In the file, each such letter before a place takes two more bytes.
  const byteAt = (index: number): number =>
    index + 2 * written.filter((letter) => letter < index).length;
  for (const { 0: name, index } of text.matchAll(actions)) {
    const isCode = /JavaScript|Launch/.test(name);
    const start = byteAt(index);
    const length = byteAt(index + name.length) - start;
    yield bytesAt(start, length, isCode ? 'high' : 'medium', name);
    if (isCode) return;
  }
}

/** The names of streams in a compound file are UTF-16. */
function* inCompound({ bytes }: RuleDocument): Generator<RuleHit> {
  const held = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searched));
  for (const name of ['_VBA_PROJECT', 'Macros', 'Ole10Native']) {
    const start = held.indexOf(Buffer.from(name, 'utf16le'));
    if (start !== -1) yield bytesAt(start, name.length * 2, 'high', name);
  }
}

function* inZip(document: RuleDocument, type: string): Generator<RuleHit> {
  const isDocument = type !== 'zip archive';
  let isActive = false;
  for (const { name, start } of namesInZip(document)) {
    if (!programs.test(name) && !(isDocument && macros.test(name))) continue;
    isActive = true;
    yield bytesAt(start, name.length, 'high', name);
  }
  if (!isDocument && !isActive) yield bytesAt(0, Math.min(16, document.bytes.length), 'low', type);
}

/** Names in the central directory; an entry that is only there can't be unpacked. */
function* namesInZip({ bytes }: RuleDocument): Generator<{ name: string; start: number }> {
  const held = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searched));
  for (
    let at = held.indexOf('PK\x01\x02', 0, 'latin1');
    at !== -1 && at + 46 <= held.length;
    at = held.indexOf('PK\x01\x02', at + 46, 'latin1')
  ) {
    const length = Math.min(held.readUInt16LE(at + 28), 1_024);
    yield { name: held.toString('latin1', at + 46, at + 46 + length), start: at + 46 };
  }
}

const active =
  /<script\b|<foreignObject\b|<iframe\b|<embed\b|<object\b|\son(?:load|error|click|mouseover|begin|focus)\s*=|(?:xlink:)?href\s*=\s*["']\s*(?:javascript|data:text\/html)|<!ENTITY\b/gi;
const outside = /<(?:image|use|feImage)\b[^>]{0,300}(?:xlink:)?href\s*=\s*["']https?:/gi;

/** F05. */
export const activeDrawing = rule({
  id: 'F05',
  family: 'files',
  severity: 'high',
  title: 'Drawing that runs code or calls out',
  why: 'In a browser, it can do what a page can: run a program, and report that you opened it.',
  confusedWith: "Pages need scripts and are ignored; a picture doesn't.",
  *look({ path, text, kind }): Iterable<RuleHit> {
    if (
      kind.kind !== 'markup' ||
      !/\.svgz?$|<svg\b/i.test(`${path}\n${text.slice(0, 500)}`) ||
      /<html\b/i.test(text.slice(0, 2_000))
    )
      return;
    const found = [...text.matchAll(active), ...text.matchAll(outside)];
    for (const { 0: part, index } of found.sort((a, b) => a.index - b.index))
      yield at({ start: index, end: index + part.length });
  },
});
