import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openLane } from './lane.mjs';
import { productWith } from './product.mjs';
import { say } from './suite.mjs';

const eras = { legacy: '2025-11-25', modern: '2026-07-28' };
const script = fileURLToPath(new URL('../servers/official.ts', import.meta.url));

/**
 * Every other server scenario of the suite, at the newest version of each era, against a server
 * with what it expects: by itself and behind the gateway, both over pipes with the same lane in
 * front. What fails by itself, such as what only HTTP has, may fail behind the gateway; nothing
 * else does. Gives how many checks come out worse.
 */
export async function baseScenarios(suite, scratch) {
  let failed = 0;
  for (const [era, version] of Object.entries(eras)) {
    const args = ['--no-warnings', script, '--era', era];
    const lanes = [];
    const at = async (start) => {
      const lane = await openLane(start);
      lanes.push(lane);
      const asked = ['server', '--url', lane.url, '--suite', 'all', '--spec-version', version];
      return suite.run(scratch, asked, 300_000);
    };
    try {
      const direct = await at(() =>
        spawn(suite.node, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
      );
      const product = productWith(scratch, { command: suite.node, args });
      for (const uri of product.listed()) product.approve(uri);
      failed += compared(version, direct, await at(product.gateway));
    } finally {
      for (const lane of lanes) await lane.close();
    }
  }
  return failed;
}

const worst = ['SUCCESS', 'SKIPPED', 'WARNING', 'FAILURE'];

function compared(version, direct, through) {
  const ids = Object.keys({ ...direct.checks, ...through.checks });
  const good = ids.filter((id) => direct.checks[id] === 'SUCCESS');
  // A check that was not made at all is as bad as any.
  const rank = ({ checks }, id) =>
    checks[id] === undefined ? worst.length : worst.indexOf(checks[id]);
  const other = ids.filter((id) => direct.checks[id] !== through.checks[id]);
  const worse = other.filter((id) => rank(through, id) > rank(direct, id));
  for (const id of other)
    say(
      `${worse.includes(id) ? 'FAILED' : 'better'}  ${version}  ${id}: ` +
        `${direct.checks[id]}, and ${through.checks[id]} through`,
    );
  say(
    `${ids.length} checks, ${good.length} good direct, ${worse.length} worse through  ${version}`,
  );
  // A suite that found nothing to check would have nothing worse, too.
  return worse.length + (good.length < 70 ? 1 : 0);
}
