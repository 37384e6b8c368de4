import { mkdirSync, readFileSync, rmSync } from 'node:fs';
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
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
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
if (only !== undefined && only !== 'gateway' && only !== 'rounds') {
  console.error('soak: --only takes gateway or rounds');
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
