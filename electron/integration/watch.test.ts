import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundled } from '../mcp/testing/servers.ts';
import { announcements, filesOf } from '../commands/checking/conformance.ts';
import { ServedHere } from '../engine/testing/served.ts';
import { stage } from '../engine/testing/stage.ts';
import { builtCli, ended, runCli, startCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
});
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

/** What it has printed since the last awaited text. */
function reading(child: ChildProcess) {
  let text = '';
  child.stdout?.on('data', (data: string) => (text += data));
  return async (expected: string): Promise<string> => {
    await until(`${expected} in: ${text}`, () => text.includes(expected));
    const said = text;
    text = '';
    return said;
  };
}

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: What it does\n---\n\n# T\n`;

describe('lint --watch', () => {
  it('shows what is fixed and new as files change, and ends with the last exit code', async () => {
    mkdirSync(place.path('skills/refunds'), { recursive: true });
    const file = place.path('skills/refunds/SKILL.md');
    writeFileSync(file, skill('returns'));
    const child = startCli(cli, place, ['lint', 'skills', '--watch']);
    const over = ended(child);
    const said = reading(child);
    expect(await said('Something needs fixing.')).toContain('fail    skillgate/name-folder');

    writeFileSync(file, skill('refunds'));
    const fixed = await said('Nothing to fix.');
    expect(fixed).toMatch(/^fixed {3}skillgate\/name-folder {2}skills\/refunds\/SKILL\.md/m);
    expect(fixed).toContain('1 fixed, 0 new, 0 to fix.');

    mkdirSync(place.path('skills/notes'));
    writeFileSync(place.path('skills/notes/SKILL.md'), skill('other'));
    expect(await said('0 fixed, 1 new, 1 to fix.')).toMatch(/^new {5}skillgate\/name-folder/m);

    child.kill('SIGINT');
    const { code, signal, stderr } = await over;
    expect([code, signal, stderr]).toEqual([1, null, '']);
  });

  it('prints lines for people only', async () => {
    writeFileSync(place.path('SKILL.md'), skill('x'));
    for (const words of [['--json'], ['--format', 'sarif']]) {
      const { code } = await runCli(cli, place, ['lint', '.', '--watch', ...words]);
      expect(code).toBe(2);
    }
  });
});

