import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './suite.mjs';

const expected = JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8'));
const client = fileURLToPath(new URL('client.mjs', import.meta.url));

/**
 * The client scenarios for skills, against the example host and `skillgate load`, each compared
 * with `expected.json`. Gives how many failed.
 */
export async function clientScenarios(suite, scratch) {
  let failed = 0;
  for (const kind of ['host', 'load'])
    for (const scenario of Object.keys(expected))
      failed += (await holds(suite, scratch, kind, scenario)) ? 0 : 1;
  return failed;
}

async function holds(suite, scratch, kind, scenario) {
  const result = join(mkdtempSync(join(scratch, `${kind}-`)), 'result.json');
  const command = [process.execPath, client, kind, result]
    .map((word) => JSON.stringify(word))
    .join(' ');
  const args = ['client', '--scenario', scenario, '--command', command];
  const { checks, output } = await suite.run(scratch, args);
  const said = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null;
  const wanted = expected[scenario];
  // A host that uses nothing at all would pass, too: it must have been asked, and have refused.
  const refuses = scenario !== 'sep-2640-client-no-prefetch';
  const passed =
    Object.keys(wanted).every((id) => checks[`${scenario} ${id}`] === wanted[id]) &&
    Object.values(checks).every((status) => status === 'SUCCESS') &&
    said?.standing === 'approved' &&
    said.loaded.length === 0 &&
    (said.refused !== null) === refuses;
  say(`${passed ? 'passed' : 'FAILED'}  ${kind}  ${scenario}  ${said?.refused ?? ''}`);
  if (!passed) console.log(JSON.stringify({ wanted, checks, said }), output);
  return passed;
}
