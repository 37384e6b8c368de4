import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleEntry } from '../bench/bundle.mjs';
import { median } from '../bench/numbers.mjs';
import { listAll, openPeer } from '../bench/gateway/peer.mjs';
import { builtCommand, stageOf } from '../bench/gateway/stage.mjs';

const probe = fileURLToPath(new URL('probe.cjs', import.meta.url));
const skills = 50;
const width = 16;
/** Warm-up rounds: caches fill, and code is compiled. */
const warmUp = 5;
const least = 15;
/** Allowed growth between the first and the last third of the measured rounds. */
const mostGrowth = { heapMB: 3, handles: 3 };

/**
 * One host that uses one gateway for `minutes`: lists, reads, calls, refused requests, and a
 * decision that is revoked and made again. After each round, collects garbage and measures. Returns
 * what grew, or null.
 */
export async function soakGateway(minutes) {
  const scratch = mkdtempSync(join(tmpdir(), 'skillgate-soak-'));
  let host = null;
  try {
    const decider = await bundleEntry('gateway/decide', scratch);
    const cli = await builtCommand(scratch);
    const stage = stageOf({ cli, decider, scratch, skills });
    const file = join(scratch, 'held.json');
    host = openPeer(['--expose-gc', '--require', probe, ...stage.through], {
      ...stage.env,
      SOAK_PROBE: file,
    });
    await host.ask('server/discover');
    const end = Date.now() + minutes * 60_000;
    const held = [];
    for (let round = 0; round < warmUp + least || Date.now() < end; round += 1) {
      await oneRound(host, stage);
      const now = await heldBy(host.pid, file);
      if (round >= warmUp) held.push(now);
    }
    return verdict(held);
  } finally {
    await host?.close();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function oneRound(host, { decide }) {
  const listed = await listAll(host);
  if (listed.length !== skills) throw new Error(`${listed.length} of ${skills} were listed`);
  const files = listed.flatMap(({ resources }) => resources);
  for (let at = 0; at < files.length; at += width) {
    const some = files.slice(at, at + width);
    const answers = await Promise.all([
      ...some.map(({ uri }) => host.ask('resources/read', { uri })),
      ...some.map(({ uri }) => host.ask('tools/call', { name: 'echo', arguments: { uri } })),
    ]);
    const refused = answers.find(({ result }) => result === undefined);
    if (refused !== undefined) throw new Error(JSON.stringify(refused));
  }
  for (let at = 0; at < width; at += 1) {
    const uri = `skill://bench/nobody/${at}/SKILL.md`;
    for (const method of ['resources/read', 'skills/get', 'nothing/known'])
      if ((await host.ask(method, { uri })).error === undefined)
        throw new Error(`${method} ${uri}`);
  }
  decide('deny', 1);
  await listedAs(host, skills - 1);
  decide('approve', 1);
  await listedAs(host, skills);
}

/** Decisions take effect within a second; a busy machine may take longer. */
async function listedAs(host, count) {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50))
    if ((await listAll(host)).length === count) return;
  throw new Error(`the decision did not come: not ${count} skills`);
}

async function heldBy(pid, file) {
  rmSync(file, { force: true });
  await sleep(200);
  process.kill(pid, 'SIGUSR2');
  for (const end = Date.now() + 30_000; !existsSync(file); await sleep(20))
    if (Date.now() > end) throw new Error('the gateway does not say what it holds');
  return JSON.parse(readFileSync(file, 'utf8'));
}

function verdict(held) {
  const third = Math.floor(held.length / 3);
  const [first, last] = [held.slice(0, third), held.slice(-third)];
  const of = (part, key) => median(part.map((one) => one[key]));
  const heapMB = (of(last, 'heap') - of(first, 'heap')) / 1e6;
  const handles = of(last, 'handles') - of(first, 'handles');
  console.log(
    `soak: the gateway, ${held.length} rounds counted: from ${(of(first, 'heap') / 1e6).toFixed(1)} MB ` +
      `by ${heapMB.toFixed(2)} MB, from ${of(first, 'handles')} handles by ${handles}; ` +
      `resident ${(of(first, 'rss') / 1e6).toFixed(0)} and ${(of(last, 'rss') / 1e6).toFixed(0)} MB`,
  );
  if (heapMB > mostGrowth.heapMB) return `the gateway's memory grew by ${heapMB.toFixed(2)} MB`;
  if (handles > mostGrowth.handles) return `the gateway's handles grew by ${handles}`;
  return null;
}
