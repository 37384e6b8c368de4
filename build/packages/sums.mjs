import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Writes `SHA256SUMS` for these files in `folder`, for `sha256sum --check`. */
export async function writeSums(folder, names) {
  const lines = [];
  for (const name of [...names].sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
