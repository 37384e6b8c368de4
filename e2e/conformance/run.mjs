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
 * `npm run test:real [-- --only PART,PART…]`, of auth, clients, clients-of-others, servers, defects, base,
 * real, hosts, or gateway for those that go through the gateway: scenarios
 * of the official conformance suite, against programs that honor decisions, `skillgate login`,
 * servers behind the gateway, and servers with a defect each, beside `skillgate conformance`; clients
 * that never heard of Skillgate, behind the gateway; servers of others, through the built
 * command; and hosts of others, protected and undone. `few` is five of those servers. Of hosts, of servers of
 * others, and of those with a defect, `--server` picks one; `--take` records again what is said
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
/** The parts that go through the gateway or sign in, the longest first. */
const gateway = ['base', 'auth', 'servers', 'clients-of-others'];
const { values } = parseArgs({
  options: { only: { type: 'string' }, take: { type: 'boolean' }, server: { type: 'string' } },
});
const only = values.only ?? 'hosts,defects,real,clients,gateway';
const names = only.split(',').flatMap((name) => (name === 'gateway' ? gateway : [name]));
/** They mostly wait for starts and for silence. */
const partsAtOnce = 3;
if (only !== 'few' && !names.every((name) => Object.hasOwn(parts, name)))
  stop(`--only takes of ${[...Object.keys(parts), 'gateway'].join(', ')}, or few.`);
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
    failed = names.length === 1 ? await parts[only](suite, scratch) : await several();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(failed > 0 ? `${failed} failed.` : isOffline ? 'the rest passed.' : 'everything passed.');
process.exit(failed > 0 ? 1 : isOffline ? 3 : 0);

/** Each part in a process of its own, as some wait for a command with all of theirs; how many failed. */
async function several() {
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
