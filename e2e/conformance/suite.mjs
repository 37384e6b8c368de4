import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The official conformance suite, clients of others and the Node that they need: a package of
 * their own in this folder, installed on first use.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
export const say = (text) => console.log(`test:real: ${text}`);

/** Ends with 1, or with 3 where nothing is wrong but nothing could be run. */
export function stop(why, code = 1) {
  say(why);
  process.exit(code);
}

/** Gives `run(folder, args)`: all checks that the suite made, with their status. */
export function openSuite() {
  install(here, 'the official conformance suite, clients of others and their Node');
  const node = suiteNode();
  const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  return {
    /** Also runs TypeScript as it stands. */
    node,
    /** Where the clients of others are. */
    modules: join(here, 'node_modules'),
    run(scratch, args, timeout = 60_000) {
      const folder = mkdtempSync(join(scratch, 'results-'));
      const all = [
        ...['--import', new URL('loopback.mjs', import.meta.url).href, suite],
        ...args,
        ...['--output-dir', folder, '--timeout', '55000'],
      ];
      return new Promise((resolve) => {
        execFile(node, all, { encoding: 'utf8', timeout }, (_, stdout, stderr) =>
          resolve({ checks: checksBelow(folder), output: stdout + stderr }),
        );
      });
    },
  };
}

/** The exact versions of a folder's lockfile, once; no script of a package is run. */
export function install(folder, what) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  const mark = join(folder, 'node_modules/.installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return;
  say(`installing ${what}`);
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', timeout: 300_000 },
  );
  if (status === 0) return writeFileSync(mark, digest);
  const unreachable = /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/i.test(stderr);
  const offline = unreachable || status === null;
  stop(
    offline
      ? `The npm registry can't be reached, so what needs ${what} was NOT run.`
      : `${what} could not be installed, so what needs it was NOT run:\n${stderr.slice(-2_000)}`,
    offline ? 3 : 1,
  );
}

/** Node 22, from the package of this machine's kind; this Node where it is new enough. */
function suiteNode() {
  const own = join(here, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.', 1)[0]) >= 22) return process.execPath;
  return stop('the suite needs Node 22, which the registry does not offer for this machine.');
}

/**
 * By scenario and id; where a check was made more than once, what is worst. What only informs is
 * left out.
 */
function checksBelow(folder) {
  const worst = ['SUCCESS', 'SKIPPED', 'WARNING', 'FAILURE'];
  const found = {};
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('checks.json')) continue;
    const scenario = name.replace(/-\d{4}-\d\d-\d\dT.*$/, '').replace(/^server-/, '');
    for (const { id, status } of JSON.parse(readFileSync(join(folder, name), 'utf8'))) {
      if (status === 'INFO') continue;
      const key = `${scenario} ${id}`;
      if (worst.indexOf(status) >= worst.indexOf(found[key] ?? 'SUCCESS')) found[key] = status;
    }
  }
  return found;
}
