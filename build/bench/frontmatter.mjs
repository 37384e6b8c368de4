import { spawnSync } from 'node:child_process';
import { bundleEntry } from './bundle.mjs';
import { against, rounded } from './numbers.mjs';

/**
 * The cost of reading frontmatter in its own process: the costliest known 64 KiB beside an honest
 * one, and why plain lines have their own reader.
 */
export async function measureFrontmatter({ scratch, say }) {
  say('frontmatter');
  const entry = await bundleEntry('frontmatter', scratch);
  const { stdout, status } = spawnSync(process.execPath, [entry, 'cost'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`frontmatter ended with ${status}`);
  const { worst, worstMs, libraryOverPlain, ...figures } = JSON.parse(stdout);
  return {
    worst,
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)])),
    targets: {
      worstMs: against(worstMs, 20),
      // If it were less than ten times faster, the plain reader wouldn't be worth its code.
      plainOverLibrary: against(1 / libraryOverPlain, 0.1),
    },
  };
}
