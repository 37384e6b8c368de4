import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { authScenarios } from './auth.mjs';
import { baseScenarios } from './base.mjs';
import { clientScenarios } from './clients.mjs';
import { defectScenarios } from './defects.mjs';
import { otherClients } from './others/index.mjs';
import { otherHosts } from '../hosts/index.mjs';
import { realServers } from '../real/index.mjs';
import { serverScenarios } from './servers.mjs';
import { openSuite, say, stop } from './suite.mjs';

/**
 * `npm run test:real [-- --only auth|clients|clients-of-others|servers|defects|base|real|hosts|suite|few]`: scenarios
 * of the official conformance suite, against programs that honour decisions, `skillgate login`,
 * servers behind the gateway, and servers with a defect each, beside `skillgate conformance`; clients
 * that never heard of Skillgate, behind the gateway; and servers of others, through the built
 * command; and hosts of others, protected and undone. Of those, of servers of others, and of those with a
 * defect, `--server` picks one; `--take` records again what is said
 * of servers of others. Needs `npm run build`.
 */
const parts = {
  auth: authScenarios,
  clients: clientScenarios,
  'clients-of-others': otherClients,
  servers: serverScenarios,
  defects: (suite, scratch) => defectScenarios(suite, scratch, values.server),
  base: baseScenarios,
  real: (suite, scratch) => realServers(suite, scratch, { take: values.take, only: values.server }),
  hosts: (suite, scratch) => otherHosts(suite, scratch, values.server),
};
const groups = {
  suite: Object.keys(parts).filter((name) => name !== 'real' && name !== 'hosts'),
  all: Object.keys(parts),
};
const { values } = parseArgs({
  options: { only: { type: 'string' }, take: { type: 'boolean' }, server: { type: 'string' } },
});
const only = values.only ?? 'all';
/** They mostly wait for starts and for silence. */
const partsAtOnce = 3;
if (only !== 'few' && !Object.hasOwn(parts, only) && !Object.hasOwn(groups, only))
  stop(`--only takes one of ${[...Object.keys(parts), 'suite', 'few'].join(', ')}.`);
if (!existsSync(new URL('../../dist/cli.js', import.meta.url))) stop('run `npm run build` first.');
if (!existsSync(new URL('../../node_modules/skillgate-host/index.js', import.meta.url)))
  stop('the example host needs `skillgate-host`: run `node build/build.mjs host` first.');

const scratch = mkdtempSync(join(tmpdir(), 'skillgate-real-'));
let failed = 0;
/** A part couldn't be run, and nothing is wrong with the others. */
let isOffline = false;
try {
  if (only === 'few')
    failed = await realServers({ node: process.execPath }, scratch, {
      few: true,
      only: values.server,
    });
  else {
    const suite = openSuite();
    const names = groups[only];
    failed = names === undefined ? await parts[only](suite, scratch) : await several(names);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(failed > 0 ? `${failed} failed.` : isOffline ? 'the rest passed.' : 'everything passed.');
process.exit(failed > 0 ? 1 : isOffline ? 3 : 0);

/** Each part in a process of its own, as some wait for a command with all of theirs; how many failed. */
async function several(names) {
  const left = [...names];
  let bad = 0;
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      bad += (await inProcess(name)) ? 0 : 1;
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  return bad;
}

function inProcess(name) {
  const args = [fileURLToPath(import.meta.url), '--only', name, ...(values.take ? ['--take'] : [])];
  if (values.server !== undefined) args.push('--server', values.server);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
      (error, out, errors) => {
        process.stdout.write(out);
        process.stderr.write(errors);
        isOffline ||= error?.code === 3;
        const how = error === null ? 'passed' : error.code === 3 ? 'NOT RUN' : 'FAILED';
        say(`${how}  all of ${name}`);
        resolve(error === null || error.code === 3);
      },
    );
  });
}
