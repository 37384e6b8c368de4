import { escapeOf, revealInvisible } from '../../../../shared/invisible.ts';

/**
 * Writes out even usually harmless characters, which may be the whole difference: a byte order mark
 * and carriage returns. Line feeds end lines.
 */
export function revealBytes(text: string): string {
  const begin = text.startsWith('\u{FEFF}') ? escapeOf(0xfeff) : '';
  return begin + revealInvisible(text.slice(begin === '' ? 0 : 1)).replaceAll('\r', escapeOf(0x0d));
}
