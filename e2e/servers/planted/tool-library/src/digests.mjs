import { createHash } from 'node:crypto';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** As entries of skills have it. */
export const digestOf = (bytes) => `sha256:${sha256(bytes)}`;

/** As an ETag has it: our proxy's log writes them in capitals, and greps for them so. */
export const tagOf = (bytes) => sha256(bytes).toUpperCase();
