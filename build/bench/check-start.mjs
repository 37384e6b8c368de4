import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, median, rounded } from './numbers.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const pairs = 20;
const url = 'https://mcp.example/mcp';
const sha256 = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/**
 * What a host waits for that asks `check --resources` in a process of its own: from start to end,
 * each beside an empty `node -e 0`.
 */
export function measureCheckStart({ scratch, say }) {
  if (!existsSync(cli)) return { skipped: 'the command line is not built: run npm run build' };
  return [100, 10_000].map((records) => {
    say(`check: ${records} records, ${pairs} pairs`);
    const { home, args } = decided(scratch, records);
    const once = (words) => {
      const began = performance.now();
      const { status } = spawnSync(process.execPath, words, {
        env: { ...process.env, SKILLGATE_HOME: home },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error(`node ${words[0]} ended with ${status}`);
      return performance.now() - began;
    };
    once([cli, ...args]);
    const times = Array.from({ length: pairs }, () => ({
      bare: once(['-e', '0']),
      check: once([cli, ...args]),
    }));
    const over = median(times.map(({ bare, check }) => check / bare));
    return {
      records,
      pairs,
      checkMs: rounded(median(times.map(({ check }) => check))),
      bareMs: rounded(median(times.map(({ bare }) => bare))),
      checkOverBare: rounded(over),
      ...(records === 100 ? { targets: { checkOverBare: against(over, 1.6) } } : {}),
    };
  });
}

/**
 * A data folder with that many approvals of four files each, and the call that asks about one of
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
