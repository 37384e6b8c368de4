import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { root } from '../../build/product.ts';
import { testServers } from '../../build/test-servers.ts';
import { expect, test } from '../fixtures/app.ts';
import { entryOf, type ServedSkill, skillMd, uriOf } from '../servers/support/served-skill.ts';
import { shownOf } from '../fixtures/shown-of.ts';

interface Line {
  readonly uri: string;
  readonly standing: string;
  readonly changes?: {
    readonly added: string[];
    readonly removed: string[];
    readonly modified: string[];
  };
  readonly reason?: string;
  readonly tools: readonly string[];
}

/** The result of using the skill. */
interface Used {
  readonly uri: string;
  readonly loaded: readonly { readonly uri: string; readonly bytes: number }[];
  readonly refused?: string;
}

const refunds: ServedSkill = {
  path: 'billing/refunds',
  files: {
    'SKILL.md': skillMd(
      'refunds',
      'Process refunds',
      '# Refunds\n',
      'allowed-tools: Read Bash(git:*)\n',
    ),
    'policy.md': 'Up to 100 EUR.\n',
  },
};
const other: ServedSkill = {
  path: 'other',
  files: { 'SKILL.md': skillMd('other', 'Another one') },
};
const uri = uriOf(refunds);

test.describe('someone else’s host', () => {
  let folder: string;
  let server: { readonly command: string; readonly args: readonly string[] };

  const run = (
    script: string,
    args: readonly string[],
    input = '',
  ): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [script, ...args],
        { env: { ...process.env, HOME: folder, SKILLGATE_HOME: join(folder, 'data') } },
        (error, stdout, stderr) => {
          resolve({
            code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1,
            stdout,
            stderr,
          });
        },
      );
      child.stdin?.end(input);
    });
  const cli = (...args: readonly string[]) => run(`${root}dist/cli.js`, args);
  const serve = (
    skills: readonly ServedSkill[],
    reads: Readonly<Record<string, string>> = {},
  ): void => writeFileSync(join(folder, 'scenario.json'), JSON.stringify({ skills, reads }));
  const decide = async (...args: readonly string[]): Promise<void> => {
    const seen = args[0] === 'approve' ? await shownOf(cli, 'acme', uri) : [];
    const done = await cli(...args, '--server', 'acme', '--uri', uri, ...seen);
    expect(done, `${args.join(' ')}: ${done.stderr}`).toMatchObject({ code: 0 });
  };
  /** The approval's expiry passes. */
  const pass = (): void => {
    const file = join(folder, 'data', 'approvals.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('2999-01-01', '2020-01-01'));
  };
  /** The example host's output; with `needed`, the skill is used and those files are needed. */
  const lines = async (...needed: readonly string[]): Promise<[Line, Line, ...Used[]]> => {
    const { code, stdout, stderr } = await run(`${root}e2e/example-host/host.mjs`, [
      JSON.stringify(server),
      ...needed,
    ]);
    expect(code, stderr).toBe(0);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line) as unknown as [Line, Line, ...Used[]];
  };
  /** The example host's line about the skill, of which it reads nothing. */
  const host = async (): Promise<Line> => {
    const [skill, neighbour, ...used] = await lines();
    expect(used).toEqual([]);
    // A decision about one skill says nothing about its neighbor.
    expect(neighbour.uri).toBe(uriOf(other));
    expect(neighbour.standing).toBe(skill.standing === 'cannot-tell' ? 'cannot-tell' : 'undecided');
    return skill;
  };
  const use = async (...files: readonly string[]): Promise<Used> =>
    (await lines(uri, ...files))[2] as Used;
  const size = (file: keyof typeof refunds.files & string) => ({
    uri: uriOf(refunds, file),
    bytes: String(refunds.files[file]).length,
  });

  // All journeys add the same server, so each starts from a copy of the data folder after that.
  test.beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillgate-host-')));
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    server = {
      command: process.execPath,
      args: [testServers().honest, '--scenario', join(folder, 'scenario.json')],
    };
    serve([refunds, other]);
    expect(await cli('servers', 'add', 'acme', '--', server.command, ...server.args)).toMatchObject(
      { code: 0 },
    );
    cpSync(join(folder, 'data'), join(folder, 'added'), { recursive: true });
  });
  test.beforeEach(() => {
    rmSync(join(folder, 'data'), { recursive: true });
    cpSync(join(folder, 'added'), join(folder, 'data'), { recursive: true });
    chmodSync(join(folder, 'data'), 0o700);
    serve([refunds, other]);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('loads what was approved, and only in the approved version', async () => {
    expect(await host()).toMatchObject({ standing: 'undecided' });
    expect(await use()).toEqual({ uri, loaded: [], refused: 'the skill is undecided' });

    await decide('approve');
    expect(await host()).toEqual({ uri, standing: 'approved', tools: [] });
    expect(await use()).toEqual({ uri, loaded: [size('SKILL.md')] });
    expect(await use('policy.md')).toEqual({ uri, loaded: [size('SKILL.md'), size('policy.md')] });

    // One byte on the server.
    const changed = { ...refunds, files: { ...refunds.files, 'policy.md': 'Up to 900 EUR.\n' } };
    serve([changed, other]);
    expect(await host()).toMatchObject({
      standing: 'changed',
      changes: { added: [], removed: [], modified: [uriOf(refunds, 'policy.md')] },
    });
    expect(await use()).toMatchObject({ loaded: [], refused: 'the skill is changed' });

    await decide('approve');
    expect(await use('policy.md')).toMatchObject({ loaded: [{}, {}] });

    // The new approval doesn't cover the old content.
    serve([refunds, other]);
    expect(await host()).toMatchObject({ standing: 'changed' });
  });

  test('reads SKILL.md alone, and another file only when it is needed', async () => {
    await decide('approve');
    // The other file would fail if it were read.
    serve([refunds, other], { [uriOf(refunds, 'policy.md')]: 'Up to 900 EUR.\n' });
    expect(await host()).toMatchObject({ standing: 'approved' });
    expect(await use()).toEqual({ uri, loaded: [size('SKILL.md')] });
    expect(await use('policy.md')).toEqual({
      uri,
      loaded: [size('SKILL.md')],
      refused: expect.stringMatching(/digest/),
    });
  });

  test('reads nothing more of a skill whose SKILL.md is not the approved one', async () => {
    await decide('approve');
    serve([refunds, other], {
      [uri]: String(refunds.files['SKILL.md']).replace('# Refunds', '# REFUNDS'),
    });
    expect(await use('policy.md')).toMatchObject({
      loaded: [],
      refused: expect.stringMatching(/digest/),
    });
  });

  test('reads no file that the approved entry does not list', async () => {
    await decide('approve');
    expect(await use('secret.md')).toMatchObject({ loaded: [{}], refused: expect.any(String) });
  });

  test('allows no more tools than the person selected', async () => {
    await decide('approve', '--grant', 'Read');
    expect((await host()).tools).toEqual(['Read']);
  });

  test('follows a denial, a revocation, an expiry and a damaged file', async () => {
    await decide('deny');
    expect(await host()).toMatchObject({ standing: 'denied' });
    await decide('revoke');
    expect(await host()).toMatchObject({ standing: 'undecided' });
    await decide('approve', '--expires', '2999-01-01');
    pass();
    expect(await host()).toMatchObject({ standing: 'expired' });
    const file = join(folder, 'data', 'approvals.json');
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    expect(await host()).toMatchObject({
      standing: 'cannot-tell',
      reason: 'corrupt',
    });
  });

  test('gets the same answers from the command line in any language, without a connection', async () => {
    const asked = (skill: ServedSkill) =>
      run(
        `${root}dist/cli.js`,
        ['check', '--uri', uri, '--resources', '-', '--identity', JSON.stringify(server), '--json'],
        JSON.stringify(entryOf(skill)['resources']),
      );
    const changed = { ...refunds, files: { ...refunds.files, 'policy.md': 'Up to 900 EUR.\n' } };
    // The server can't answer: its scenario isn't JSON.
    const down = (): void => writeFileSync(join(folder, 'scenario.json'), '');
    expect((await asked(refunds)).code).toBe(3);
    await decide('approve');
    down();
    const yes = await asked(refunds);
    expect(yes.code).toBe(0);
    expect(JSON.parse(yes.stdout)).toMatchObject({ standing: 'approved', record: { uri } });
    expect(
      (
        await run(
          `${root}dist/cli.js`,
          ['check', '--server', 'acme', '--uri', uri, '--resources', '-'],
          JSON.stringify(entryOf(refunds)),
        )
      ).code,
    ).toBe(0);
    expect((await asked(changed)).code).toBe(5);
    serve([refunds, other]);
    await decide('deny');
    down();
    expect((await asked(refunds)).code).toBe(4);
    serve([refunds, other]);
    await decide('approve', '--expires', '2999-01-01');
    pass();
    expect((await asked(refunds)).code).toBe(8);
    writeFileSync(join(folder, 'data', 'approvals.json'), '{');
    expect((await asked(refunds)).code).toBe(2);
  });

  test('reads files that the published schema describes', async () => {
    await decide('approve', '--grant', 'Read', '--note', 'ok', '--expires', '2099-01-31');
    const written = JSON.parse(readFileSync(join(folder, 'data', 'approvals.json'), 'utf8')) as {
      records: unknown[];
    };
    const accepts = new Ajv2020({ validateFormats: false }).compile(
      JSON.parse(readFileSync(`${root}dist/host/approvals.schema.json`, 'utf8')) as object,
    );
    expect(accepts(written), JSON.stringify(accepts.errors)).toBe(true);
    expect(accepts({ ...written, records: [{}] })).toBe(false);
  });

  test('may read the decisions in another form, or from a copy elsewhere', async () => {
    const copy = join(folder, 'copy.json');
    expect(await cli('mirror', copy)).toMatchObject({ code: 0 });
    await decide('approve', '--note', 'a|b');
    expect(readFileSync(copy, 'utf8')).toBe(
      readFileSync(join(folder, 'data', 'approvals.json'), 'utf8'),
    );
    expect(JSON.parse((await cli('mirror', '--json')).stdout)).toEqual({ mirror: copy });

    const files = Object.fromEntries(
      (entryOf(refunds)['resources'] as { uri: string; digest: string }[]).map((file) => [
        file.uri,
        file.digest,
      ]),
    );
    expect(JSON.parse((await cli('export', '--as', 'agenticx')).stdout)).toEqual({
      [`acme::${uri}`]: files,
    });
    expect(
      JSON.parse((await cli('export', '--as', 'lock', '--server', 'acme')).stdout),
    ).toMatchObject({ skills: [{ server: 'acme', uri, resources: files }] });
    expect(await cli('export', '--as', 'csv', '--output', join(folder, 'out.csv'))).toMatchObject({
      code: 0,
    });
    expect(readFileSync(join(folder, 'out.csv'), 'utf8').split('\n')[1]).toContain(
      `,${uri},refunds,approved,`,
    );
    expect((await cli('export', '--as', 'markdown')).stdout).toContain('a&#124;b');
    expect(await cli('export', '--as', 'xml')).toMatchObject({ code: 2 });
    expect(await cli('audit', 'verify')).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'data', 'audit.jsonl'), 'utf8')).toContain(
      '"action":"exported"',
    );

    // The label now belongs to another server; approvals of the old one aren't exported under it.
    await cli('servers', 'remove', 'acme');
    expect(
      await cli('servers', 'add', 'acme', '--', server.command, ...server.args, '--another'),
    ).toMatchObject({ code: 0 });
    expect(JSON.parse((await cli('export', '--as', 'agenticx')).stdout)).toEqual({});
    expect((await cli('check', '--server', 'acme', '--uri', uri, '--resources', '-')).code).toBe(2);
    expect(
      (
        await run(
          `${root}dist/cli.js`,
          ['check', '--server', 'acme', '--uri', uri, '--resources', '-'],
          JSON.stringify(entryOf(refunds)),
        )
      ).code,
    ).toBe(3);
  });
});
