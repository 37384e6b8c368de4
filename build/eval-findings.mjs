import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleEntry } from './bench/bundle.mjs';
import { figuresOf, linesOf } from './eval/figures.mjs';
import { readSet } from './eval/read-set.mjs';
import { rewritten, ways } from './eval/rewritten.mjs';

/**
 * `npm run eval:findings -- SET… [--misses] [--json] [--rewritten]`: how much of labeled sets the rules in the
 * source find, and what they cost; with `--rewritten`, how much if the bad skills are written differently. Nothing needs a build. A set is a JSON file or a folder with
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
      options: {
        misses: { type: 'boolean' },
        json: { type: 'boolean' },
        rewritten: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    if (positionals.length === 0) throw new Error('name a folder with labels.json, or a set file');
    return { ...values, sets: positionals.map(readSet) };
  } catch (error) {
    return quit(error.message);
  }
}

const { sets, misses = false, json = false, rewritten: isRewritten = false } = askedFor();

/** Of the bad skills of all sets that a way changes: how many are seen before and after. */
async function printRewritten(look) {
  const bad = sets.flatMap(({ skills }) => skills.filter(({ label }) => label === 'bad'));
  const seen = async (skills) => {
    const looked = [];
    for (const skill of skills) looked.push({ ...skill, ...(await look(skill)) });
    const figures = figuresOf({ name: '', skills: looked, cpuMs: 0 });
    return `${figures.bad.high} / ${figures.bad.medium}`;
  };
  for (const [name, way] of Object.entries(ways)) {
    const { before, after } = rewritten(bad, way);
    if (before.length > 0)
      console.log(`${name}: ${await seen(before)} → ${await seen(after)} of ${before.length}`);
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'skillgate-eval-'));
const all = [];
try {
  const bundle = await bundleEntry('findings-skills', scratch, 'cjs');
  const { createSkillLook } = createRequire(import.meta.url)(bundle);
  const look = await createSkillLook(repository);
  if (isRewritten) await printRewritten(look);
  for (const { name, skills } of isRewritten ? [] : sets) {
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
else if (!isRewritten)
  console.log(all.map((figures) => linesOf(figures, { misses }).join('\n')).join('\n\n'));
