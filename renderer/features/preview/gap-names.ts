import type { UnreadGap } from '../../store/shown/file-shown.ts';

/**
 * Names each gap: `Lines 12–40`, `Bytes 0–1,024`. @param text the text that the offsets refer to.
 */
export function gapNames(gaps: readonly UnreadGap[], text: string): readonly string[] {
  let line = 1;
  let at = 0;
  const lineOf = (offset: number): number => {
    for (let end = text.indexOf('\n', at); end !== -1 && end < offset;) {
      line += 1;
      at = end + 1;
      end = text.indexOf('\n', at);
    }
    return line;
  };
  return gaps.map(({ part, range: [from, to] }) => {
    if (part === 'image') return 'The picture';
    if (part === 'whole') return 'All bytes of the file';
    if (/^(?:rest|text) /.test(part)) return 'What is in the file besides its picture';
    if (part === 'hex') return `Bytes ${from.toLocaleString('en')}–${to.toLocaleString('en')}`;
    const first = lineOf(from + 1);
    const last = lineOf(to);
    return first === last ? `Line ${first}` : `Lines ${first}–${last}`;
  });
}