/** A watched server with a defect, which writes its process id into a file at each start. */
function watching(file: string, more = '') {
  mkdirSync(place.path('server'));
  const script = place.path('server/server.mjs');
  const serve = (defect: string): void =>
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(place.path(file))}, process.pid + '\\n');
process.argv[2] = ${JSON.stringify(defect)};
${more}
await import(${JSON.stringify(bundled('defects'))});
`,
    );
  serve('get-unknown-code');
  const config = place.write('mcp.json', {
    mcpServers: { mine: { command: process.execPath, args: [script], env: { ERA: 'modern' } } },
  });
  const args = ['conformance', '--server', 'mine', '--allow-start', '--config', config, '--watch'];
  const child = startCli(cli, place, args);
  return { script, serve, child, over: ended(child), said: reading(child) };
}

describe('conformance --watch', () => {
  it('restarts the server when its files change, continues when it breaks, and ends cleanly (takes four starts)', async () => {
    const { script, serve, child, over, said } = watching('pids');
    const first = await said('Something needs fixing.');
    expect(first).toContain(`watching ${place.path('server')}, mine's change notices`);
    expect(first).toContain('fail    sep-2640-skills-get-unknown-uri-invalid-params');

    serve('sound');
    expect(await said('Nothing to fix.')).toContain('1 fixed, 0 new, 0 to fix.');

    writeFileSync(script, 'this is no JavaScript');
    const failed = await said('| Node.js v');
    expect(failed).toMatch(/^failed {2}mine: .*\nLast 5 lines of standard error:\n\| /m);

    serve('get-unknown-code');
    await said('0 fixed, 1 new, 1 to fix.');

    child.kill('SIGINT');
    expect(await over).toMatchObject({ code: 1, signal: null });
    const alive = place
      .text('pids')
      .trim()
      .split('\n')
      .filter((pid) => {
        try {
          return process.kill(Number(pid), 0);
        } catch {
          return false;
        }
      });
    expect(alive).toEqual([]);
  });

  it('adds what changes a while after the start to the first result (waits for a run)', async () => {
    place.write('served', 'sound');
    const { serve, child, over, said } = watching(
      'pids',
      `import { writeFileSync } from 'node:fs';
process.argv.push('--from', ${JSON.stringify(place.path('served'))});
writeFileSync(${JSON.stringify(place.path('served'))}, 'sound');
setTimeout(() => writeFileSync(${JSON.stringify(place.path('served'))}, 'no-description'), 1_500);`,
    );
    const first = await said('Nothing to fix.');
    expect(first).toMatch(/^\d\d:\d\d:\d\d$/m);
    expect(first).toContain('The listing is read again 3 s after the start.');
    const late = await said('listed and read again: Nothing breaks a MUST.');
    expect(late).toMatch(
      /^new {5}skillgate\/steady-listing {2}skill:\/\/acme\/refunds\/SKILL\.md: its entry changed/m,
    );

    serve('get-unknown-code');
    await said('0 fixed, 0 new, 0 to fix.');
    expect(await said('listed and read again: Nothing breaks a MUST.')).toMatch(
      /^still {3}skillgate\/steady-listing/m,
    );
    // The time since the last run isn't that of the next one, whose progress isn't shown so soon.
    await new Promise((go) => setTimeout(go, 5_500));
    serve('sound');
    await said('0 fixed, 0 new, 0 to fix.');
    await said('listed and read again: Nothing breaks a MUST.');
    child.kill('SIGINT');
    expect(await over).toMatchObject({ code: 3, signal: null, stderr: '' });
  });

  it('ignores files the server writes, says so, and still notices a change of its code (waits for none)', async () => {
    const { serve, child, over, said } = watching('server/server.log');
    await said('Something needs fixing.');
    const noticed = await said('(the server writes it)');
    expect(noticed).toContain(`ignoring: ${place.path('server/server.log')} (`);
    const runs = (): number => place.text('server/server.log').trim().split('\n').length;
    const before = runs();
    expect(before).toBeLessThanOrEqual(4);
    await new Promise((go) => setTimeout(go, 3_000));
    expect(runs()).toBe(before);

    serve('sound');
    expect(await said('Nothing to fix.')).toContain('1 fixed, 0 new, 0 to fix.');
    child.kill('SIGINT');
    expect(await over).toMatchObject({ signal: null });
  });

  it('settles if the server writes a new file a while after each start (waits for that)', async () => {
    // Later than a check takes, and in a file with a new name each time.
    const { serve, child, over, said } = watching(
      'pids',
      `setTimeout(async () => {
  const { mkdirSync, writeFileSync } = await import('node:fs');
  const folder = ${JSON.stringify(place.path('server/logs'))};
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/started-' + process.pid, '');
}, 2_500).unref();`,
    );
    await said('Something needs fixing.');
    const noticed = await said('(the server writes it)');
    expect(noticed).toContain(`ignoring: ${place.path('server/logs/started-')}`);
    const starts = (): number => place.text('pids').trim().split('\n').length;
    expect(starts()).toBe(3);

    // A save at about the time the server writes, but of another file.
    serve('sound');
    expect(await said('Nothing to fix.')).toContain('1 fixed, 0 new, 0 to fix.');
    await new Promise((go) => setTimeout(go, 4_000));
    expect(starts()).toBe(4);
    child.kill('SIGINT');
    expect(await over).toMatchObject({ code: 0, signal: null });
  });

  it('runs once for any number of change notices from the server', async () => {
    const server = new ServedHere(1);
    const on = await stage({ servers: { acme: server } });
    await on.up();
    const announced = announcements(on.app, on.server('acme'));
    expect(announced()).toBe(false);
    server.tell('notifications/resources/list_changed');
    server.tell('notifications/skills/list_changed');
    expect([announced(), announced()]).toEqual([true, false]);
    server.tell('notifications/message');
    expect(announced()).toBe(false);
  });

  it("watches the script's folder, else the command's own folder, else nothing", async () => {
    mkdirSync(place.path('app'));
    writeFileSync(place.path('app/main.py'), '');
    const server = new ServedHere(1);
    const of = async (config: object): Promise<string[]> => {
      const on = await stage({ servers: { s: server }, configs: { s: config as never } });
      return filesOf(on.server('s'), place.root);
    };
    const stdio = { type: 'stdio', command: 'python', env: {} };
    expect(await of({ ...stdio, args: ['-u', 'app/main.py'] })).toEqual([place.path('app')]);
    expect(await of({ ...stdio, args: ['-m', 'x'], cwd: 'app' })).toEqual([place.path('app')]);
    expect(await of({ ...stdio, args: ['-m', 'x'] })).toEqual([]);
    expect(await of({ type: 'http', url: 'https://a.example/mcp', headers: {} })).toEqual([]);
  });
});
