import { spawnSync } from 'node:child_process';
import { bundleEntry } from './bundle.mjs';
import { against, rounded } from './numbers.mjs';

/**
 * What reading frontmatter costs in a process of its own: 64 KiB of the costliest text that is
 * known beside an honest one, and why plain lines have a reader of their own.
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
      // Under ten times, the plain reader would not be worth its lines.
      plainOverLibrary: against(1 / libraryOverPlain, 0.1),
    },
  };
}
