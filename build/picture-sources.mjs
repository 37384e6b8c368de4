import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from './changed.mjs';
import { partsFor } from './lanes.mjs';

/** Comparing the pictures takes minutes; comparing a digest of what they're drawn from doesn't. */
const root = fileURLToPath(new URL('..', import.meta.url));
const kept = join(root, 'e2e/pictures/drawn-from');

const isPicture = (path) => /^(?:e2e|build)\/pictures(?:\/|\.mjs$)/.test(path);

/** Whether a change to this path alone asks for the pictures and for nothing else. */
export function isPictureSource(path) {
  const parts = partsFor([path]);
  return parts.length === 1 && parts[0] === 'pictures' && !isPicture(path);
}

/** A digest of the files that decide how the page looks; null without git. */
export function digestOfPictureSources() {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard');
  if (listed === null) return null;
  const digest = createHash('sha256');
  for (const path of [...new Set(listed.split('\n'))].sort()) {
    if (!isPictureSource(path) || !existsSync(join(root, path))) continue;
    digest
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return digest.digest('hex');
}

/** Keeps beside the pictures the digest of what they were drawn from. */
export function keepPictureSources(digest) {
  if (digest !== null) writeFileSync(kept, `${digest}\n`);
}

/** A line that says that the pictures are older than their sources; null if they aren't. */
export function describeOldPictures() {
  const digest = digestOfPictureSources();
  if (digest === null || (existsSync(kept) && readFileSync(kept, 'utf8').trim() === digest))
    return null;
  return 'The pictures are older than the page: run `npm run pictures`.';
}
