import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
if (only !== 'few' && !Object.hasOwn(parts, only) && !Object.hasOwn(groups, only))
  stop(`--only takes one of ${[...Object.keys(parts), 'suite', 'few'].join(', ')}.`);
if (!existsSync(new URL('../../dist/cli.js', import.meta.url))) stop('run `npm run build` first.');
if (!existsSync(new URL('../../node_modules/skillgate-host/index.js', import.meta.url)))
  stop('the example host needs `skillgate-host`: run `node build/build.mjs host` first.');

const scratch = mkdtempSync(join(tmpdir(), 'skillgate-real-'));
let failed = 0;
try {
  if (only === 'few')
    failed = await realServers({ node: process.execPath }, scratch, {
      few: true,
      only: values.server,
    });
  else {
    const suite = openSuite();
    for (const name of groups[only] ?? [only]) failed += await parts[name](suite, scratch);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(failed === 0 ? 'everything passed.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
