import { crc32, inflateRawSync } from 'node:zlib';
import { err, ok, type Result } from '../../../shared/result.ts';

/**
 * The content of a deflate stream. `consumed`: packed bytes up to its end, possibly before the
 * input's.
 */
export interface InflatedBytes {
  readonly bytes: Uint8Array;
  readonly consumed: number;
}

/**
 * Inflates one raw deflate stream and stops as soon as it exceeds `most` bytes, because its author
 * controls how large it gets.
 */
export function inflate(
  packed: Uint8Array,
  most: number,
): Result<InflatedBytes, 'too-large' | 'damaged'> {
  try {
    // With `info`, zlib returns both, but its types have only the bytes.
    const answer = inflateRawSync(packed, {
      maxOutputLength: Math.max(1, most),
      info: true,
    }) as unknown as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    if (answer.buffer.length > most) return err('too-large');
    return ok({ bytes: answer.buffer, consumed: answer.engine.bytesWritten });
  } catch (error) {
    return err(
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'too-large'
        : 'damaged',
    );
  }
}

/** CRC-32 as zip and gzip write it: unsigned. */
export const checksum = (bytes: Uint8Array): number => crc32(bytes) >>> 0;
