import { describe, expect, it } from 'vitest';
import { entryOf, skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { limits } from '../../core/limits.ts';
import { ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { list } from './list.ts';
import { notListedOf } from './unlisted-skills.ts';
import { openSkill } from './open-skill.ts';

const shared = { cacheScope: 'private', resultType: 'complete' };
const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`), 'guide.md': `# Guide to ${name}\n` },
  ...more,
});
async function one(server: ServedHere) {
  const scene = await stage({ servers: { acme: server } });
  return { ...scene, acme: () => scene.server('acme') };
}

describe('a listing', () => {
  it('holds what is listed, and says how it went', async () => {
    const { up, acme, clock, told } = await one(new ServedHere([served('a'), served('b')]));
    await up();
    expect([...acme().skills.keys()]).toEqual([main('a'), main('b')]);
    expect(acme().listing).toEqual({
      status: 'complete',
      problems: [],
      skills: 2,
      refused: 0,
      pages: 1,
      at: clock.now(),
      ttlMs: 0,
    });
    expect(acme().refused).toEqual([]);
    expect(acme().advice).toEqual([]);
    expect(told('operation').at(-1)).toMatchObject({
      kind: 'list',
      status: 'done',
      message: '2 skills',
    });
    expect(told('server-put').some(({ server }) => server.listing.status === 'loading')).toBe(true);
  });

  it('is shared until its end is told, and no longer', async () => {
    const server = new ServedHere([served('a')]);
    const { app, up, acme } = await one(server);
    await up();
    const before = server.askedFor('skills/list').length;
    const { catalogue } = app;
    const change = catalogue.change.bind(catalogue);
    const again: Promise<void>[] = [];
    const signal = new AbortController().signal;
    catalogue.change = (of, changes) => {
      change(of, changes);
      if (again.length === 0 && changes.listing?.status === 'complete')
        again.push(list(app, acme(), signal));
    };
    await Promise.all([list(app, acme(), signal), list(app, acme(), signal)]);
    await again[0];
    expect(server.askedFor('skills/list')).toHaveLength(before + 2);
  });

  it('that finds none says where else they seem to be, with one question and no read', async () => {
    const server = new ServedHere();
    server.capabilities = { resources: {}, tools: {} };
    server.instead = ({ method }) => {
      if (method === 'tools/list')
        return ok({ tools: [{ name: 'load_skill' }, { name: 7 }, null] });
      if (method === 'resources/list') return ok({ resources: [{ uri: 'gw-skill://refunds' }] });
      return undefined;
    };
    const { up, acme } = await one(server);
    await up();
    expect(acme().advice.map(({ field, actual }) => [field, actual])).toEqual([
      ['resources/list', '“gw-skill://refunds”'],
      ['tools/list', '“load_skill”'],
    ]);
    expect(server.askedFor('tools/list')).toHaveLength(1);
    expect(server.requests.map(({ method }) => method)).not.toContain('tools/call');
    expect(server.askedFor('resources/read')).toEqual(['skill://index.json']);
  });

  it('that finds some asks for no tools, and one of a server without anything says nothing', async () => {
    const server = new ServedHere([served('a')]);
    server.capabilities = { ...server.capabilities, tools: {} };
    const { up, acme } = await one(server);
    await up();
    expect(server.askedFor('tools/list')).toEqual([]);
    server.serve([]);
    server.instead = ({ method }) =>
      method === 'tools/list' ? ok({ tools: [{ name: 'search_files' }] }) : undefined;
    await up();
    expect(acme().advice).toEqual([]);
  });

  it('of the extension has nothing to fix in what stands beside it and cannot be read', async () => {
    const server = new ServedHere([served('a')]);
    server.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({ resources: [{ uri: main('a') }, { uri: 'skill://a/_manifest' }] })
        : undefined;
    const { up, acme } = await one(server);
    await up();
    expect([...acme().skills.keys()]).toEqual([main('a')]);
    expect(acme().advice).toEqual([]);
  });

  it('that two ask for at once is made once, and the next one anew', async () => {
    const server = new ServedHere([served('a')]);
    const { app, up, acme } = await one(server);
    await up();
    const before = server.askedFor('skills/list').length;
    const { signal } = new AbortController();
    await Promise.all([list(app, acme(), signal), list(app, acme(), signal)]);
    expect(server.askedFor('skills/list').length).toBe(before + 1);
    await list(app, acme(), signal);
    expect(server.askedFor('skills/list').length).toBe(before + 2);
  });

  it('that is whole takes away what is gone, but not what a person opened', async () => {
    const server = new ServedHere([served('a'), served('b'), served('c', { unlisted: true })]);
    const { app, up, acme } = await one(server);
    await up();
    await openSkill(app, acme(), main('c'));
    server.serve([served('b'), served('c', { unlisted: true })]);
    await up();
    expect([...acme().skills.keys()].toSorted()).toEqual([main('b'), main('c')]);
  });

  it('that breaks off takes nothing away, and says why', async () => {
    const server = new ServedHere([served('a'), served('b')]);
    const { up, acme } = await one(server);
    await up();
    server.instead = ({ method, params }) =>
      method !== 'skills/list'
        ? undefined
        : params['cursor'] === undefined
          ? ok({
              skills: [],
              nextCursor: 'next',
              ttlMs: 0,
              cacheScope: 'private',
              resultType: 'complete',
            })
          : refuses(-1, 'no more');
    await up();
    expect(acme().listing).toMatchObject({ status: 'incomplete', skills: 2, pages: 1 });
    expect(acme().listing.problems.map(({ rule }) => rule)).toEqual(['listing-failed']);
    expect(acme().skills.size).toBe(2);
    server.instead = ({ method }) => (method === 'skills/list' ? refuses(-1, 'no') : undefined);
    await up();
    expect(acme().listing).toMatchObject({ status: 'failed', skills: 2, pages: 0 });
  });

  it('shows what it refuses, and takes away what was held of it', async () => {
    const server = new ServedHere([served('a'), served('b')]);
    const { up, acme, told } = await one(server);
    await up();
    server.serve([served('a', { entry: { resources: 7 } }), served('b')]);
    await up();
    expect([...acme().skills.keys()]).toEqual([main('b')]);
    expect(acme().refused).toMatchObject([{ server: 'acme', uri: main('a'), index: 0 }]);
    expect(acme().listing).toMatchObject({ status: 'complete', refused: 1, skills: 1 });
    expect(told('refused-put').at(-1)?.refused).toHaveLength(1);
    server.serve([served('a'), served('b')]);
    await up();
    expect(acme().refused).toEqual([]);
  });

  it('refuses what is listed twice and differs, whatever came first', async () => {
    const other = served('a', { entry: { resources: 'dynamic' } });
    const { up, acme } = await one(new ServedHere([served('a'), other, served('b')]));
    await up();
    expect([...acme().skills.keys()]).toEqual([main('b')]);
    expect(acme().refused.map(({ uri }) => uri)).toContain(main('a'));
  });

  it('holds once what is listed twice as it was, and tells its author', async () => {
    const { up, acme } = await one(new ServedHere([served('a'), served('a'), served('b')]));
    await up();
    expect([...acme().skills.keys()]).toEqual([main('a'), main('b')]);
    expect(acme().refused).toEqual([]);
    expect(acme().listing).toMatchObject({ status: 'complete', skills: 2 });
    expect(acme().listing.problems.map(({ rule }) => rule)).toEqual(['uri-repeated']);
  });

  it('keeps for how long it may be kept, of the first page that says so', async () => {
    const server = new ServedHere([served('a')]);
    server.instead = ({ method, params }) => {
      if (method !== 'skills/list') return undefined;
      return params['cursor'] === undefined
        ? ok({ ...shared, skills: [entryOf(served('a'))], nextCursor: 'n', ttlMs: 60_000 })
        : ok({ ...shared, skills: [entryOf(served('b'))], ttlMs: 5 });
    };
    const { up, acme, skill } = await one(server);
    await up();
    expect(acme().listing).toMatchObject({ ttlMs: 60_000, pages: 2 });
    expect(skill('acme', main('a')).held.ttlMs).toBe(60_000);
    expect(skill('acme', main('b')).held.ttlMs).toBe(5);
  });

  it('ends when its time is over, and keeps what arrived', async () => {
    const server = new ServedHere();
    const { up, acme, clock } = await one(server);
    server.instead = ({ method, params }) => {
      if (method !== 'skills/list') return undefined;
      if (params['cursor'] !== undefined) throw new Error('asked after its time');
      clock.move(limits.listMs);
      return ok({ skills: [], nextCursor: 'n' });
    };
    await up();
    expect(acme().listing).toMatchObject({ status: 'incomplete', pages: 1 });
    expect(acme().listing.problems.map(({ rule }) => rule)).toContain('listing-limit');
  });

  it('that is cancelled says so', async () => {
    const { app, up, acme } = await one(new ServedHere([served('a')]));
    await up();
    await list(app, acme(), AbortSignal.abort());
    expect(acme().listing.status).toBe('failed');
    expect(acme().skills.size).toBe(1);
  });
});

