import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from './processes.mjs';
import { soakGateway } from './soak/gateway.mjs';

/**
 * `npm run soak [-- --minutes N] [--seed S] [--only gateway|rounds]`: what a test run does once, again and again with other
 * numbers: killed writers and programs that share a store, forged archives, generated requests to a
 * server directly and through the gateway, forged questions to the host library and to its counterpart in Python. At least one round, then until so many minutes
 * are over (30). Stops at the first failure and says which seed brings it back. Then one gateway under
 * requests for a third of that time, whose memory and handles must not grow.
 *
 * `npm run soak -- --only stops [FILE…]`: those tests (or journeys, where a name begins with `e2e/`) once, while their
 * processes are stopped for up to two seconds at random. A test that needs the program to be fast, and a program that
 * needs it of itself, fail there long before they fail on a busy machine. Needs `npm run build` for journeys, and Linux.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '30' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const [minutes, first] = [values.minutes, values.seed].map(Number);
if (!(minutes >= 0) || !Number.isSafeInteger(first) || first < 0) {
  console.error('soak: --minutes takes a number, --seed a whole one');
  process.exit(2);
}
const { only } = values;
if (only !== undefined && only !== 'gateway' && only !== 'rounds' && only !== 'stops') {
  console.error('soak: --only takes gateway, rounds or stops');
  process.exit(2);
}
if (positionals.length > 0 && only !== 'stops') {
  console.error('soak: only --only stops takes files');
  process.exit(2);
}

const files = [
  'electron/storage/approvals/endurance.test.ts',
  'electron/storage/credentials/key-life.test.ts',
  'electron/integration/gateway/addresses.test.ts',
  'electron/integration/gateway/same-as-direct.test.ts',
  'electron/core/archive/archive.fuzz.test.ts',
  'shared/host/reference.test.ts',
];
const report = `${root}.cache/soak.json`;
mkdirSync(`${root}.cache`, { recursive: true });

/** Runs one round. Returns the failure or null: a file in which no test ran is a failure, too. */
async function round(seed) {
  rmSync(report, { force: true });
  const code = await run(
    process.execPath,
    [
      ...[`${root}node_modules/vitest/vitest.mjs`, '--config', 'build/vitest.config.ts', '--run'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        ENDURANCE_SEED: String(seed),
        ENDURANCE_KILLS: '100',
        ENDURANCE_DECISIONS: '200',
        KEY_STRIDE: '1',
        GATEWAY_FUZZ: '20000',
        GATEWAY_STEPS: '1000',
        FUZZ_SEED: String(seed),
        FUZZ_ROUNDS: '50000',
        HOST_FUZZ: '100000',
        HOST_FUZZ_SEED: String(seed),
      },
    },
  );
  if (code !== 0) return 'a test failed';
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const ran = testResults.filter(({ assertionResults }) =>
    assertionResults.every(({ status }) => status === 'passed'),
  );
  return ran.length === files.length
    ? null
    : 'a test did not run (the host library needs python3 beside it)';
}

/** How long a process stands still at most, and how many in a hundred are stopped each time (ms). */
const stops = { mostMs: 2_000, everyMs: 50, inHundred: 1.5 };

/** All processes that this one has started, and theirs. */
function descendants() {
  const children = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S+ /s, '')
        .split(' ')[0];
      children.set(parent, [...(children.get(parent) ?? []), pid]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [];
  for (const todo = [String(process.pid)]; todo.length > 0;) {
    const own = children.get(todo.pop()) ?? [];
    found.push(...own);
    todo.push(...own);
  }
  return found.map(Number);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Runs the tests once while their processes are stopped at random. Returns the failure or null. */
async function underStops(wanted) {
  const isJourney = wanted.some((name) => name.startsWith('e2e/'));
  const command = isJourney
    ? [
        'node_modules/@playwright/test/cli.js',
        'test',
        '--config',
        'build/playwright.config.ts',
        '--retries=0',
      ]
    : ['node_modules/vitest/vitest.mjs', '--config', 'build/vitest.config.ts', '--run'];
  const stopped = new Map();
  let count = 0;
  const look = () => {
    const now = Date.now();
    for (const [pid, until] of stopped)
      if (now >= until) {
        stopped.delete(pid);
        signal(pid, 'SIGCONT');
      }
    for (const pid of descendants())
      if (!stopped.has(pid) && Math.random() * 100 < stops.inHundred && signal(pid, 'SIGSTOP')) {
        stopped.set(pid, now + Math.random() * stops.mostMs);
        count += 1;
      }
  };
  const timer = setInterval(look, stops.everyMs);
  const code = await run(process.execPath, [...command, ...wanted], { cwd: root });
  clearInterval(timer);
  for (const pid of stopped.keys()) signal(pid, 'SIGCONT');
  console.log(`soak: processes were stopped ${count} times`);
  return code === 0 ? null : 'a test failed';
}

if (only === 'stops') {
  const wrong = await underStops(
    positionals.length > 0 ? positionals : ['electron/integration', 'electron/mcp'],
  );
  if (wrong !== null) console.error(`soak: ${wrong} while processes were stopped`);
  process.exit(wrong === null ? 0 : 1);
}

const began = Date.now();
for (let seed = first, done = 0; only !== 'gateway'; seed += 1) {
  console.log(`soak: round ${done + 1}, seed ${seed}`);
  const wrong = await round(seed);
  if (wrong !== null) {
    console.error(
      `soak: ${wrong} in round ${done + 1}; again: npm run soak -- --minutes 0 --seed ${seed}`,
    );
    process.exit(1);
  }
  done += 1;
  if (Date.now() - began < minutes * 60_000) continue;
  console.log(`soak: ${done} rounds passed, seeds ${first} to ${seed}`);
  break;
}
if (only !== 'rounds') {
  const wrong = await soakGateway(only === 'gateway' ? minutes : minutes / 3);
  if (wrong !== null) {
    console.error(`soak: ${wrong}; again: npm run soak -- --only gateway --minutes ${minutes}`);
    process.exit(1);
  }
}
