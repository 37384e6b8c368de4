/** Rows per block; only blocks in view are laid out. */
export const blockRows = 64;

/**
 * A hex dump: offset, bytes and their printable ASCII.
 * @param at byte offset that the first row shows.
 */
export function hexRows(bytes: Uint8Array, at: number, perRow: 8 | 16): string {
  const lines: string[] = [];
  const width = perRow * 3;
  for (let offset = 0; offset < bytes.length; offset += perRow) {
    const row = [...bytes.subarray(offset, offset + perRow)];
    const hex = row
      .map((byte, index) => `${index === 8 ? ' ' : ''}${byte.toString(16).padStart(2, '0')}`)
      .join(' ');
    const text = row
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    lines.push(`${(at + offset).toString(16).padStart(8, '0')}  ${hex.padEnd(width)}  ${text}`);
  }
  return lines.join('\n');
}