describe('a server that declares nothing', () => {
  it('is asked once, listed when it answers with skills, and told of it', async () => {
    const server = new ServedHere([served('a')]);
    server.capabilities = { resources: {} };
    const { up, acme } = await one(server);
    await up();
    expect([...acme().skills.keys()]).toEqual([main('a')]);
    expect(acme().spoken.map(({ id }) => id)).toEqual(['skills-ext']);
    expect(acme().advice.map(({ rule }) => rule)).toContain('capability-undeclared');
    // The question shows the dialect, the listing follows: the next one asks no question.
    expect(server.askedFor('skills/list')).toHaveLength(2);
    await up();
    expect(acme().advice.filter(({ rule }) => rule === 'capability-undeclared')).toHaveLength(1);
  });

  it('is not said to speak what it answers with nothing', async () => {
    const server = new ServedHere([]);
    server.capabilities = { resources: {} };
    const { up, acme } = await one(server);
    await up();
    expect(acme().spoken).toEqual([]);
    expect(acme().advice).toEqual([]);
    expect(server.askedFor('skills/list')).toHaveLength(1);
  });

  it('that answers nothing in time is looked at all the same', async () => {
    const server = new ServedHere([served('a')], 'flat');
    const { instead } = server;
    server.instead = (asked) =>
      asked.method === 'skills/list'
        ? fails({ reason: 'timeout', message: 'no answer' })
        : instead(asked);
    const { up, acme } = await one(server);
    await up();
    expect(acme().listing.status).toBe('complete');
    expect(server.requests[0]?.options.timeoutMs).toBe(limits.probeMs);
  });
});

