import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleEntry } from './bench/bundle.mjs';
import { figuresOf, linesOf } from './eval/figures.mjs';
import { readSet } from './eval/read-set.mjs';

/**
 * `npm run eval:findings -- SET… [--misses] [--json]`: how much of labeled sets the rules in the source
 * find, and what they cost. Nothing needs a build. A set is a JSON file or a folder with
 * `labels.json` (`eval/read-set.mjs`); for one without labels, the skills with a high finding are listed.
 */
const repository = fileURLToPath(new URL('..', import.meta.url));

function quit(text) {
  console.error(`eval:findings: ${text}`);
  process.exit(2);
}

function askedFor() {
  try {
    const { values, positionals } = parseArgs({
      options: { misses: { type: 'boolean' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length === 0) throw new Error('name a folder with labels.json, or a set file');
    return { ...values, sets: positionals.map(readSet) };
  } catch (error) {
    return quit(error.message);
  }
}

const { sets, misses = false, json = false } = askedFor();
const scratch = mkdtempSync(join(tmpdir(), 'skillgate-eval-'));
const all = [];
try {
  const bundle = await bundleEntry('findings-skills', scratch, 'cjs');
  const { createSkillLook } = createRequire(import.meta.url)(bundle);
  const look = await createSkillLook(repository);
  for (const { name, skills } of sets) {
    const looked = [];
    const before = process.cpuUsage();
    for (const skill of skills) looked.push({ ...skill, ...(await look(skill)) });
    const { user, system } = process.cpuUsage(before);
    all.push(figuresOf({ name, skills: looked, cpuMs: (user + system) / 1_000 }));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
if (json) console.log(JSON.stringify({ sets: all }, null, 2));
else console.log(all.map((figures) => linesOf(figures, { misses }).join('\n')).join('\n\n'));
