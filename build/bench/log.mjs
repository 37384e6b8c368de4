import { spawnSync } from 'node:child_process';
import { bundleEntry } from './bundle.mjs';
import { against } from './numbers.mjs';

/** What looking for a text costs in a protocol log that is full, in a process of its own. */
export async function measureLog({ scratch, say }) {
  say('log');
  const entry = await bundleEntry('log', scratch);
  const { stdout, status } = spawnSync(process.execPath, [entry], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`log ended with ${status}`);
  const figures = JSON.parse(stdout);
  const worst = Math.max(...figures.searches.map(({ medianMs }) => medianMs));
  return { ...figures, targets: { searchMs: against(worst, 200) } };
}
