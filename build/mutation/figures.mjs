import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kept = fileURLToPath(new URL('../../.cache/mutation/incremental.json', import.meta.url));
const rooms =
  /^(electron\/(?:core|usecases)\/[^/.]+|electron\/core|electron\/storage|shared\/host)(?=\/)/;

/**
 * Prints, per folder, what is known from all slices so far. A mutant that ended in an endless loop
 * is killed, too; one that no test reaches survives. Of mutants that could not run nothing is said.
 */
export function printFigures() {
  const folders = new Map();
  for (const [name, { mutants }] of Object.entries(JSON.parse(readFileSync(kept, 'utf8')).files)) {
    const folder = rooms.exec(name)?.[1] ?? name;
    const sum = folders.get(folder) ?? { killed: 0, survived: 0, unreached: 0 };
    for (const { status } of mutants) {
      if (status === 'Killed' || status === 'Timeout') sum.killed += 1;
      else if (status === 'Survived') sum.survived += 1;
      else if (status === 'NoCoverage') sum.unreached += 1;
    }
    folders.set(folder, sum);
  }
  for (const [folder, { killed, survived, unreached }] of [...folders].toSorted()) {
    const all = killed + survived + unreached;
    const share = all === 0 ? '' : `${((100 * killed) / all).toFixed(1)} %`;
    console.log(
      `${folder.padEnd(32)} ${share.padStart(8)} of ${all}, survived ${survived}, unreached ${unreached}`,
    );
  }
}
