import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The client under test: `node client.mjs host|load RESULT URL`, started by the suite, which appends
 * the address. The person approves what the server describes, with Skillgate; then the example
 * host, or `skillgate load`, uses the skill, unless the scenario is about not using it. What they
 * said is written to RESULT.
 */
const [kind, result, url] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'skillgate-conformance-'));
mkdirSync(join(home, 'data'), { mode: 0o700 });
const config = join(home, 'servers.json');
writeFileSync(config, JSON.stringify({ mcpServers: { official: { url } } }));

const run = (script, ...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, HOME: home, SKILLGATE_HOME: join(home, 'data') },
  });
  process.stderr.write(stderr);
  return { status, stdout };
};
const skillgate = (command, ...args) =>
  run('dist/cli.js', command, '--config', config, '--json', ...args);

const seen = ({ setDigest, metadataDigest }) => [
  '--set-digest',
  setDigest,
  '--metadata-digest',
  metadataDigest,
];

try {
  const listed = JSON.parse(skillgate('list').stdout);
  const { uri } = listed.servers[0].skills[0];
  const skill = ['--server', 'official', '--uri', uri];
  const shown = skillgate('approve', ...skill);
  // Without a terminal the digests of what was shown have to be named.
  const approved =
    shown.status === 9 ? skillgate('approve', ...skill, ...seen(JSON.parse(shown.stdout))) : shown;
  if (approved.status !== 0) throw new Error(`not approved: ${approved.stdout}`);

  const uses = process.env.MCP_CONFORMANCE_SCENARIO !== 'sep-2640-client-no-prefetch';
  writeFileSync(result, JSON.stringify(kind === 'host' ? host(uses, uri) : load(uses, skill)));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function host(uses, uri) {
  const needed = uses ? [uri, 'references/FORMS.md'] : [];
  const { status, stdout } = run('e2e/example-host/host.mjs', JSON.stringify({ url }), ...needed);
  if (status !== 0) throw new Error(`the example host ended with ${status}`);
  const [first, used] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { standing: first.standing, refused: used?.refused ?? null, loaded: used?.loaded ?? [] };
}

function load(uses, skill) {
  const checked = JSON.parse(skillgate('check', ...skill).stdout);
  if (!uses) return { standing: checked.standing, refused: null, loaded: [] };
  const { status, stdout } = skillgate('load', ...skill);
  const answer = JSON.parse(stdout);
  return {
    standing: checked.standing,
    refused: status === 0 ? null : answer.verdict.message,
    loaded: status === 0 ? [answer.uri] : [],
  };
}
