import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install, say, stop } from '../conformance/suite.mjs';
import { skillsOnDisk } from './disk.mjs';
import { list } from './list.mjs';
import { personWith } from './person.mjs';
import { started } from './started.mjs';
import { story } from './story.mjs';

const at = new URL('expected.json', import.meta.url);
/** Each process mostly waits for another. */
const lanes = 4;

/**
 * Servers of others: each is found, read, verified, approved, changed on the disk and revoked with
 * the built command, and what is said at each step is compared with `expected.json`, which is
 * written anew with `take`; `only` names one of them, `few` runs those of every `npm test`. Gives how many
 * differ.
 */
export async function realServers({ node }, scratch, { take, only, few = false }) {
  install(fileURLToPath(new URL('.', import.meta.url)), 'servers of others');
  const rows = list.filter(
    ({ name, always }) => (only === undefined || name === only) && (!few || always === true),
  );
  if (rows.length === 0) stop(`--server takes one of ${list.map(({ name }) => name).join(', ')}.`);
  const told = {};
  const waiting = [...rows];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
        told[row.name] = await outcome(node, scratch, row);
    }),
  );
  const expected = JSON.parse(readFileSync(at, 'utf8'));
  if (take) {
    const all = list.map(({ name }) => [name, told[name] ?? expected[name]]);
    writeFileSync(at, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  }
  let failed = 0;
  const gone = Object.keys(expected).filter((known) => !list.some(({ name }) => name === known));
  for (const name of only === undefined && !take && !few ? gone : []) {
    say(`FAILED  real  ${name}: it is not tried any more`);
    failed += 1;
  }
  for (const { name } of rows) {
    const same = JSON.stringify(expected[name]) === JSON.stringify(told[name]);
    say(`${same ? 'passed' : 'FAILED'}  real  ${name}`);
    if (same) continue;
    failed += 1;
    for (const step of new Set(Object.keys({ ...expected[name], ...told[name] })))
      differing(step, expected[name]?.[step], told[name][step]);
  }
  return failed;
}

function differing(step, wanted, got) {
  if (JSON.stringify(wanted) === JSON.stringify(got)) return;
  say(`    ${step}: ${JSON.stringify(wanted)} was, and ${JSON.stringify(got)} is`);
}

async function outcome(node, scratch, row) {
  const disk = skillsOnDisk(scratch);
  const server = await started(node, row.args(disk.folder), row.http ?? false);
  try {
    return await story(personWith(scratch, 'real', server.entry), disk, server, row);
  } catch (error) {
    return { broke: String(error) };
  } finally {
    await server.stop();
  }
}