describe('a server that declares another method of the same name', () => {
  it('is told that what it answers is not what it declares', async () => {
    const server = new ServedHere([served('a')]);
    server.capabilities = { resources: {}, skills: {} };
    const { up, acme, skill } = await one(server);
    await up();
    expect(skill('acme', main('a')).entry.dialect).toBe('skills-ext');
    expect(acme().advice.map(({ rule }) => rule)).toContain('capability-undeclared');
  });
});

describe('what a server shows in several ways', () => {
  const both = (): ServedHere => {
    const server = new ServedHere([served('a')]);
    server.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({
            resources: [
              { uri: main('a'), name: 'a', description: 'Another', mimeType: 'text/markdown' },
              { uri: main('z'), name: 'z', description: 'z', mimeType: 'text/markdown' },
            ],
          })
        : undefined;
    return server;
  };

  it('stands as what it declares, and notes the other way', async () => {
    const { up, acme, skill } = await one(both());
    await up();
    expect(skill('acme', main('a')).entry.dialect).toBe('skills-ext');
    expect([...acme().inventory.resources.keys()]).toEqual([main('a'), main('z')]);
    expect(acme().listing.status).toBe('complete');
  });

  it('keeps what was refused in one way out of every other', async () => {
    const server = both();
    server.serve([served('a', { entry: { resources: 7 } })]);
    const { up, acme } = await one(server);
    await up();
    expect(acme().skills.has(main('a'))).toBe(false);
    expect(acme().refused.filter(({ uri }) => uri === main('a'))).toHaveLength(1);
  });

  it('keeps what lies in the folder of what was refused out, too', async () => {
    const server = new ServedHere([
      served('a', { entry: { resources: 7 } }),
      served('b', { entry: { uri: 7 } }),
    ]);
    const single = (uri: string) => ({ uri, name: 'x', description: 'x', mimeType: 'text/plain' });
    server.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({ resources: [single('skill://a/other'), single('skill://c/other')] })
        : undefined;
    const { up, acme } = await one(server);
    await up();
    expect([...acme().skills.keys()]).toEqual([]);
    expect(notListedOf(acme()).lines.map(({ uri }) => uri)).toEqual(['skill://c/other']);
  });

  it('is looked at for five pages only, where a method lists the skills', async () => {
    const server = new ServedHere([served('a')]);
    let pages = 0;
    server.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({ resources: [], nextCursor: String((pages += 1)) })
        : undefined;
    const { up, acme } = await one(server);
    await up();
    expect(server.askedFor('resources/list')).toHaveLength(5);
    // It is an observation: the listing is none the worse for it.
    expect(acme().listing).toMatchObject({ status: 'complete', problems: [] });
  });
});

