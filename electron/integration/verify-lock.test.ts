import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { entryOf, skillMd, type ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { asShown } from './testing/approving.ts';
import { builtCli, runCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { bundled } from '../mcp/testing/servers.ts';
import type { Rule } from '../../e2e/servers/scripted.ts';
import { scene, skill, stdioServer, type Scene } from './testing/servers.ts';

let cli: BuiltCli;
let place: Place;
let served: Scene;
const lock = 'skills.lock.json';
const one = 'skill://one/SKILL.md';
const two = 'skill://two/SKILL.md';
const first = skill('one', { 'SKILL.md': skillMd('one', 'The first', '# One\n') });
const otherFile = skill('one', { 'SKILL.md': skillMd('one', 'The first', '# Evil\n') });
const otherWords = { ...first, entry: { frontmatter: { name: 'one', description: 'Other' } } };

/** The place with its lock file, as every test finds it: writing that file starts the server five times. */
let prepared: string;

beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  served = scene(place, 'scene', { skills: [first, skill('two')] });
  starts();
  for (const uri of [one, two]) {
    const args = [
      'approve',
      '--allow-start',
      '--config',
      'mcp.json',
      '--server',
      'acme',
      '--uri',
      uri,
    ];
    const seen = JSON.parse((await run(...args, '--json')).stdout) as never;
    expect((await run(...args, ...asShown(seen))).code).toBe(0);
  }
  expect((await run('export', '--as', 'lock', '--output', lock)).code).toBe(0);
  // A build has approved nothing.
  expect((await run('forget', '--all', '--yes')).code).toBe(0);
  prepared = mkdtempSync(join(tmpdir(), 'skillgate-prepared-'));
  cpSync(place.root, prepared, { recursive: true });
}, 120_000);
beforeEach(() => {
  place.remove();
  cpSync(prepared, place.root, { recursive: true });
});
afterAll(() => {
  place.remove();
  rmSync(prepared, { recursive: true, force: true });
});

const run = (...args: string[]): Promise<Ran> => runCli(cli, place, args);
const starts = (label = 'acme', env: Readonly<Record<string, string>> = {}): void => {
  const { entry } = stdioServer(place, 'honest', served.args);
  place.write('mcp.json', { mcpServers: { [label]: { ...entry, env } } });
};
const verified = async (...more: string[]) => {
  const { code, stdout } = await run(
    ...['verify', '--allow-start', '--config', 'mcp.json', '--lock', lock, '--json', ...more],
  );
  return { code, drift: (JSON.parse(stdout) as { drift: unknown }).drift };
};
const none = { differs: [], gone: [], refused: [], unknown: [], added: [], expired: [] };

