/**
 * A hex dump, 16 bytes on a line: offset, bytes, and the printable ASCII among them.
 * @param limit most bytes shown.
 */
export function hexDump(bytes: Uint8Array, limit = 4096): string {
  const lines: string[] = [];
  for (let offset = 0; offset < Math.min(bytes.length, limit); offset += 16) {
    const row = [...bytes.subarray(offset, Math.min(offset + 16, limit))];
    const hex = row
      .map((byte, index) => `${index === 8 ? ' ' : ''}${byte.toString(16).padStart(2, '0')}`)
      .join(' ');
    const text = row
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(48)}  ${text}`);
  }
  return lines.join('\n');
}
