import { exactTextOf, mediaTypeOf } from '../../core/media-type.ts';
import type { JsonObject } from './message.ts';

/**
 * `contents` of a file whose bytes have the approved digest. Its type comes from the name that was
 * approved, else from the bytes, not from what the server calls it; the bytes are never rewritten.
 */
export function fileContent(uri: string, bytes: Uint8Array): JsonObject {
  const text = exactTextOf(bytes);
  const mimeType = mediaTypeOf(uri, bytes);
  return text === null
    ? { uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
    : { uri, mimeType, text };
}