describe('verify --lock', () => {
  it('ends with 0 if everything matches the file, also from a server started another way', async () => {
    expect(await verified()).toEqual({ code: 0, drift: none });
    starts('acme', { PORT: '4711' });
    expect(await verified('--server', 'acme')).toEqual({ code: 0, drift: none });
  });

  it.each([
    ['another file', [otherFile, skill('two')], { differs: [{ uri: one, what: 'files' }] }],
    ['other words', [otherWords, skill('two')], { differs: [{ uri: one, what: 'words' }] }],
    ['one gone', [first], { gone: [{ uri: two }] }],
    [
      'one more',
      [first, skill('two'), skill('three')],
      {
        added: [{ uri: 'skill://three/SKILL.md' }],
      },
    ],
  ])('ends with 1 and names %s', async (_, skills, drift) => {
    served.set({ skills });
    const found = Object.entries(drift).map(([kind, rows]) => [
      kind,
      rows.map((row) => ({ server: 'acme', ...row })),
    ]);
    expect(await verified()).toEqual({
      code: 1,
      drift: { ...none, ...(Object.fromEntries(found) as object) },
    });
    const { stdout } = await run('verify', '--allow-start', '--config', 'mcp.json', '--lock', lock);
    expect(stdout).toMatch(/^(?:differs|gone|not in the lock) +skill:.*\(acme\)/m);
    expect(stdout).toContain('Differs from the lock file.');
  });

  it('treats a server with another label as a different one', async () => {
    starts('renamed');
    expect(await verified()).toMatchObject({
      code: 1,
      drift: {
        gone: [{ server: 'acme', uri: one }, { uri: two }],
        added: [{ server: 'renamed', uri: one }, { uri: two }],
      },
    });
    const alone = [
      'verify',
      '--allow-start',
      '--config',
      'mcp.json',
      '--lock',
      lock,
      '--server',
      'renamed',
    ];
    const { code, stderr } = await run(...alone);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has no skill from "renamed"')]);
  });

  it.each([
    ['is not configured', {}],
    ['is disabled', { acme: { command: 'x', args: [], disabled: true } }],
  ])('reports missing skills of a server that %s', async (_, mcpServers) => {
    place.write('mcp.json', { mcpServers });
    expect(await verified()).toMatchObject({
      code: 1,
      drift: { ...none, gone: [{ server: 'acme', uri: one }, { uri: two }] },
    });
  });

  it('rejects a file without a skill, and writes none', async () => {
    place.write('empty.json', { format: 'skillgate/lock@1', skills: [] });
    const on = ['verify', '--allow-start', '--config', 'mcp.json', '--lock', 'empty.json'];
    expect(await run(...on)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("empty.json has no skill, so there's nothing") as string,
    });
    const written = await run('export', '--as', 'lock', '--output', 'none.json');
    expect(written).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No skill is approved, so the lock file would') as string,
    });
    expect(existsSync(place.path('none.json'))).toBe(false);
  });

  it('rejects a file with a repeated name, which a reviewer may read differently', async () => {
    const text = readFileSync(place.path(lock), 'utf8');
    place.write(
      'twice.json',
      text.replace('"setDigest":', '"uri":"skill://seen/SKILL.md","setDigest":'),
    );
    const twice = await run(
      'verify',
      '--allow-start',
      '--config',
      'mcp.json',
      '--lock',
      'twice.json',
    );
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('appears twice')]);
  });

  it('ends with 1 if an approval in the file has expired', async () => {
    const text = readFileSync(place.path(lock), 'utf8');
    const until = (at: string): string =>
      text.replace(/"expiresAt": *null/, `"expiresAt": "${at}"`);
    place.write(lock, until('2999-01-01T00:00:00Z'));
    expect(await verified()).toEqual({ code: 0, drift: none });
    place.write(lock, until('2020-01-01T00:00:00Z'));
    const expired = [{ server: 'acme', uri: one }];
    expect(await verified()).toEqual({ code: 1, drift: { ...none, expired } });
  });

  it("rejects at once a file that isn't a lock file, and a lock file for one skill", async () => {
    place.write('bad.json', { format: 'skillgate/lock@9' });
    const bad = await run('verify', '--allow-start', '--config', 'mcp.json', '--lock', 'bad.json');
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('is not a lock file')]);
    const part = ['--server', 'acme', '--uri', one, '--lock', lock];
    expect((await run('verify', '--allow-start', '--config', 'mcp.json', ...part)).code).toBe(2);
  });
});

/** A server that answers by these rules, and otherwise like an honest one with `one` and `two`. */
function scripted(name: string, skills: readonly ServedSkill[], rules: readonly Rule[]) {
  place.write(`${name}.script.json`, { skills, rules });
  const heard = place.path(`${name}.heard.jsonl`);
  const files = ['--script', place.path(`${name}.script.json`), '--heard', heard];
  return { command: process.execPath, args: [bundled('scripted'), ...files, '--era', 'legacy'] };
}

