import { gunzip } from 'node:zlib';
import { mostExported } from './ndjson.ts';

/**
 * The text of a file that came as base64 of its gzip; null where it is none, or unpacks to more than a
 * log may have: whoever sends it chooses how much that is.
 */
export const unpackedLog = (packed: string): Promise<string | null> =>
  new Promise((resolve) => {
    gunzip(Buffer.from(packed, 'base64'), { maxOutputLength: mostExported }, (error, bytes) =>
      resolve(error === null ? new TextDecoder().decode(bytes) : null),
    );
  });
