import { describe, expect, it } from 'vitest';
import { entryOf, skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { err, ok } from '../../../shared/result.ts';
import { refused as refusedAt } from '../testing/refused.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { openSkill, touch } from './open-skill.ts';

const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`) },
  ...more,
});
const settle = () => new Promise((done) => setTimeout(done, 5));

async function one(server: ServedHere) {
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const acme = () => scene.server('acme');
  return {
    ...scene,
    acme,
    open: (uri: string) => openSkill(scene.app, acme(), uri),
  };
}

describe('opening a skill by its URI', () => {
  it('asks for the entry of one that no listing has, and holds it', async () => {
    const server = new ServedHere([served('a'), served('hidden', { unlisted: true })]);
    const { acme, open } = await one(server);
    const opened = await open(main('hidden'));
    expect(opened.ok && opened.value.entry).toMatchObject({ name: 'hidden', origin: 'by-uri' });
    expect(acme().skills.has(main('hidden'))).toBe(true);
    expect(server.askedFor('skills/get')).toEqual([main('hidden')]);
  });

  it('asks again for one that is held, and holds what the answer says', async () => {
    const server = new ServedHere([served('a')]);
    const { open, skill } = await one(server);
    server.serve([{ path: 'a', files: { 'SKILL.md': skillMd('a', 'Another') } }]);
    expect((await open(main('a'))).ok).toBe(true);
    expect(skill('acme', main('a')).entry.description).toBe('Another');
  });

  it('says what the server says of one that it does not have', async () => {
    const { open } = await one(new ServedHere([]));
    expect(await open(main('none'))).toEqual(
      err({
        code: 'server-error',
        message: expect.stringContaining('No skill is served at skill://none/SKILL.md'),
      }),
    );
  });

  it.each([
    ['a timeout', fails({ reason: 'timeout', message: 'no answer' }), 'timeout'],
    ['a cancel', fails({ reason: 'cancelled', message: 'cancelled' }), 'cancelled'],
    ['too much', fails({ reason: 'too-large', message: 'too much' }), 'server-error'],
  ])('says why %s gave nothing', async (_, answer, code) => {
    const server = new ServedHere([]);
    const { open } = await one(server);
    server.instead = ({ method }) => (method === 'skills/get' ? answer : undefined);
    expect(await open(main('a'))).toMatchObject({ error: { code } });
  });

  it('refuses an answer that breaks a rule, shows it, and takes away what was held', async () => {
    const server = new ServedHere([served('a')]);
    const { acme, open } = await one(server);
    server.serve([served('a', { entry: { resources: 7 } })]);
    expect(await open(main('a'))).toMatchObject({ error: { code: 'refused' } });
    expect(acme().skills.has(main('a'))).toBe(false);
    expect(acme().refused).toMatchObject([
      { server: 'acme', index: -1, uri: main('a'), dialect: 'skills-ext' },
    ]);
  });

  it('asks for none of what was refused, and says what was wrong with it', async () => {
    const server = new ServedHere([served('a', { entry: { resources: 7 } })]);
    const { acme, open } = await one(server);
    const before = server.requests.length;
    expect(await open(main('a'))).toEqual(
      err({ code: 'refused', message: acme().refused[0]?.problem.message }),
    );
    expect(server.requests.length).toBe(before);
  });

  it('asks again for what was refused when it was asked for, and forgets only that', async () => {
    const hidden = served('hidden', { unlisted: true });
    const bad = (skill: ServedSkill): ServedSkill => ({ ...skill, entry: { resources: 7 } });
    const server = new ServedHere([bad(hidden), bad(served('other', { unlisted: true }))]);
    const { acme, open, told } = await one(server);
    await open(main('hidden'));
    await open(main('hidden'));
    await open(main('other'));
    expect(acme().refused.map(({ uri }) => uri)).toEqual([main('hidden'), main('other')]);
    server.serve([hidden]);
    expect((await open(main('hidden'))).ok).toBe(true);
    expect(acme().refused.map(({ uri }) => uri)).toEqual([main('other')]);
    const before = told('refused-put').length;
    await open(main('hidden'));
    expect(told('refused-put')).toHaveLength(before);
  });

  it('holds nothing that a listing refused while it was asked for', async () => {
    const server = new ServedHere([served('hidden', { unlisted: true })]);
    const { app, acme, open } = await one(server);
    server.instead = ({ method }) => {
      if (method === 'skills/get')
        app.catalogue.change(acme(), { refused: [refusedAt('acme', main('hidden'))] });
      return undefined;
    };
    expect(await open(main('hidden'))).toMatchObject({ error: { code: 'refused' } });
    expect(acme().skills.has(main('hidden'))).toBe(false);
  });

  it('says so where the server was removed meanwhile', async () => {
    const server = new ServedHere([served('hidden', { unlisted: true })]);
    const { app, acme, open } = await one(server);
    server.instead = ({ method }) => {
      if (method === 'skills/get') app.catalogue.remove(acme());
      return undefined;
    };
    expect(await open(main('hidden'))).toEqual(
      err({ code: 'not-found', message: 'The server was removed in the meantime.' }),
    );
  });

  it('takes no answer about another skill', async () => {
    const server = new ServedHere([]);
    const { acme, open } = await one(server);
    server.instead = ({ method }) =>
      method === 'skills/get'
        ? ok({
            resultType: 'complete',
            ttlMs: 0,
            cacheScope: 'private',
            skill: entryOf(served('b')),
          })
        : undefined;
    expect((await open(main('a'))).ok).toBe(false);
    expect(acme().skills.size).toBe(0);
  });
});

describe('a server whose skills are found by looking', () => {
  const flat = (...names: string[]): ServedHere =>
    new ServedHere(
      names.map((name) => served(name)),
      'flat',
    );

  it('opens one that nothing lists by its address', async () => {
    const server = flat('a');
    server.instead = ({ method, params }) =>
      method === 'resources/read' && params['uri'] === main('new')
        ? ok({ contents: [{ uri: main('new'), text: skillMd('new', 'New') }] })
        : undefined;
    const { open } = await one(server);
    const opened = await open(main('new'));
    expect(opened.ok && opened.value.entry).toMatchObject({ name: 'new', dialect: 'flat' });
  });

  describe('that a server lists under a scheme of its own', () => {
    const uri = 'gw-skill://refunds';
    const opening = async (
      text: string,
      more: {
        readonly listed?: string;
        readonly mimeType?: string;
        readonly extension?: object;
      } = {},
    ) => {
      const server = new ServedHere();
      server.capabilities = { resources: {}, ...more.extension };
      const listed = { uri: more.listed ?? uri, mimeType: more.mimeType ?? 'text/markdown' };
      server.instead = ({ method, params }) => {
        if (method === 'resources/list') return ok({ resources: [listed] });
        if (method === 'resources/read' && params['uri'] === listed.uri)
          return ok({ contents: [{ uri: listed.uri, text }] });
        return undefined;
      };
      const { open } = await one(server);
      return open(listed.uri);
    };
    const itself = skillMd('refunds', 'Pays back');

    it('opens by its address, and consists of what is there', async () => {
      const opened = await opening(itself);
      expect(opened.ok && opened.value.entry).toMatchObject({
        uri,
        name: 'refunds',
        description: 'Pays back',
        dialect: 'flat',
        origin: 'by-uri',
        files: { kind: 'listed', files: [{ path: 'SKILL.md', uri }] },
      });
    });

    it.each([
      ['does not read as a SKILL.md', '# No frontmatter\n', {}],
      ['is a file under the scheme of skills', itself, { listed: 'skill://a/b/guide.md' }],
      ['is no text', itself, { mimeType: 'image/png' }],
      [
        'stands beside the extension',
        itself,
        { extension: { extensions: { 'io.modelcontextprotocol/skills': {} } } },
      ],
    ])('is no skill when it %s', async (_, text, more) => {
      expect((await opening(text, more)).ok).toBe(false);
    });
  });

  it.each([
    ['index-2026-06', main('b'), 'index-2026-06'],
    ['index-2026-04', main('b'), 'index-2026-04'],
    ['skill-root', 'skill://b', 'skill-root'],
    ['skill-root', main('b'), 'flat'],
    ['manifest', main('b'), 'flat'],
  ] as const)('that speaks %s opens %s in %s', async (speaks, uri, dialect) => {
    const server = new ServedHere([served('a')], speaks);
    const { open } = await one(server);
    server.serve([served('a'), served('b')]);
    const opened = await open(uri);
    expect(opened.ok && opened.value.entry).toMatchObject({ name: 'b', dialect });
  });

  it('lists again for one that it listed, and says when it is gone', async () => {
    const server = new ServedHere([served('a')], 'manifest');
    const { acme, open } = await one(server);
    const [uri = ''] = acme().skills.keys();
    const before = server.askedFor('resources/list').length;
    expect((await open(uri)).ok).toBe(true);
    expect(server.askedFor('resources/list').length).toBe(before + 1);
    server.serve([]);
    expect(await open(uri)).toEqual(
      err({ code: 'not-found', message: 'The server no longer lists this skill.' }),
    );
  });

  it('says what is wrong with an address that none can be at', async () => {
    const { open } = await one(flat('a'));
    expect(await open('data:text/plain,hello')).toMatchObject({ error: { code: 'bad-input' } });
  });
});

describe('an older server that declares the extension without its methods', () => {
  it('is read by address', async () => {
    const server = new ServedHere([served('a')], 'flat');
    server.capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
    server.instead = ({ method, params }) =>
      method === 'resources/read' && params['uri'] === main('new')
        ? ok({ contents: [{ uri: main('new'), text: skillMd('new', 'New') }] })
        : undefined;
    const { open } = await one(server);
    const opened = await open(main('new'));
    expect(opened.ok && opened.value.entry.name).toBe('new');
    expect(server.askedFor('skills/get')).toEqual([main('new')]);
  });

  it('is not read by address for another error', async () => {
    const server = new ServedHere([served('a')]);
    const { open } = await one(server);
    server.instead = ({ method }) => (method === 'skills/get' ? refuses(-32000, 'no') : undefined);
    expect(await open(main('new'))).toMatchObject({ error: { code: 'server-error' } });
    expect(server.askedFor('resources/read')).toEqual([]);
  });
});

describe('opening the page of a skill', () => {
  const lasting = async (ttlMs: number) => {
    const server = new ServedHere([served('a')]);
    server.instead = ({ method }) =>
      method === 'skills/list'
        ? ok({
            resultType: 'complete',
            cacheScope: 'private',
            ttlMs,
            skills: [entryOf(served('a'))],
          })
        : undefined;
    return { ...(await one(server)), served: server };
  };

  it('asks again for an entry that is past its time, once', async () => {
    const { app, skill, clock, served: server } = await lasting(60_000);
    touch(app, skill('acme', main('a')));
    clock.move(59_999);
    touch(app, skill('acme', main('a')));
    await settle();
    expect(server.askedFor('skills/get')).toEqual([]);
    clock.move(1);
    touch(app, skill('acme', main('a')));
    touch(app, skill('acme', main('a')));
    await settle();
    expect(server.askedFor('skills/get')).toEqual([main('a')]);
  });

  it('asks for nothing that has no time, or where the connection is gone', async () => {
    const without = await lasting(0);
    without.clock.move(1_000_000);
    touch(without.app, without.skill('acme', main('a')));
    await settle();
    expect(without.served.askedFor('skills/get')).toEqual([]);

    const gone = await lasting(60_000);
    gone.clock.move(60_000);
    gone.served.breakOff();
    touch(gone.app, gone.skill('acme', main('a')));
    await settle();
    expect(gone.served.askedFor('skills/get')).toEqual([]);
    expect(gone.served.opened).toBe(1);
  });
});
