import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { say } from './suite.mjs';

const expected = JSON.parse(readFileSync(new URL('expected-auth.json', import.meta.url), 'utf8'));
const client = fileURLToPath(new URL('auth-client.mjs', import.meta.url));

/**
 * The scenarios of signing in, through `skillgate login`, each compared with `expected-auth.json`:
 * `passes`, or why it does not. One that does not fail any more fails, too: the list would be wrong.
 * Gives how many came out otherwise.
 */
export async function authScenarios(suite, scratch) {
  let otherwise = 0;
  let passing = 0;
  for (const [scenario, wanted] of Object.entries(expected)) {
    const command = [process.execPath, client].map((word) => JSON.stringify(word)).join(' ');
    const { checks, output } = await suite.run(scratch, [
      ...['client', '--scenario', `auth/${scenario}`, '--command', command],
    ]);
    const made = Object.values(checks);
    const bad = Object.entries(checks).filter(([, status]) => status !== 'SUCCESS');
    const passed = made.length > 0 && bad.length === 0;
    passing += passed ? 1 : 0;
    const fits = passed === (wanted === 'passes');
    otherwise += fits ? 0 : 1;
    say(
      `${passed ? 'passed' : 'failed'}${fits ? '' : ', which is NOT expected'}  auth/${scenario}` +
        `  ${made.length - bad.length} of ${made.length} checks`,
    );
    if (!fits) console.log(JSON.stringify({ wanted, bad }, null, 2), output);
  }
  say(`${passing} of ${Object.keys(expected).length} scenarios of signing in`);
  return otherwise;
}
