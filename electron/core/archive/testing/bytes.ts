/** Pieces of a forged archive: text as UTF-8 and numbers as little-endian bytes. */
export const text = (value: string | Uint8Array): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value;

export function join(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map(text)));
}

/** `value` in `size` bytes. */
export function little(value: number | bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let rest = BigInt(value);
  for (let at = 0; at < size; at += 1) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}
