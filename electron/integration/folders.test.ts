import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import { parseApprovals } from '../../shared/host/index.ts';
import { asShown } from './testing/approving.ts';
import { builtCli, runCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  put('skills/pdf/SKILL.md', skillMd('pdf', 'Fills forms', 'Run scripts/fill.py.\n'));
  put('skills/pdf/scripts/fill.py', 'print(1)\n');
  put('skills/csv/SKILL.md', skillMd('csv', 'Cleans tables', 'Drop empty rows.\n'));
}, 120_000);
afterAll(() => place.remove());

function put(path: string, text: string): void {
  const whole = join(place.root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
}
const run = (...args: string[]): Promise<Ran> => runCli(cli, place, args);
const json = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await run('--json', ...args)).stdout) as Record<string, unknown>;

describe('a folder in place of a server', () => {
  it('is read as a server would serve it', async () => {
    const { code, stdout } = await run('verify', './skills');
    expect(stdout).toContain('2 verified, 0 failed');
    expect(code).toBe(0);
    const shown = (await json('show', './skills/pdf')) as {
      entry: { uri: string; integrity: string; files: { path: string }[] };
      standing: string;
    };
    expect(shown.entry.uri).toBe('skill://pdf/SKILL.md');
    expect(shown.entry.files.map(({ path }) => path)).toEqual(['SKILL.md', 'scripts/fill.py']);
    expect(shown.standing).toBe('undecided');
    const { skills } = (await json('findings', './skills', '--allow-unseen')) as {
      skills: { server: string; uri: string }[];
    };
    expect(skills.map(({ server, uri }) => [server, uri])).toEqual([
      ['./skills', 'skill://csv/SKILL.md'],
      ['./skills', 'skill://pdf/SKILL.md'],
    ]);
  });

  it('takes the name in the frontmatter where the folder has another', async () => {
    put('renamed/folder/SKILL.md', skillMd('inner', 'Does a thing'));
    expect((await json('show', './renamed')) as unknown).toMatchObject({
      entry: { uri: 'skill://inner/SKILL.md' },
    });
  });

  it('is never guessed from a word that could be a label', async () => {
    const { code, stderr } = await run('verify', 'skills');
    expect(code).toBe(2);
    expect(stderr).toContain(
      '"skills" could be a folder or a server\'s label, so neither was tried: ' +
        'for the folder, write ./skills or --folder skills; for the server, --server skills',
    );
    expect((await run('verify', '--folder', 'skills')).code).toBe(0);
    const both = await run('verify', './skills', '--server', 's');
    expect(both.stderr).toContain('--server can\'t be combined with a folder ("./skills")');
  });

  it('says what was tried when there is nothing, and which skill is meant', async () => {
    const nothing = await run('findings', './nowhere');
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain(`there's nothing at ${join(place.root, 'nowhere')}`);
    mkdirSync(join(place.root, 'empty'));
    expect((await run('findings', './empty')).stderr).toContain("There's no SKILL.md in ./empty");
    const many = await run('show', './skills');
    expect(many.stderr).toContain('./skills has 2 skills. Name one with --uri');
  });
});

