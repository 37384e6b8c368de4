import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A random part of what is mutated: of each file below `folder` (or of one file) one line in `share`, chosen by `seed`
 * and the line's place, so that the same seed gives the same lines while a file doesn't change. Mutants
 * of several lines (a whole block taken out) are never in it: tests notice those most easily, so a
 * sample says rather less than the whole would.
 */
export const sampled = (share, seed, folder) =>
  sources(folder).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines
      .map((_, index) => index + 1)
      .filter((line) => numberOf(`${seed}:${file}:${line}`) % share === 0)
      .map((line) => `${file}:${line}-${line}`);
  });

const numberOf = (text) => createHash('sha256').update(text).digest().readUInt32BE(0);

const sources = (place) => (statSync(place).isFile() ? [place] : sourcesBelow(place));

const sourcesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/\.(?:test|fixture)\.ts$|\/testing\//.test(file))
    .toSorted();
