import { gunzip } from 'node:zlib';
import { mostExported } from './ndjson.ts';

/**
 * Decodes a file from the base64 of its gzip; null if it's invalid or unpacks to more than a log
 * may hold, because its sender chooses the unpacked size.
 */
export const unpackedLog = (packed: string): Promise<string | null> =>
  new Promise((resolve) => {
    gunzip(Buffer.from(packed, 'base64'), { maxOutputLength: mostExported }, (error, bytes) =>
      resolve(error === null ? new TextDecoder().decode(bytes) : null),
    );
  });
