import { imageHeader } from '../../preview/image.ts';
import { imageParts } from '../../preview/image-parts.ts';
import { rule, type RuleHit } from '../rule.ts';

/** Some programs leave a few bytes of padding. */
const fewest = 16;

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
    if (end === null || bytes.length - end < fewest) return;
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
