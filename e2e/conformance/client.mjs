import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productWith } from './product.mjs';

/**
 * The client under test: `node client.mjs host|load RESULT URL`, started by the suite, which appends
 * the address. The person approves what the server describes, with Skillgate; then the example
 * host, or `skillgate load`, uses the skill, unless the scenario is about not using it. What they
 * said is written to RESULT.
 */
const [kind, result, url] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'skillgate-conformance-'));
const { env, skillgate, listed, approve } = productWith(scratch, { url });

try {
  const [uri] = listed();
  approve(uri);
  const skill = ['--server', 'official', '--uri', uri];
  const uses = process.env.MCP_CONFORMANCE_SCENARIO !== 'sep-2640-client-no-prefetch';
  writeFileSync(result, JSON.stringify(kind === 'host' ? host(uses, uri) : load(uses, skill)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function host(uses, uri) {
  const needed = uses ? [uri, 'references/FORMS.md'] : [];
  const script = fileURLToPath(new URL('../example-host/host.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, JSON.stringify({ url }), ...needed],
    { encoding: 'utf8', env },
  );
  process.stderr.write(stderr);
  if (status !== 0) throw new Error(`the example host ended with ${status}`);
  const [first, used] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { standing: first.standing, refused: used?.refused ?? null, loaded: used?.loaded ?? [] };
}

function load(uses, skill) {
  const { answer: checked } = skillgate('check', ...skill);
  if (!uses) return { standing: checked.standing, refused: null, loaded: [] };
  const { status, answer } = skillgate('load', ...skill);
  return {
    standing: checked.standing,
    refused: status === 0 ? null : answer.verdict.message,
    loaded: status === 0 ? [answer.uri] : [],
  };
}
