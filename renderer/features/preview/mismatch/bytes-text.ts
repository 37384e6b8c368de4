import { escapeOf, revealInvisible } from '../../../../shared/invisible.ts';

/**
 * A text in which also what is no trouble elsewhere can be the whole difference: a byte order mark and
 * carriage returns are written out, line feeds are where lines end.
 */
export function revealBytes(text: string): string {
  const begin = text.startsWith('\u{FEFF}') ? escapeOf(0xfeff) : '';
  return begin + revealInvisible(text.slice(begin === '' ? 0 : 1)).replaceAll('\r', escapeOf(0x0d));
}
