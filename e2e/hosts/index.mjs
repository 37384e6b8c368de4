import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, say } from '../conformance/suite.mjs';
import { list } from './list.mjs';
import { openModel } from './model.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const cli = path('../../dist/cli.js');
const main = 'skill://wanted/SKILL.md';
/** Stands in the skill in question, and nowhere else. */
const secret = 'heron-blue';
const sum = 'sum 3 in green';
const mostTries = 3;

/**
 * Hosts of others as they are, with a model on loopback that drives whole conversations: directly, then
 * protected; a skill that nobody approved isn't read, approved in the middle of a conversation it is, one
 * byte changed on the server and it is gone; undone, its file is what it was. Then a local skill is turned off by
 * its name, where the host's settings can. Gives how many failed.
 */
export async function otherHosts(_suite, scratch, only) {
  install(path('.'), 'hosts of others');
  let failed = 0;
  for (const host of list.filter(({ id }) => only === undefined || id === only)) {
    const program = host.program();
    if (program === null) {
      say(`skipped  ${host.id}: its package has no program for this machine`);
      continue;
    }
    const wrong = await tried(host, program, scratch).catch((error) => [String(error)]);
    say(`${wrong.length === 0 ? 'passed' : 'FAILED'}  ${host.id}`);
    for (const what of wrong) say(`    ${what}`);
    failed += wrong.length === 0 ? 0 : 1;
  }
  return failed;
}

async function tried(host, program, scratch) {
  const home = mkdtempSync(join(scratch, `${host.id}-`));
  const [folder, scene, file] = ['work', 'scene.json', host.file].map((name) => join(home, name));
  for (const one of [folder, dirname(file)]) mkdirSync(one, { recursive: true });
  const serve = (words) => {
    const text = `---\nname: wanted\ndescription: About wanted\n---\n\n${secret} ${words}\n`;
    writeFileSync(scene, JSON.stringify({ wanted: { 'SKILL.md': text } }));
  };
  serve('as approved');
  const entry = { command: process.execPath, args: [path('server.mjs'), scene] };
  writeFileSync(file, host.text({ ...entry, env: { TRIED_WORD: 'green' } }));
  const env = {
    ...{ HOME: home, USERPROFILE: home, PATH: process.env.PATH },
    // Nothing of a host's own leaves this machine.
    ...{
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1',
    },
  };
  const skillgate = (...words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words, '--json'], {
      ...{ encoding: 'utf8', cwd: home, env },
    });
    if (stdout === '') throw new Error(`skillgate ${words.join(' ')}: ${stderr}`);
    return { status, answer: JSON.parse(stdout) };
  };
  const approve = () => {
    const skill = ['--server', 'acme', '--uri', main];
    const { answer } = skillgate('approve', ...skill);
    const digests = ['--set-digest', answer.setDigest, '--metadata-digest', answer.metadataDigest];
    return skillgate('approve', ...skill, ...digests, '--read-all').status === 0;
  };
  /** What the host says after its model has called this. */
  const says = async (call, again, heard) => {
    const model = await openModel({ again, heard });
    const [command, ...args] = [...program, ...host.words(`CALL ${call}`, model.url)];
    const options = { cwd: folder, env: { ...env, ...host.env(model.url) } };
    try {
      let text = '';
      // Some hosts ask their model before a server has started.
      for (let times = 0; times < mostTries && !text.includes('RESULT'); times += 1)
        text = await output(command, args, options);
      return text;
    } finally {
      model.close();
    }
  };

  const wrong = [];
  const holds = (what, is) => void (is || wrong.push(what));
  const add = 'add {"a": 1, "b": 2}';
  const { load = 'acme_load_skill {"skill": "wanted"}', isRewritten = false } = host;
  const kept = () => {
    const text = readFileSync(file, 'utf8');
    return isRewritten ? JSON.stringify(JSON.parse(text).mcpServers) : text;
  };
  holds('does not call a tool directly', (await says(add)).includes(sum));
  const before = kept();
  holds('cannot be protected', skillgate('protect', host.id, '--yes').answer.written === true);
  holds('is not protected', readFileSync(file, 'utf8').includes('gateway'));
  holds('does not call a tool when protected', (await says(add)).includes(sum));
  const refused = await says(load);
  holds('reads what nobody approved', refused.includes('RESULT') && !refused.includes(secret));
  let isApproved = false;
  const live = await says(load, async (result) => {
    if (isApproved || result.includes(secret)) return false;
    isApproved = approve();
    // A decision takes effect within a second, and a host may list again first.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return isApproved;
  });
  holds('does not read what was approved in the middle of its conversation', live.includes(secret));
  holds('does not read what was approved', (await says(load)).includes(secret));
  serve('as approveD');
  holds('reads what changed', !(await says(load)).includes(secret));
  holds('does not call a tool after a change', (await says(add)).includes(sum));
  holds('cannot be undone', skillgate('protect', '--undo', host.id, '--yes').status === 0);
  holds('has another file than before', kept() === before);
  holds('does not call a tool afterwards', (await says(add)).includes(sum));
  if (host.local !== undefined)
    await triedByName(host, {
      home,
      skillgate,
      holds,
      says: (heard) => says(add, undefined, heard),
    });
  return wrong;
}

/** What the host tells its model about local skills, before one is denied, afterwards, and undone. */
async function triedByName(host, { home, skillgate, holds, says }) {
  const file = join(home, host.settings ?? host.file);
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  for (const name of ['heron', 'magpie']) {
    mkdirSync(join(home, host.local, name), { recursive: true });
    const text = `---\nname: ${name}\ndescription: Sings as a ${name}-bird\n---\n\nSing.\n`;
    writeFileSync(join(home, host.local, name, 'SKILL.md'), text);
  }
  const told = async () => {
    let text = '';
    await says((piece) => (text += piece));
    return ['heron', 'magpie'].filter((name) => text.includes(`${name}-bird`)).join(' ');
  };
  const [local, uri] = [join(home, host.local), 'skill://magpie/SKILL.md'];
  holds('does not tell of local skills', (await told()) === 'heron magpie');
  const before = read();
  holds('cannot be denied', skillgate('deny', local, '--uri', uri).status === 0);
  const { answer } = skillgate('sync', host.id, '--by-name', '--yes');
  holds('cannot be kept by name', answer.written === true);
  holds('tells of a local skill that was denied', (await told()) === 'heron');
  const undone = skillgate('sync', '--undo', host.id, '--by-name', '--yes');
  holds('cannot be undone by name', undone.status === 0 && read() === before);
  holds('does not tell of it afterwards', (await told()) === 'heron magpie');
}

function output(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), 180_000);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => (text += piece));
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}