describe('a server that has resources alone', () => {
  const flat = (): ServedHere => new ServedHere([served('a'), served('b')], 'flat');

  it('is listed by them, and told how to do better for as long as it is so', async () => {
    const server = flat();
    const { up, acme } = await one(server);
    await up();
    expect(acme().skills.size).toBe(2);
    expect(acme().advice.map(({ rule }) => rule)).toEqual(['older-dialect']);
    expect(acme().listing).toMatchObject({ status: 'complete', skills: 2, pages: 1 });
    await up();
    expect(acme().advice).toHaveLength(1);
    server.serve([]);
    await up();
    expect(acme().advice).toEqual([]);
  });

  it('says where its list of resources is not whole, and takes nothing away then', async () => {
    const server = flat();
    const { up, acme } = await one(server);
    await up();
    const before = acme().skills.size;
    let time = 0;
    server.instead = ({ method }) =>
      method !== 'resources/list'
        ? undefined
        : (time += 1) === 1
          ? ok({
              resources: [{ uri: 'skill://tools/b', mimeType: 'text/markdown' }],
              nextCursor: 'n',
            })
          : refuses(-1, 'no more');
    await up();
    expect(acme().listing.status).toBe('incomplete');
    expect(acme().listing.problems.map(({ rule, message }) => [rule, message])).toEqual([
      [
        'listing-failed',
        expect.stringMatching(/^resources\/list is incomplete: The server answered: .*no more/),
      ],
    ]);
    expect(acme().skills.size).toBe(before);
  });

  it.each([
    ['has no list', refuses(-32601, 'Method not found'), 'complete'],
    ['refuses its list', refuses(-1, 'no'), 'complete'],
  ])('that %s has no skills, and no failure', async (_, answer, status) => {
    const server = flat();
    server.instead = ({ method }) => (method === 'resources/list' ? answer : undefined);
    const { up, acme } = await one(server);
    await up();
    expect(acme().listing).toMatchObject({ status, problems: [], skills: 0 });
  });
});

