import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ran } from './testing/cli.ts';
import { forgedCli, type ForgedCli } from './testing/forged-cli.ts';
import { complete, hello, noSuchMethod } from './testing/forged.ts';
import { until } from './testing/until.ts';

const { open, run, runProcess, start, store } = forgedCli();

/** A server over HTTP that answers `skills/list` with this status. */
const refusing = (status: number): Promise<string> =>
  open(({ method }, _, response) => {
    if (method === 'server/discover') return { result: hello };
    if (method !== 'skills/list') return noSuchMethod;
    response.writeHead(status, { 'retry-after': '41' }).end('no');
    return undefined;
  });

/** A server process that answers `skills/list` as this code says. */
function running(listed: string): { readonly command: string; readonly args: readonly string[] } {
  const code = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = (rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
    const page = (rest) => answer({ result: { ...${JSON.stringify(complete)}, ...rest } });
    const skill = (name) => ({ uri: 'skill://' + name + '/SKILL.md', frontmatter: { name, description: 'd' }, resources: 'dynamic' });
    if (method === 'server/discover') return answer({ result: ${JSON.stringify(hello)} });
    if (method === 'skills/list') { ${listed} }
    else answer(${JSON.stringify(noSuchMethod)});
  });`;
  return { command: process.execPath, args: ['-e', code] };
}

const stored = async (entry: Parameters<ForgedCli['store']>[0][string], words: string[]) => {
  store({ s: entry });
  if (!('url' in entry)) await run(['servers', 'allow', '--server', 's']);
  return run(words);
};
const first = ({ stdout }: Ran): Record<string, unknown> =>
  (JSON.parse(stdout) as { servers: Record<string, unknown>[] }).servers[0] ?? {};

describe('a server that connects but refuses to list', () => {
  it.each([
    [500, 'wait', /Try again in 41 s/],
    [429, 'wait', /Try again in 41 s/],
    [403, 'person', /Ask whoever runs the server for access/],
    [401, 'person', /Add the header it expects/],
  ] as const)('says whose turn it is and what to do after HTTP %d', async (status, turn, next) => {
    const url = await refusing(status);
    const plain = await stored({ type: 'http', url }, ['list']);
    expect(plain.stdout).toMatch(next);
    expect(plain.stdout).not.toContain('the entries loaded so far are kept');
    const listed = await run(['list', '--json']);
    expect(first(listed)).toMatchObject({ turn, next: expect.stringMatching(next) });
    const verified = await run(['verify', '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      summary: { unreachable: [{ server: 's', turn, next: expect.stringMatching(next) }] },
    });
    expect([plain.code, listed.code, verified.code]).toEqual([1, 1, 1]);
  });

  it('quotes its error and says whose turn it is', async () => {
    const code = `answer({ error: { code: -32000, message: 'tenant suspended' } });`;
    const { stdout } = await stored(running(code), ['list']);
    expect(stdout).toMatch(/“tenant suspended” \(-32000\)\. For whoever runs the server:/);
  });
});

describe('a process that ends while listing', () => {
  it('is quoted by every command with the last standard-error lines', async () => {
    const code = `console.error('panic: index out of range'); process.exit(101);`;
    const listed = await stored(running(code), ['list']);
    const verified = await run(['verify']);
    for (const { stdout } of [listed, verified]) {
      expect(stdout).toContain('exited with code 101. For the server’s author: It exits on');
      expect(stdout).toContain('\n  | panic: index out of range\n');
    }
    const { stdout } = await run(['verify', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { unreachable: [{ turn: 'author', stderr: ['panic: index out of range'] }] },
    });
  });

  it('quotes no lines if it wrote none', async () => {
    const { stdout } = await stored(running('process.exit(3);'), ['list']);
    expect(stdout).toContain('It wrote nothing to standard error');
    expect(stdout).not.toContain('last lines');
  });

  it('is quoted by check and verify if it ends before connecting, too', async () => {
    const code = `console.error('FATAL: DATABASE_URL is not set'); process.exit(3)`;
    const entry = { command: process.execPath, args: ['-e', code] };
    const about = ['--server', 's', '--uri', 'skill://a/SKILL.md'];
    const checked = await stored(entry, ['check', ...about]);
    expect(checked.stderr).toContain('\n  | FATAL: DATABASE_URL is not set\n');
    const asJson = await run(['check', ...about, '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      error: { stderr: ['FATAL: DATABASE_URL is not set'] },
    });
    const verified = await run(['verify']);
    expect(verified.stdout).toContain('\n  | FATAL: DATABASE_URL is not set\n');
  });
});

describe('a server that is slow to list', () => {
  /** `slow` answers once it's released. */
  const slowAndQuick = async (): Promise<{ release: () => void }> => {
    const folder = mkdtempSync(join(tmpdir(), 'skillgate-slow-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const released = join(folder, 'released');
    const slow = running(
      `const wait = setInterval(() => {
        if (!require('fs').existsSync(${JSON.stringify(released)})) return;
        clearInterval(wait);
        page({ skills: [skill('a')] });
      }, 20);`,
    );
    const quick = running(`page({ skills: [skill('b'), skill('a')] });`);
    store({ slow, quick });
    for (const label of ['slow', 'quick']) await run(['servers', 'allow', '--server', label]);
    return { release: () => writeFileSync(released, '') };
  };
  /** Starts `list` in its own process; `printed` and `told` are its two outputs so far. */
  const listing = (): { said: { printed: string; told: string }; over: Promise<number | null> } => {
    const child = start(['list']);
    const said = { printed: '', told: '' };
    child.stdout?.on('data', (chunk: Buffer) => (said.printed += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (said.told += chunk.toString('utf8')));
    return { said, over: once(child, 'close').then(([code]) => code as number | null) };
  };

  it('is named on standard error after three seconds, with the answer it owes (waits for that)', async () => {
    const { release } = await slowAndQuick();
    const { said, over } = listing();
    await until('the line about slow', () => said.told.includes('skills/list yet'));
    expect(said.told).toMatch(
      /^skillgate: waiting for (?:slow|slow, quick) \(\d+ s\)\. slow: no answer to skills\/list yet/m,
    );
    release();
    expect(await over).toBe(0);
    expect(said.printed).not.toContain('waiting');
  });

  it('is told from one whose line has begun, which may end late (waits for that)', async () => {
    const rest = `],"resultType":"complete","ttlMs":0,"cacheScope":"private"}}\\n`;
    const late = running(
      `process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":{"skills":[');
      setTimeout(() => process.stdout.write('${rest}'), 4_000);`,
    );
    store({ late });
    await run(['servers', 'allow', '--server', 'late']);
    const { stderr, stdout, code } = await runProcess(['list']);
    expect(stderr).toContain(
      'waiting for late (3 s). late: the line with the answer to skills/list isn’t finished: its end is missing.',
    );
    expect(stdout).toMatch(/^late {2}ready/m);
    expect(code).toBe(0);
  });

  it('keeps nobody from what others serve, who are printed before, with what it adds to them', async () => {
    const { release } = await slowAndQuick();
    const { said, over } = listing();
    await until('the quick server', () => said.printed.includes('skill://b/SKILL.md'));
    expect(said.printed).toMatch(/^quick {2}ready/);
    expect(said.printed).not.toContain('slow');
    release();
    await over;
    const [before = '', after = ''] = said.printed.split(/^slow {2}ready.*$/m);
    expect(before).not.toContain('Another skill has the name');
    expect(after).toMatch(/^ {2}! skill:\/\/a\/SKILL\.md of quick: Another skill has the name/m);
    const { stdout: json } = await runProcess(['list', '--json']);
    expect((JSON.parse(json) as { servers: unknown[] }).servers).toHaveLength(2);
  });

  // The quick one has to be listed by then on any machine.
  it('is given up after --timeout, alone (waits for that)', async () => {
    await slowAndQuick();
    const { stdout, code } = await run(['list', '--timeout', '5']);
    expect(stdout).toContain(
      'slow  failed  2026-07-28  It had no complete listing after 5 s: no answer to skills/list yet. What to do: Allow it more time with --timeout.',
    );
    expect(stdout).toContain('skill://b/SKILL.md');
    expect(code).toBe(1);
    for (const timeout of ['0', '601', 'x', '1.5'])
      expect((await run(['list', '--timeout', timeout])).stderr).toContain(
        '--timeout takes a whole number of seconds from 1 to 600',
      );
  });

  it('is given up after --timeout by every command that reads from it (waits for each)', async () => {
    await slowAndQuick();
    const one = ['--server', 'slow', '--uri', 'skill://a/SKILL.md'];
    const given = ['--timeout', '1'];
    const givenUp = async (line: readonly string[]): Promise<void> => {
      const { stdout, stderr, code } = await run([...line, ...given]);
      expect(`${line.join(' ')}: ${stdout}${stderr}`).toContain(
        'It had no complete listing after 1 s',
      );
      expect(code).not.toBe(0);
      expect((await run([...line, '--timeout', '0'])).stderr).toContain('--timeout takes');
    };
    const check = async (): Promise<void> => {
      const { stdout, code } = await run(['conformance', '--server', 'slow', ...given]);
      expect(stdout).toContain('It was stopped before every request was sent.');
      expect(code).not.toBe(0);
    };
    await Promise.all([
      ...[['verify'], ['findings'], ['templates', '--server', 'slow'], ['verify', ...one]].map(
        givenUp,
      ),
      ...['show', 'read', 'check', 'load', 'diff', 'deny'].map((name) => givenUp([name, ...one])),
    ]);
    // Alone: its second includes the start of the server.
    await check();
  }, 120_000);
});

describe('an incomplete listing', () => {
  it.each([
    [
      'because a later page failed',
      `params.cursor ? answer({ error: { code: -32603, message: 'gone away' } }) : page({ skills: [skill('a')], nextCursor: 'n' });`,
      /gone away.*the entries loaded so far are kept\. For whoever runs the server:/,
    ],
    [
      'because a cursor came again',
      `page({ skills: [skill('a')], nextCursor: 'same' });`,
      /same cursor twice.*For the server’s author:/,
    ],
    [
      'because it is no array',
      `page({ skills: 'nope' });`,
      /no skills array\. For the server’s author:/,
    ],
  ])(
    "%s isn't a success",
    async (_, code, said) => {
      const { stdout, code: exit } = await stored(running(code), ['list']);
      expect(stdout).toMatch(said);
      expect(exit).toBe(1);
      const json = await run(['list', '--json']);
      expect(stdout).not.toContain('it was skipped');
      expect(first(json)).toMatchObject({ complete: false, error: expect.stringMatching(said) });
      expect((await run(['verify'])).code).toBe(1);
    },
    150_000,
  );
});
