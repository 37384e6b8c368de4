import { previewOf } from '../preview.ts';

/** Files forged byte by byte: text stands for its Latin-1 bytes. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const raw = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part,
    ),
  );
export const of = (path: string, bytes: Uint8Array, full = false) =>
  previewOf({ path, bytes, full });
export const be32 = (value: number): number[] => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
export const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
export const png = (width: number, height: number): Uint8Array =>
  raw('\x89PNG\r\n\x1a\n', be32(13), 'IHDR', be32(width), be32(height), zeros(20));