describe('verify --lock of a server with an incomplete listing', () => {
  const both = [first, skill('two')];

  it('fails if a page of the listing is missing, and calls its skills not known', async () => {
    const page = { skills: both.map(entryOf), nextCursor: 'more' };
    const entry = scripted('acme', both, [
      { method: 'skills/list', when: { cursor: 'more' }, error: -32603 },
      { method: 'skills/list', results: [page] },
    ]);
    place.write('mcp.json', { mcpServers: { acme: entry } });
    const args = ['verify', '--allow-start', '--config', 'mcp.json', '--lock', lock];
    const { code, stdout } = await run(...args, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        summary: {
          verified: 2,
          unreachable: [
            { server: 'acme', message: expect.stringContaining('incomplete') as string },
          ],
        },
        drift: none,
      },
    ]);
    const { stdout: told } = await run(...args);
    expect(told).toMatch(/^no full answer +acme: .* incomplete: .+$/m);
    expect(told).not.toContain('Everything matches the lock file');
  });

  it('calls a refused entry refused, with the reason, and not gone', async () => {
    const [sound, ...others] = both.map(entryOf);
    const page = { skills: [sound, ...others.map((entry) => ({ ...entry, resources: null }))] };
    const entry = scripted('acme', both, [{ method: 'skills/list', results: [page] }]);
    place.write('mcp.json', { mcpServers: { acme: entry } });
    const { code, drift } = await verified();
    expect(code).toBe(1);
    const message = expect.stringContaining('resources') as string;
    expect(drift).toEqual({ ...none, refused: [{ server: 'acme', uri: two, message }] });
    const { stdout } = await run('verify', '--allow-start', '--config', 'mcp.json', '--lock', lock);
    expect(stdout).toMatch(/^refused +skill:\/\/two\/SKILL\.md {2}\(acme\): .*resources/m);
    expect(stdout).toContain('Differs from the lock file.');
  });

  it("calls skills of a server that doesn't start not known, and says why", async () => {
    const code = `console.error('FATAL: no DATABASE_URL'); process.exit(3)`;
    const entry = { command: process.execPath, args: ['-e', code] };
    place.write('mcp.json', { mcpServers: { acme: entry } });
    const args = ['verify', '--allow-start', '--config', 'mcp.json', '--lock', lock];
    const { code: exit, stdout } = await run(...args, '--json');
    const message = expect.stringMatching(/exited with code 3.*What to do:/) as string;
    expect([exit, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        summary: { unreachable: [{ server: 'acme', message }] },
        drift: {
          ...none,
          unknown: [
            { server: 'acme', uri: one, message },
            { server: 'acme', uri: two, message },
          ],
        },
      },
    ]);
    const told = (await run(...args)).stdout;
    expect(told).toMatch(/^not known +skill:\/\/one\/SKILL\.md {2}\(acme\): .*exited with code 3/m);
    expect(told).not.toMatch(/^gone/m);
    expect(told.trimEnd().split('\n').at(-1)).toBe(
      "Couldn't check 2 skills in the lock file: see above.",
    );
  });

  it('calls skills missing from an incomplete listing not known, and others as usual', async () => {
    const entry = scripted('acme', both, [
      { method: 'skills/list', when: { cursor: 'more' }, error: -32603 },
      { method: 'skills/list', results: [{ skills: [entryOf(otherFile)], nextCursor: 'more' }] },
    ]);
    place.write('mcp.json', { mcpServers: { acme: entry } });
    expect(await verified()).toMatchObject({
      code: 1,
      drift: {
        ...none,
        differs: [{ uri: one }],
        unknown: [{ uri: two, message: expect.stringContaining('incomplete') as string }],
      },
    });
  });

  it('does not end with "Everything matches the lock file" when a file differs from its listing', async () => {
    const contents = [{ uri: one, mimeType: 'text/markdown', text: '# Evil\n' }];
    const read = { method: 'resources/read', when: { uri: one }, results: [{ contents }] };
    place.write('mcp.json', { mcpServers: { acme: scripted('acme', both, [read]) } });
    expect(await verified()).toEqual({ code: 1, drift: none });
    const { stdout } = await run('verify', '--allow-start', '--config', 'mcp.json', '--lock', lock);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'The listing matches the lock file, but not everything could be verified: see above.',
    );
  });
});

/** The commands of the documented workflow, without the installation. */
function workflow(): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/authors.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  const { jobs } = parse(yaml) as {
    jobs: Record<string, { steps: readonly { run?: string }[] }>;
  };
  return Object.values(jobs)
    .flatMap(({ steps }) => steps.map((step) => step.run ?? ''))
    .filter((line) => line.startsWith('node_modules/.bin/skillgate '))
    .map((line) => line.split(' ').slice(1));
}

describe('the workflow of the documentation', () => {
  const codes = async (): Promise<(number | null)[]> => {
    const ran: (number | null)[] = [];
    for (const step of workflow()) ran.push((await run(...step)).code);
    return ran;
  };
  beforeEach(() => {
    place.write('known.txt', '# nothing is known\n');
    mkdirSync(place.path('skills/one'), { recursive: true });
    place.write('skills/one/SKILL.md', skillMd('one', 'The first', '# One\n'));
  });

  it('passes while the server keeps the rules and serves the reviewed skills', async () => {
    expect(workflow().map(([name]) => name)).toEqual(['lint', 'conformance', 'verify']);
    expect(await codes()).toEqual([0, 0, 0]);
  });

  it('fails at its last step if the served skills differ', async () => {
    served.set({ skills: [otherFile, skill('two')] });
    expect(await codes()).toEqual([0, 0, 1]);
  });

  it('fails at conformance if the server breaks a rule', async () => {
    served.set({ skills: [otherWords, skill('two')] });
    expect(await codes()).toEqual([0, 1, 1]);
  });
});
