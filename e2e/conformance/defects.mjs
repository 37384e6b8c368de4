import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { say } from './suite.mjs';

const scenarios = [
  'sep-2640-skills-enumeration',
  'sep-2640-skills-manifest',
  'sep-2640-skills-directory',
];
const versions = { legacy: '2025-11-25', modern: '2026-07-28' };
const words = { SUCCESS: 'pass', FAILURE: 'fail', WARNING: 'warn', SKIPPED: 'skipped' };
const script = fileURLToPath(new URL('../servers/defects.ts', import.meta.url));
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** Servers that are looked at at the same time: most of it is the start of processes. */
const atOnce = 2;
const { differences } = JSON.parse(
  readFileSync(new URL('expected-defects.json', import.meta.url), 'utf8'),
);

/**
 * The official suite and `skillgate conformance` over the same servers: those that keep every rule,
 * ours among them, in both eras, and one for each defect. Verdict by verdict the two agree, but where
 * `expected-defects.json` names the difference with its reason. Gives how many servers they do not
 * agree on.
 */
export async function defectScenarios(suite, scratch, only) {
  const args = ['--no-warnings', script, '--list'];
  const table = JSON.parse(execFileSync(suite.node, args, { encoding: 'utf8' }));
  const used = new Set();
  const runs = Object.entries(table)
    .filter(([name]) => only === undefined || only === name)
    .flatMap(([name, { breaks, also = [] }]) => {
      const eras = breaks.length + also.length === 0 ? ['legacy', 'modern'] : ['modern'];
      return eras.map((era) => ({ name, era, used }));
    })
    .values();
  let failed = 0;
  const worker = async () => {
    for (const run of runs) failed += (await agrees(suite, scratch, run)) ? 0 : 1;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const stale = only === undefined ? differences.filter((one) => !used.has(one)) : [];
  for (const one of stale) say(`FAILED  no such difference any more: ${JSON.stringify(one)}`);
  return failed + stale.length;
}

async function agrees(suite, scratch, { name, era, used }) {
  const server = await served(suite.node, name, era);
  try {
    const official = {};
    for (const scenario of scenarios)
      Object.assign(official, await suiteOver(suite, scratch, server.url, scenario, era));
    const ours = await skillgateOver(scratch, server.url);
    const ids = Object.keys(ours);
    const other = ids.filter((id) => {
      // A check that was not made says as much as one that was skipped.
      const theirs = id === 'connection' ? 'made' : (official[id] ?? 'skipped');
      if (theirs === ours[id]) return false;
      const named = differences.find(
        (one) =>
          one.id === id &&
          one.official === theirs &&
          one.ours === ours[id] &&
          one.servers.includes(name),
      );
      used.add(named);
      return named === undefined;
    });
    const isAsked = ours.connection === undefined;
    const missing = Object.keys(official).filter((id) => isAsked && !ids.includes(id));
    const isRun = Object.keys(official).length > 30;
    for (const id of other)
      say(`FAILED  ${name} (${era})  ${id}: ${official[id] ?? 'not made'}, and ${ours[id]} here`);
    for (const id of missing) say(`FAILED  ${name} (${era})  ${id}: not made here`);
    if (!isRun) say(`FAILED  ${name} (${era})  the suite made no checks`);
    const isGood = isRun && other.length + missing.length === 0;
    say(`${isGood ? 'agree ' : 'FAILED'}  ${name} (${era})  ${ids.length} checks`);
    return isGood;
  } finally {
    await server.stop();
  }
}

async function suiteOver(suite, scratch, url, scenario, era) {
  const { checks } = await suite.run(scratch, [
    ...['server', '--url', url],
    ...['--scenario', scenario, '--spec-version', versions[era], '--force'],
  ]);
  return Object.fromEntries(
    Object.entries(checks)
      .map(([key, status]) => [key.split(' ').at(-1), words[status]])
      // What the suite says of messages as such is another matter.
      .filter(([id]) => id.startsWith('sep-2640-')),
  );
}

/** The verdict of each check of the official suite, as the built command gives it. */
async function skillgateOver(scratch, url) {
  const home = mkdtempSync(join(scratch, 'defects-'));
  const config = join(home, 'servers.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { s: { url } } }));
  const env = { ...process.env, HOME: home, SKILLGATE_HOME: join(home, 'data') };
  const args = [cli, 'conformance', '--server', 's', '--json', '--allow-start', '--config', config];
  // Exits of 1 and 3 are verdicts.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((error) => {
    if (typeof error.stdout !== 'string' || ![1, 2, 3].includes(error.code)) throw error;
    return error;
  });
  const { checks, error } = JSON.parse(stdout);
  if (error !== undefined) return { connection: error.code };
  return Object.fromEntries(
    checks.filter(({ id }) => id.startsWith('sep-2640-')).map(({ id, verdict }) => [id, verdict]),
  );
}

async function served(node, name, era) {
  const args = ['--no-warnings', script, name, '--transport', 'http', '--era', era];
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] });
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
