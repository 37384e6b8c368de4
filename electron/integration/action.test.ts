import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../build/product.ts';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import { approveAsShown } from './testing/approving.ts';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer, type Scene } from './testing/servers.ts';

interface ActionStep {
  readonly id: string;
  readonly if?: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}
interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

const text = readFileSync(`${root}action.yml`, 'utf8');
const action = parse(text) as ActionFile;
let cli: BuiltCli;
let place: Place;
let served: Scene;

/** Replaces `${{ … }}` in a variable as the runner does; the places that this action uses. */
function filled(value: string, known: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const found = known[name];
    if (found === undefined) throw new Error(`the test knows no ${name}`);
    return found;
  });
}

/** Runs one step with its inputs, in the place's folder. */
function runStep(
  id: string,
  inputs: Readonly<Record<string, string>>,
): { readonly code: number | null; readonly out: string; readonly outputs: string } {
  const step = action.runs.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`there is no step ${id}`);
  const known = {
    ...Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]),
    ),
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value])),
    'github.action_path': place.path('action'),
    'runner.temp': place.path('temp'),
    'steps.find.outputs.cli': cli.path,
  };
  const env = Object.fromEntries(
    Object.entries(step.env).map(([name, value]) => [name, filled(value, known)]),
  );
  const outputs = place.path('outputs.txt');
  writeFileSync(outputs, '');
  // As the runner starts it: https://docs.github.com/actions, "shell".
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: place.root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: place.home, ...env, GITHUB_OUTPUT: outputs },
  });
  return {
    code: ran.status,
    out: ran.stdout + ran.stderr,
    outputs: readFileSync(outputs, 'utf8'),
  };
}

function put(path: string, content: string): void {
  mkdirSync(dirname(place.path(path)), { recursive: true });
  writeFileSync(place.path(path), content);
}

beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  mkdirSync(place.path('temp'), { mode: 0o700 });
  put('my skills/plain/SKILL.md', skillMd('plain', 'Sorts files by date'));
  put('broken/none/SKILL.md', 'no frontmatter\n');
  served = scene(place, 'served', { skills: [skill('one')] });
  place.write('mcp.json', {
    mcpServers: { s: stdioServer(place, 'honest', served.args).entry },
  });
  const of = ['--allow-start', '--config', 'mcp.json', '--server', 's', '--uri'];
  await approveAsShown(cli, place, [...of, 'skill://one/SKILL.md']);
  await runCli(cli, place, ['export', '--as', 'lock', '--output', 'skills.lock.json']);
}, 120_000);
afterAll(() => place.remove());

describe.skipIf(process.platform === 'win32')('the GitHub action', () => {
  it('finds a given, a built or an installed command line, and says how to get one', () => {
    expect(runStep('find', {})).toMatchObject({ code: 2, outputs: '' });
    expect(runStep('find', {}).out).toContain("::error::There's no built Skillgate");
    put('node_modules/skillgate/dist/cli.js', '');
    expect(runStep('find', {}).outputs).toBe('cli=node_modules/skillgate/dist/cli.js\n');
    put('action/dist/cli.js', '');
    expect(runStep('find', {}).outputs).toBe(`cli=${join(place.path('action'), 'dist/cli.js')}\n`);
    expect(runStep('find', { cli: 'own.js' }).code).toBe(2);
  });

  it('looks for findings in folders, whatever their names', () => {
    const folder = 'my skills\n';
    expect(runStep('findings', { folder, 'allow-unseen': 'true' })).toMatchObject({
      code: 0,
      outputs: 'exit=0\n',
    });
    const blind = runStep('findings', { folder: 'my skills\nbroken' });
    expect(blind).toMatchObject({ code: 3, outputs: 'exit=3\n' });
    expect(blind.out).toContain('::warning title=Not looked at::');
    const forged = runStep('findings', { folder: '$(touch pwned)"; touch pwned; "' });
    expect(forged.code).toBe(2);
    expect(place.text('pwned')).toBe('');
  });

  it('looks for findings in what a server serves', () => {
    const { code, outputs } = runStep('findings', { config: 'mcp.json', 'allow-unseen': 'true' });
    expect([code, outputs]).toEqual([0, 'exit=0\n']);
  });

  it('lints folders, and fails for warnings only if told to', () => {
    expect(runStep('lint', { folder: 'my skills' }).outputs).toMatch(/^exit=[03]\n$/);
    expect(runStep('lint', { folder: 'broken' })).toMatchObject({ code: 1, outputs: 'exit=1\n' });
    put('warned/plain/SKILL.md', skillMd('plain', 'Sorts', 'See [a guide](missing.md).\n'));
    const warned = runStep('lint', { folder: 'warned' });
    expect(warned).toMatchObject({ code: 0, outputs: 'exit=3\n' });
    expect(runStep('lint', { folder: 'warned', strict: 'true' }).code).toBe(3);
  });

  it('fails if what is served is not what the lock file has', () => {
    const given = { config: 'mcp.json', lock: 'skills.lock.json' };
    expect(runStep('verify', given)).toMatchObject({ code: 0, outputs: 'exit=0\n' });
    served.set({ skills: [skill('one', { 'references/guide.md': 'Other\n' })] });
    expect(runStep('verify', given)).toMatchObject({ code: 1, outputs: 'exit=1\n' });
  });

  it('gives each exit code as an output, and no input to a shell', () => {
    expect(action.runs.using).toBe('composite');
    for (const { run, shell } of action.runs.steps) {
      expect(run).not.toContain('${{');
      expect(shell).toBe('bash');
    }
    for (const id of ['findings', 'lint', 'verify'])
      expect(action.outputs[id]?.value).toBe(`\${{ steps.${id}.outputs.exit }}`);
  });
});
