import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { against, median, rounded } from './numbers.mjs';

const run = promisify(execFile);
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Number of skills, and how often each side runs. */
const sizes = [
  [10, 7],
  [250, 7],
  [2_500, 7],
  [10_000, 5],
];
const width = 8;

/**
 * Lists and verifies N skills of four files with the product's core and with the bare loop,
 * alternating, each in its own process against the same server. CPU time is the client's and starts
 * after the handshake, so neither side includes Node's start.
 */
export async function measureCore({ product, scratch, say }) {
  const figures = [];
  for (const [skills, rounds] of sizes) {
    const runs = { product: [], floor: [], unbounded: [] };
    const config = join(scratch, `servers-${skills}.json`);
    writeFileSync(
      config,
      JSON.stringify({
        mcpServers: {
          bench: { command: process.execPath, args: [script('server.mjs'), String(skills)] },
        },
      }),
    );
    const sides = {
      product: () => lastLine(product, config, mkdtempSync(join(scratch, 'home-'))),
      floor: () => lastLine(script('floor.mjs'), script('server.mjs'), skills, width),
      unbounded: () => lastLine(script('floor.mjs'), script('server.mjs'), skills, skills * 4),
    };
    for (let round = 0; round < rounds; round += 1) {
      // The second side finds warm caches, so the order alternates.
      const order =
        round % 2 === 0 ? ['floor', 'product', 'unbounded'] : ['product', 'floor', 'unbounded'];
      for (const side of order) {
        const result = await sides[side]();
        if (result.matching !== skills * 4 || result.files !== skills * 4)
          throw new Error(`${side} verified ${result.matching} of ${skills * 4} files`);
        runs[side].push(result);
      }
      say(`core: ${skills} skills, round ${round + 1} of ${rounds}`);
    }
    figures.push(figureOf(skills, rounds, runs));
  }
  return figures;
}

async function lastLine(...args) {
  const { stdout } = await run(process.execPath, args.map(String), { maxBuffer: 1 << 20 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

function figureOf(skills, rounds, runs) {
  const sides = Object.fromEntries(
    Object.entries(runs).map(([side, results]) => [side, summary(results)]),
  );
  const ratio = (part, unit) => sides.product[part][unit] / sides.floor[part][unit];
  const ratios = Object.fromEntries(
    ['list', 'verify', 'total'].map((part) => [
      part,
      { wall: rounded(ratio(part, 'wallMs')), cpu: rounded(ratio(part, 'cpuMs')) },
    ]),
  );
  return {
    skills,
    files: skills * 4,
    rounds,
    ...sides,
    productOverFloor: ratios,
    ...(skills === 2_500
      ? {
          targets: {
            verifyWallOverFloor: against(ratio('verify', 'wallMs'), 1.5),
            clientCpuOverFloor: against(ratio('total', 'cpuMs'), 4),
          },
        }
      : {}),
    ...(skills === 10_000 ? { targets: { peakMB: against(sides.product.peakMB, 300) } } : {}),
  };
}

/** Medians over the rounds; the highest for memory. */
function summary(results) {
  const of = (part) => ({
    wallMs: rounded(median(results.map((result) => result[part].wallMs))),
    cpuMs: rounded(median(results.map((result) => result[part].cpuMs))),
  });
  const total = (unit) =>
    rounded(median(results.map(({ list, verify }) => list[unit] + verify[unit])));
  return {
    list: of('list'),
    verify: of('verify'),
    total: { wallMs: total('wallMs'), cpuMs: total('cpuMs') },
    peakMB: rounded(Math.max(...results.map((result) => result.peakMB))),
  };
}
