import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { productWith } from '../product.mjs';
import { say } from '../suite.mjs';
import { inspectorOf } from './inspector.mjs';

const script = fileURLToPath(new URL('../../servers/honest.ts', import.meta.url));
const main = 'skill://wanted/SKILL.md';
const guide = 'skill://wanted/references/guide.md';
const kept = 'skill://kept/SKILL.md';
const guesses = ['skill://w%61nted/SKILL.md', 'skill://index.json'];
/** Stands in every file of the skill in question, and nowhere else. */
const secret = 'heron-blue';

/**
 * Clients of others, as they are, at one gateway that runs all the while: a skill that was never
 * approved is not listed, fetched or guessed; approved it is there; one byte changed on the server
 * and it is gone. Gives how many lanes failed.
 */
export async function otherClients(suite, scratch) {
  const lanes = [
    ['inspector 2025-11-25', 'modern', (product, at) => inspectorOf(suite, product, 'legacy', at)],
    ['inspector 2026-07-28', 'legacy', (product, at) => inspectorOf(suite, product, 'modern', at)],
  ];
  let failed = 0;
  for (const [name, era, open] of lanes) {
    const wrong = await lane(suite, scratch, era, open);
    say(`${wrong.length === 0 ? 'passed' : 'FAILED'}  ${name} in front of ${era}`);
    for (const what of wrong) say(`    ${what}`);
    failed += wrong.length === 0 ? 0 : 1;
  }
  return failed;
}

async function lane(suite, scratch, era, open) {
  const folder = mkdtempSync(join(scratch, 'others-'));
  const [scenario, asked] = [join(folder, 'scenario.json'), join(folder, 'asked.jsonl')];
  serve(scenario, 'as approved');
  const args = ['--no-warnings', script, '--era', era, '--scenario', scenario, '--record', asked];
  const product = productWith(scratch, { command: suite.node, args });
  product.approve(kept);
  const running = product.gateway('--http', '0');
  try {
    return steps(open(product, await announced(running)), product, { scenario, asked });
  } catch (error) {
    return [String(error)];
  } finally {
    const ended = once(running, 'exit');
    running.kill();
    await ended;
  }
}

function steps(client, product, { scenario, asked }) {
  const wrong = [];
  const holds = (what, is) => void (is || wrong.push(what));
  const lists = (...uris) => JSON.stringify(client.list().sort()) === JSON.stringify(uris);
  const requests = () => (existsSync(asked) ? readFileSync(asked, 'utf8').split('\n') : []);

  const before = requests().length;
  holds('lists what nobody approved', lists(kept));
  holds('gets what nobody approved', client.get(main) === null);
  for (const uri of [main, guide, ...guesses])
    holds(`reads ${uri}, which nobody approved`, client.read(uri) === null);
  const told = requests().slice(before - 1);
  holds('asks the server for it', !told.some((line) => /wanted|w%61nted|index/.test(line)));
  holds('never asked the server at all', told.length > 0);
  holds('lets text through', !client.heard.join('').includes(secret));

  product.approve(main);
  holds('does not list what was approved', lists(kept, main));
  holds('does not get what was approved', client.get(main) === main);
  holds('does not read what was approved', client.read(guide)?.includes(`${secret} as approved`));
  holds('gives what its client finds wrong', client.verified());

  client.heard.length = 0;
  serve(scenario, 'as approveD');
  holds('reads what changed', client.read(guide) === null);
  holds('lists what changed', lists(kept));
  holds('gets what changed', client.get(main) === null);
  holds('reads of a skill that changed', client.read(main) === null);
  holds('lets text that changed through', !client.heard.join('').includes(secret));
  return wrong;
}

/** Two skills; of the one in question, one file ends with `words`. */
function serve(scenario, words) {
  const skillMd = (name, body) => `---\nname: ${name}\ndescription: One skill\n---\n\n${body}\n`;
  const wanted = {
    'SKILL.md': skillMd('wanted', `Read references/guide.md (${secret}).`),
    'references/guide.md': `${secret} ${words}\n`,
  };
  const skills = [
    { path: 'kept', files: { 'SKILL.md': skillMd('kept', 'Nothing else.') } },
    { path: 'wanted', files: wanted },
  ];
  writeFileSync(scenario, JSON.stringify({ skills }));
}

const announced = async (running) =>
  JSON.parse((await once(createInterface({ input: running.stdout }), 'line'))[0]);