describe('a server with skills', () => {
  it('is told which of its resources look like others, and of none that is known', async () => {
    const server = new ServedHere([served('a')]);
    const uris = ['skill://a/SKILL.md', 'skill://b/SKILL.md', 'docs://x', 'gw-skill://refunds'];
    server.capabilities = { ...server.capabilities, resources: {} };
    server.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({ resources: uris.map((uri) => ({ uri, name: uri })) })
        : undefined;
    const { up, acme } = await one(server);
    await up();
    expect(acme().skills.size).toBe(1);
    const [odd, ...others] = acme().advice;
    expect(others).toEqual([]);
    expect(odd).toMatchObject({ rule: 'older-dialect', actual: '“gw-skill://refunds”' });
    expect(odd?.message).toMatch(/^Besides its skills, .* open it by its URI\./);
    uris.pop();
    await up();
    expect(acme().advice).toEqual([]);
  });
});

describe('a server that declares the extension and does not answer its method', () => {
  const silent = (skills: readonly ServedSkill[]): ServedHere => {
    const server = new ServedHere(skills, 'flat');
    server.capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
    return server;
  };

  it('is listed in another way, with the failure as advice', async () => {
    const { up, acme } = await one(silent([served('a')]));
    await up();
    expect(acme().listing).toMatchObject({ status: 'complete', problems: [], skills: 1 });
    expect(acme().advice).toContainEqual(
      expect.objectContaining({
        rule: 'older-dialect',
        message: expect.stringContaining('doesn’t answer skills/list'),
        expected: 'an answer to skills/list',
      }),
    );
  });

  it.each([-32_603, -32_000, -1])(
    'is not listed as a whole another way where the method is there and answers with %d',
    async (code) => {
      const server = silent([served('a')]);
      server.instead = ({ method }) =>
        method === 'skills/list' ? refuses(code, 'database is locked') : undefined;
      const { up, acme } = await one(server);
      await up();
      expect(acme().skills.size).toBe(1);
      expect(acme().listing).toMatchObject({
        status: 'incomplete',
        problems: [
          { rule: 'listing-failed', message: expect.stringContaining('database is locked') },
        ],
      });
      expect(acme().advice).not.toContainEqual(
        expect.objectContaining({ expected: 'an answer to skills/list' }),
      );
    },
  );

  it('is not said to be whole where what was found another way is not (waits for no answer)', async () => {
    const server = silent([]);
    const skills = Array.from({ length: limits.listEntries + 1 }, (_, at) => ({
      ...{ name: `s${at}`, type: 'skill-md', description: 'One of many' },
      url: `skill://s${at}/SKILL.md`,
    }));
    const text = JSON.stringify({ skills });
    const uri = 'skill://index.json';
    server.instead = ({ method, params }) =>
      method === 'resources/list'
        ? ok({ ...shared, resources: [{ uri, name: 'index' }] })
        : method === 'resources/read' && params['uri'] === uri
          ? ok({ ...shared, contents: [{ uri, text }] })
          : undefined;
    const { up, acme } = await one(server);
    await up();
    expect(acme().skills.size).toBeGreaterThan(1_000);
    expect(acme().listing).toMatchObject({
      status: 'incomplete',
      problems: [{ rule: 'listing-limit' }],
    });
  });

  it('is told so no more once it answers', async () => {
    const server = silent([served('a')]);
    const { up, acme, app } = await one(server);
    await up();
    const other = { rule: 'capability-placement', message: 'Of the connection.' } as const;
    app.catalogue.change(acme(), { advice: [...acme().advice, other] });
    server.instead = ({ method }) =>
      method === 'skills/list'
        ? ok({ ...shared, ttlMs: 0, skills: [entryOf(served('a'))] })
        : undefined;
    await up();
    expect(acme().skills.get(main('a'))?.entry.dialect).toBe('skills-ext');
    const said = acme().advice.map(({ message }) => message);
    expect(said.filter((message) => message.includes('doesn’t answer skills/list'))).toEqual([]);
    expect(said).toContain('Of the connection.');
  });

  it('fails where nothing is found in another way either', async () => {
    const { up, acme } = await one(silent([]));
    await up();
    expect(acme().listing.status).toBe('failed');
    expect(acme().listing.problems.map(({ rule }) => rule)).toEqual(['listing-failed']);
  });
});
