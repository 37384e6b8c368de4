import { describe, expect, it } from 'vitest';
import {
  ordinarySkills,
  skillMd,
  type ServedSkill,
} from '../../../e2e/servers/support/served-skill.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { readFile } from './read-file.ts';
import { filesToVerify, verifySkills } from './verify.ts';

const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`), 'guide.md': `# Guide to ${name}\n` },
  ...more,
});
type Speaks = NonNullable<ConstructorParameters<typeof ServedHere>[1]>;

async function some(skills: readonly ServedSkill[], speaks: Speaks = 'extension') {
  const server = new ServedHere(skills, speaks);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const reports: [number, number | null, number][] = [];
  return {
    ...scene,
    served: server,
    reports,
    verify: (signal = new AbortController().signal) =>
      verifySkills(
        scene.app,
        [...scene.server('acme').skills.values()],
        { signal, keep: true },
        { report: (...[done, total, failed]) => void reports.push([done, total, failed]) },
      ),
    verdicts: (name: string) => Object.fromEntries(scene.skill('acme', main(name)).held.verdicts),
    reads: () => server.askedFor('resources/read').length,
  };
}

describe('checking skills', () => {
  it('reads every file, and says how many match', async () => {
    const { verify, reports, verdicts, reads } = await some([served('a'), served('b')]);
    expect(await verify()).toEqual({ message: '4 match', notDone: [] });
    expect(reads()).toBe(4);
    expect(reports[0]).toEqual([0, 4, 0]);
    expect(reports.at(-1)).toEqual([4, 4, 0]);
    expect(verdicts('a')).toEqual({
      [main('a')]: { status: 'verified' },
      'skill://a/guide.md': { status: 'verified' },
    });
  });

  it('reads none again that matched, until all of them did', async () => {
    const { verify, reads, skill, app } = await some([served('a')]);
    await readFile(app, skill('acme', main('a')), main('a'), { keep: true });
    expect(filesToVerify(skill('acme', main('a')))).toEqual(['skill://a/guide.md']);
    expect((await verify()).message).toBe('2 match');
    expect(reads()).toBe(2);
    await verify();
    expect(reads()).toBe(4);
  });

  it('of one file says that it matches', async () => {
    const { verify } = await some([{ path: 'a', files: { 'SKILL.md': skillMd('a', 'A') } }]);
    expect((await verify()).message).toBe('1 matches');
  });

  it('names what failed and what could not be read, the failed first', async () => {
    const { verify, served: server, reports } = await some([served('a'), served('b')]);
    server.instead = ({ params }) => (params['uri'] === main('a') ? refuses(-1, 'no') : undefined);
    server.serve([served('a'), served('b')], { reads: { 'skill://b/guide.md': '# Guide to B\n' } });
    expect(await verify()).toEqual({
      message: '2 match, 1 failed, 1 could not be read',
      notDone: [
        {
          server: 'acme',
          uri: main('b'),
          file: 'skill://b/guide.md',
          name: 'b',
          path: 'guide.md',
          why: expect.any(String),
        },
        {
          server: 'acme',
          uri: main('a'),
          file: main('a'),
          name: 'a',
          path: 'SKILL.md',
          why: expect.any(String),
        },
      ],
    });
    expect(reports.at(-1)).toEqual([4, 4, 2]);
  });

  it('counts what cannot be verified', async () => {
    const { verify, reads } = await some([served('a', { dynamic: true })]);
    expect((await verify()).message).toBe('1 cannot be verified');
    expect(reads()).toBe(1);
  });

  it('of nothing says so', async () => {
    const { verify } = await some([]);
    expect(await verify()).toEqual({ message: 'there was nothing to verify', notDone: [] });
  });

  it('that is stopped leaves what was checked, and counts the rest as not fetched', async () => {
    const { verify, served: server, verdicts } = await some(ordinarySkills(20));
    const abort = new AbortController();
    server.instead = () => {
      if (server.requests.length > 30) abort.abort();
      return undefined;
    };
    const { message } = await verify(abort.signal);
    expect(message).toMatch(/^\d+ match, \d+ not fetched$/);
    const [matched = 0, left = 0] = (message.match(/\d+/g) ?? []).map(Number);
    expect(matched + left).toBe(80);
    expect(verdicts('skill-0')).not.toEqual({});
  });

  it('that was stopped before it began asks for nothing', async () => {
    const { verify, reads } = await some([served('a')]);
    expect((await verify(AbortSignal.abort())).message).toBe('2 not fetched');
    expect(reads()).toBe(0);
  });

  it('takes a file that was on its way when it was stopped for none', async () => {
    const { verify, served: server } = await some([served('a')]);
    server.instead = ({ method }) =>
      method === 'resources/read' ? fails({ reason: 'cancelled', message: 'x' }) : undefined;
    expect((await verify()).message).toBe('2 not fetched');
  });

  it('tells of many skills in few events, and of one file by file', async () => {
    const { verify, told } = await some(ordinarySkills(450));
    const before = told('skills-put').length;
    await verify();
    const events = told('skills-put').slice(before);
    expect(events.length).toBeLessThan(6);
    expect(events.length).toBeGreaterThan(2);
    expect(events.flatMap(({ skills }) => skills)).toHaveLength(450);
    const one = await some([served('a')]);
    const first = one.told('skills-put').length;
    await one.verify();
    expect(one.told('skills-put').length - first).toBe(2);
  });
});

