import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kept = fileURLToPath(new URL('../../.cache/mutation/incremental.json', import.meta.url));
const rooms =
  /^(electron\/(?:core|engine)\/[^/.]+|electron\/core|electron\/engine|electron\/storage|shared\/host)(?=\/)/;

/** Every mutant known from all slices so far, with its file. */
const known = () =>
  Object.entries(JSON.parse(readFileSync(kept, 'utf8')).files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ file, ...mutant })),
  );

/**
 * Prints the results per folder. A mutant that ended in an endless loop is killed; one that no test
 * reaches survives. One that was skipped or couldn't run doesn't count.
 */
export function printFigures() {
  const folders = new Map();
  for (const { file, status } of known()) {
    const folder = rooms.exec(file)?.[1] ?? file;
    const sum = folders.get(folder) ?? { killed: 0, survived: 0, unreached: 0, out: 0 };
    if (status === 'Killed' || status === 'Timeout') sum.killed += 1;
    else if (status === 'Survived') sum.survived += 1;
    else if (status === 'NoCoverage') sum.unreached += 1;
    else sum.out += 1;
    folders.set(folder, sum);
  }
  for (const [folder, { killed, survived, unreached, out }] of [...folders].toSorted()) {
    const all = killed + survived + unreached;
    const share = all === 0 ? '–' : `${((100 * killed) / all).toFixed(1)} %`;
    const rest = `survived ${survived}, unreached ${unreached}, left out ${out}`;
    console.log(`${folder.padEnd(32)} ${share.padStart(8)} of ${all}: ${rest}`);
  }
}

/** Every mutant that nothing killed, of files whose path begins with `prefix`. */
const survivors = (prefix) =>
  known().filter(
    ({ file, status }) =>
      file.startsWith(prefix) && (status === 'Survived' || status === 'NoCoverage'),
  );

/** Their positions, in Stryker's notation for a part of a file. */
export const survivorsAsSlice = (prefix) =>
  survivors(prefix).map(({ file, location: { start, end } }) => {
    const from = `${start.line}:${start.column - 1}`;
    return `${file}:${from}-${end.line}:${end.column - 1}`;
  });

export function printSurvivors(prefix) {
  for (const { file, location, mutatorName, replacement, status } of survivors(prefix)) {
    const { line, column } = location.start;
    const mark = status === 'NoCoverage' ? 'unreached' : 'survived';
    const text = replacement.replace(/\s+/g, ' ').slice(0, 120);
    console.log(`${file}:${line}:${column} ${mark} ${mutatorName}: ${text}`);
  }
}
