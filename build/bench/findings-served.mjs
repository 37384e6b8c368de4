import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { against, median, rounded } from './numbers.mjs';

const run = promisify(execFile);
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const built = script('../../dist/findings');
const skills = 2_500;
const rounds = 3;

/**
 * 2,500 skills of four files, verified with and without rules inspecting each file, alternating,
 * each in its own process.
 */
export async function measureServed({ served, scratch, say }) {
  const config = join(scratch, 'servers-findings.json');
  const server = { command: process.execPath, args: [script('server.mjs'), String(skills)] };
  writeFileSync(config, JSON.stringify({ mcpServers: { bench: server } }));
  const runs = { with: [], without: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ['without', 'with'] : ['with', 'without']) {
      const args = [served, config, mkdtempSync(join(scratch, 'home-'))];
      if (side === 'with') args.push(built);
      const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 20 });
      const said = JSON.parse(stdout.trim().split('\n').at(-1));
      const looked = side === 'with' ? skills * 4 : 0;
      if (said.files !== skills * 4 || said.inspected !== looked || said.notInspected !== 0)
        throw new Error(`${side} rules, other files were looked at: ${JSON.stringify(said)}`);
      runs[side].push(said);
    }
    say(`findings: ${skills} skills, round ${round + 1} of ${rounds}`);
  }
  const wall = (side) => median(runs[side].map(({ done }) => done.wallMs));
  const longest = median(runs.with.map(({ blockedMs }) => blockedMs.longest));
  return {
    skills,
    files: skills * 4,
    rounds,
    verifyMs: rounded(wall('without')),
    verifyAndLookMs: rounded(wall('with')),
    blockedMs: {
      p99: rounded(median(runs.with.map(({ blockedMs }) => blockedMs.p99))),
      longest: rounded(longest),
      longestWithoutRules: rounded(median(runs.without.map(({ blockedMs }) => blockedMs.longest))),
    },
    targets: {
      lookOverVerify: against(wall('with') / wall('without'), 1.5),
      longestBlockedMs: against(longest, 50),
    },
  };
}