describe('checking skills whose files have to be found', () => {
  it('reads all that can be found', async () => {
    const { verify, reports } = await some([served('a'), served('b')], 'index-2026-06');
    expect(await verify()).toMatchObject({ notDone: [] });
    expect(reports[0]).toEqual([0, 2, 0]);
    expect(reports.at(-1)?.[0]).toBe(reports.at(-1)?.[1]);
  });

  it('counts a file that could not be read once, and not its skill beside it', async () => {
    const { verify, served: server } = await some([served('a')], 'index-2026-06');
    server.instead = ({ method, params }) =>
      method === 'resources/read' && params['uri'] === main('a') ? refuses(-1, 'no') : undefined;
    expect(await verify()).toEqual({
      message: '1 could not be read',
      notDone: [
        {
          server: 'acme',
          uri: main('a'),
          file: main('a'),
          name: 'a',
          path: 'SKILL.md',
          why: 'could not be read: the server gave no content',
        },
      ],
    });
  });

  it('names a skill that could not be opened, as a whole', async () => {
    const large = served('a', {
      files: { 'SKILL.md': skillMd('a', 'A', '[x](big.txt)'), 'big.txt': 'x'.repeat(16_777_216) },
    });
    const { verify, reports } = await some([large], 'index-2026-06');
    expect(await verify()).toEqual({
      message: '1 matches, 1 could not be read',
      notDone: [
        {
          server: 'acme',
          uri: main('a'),
          file: null,
          name: 'a',
          path: '',
          why: 'The skill is larger than 16 MiB.',
        },
      ],
    });
    expect(reports.at(-1)).toEqual([2, 2, 1]);
  });

  it('says why an archive is refused', async () => {
    const { verify, served: server } = await some([served('a')], 'index-2026-06-archive');
    server.instead = ({ method, params }) =>
      method === 'resources/read' && params['uri'] === 'skill://a.tar.gz'
        ? { ok: true, value: { contents: [{ uri: 'skill://a.tar.gz', blob: 'AAAA' }] } }
        : undefined;
    const { message, notDone } = await verify();
    expect(message).toBe('1 could not be read');
    expect(notDone?.[0]?.why).toBe('The archive doesn’t match the digest in the index.');
  });

  it('that is stopped in the middle counts the rest as not fetched', async () => {
    const { verify, served: server } = await some([served('a'), served('b')], 'index-2026-06');
    const abort = new AbortController();
    server.instead = ({ method, params }) => {
      if (method !== 'resources/read' || params['uri'] !== main('a')) return undefined;
      abort.abort();
      return fails({ reason: 'cancelled', message: 'x' });
    };
    expect((await verify(abort.signal)).message).toBe('2 not fetched');
    expect(server.askedFor('resources/read')).not.toContain(main('b'));
  });
});

describe('checking large files', () => {
  const large = (name: string): ServedSkill => ({
    path: name,
    files: { 'SKILL.md': skillMd(name, `About ${name}`, `# ${name}\n`, `notes: "${long}"\n`) },
  });
  const long = 'word '.repeat(12_000);

  it('lets everything else have its turn after each one', async () => {
    const skills = Array.from({ length: 16 }, (_, at) => large(`large-${at}`));
    const { verify, reports } = await some(skills);
    let most = 0;
    let seen = 0;
    let running = true;
    const turn = (): void => {
      const checked = reports.length - seen;
      seen = reports.length;
      most = Math.max(most, checked);
      if (running) setImmediate(turn);
    };
    const done = verify();
    turn();
    expect((await done).message).toBe('16 match');
    running = false;
    turn();
    // One was checked, and the last report says the same again.
    expect(most).toBeLessThanOrEqual(2);
  });

  it('takes as many small ones in one turn as have come', async () => {
    const { verify, reports } = await some(Array.from({ length: 8 }, (_, at) => served(`s-${at}`)));
    let turns = 0;
    let running = true;
    const turn = (): void => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    const done = verify();
    turn();
    await done;
    running = false;
    expect(turns).toBeLessThan(reports.length);
  });
});