describe('what is in a hostile folder', () => {
  it('is bounded and named, and nothing outside is read', async () => {
    put('bad/plain/SKILL.md', skillMd('plain', 'Sorts'));
    put('bad/none/SKILL.md', 'no frontmatter\n');
    put('bad/big/SKILL.md', skillMd('big', 'Is large'));
    put('bad/big/data.bin', '');
    truncateSync(join(place.root, 'bad/big/data.bin'), 20 * 1024 * 1024);
    for (let n = 0; n < 520; n += 1) put(`bad/many/f${n}.txt`, '');
    put('bad/many/SKILL.md', skillMd('many', 'Has many files'));
    put('bad/.git/config', '');
    put('outside/secret.md', 'TOP SECRET');
    symlinkSync(join(place.root, 'outside'), join(place.root, 'bad/away'));
    symlinkSync(join(place.root, 'outside/secret.md'), join(place.root, 'bad/plain/secret.md'));
    symlinkSync('.', join(place.root, 'bad/loop'));
    symlinkSync('self', join(place.root, 'bad/plain/self'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(place.root, 'bad/plain/pipe')]);
    const { code, stdout } = await run('findings', './bad');
    expect(code).toBe(3);
    expect(stdout).toContain("3 skills weren't looked at");
    for (const [path, why] of [
      ['none', 'its frontmatter is refused.'],
      ['big', 'its files are larger than'],
      ['many', 'it has 521 files, and a skill has at most 512.'],
      ['away', `it’s a link to ${join(place.root, 'outside')}, which wasn't followed.`],
      ['plain/secret.md', 'it’s a link to'],
      ...(process.platform === 'win32'
        ? []
        : [['plain/pipe', "it's neither a file nor a folder."] as const]),
    ] as const)
      expect(stdout).toContain(`not looked at  ./bad: ${join(place.root, 'bad', path)}: ${why}`);
    expect(stdout).toContain(`left out  ${join(place.root, 'bad/.git')}: it holds no skills`);
    expect(stdout).toContain(`left out  ${join(place.root, 'bad/loop')}: it’s a link to`);
    expect(stdout).not.toContain('TOP SECRET');
    expect((await run('verify', './bad')).code).toBe(1);
    const { leftOut } = (await json('verify', './bad')) as {
      leftOut: { path: string; isUnseen: boolean }[];
    };
    expect(leftOut.filter(({ isUnseen }) => isUnseen).map(({ path }) => path)).toContain(
      join(place.root, 'bad/away'),
    );
    const shown = await run('show', './bad/plain');
    expect(shown.stderr).toContain(`not covered: ${join(place.root, 'bad/plain/secret.md')}: it`);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'is named where it cannot be read',
    async () => {
      put('locked/a/SKILL.md', skillMd('a', 'Does'));
      put('locked/b/SKILL.md', skillMd('b', 'Does'));
      chmodSync(join(place.root, 'locked/b'), 0);
      const { code, stdout } = await run('findings', './locked');
      chmodSync(join(place.root, 'locked/b'), 0o700);
      expect(code).toBe(3);
      expect(stdout).toContain("it can't be read.");
    },
  );
});

describe('a decision about a folder', () => {
  it('is kept by the real path, survives, and ends when the files change', async () => {
    const seen = await json('approve', './skills/pdf');
    const done = await run('approve', './skills/pdf', ...asShown(seen as never));
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('Apps read this folder from the disk and don’t ask Skillgate');
    symlinkSync(join(place.root, 'skills'), join(place.root, 'linked'));
    for (const same of ['./skills/pdf', './linked/pdf', join(place.root, 'skills/pdf')])
      expect(await json('show', same)).toMatchObject({ standing: 'approved' });
    expect((await json('diff', './skills/pdf'))['changes']).toBeNull();

    put('skills/pdf/scripts/fill.py', 'print(2)\n');
    expect(await json('show', './skills/pdf')).toMatchObject({ standing: 'changed' });
    const diff = await run('diff', './skills/pdf');
    expect(diff.code).toBe(5);
    expect(diff.stdout).toContain('fill.py');
    expect((await run('deny', './skills/pdf')).code).toBe(0);
    expect(await json('show', './skills/pdf')).toMatchObject({ standing: 'denied' });
    expect((await run('revoke', './skills/pdf')).code).toBe(0);
    expect(await json('show', './skills/pdf')).toMatchObject({ standing: 'undecided' });
  });

  it('is never in approvals.json, whose schema knows no folder', async () => {
    const seen = await json('approve', './skills/csv');
    await run('approve', './skills/csv', ...asShown(seen as never));
    expect(existsSync(join(place.data, 'approvals.json'))).toBe(false);
    const file = JSON.parse(readFileSync(join(place.data, 'folder-decisions.json'), 'utf8')) as {
      format: string;
      decisions: { folder: string; uri: string }[];
    };
    expect(file.format).toBe('skillgate/folder-decisions@1');
    expect(file.decisions).toMatchObject([
      { folder: join(place.root, 'skills/csv'), uri: 'skill://csv/SKILL.md' },
    ]);
    const [{ folder, ...decision } = { folder: '', uri: '' }] = file.decisions;
    const identity = { kind: 'folder', path: folder };
    const forged = {
      ...{ format: 'skillgate/approvals@2', revision: 1, updatedAt: '2026-01-01T00:00:00Z' },
      generator: { name: 'skillgate', version: '0' },
      records: [{ ...decision, server: { label: folder, display: folder, identity } }],
    };
    expect(parseApprovals(JSON.stringify(forged)).status).not.toBe('ready');
  });

  it('is forgotten with all others, and has an audit of its own', async () => {
    const seen = await json('approve', './skills/pdf');
    await run('approve', './skills/pdf', ...asShown(seen as never));
    expect((await run('audit', 'verify')).stdout).toMatch(/intact: \d+ lines {2}.*folder-audit/);
    const refused = await run('forget', '--all');
    expect(refused.stderr).toContain('this deletes 2 decisions');
    expect(await json('forget', '--all', '--yes')).toMatchObject({ removed: 2 });
    expect(await json('show', './skills/pdf')).toMatchObject({ standing: 'undecided' });
  });

  it('is refused while the file cannot be understood, which stays unchanged', async () => {
    const path = join(place.data, 'folder-decisions.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, '{"format":"skillgate/folder-decisions@9"}');
    expect(await json('show', './skills/csv')).toMatchObject({ standing: 'cannot-tell' });
    expect((await run('deny', './skills/csv')).code).not.toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('{"format":"skillgate/folder-decisions@9"}');
    writeFileSync(path, before);
  });
});
