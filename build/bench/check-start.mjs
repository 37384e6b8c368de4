import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, median, rounded } from './numbers.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const pairs = 20;
const url = 'https://mcp.example/mcp';
const sha256 = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/**
 * How long a check in its own process takes from start to end, beside an empty `node -e 0`: wall
 * time and the processor time that the process itself counted.
 */
export function measureCheckStart({ scratch, say }) {
  if (!existsSync(cli)) return { skipped: 'the command line is not built: run npm run build' };
  const count = join(scratch, 'count.cjs');
  writeFileSync(
    count,
    `process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      require('node:fs').writeFileSync(process.env.COUNTED, String((user + system) / 1000));
    });`,
  );
  const counted = join(scratch, 'counted');
  const once = (words, home, wanted) => {
    const began = performance.now();
    const { status } = spawnSync(process.execPath, ['--require', count, ...words], {
      env: { ...process.env, SKILLGATE_HOME: home, COUNTED: counted },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== wanted) throw new Error(`node ${words.join(' ')} ended with ${status}`);
    return { ms: performance.now() - began, cpu: Number(readFileSync(counted, 'utf8')) };
  };
  const measured = (name, words, home, targets) => {
    say(`start: ${name}, ${pairs} pairs`);
    once([cli, ...words], home, 0);
    const times = Array.from({ length: pairs }, () => ({
      bare: once(['-e', '0'], home, 0),
      run: once([cli, ...words], home, 0),
    }));
    const over = (of) => median(times.map(({ bare, run }) => run[of] / bare[of]));
    return {
      command: name,
      ms: rounded(median(times.map(({ run }) => run.ms))),
      bareMs: rounded(median(times.map(({ bare }) => bare.ms))),
      overBare: rounded(over('ms')),
      cpuOverBare: rounded(over('cpu')),
      ...(targets === undefined
        ? {}
        : {
            targets: { overBare: against(over('ms'), 1.6), cpuOverBare: against(over('cpu'), 1.5) },
          }),
    };
  };
  const empty = mkdtempSync(join(scratch, 'empty-'));
  writeFileSync(join(empty, 'servers.json'), '{"mcpServers":{}}', { mode: 0o600 });
  const few = decided(scratch, 100);
  const many = decided(scratch, 10_000);
  return [
    measured('check --resources, 100 records', few.args, few.home, true),
    measured('check --resources, 10,000 records', many.args, many.home),
    measured('--help', ['--help'], empty, true),
    measured('list, no server', ['list'], empty, true),
  ];
}

/**
 * A data folder with that many approvals of four files each, and the command that checks one of
 * them.
 */
function decided(scratch, count) {
  const home = mkdtempSync(join(scratch, 'check-'));
  const records = Array.from({ length: count }, (_, index) => recordOf(`skill-${index}`));
  writeFileSync(
    join(home, 'approvals.json'),
    JSON.stringify({
      format: 'skillgate/approvals@1',
      revision: 1,
      updatedAt: '2026-11-21T12:00:00.000Z',
      generator: { name: 'bench', version: '0' },
      records,
    }),
    { mode: 0o600 },
  );
  writeFileSync(join(home, 'servers.json'), JSON.stringify({ mcpServers: { bench: { url } } }), {
    mode: 0o600,
  });
  const { uri, resources } = records[count >> 1];
  const file = join(home, 'resources.json');
  writeFileSync(file, JSON.stringify(resources));
  return { home, args: ['check', '--server', 'bench', '--uri', uri, '--resources', file] };
}

function recordOf(name) {
  const resources = ['SKILL.md', 'a.md', 'b.md', 'c.md'].map((path) => ({
    uri: `skill://bench/${name}/${path}`,
    digest: sha256(`${name} ${path}`),
    size: 4_000,
  }));
  return {
    id: name,
    server: { label: 'bench', identity: { kind: 'http', url } },
    uri: resources[0].uri,
    name,
    dialect: 'skills-ext',
    resources,
    // The URIs above are sorted and need no escapes.
    setDigest: sha256(
      `[${resources.map(({ uri, digest }) => `{"digest":"${digest}","uri":"${uri}"}`).join(',')}]`,
    ),
    frontmatter: { name, description: 'A skill' },
    decision: 'approved',
    reason: 'user',
    grants: { allowedTools: [], codeExecution: false },
    coverage: { verified: 4, total: 4 },
    actor: { kind: 'user', name: 'bench' },
    decidedAt: '2026-11-21T12:00:00.000Z',
    expiresAt: null,
    note: '',
    supersedes: null,
  };
}
