import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run test:real`: the client scenarios of the official conformance suite for skills, against
 * the example host and `skillgate load`, each compared with `expected.json`. The suite and the
 * Node that it needs are a package of their own in this folder, installed on first use. Needs
 * `npm run build`.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const expected = JSON.parse(readFileSync(join(here, 'expected.json'), 'utf8'));
const say = (text) => console.log(`test:real: ${text}`);

if (!existsSync(join(here, '../../dist/cli.js'))) stop('run `npm run build` first.');
install();
const node = suiteNode();
const scratch = mkdtempSync(join(tmpdir(), 'skillgate-real-'));
let failed = 0;
try {
  for (const kind of ['host', 'load'])
    for (const scenario of Object.keys(expected)) failed += holds(kind, scenario) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(failed === 0 ? 'everything passed.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);

function stop(why) {
  say(why);
  process.exit(1);
}

/** The exact versions of the lockfile, once; no script of a package is run. */
function install() {
  const lock = readFileSync(join(here, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  const mark = join(here, 'node_modules/.installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return;
  say('installing the official conformance suite and its Node');
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'],
    { cwd: here, encoding: 'utf8', shell: process.platform === 'win32', timeout: 110_000 },
  );
  if (status === 0) return writeFileSync(mark, digest);
  const unreachable = /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/i.test(stderr);
  stop(
    unreachable || status === null
      ? 'the npm registry cannot be reached, so the official suite was NOT run.'
      : `the official suite could not be installed, so it was NOT run:\n${stderr.slice(-2_000)}`,
  );
}

/** Node 22, from the package of this machine's kind; this Node where it is new enough. */
function suiteNode() {
  const own = join(here, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.', 1)[0]) >= 22) return process.execPath;
  return stop('the suite needs Node 22, which the registry does not offer for this machine.');
}

function holds(kind, scenario) {
  const folder = mkdtempSync(join(scratch, `${kind}-`));
  const result = join(folder, 'result.json');
  const command = [process.execPath, join(here, 'client.mjs'), kind, result]
    .map((word) => JSON.stringify(word))
    .join(' ');
  const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const { stdout, stderr } = spawnSync(
    node,
    [
      ...['--import', new URL('loopback.mjs', import.meta.url).href, suite],
      ...['client', '--scenario', scenario, '--command', command],
      ...['--output-dir', folder, '--timeout', '55000'],
    ],
    { encoding: 'utf8', timeout: 60_000 },
  );
  const statuses = Object.fromEntries(
    checksBelow(folder)
      .filter(({ status }) => status !== 'INFO')
      .map(({ id, status }) => [id, status]),
  );
  const said = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null;
  const wanted = expected[scenario];
  // A host that uses nothing at all would pass, too: it must have been asked, and have refused.
  const refuses = scenario !== 'sep-2640-client-no-prefetch';
  const passed =
    Object.keys(wanted).every((id) => statuses[id] === wanted[id]) &&
    Object.values(statuses).every((status) => status === 'SUCCESS') &&
    said?.standing === 'approved' &&
    said.loaded.length === 0 &&
    (said.refused !== null) === refuses;
  say(`${passed ? 'passed' : 'FAILED'}  ${kind}  ${scenario}  ${said?.refused ?? ''}`);
  if (!passed) console.log(JSON.stringify({ wanted, statuses, said }), stdout, stderr);
  return passed;
}

function checksBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
