import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openLane } from './lane.mjs';
import { productWith } from './product.mjs';
import { say } from './suite.mjs';

const skills = [
  'sep-2640-skills-enumeration',
  'sep-2640-skills-manifest',
  'sep-2640-skills-directory',
];
const eras = { legacy: '2025-11-25', modern: '2026-07-28' };

/**
 * Server scenarios, at the newest version of each era, against a server of that era and against
 * servers of both behind the gateway, everything that they serve approved. What the suite says of
 * the server it must say of the gateway. Gives how many failed.
 */
export async function serverScenarios(suite, scratch) {
  const servers = {};
  const lanes = {};
  let failed = 0;
  try {
    for (const era of Object.keys(eras)) {
      servers[era] = await served(suite.node, era);
      const product = productWith(scratch, { url: servers[era].url });
      for (const uri of product.listed()) product.approve(uri);
      lanes[era] = await openLane(product.gateway);
    }
    for (const [era, version] of Object.entries(eras))
      for (const scenario of skills) {
        const at = (url) =>
          suite.run(scratch, [
            ...['server', '--url', url],
            ...['--scenario', scenario, '--spec-version', version, '--force'],
          ]);
        const direct = await at(servers[era].url);
        for (const behind of Object.keys(eras)) {
          const through = await at(lanes[behind].url);
          const lane = `${version} in front of ${eras[behind]}`;
          failed += same(scenario, lane, direct, through) ? 0 : 1;
        }
      }
  } finally {
    for (const lane of Object.values(lanes)) await lane.close();
    for (const { stop } of Object.values(servers)) await stop();
  }
  return failed;
}

function same(scenario, lane, direct, through) {
  const ids = Object.keys(direct.checks);
  // A suite that found nothing to check would be the same, too.
  const passed =
    ids.some((id) => direct.checks[id] === 'SUCCESS') &&
    ids.length === Object.keys(through.checks).length &&
    ids.every((id) => direct.checks[id] === through.checks[id]) &&
    !Object.values(through.checks).includes('FAILURE');
  const made = Object.values(through.checks);
  const good = made.filter((status) => status === 'SUCCESS').length;
  say(`${passed ? 'passed' : 'FAILED'}  ${lane}  ${scenario}  ${good} of ${made.length} checks`);
  if (!passed) console.log(JSON.stringify({ direct, through }, null, 2));
  return passed;
}

/** An honest server over HTTP. */
async function served(node, era) {
  const script = fileURLToPath(new URL('../servers/honest.ts', import.meta.url));
  const args = [script, '--transport', 'http', '--era', era];
  const child = spawn(node, ['--no-warnings', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: JSON.parse(line).url,
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
