import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { openApp, withApp, type TestApp } from './testing/app.ts';
import { until } from './testing/until.ts';
import { httpServer, scene, skill, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const hostile = async <T>(
  mode: string,
  run: (app: TestApp, server: TestServer) => Promise<T>,
): Promise<T> => {
  const server = stdioServer(place, 'hostile', [mode]);
  return withApp({ session: { bad: server.entry } }, async (app) => {
    await app.settled('bad');
    return run(app, server);
  });
};

describe('connecting, listing and approving', () => {
  const eras = [
    { era: 'modern', transport: 'stdio', version: '2026-07-28' },
    { era: 'legacy', transport: 'stdio', version: '2025-11-25' },
    { era: 'modern', transport: 'http', version: '2026-07-28' },
    { era: 'legacy', transport: 'http', version: '2025-11-25' },
    { era: 'legacy', transport: 'sse', version: '2025-11-25' },
  ] as const;

  it.each(eras)(
    'read nothing over $transport in the $era era',
    async ({ era, transport, version }) => {
      const args = ['--era', era, '--skills', '3'];
      const server =
        transport === 'stdio'
          ? stdioServer(place, 'honest', args)
          : await httpServer(place, 'honest', args, transport);
      await withApp({ session: { honest: server.entry } }, async (app) => {
        const view = await app.settled('honest');
        expect(view).toMatchObject({
          connection: { status: 'ready', protocolVersion: version },
          dialects: ['skills-ext'],
          listing: { status: 'complete', skills: 3, refused: 0, problems: [] },
        });
        expect(
          (await app.rows('honest')).map(({ uri, standing, checked }) => [
            uri,
            standing.kind,
            checked.verified,
          ]),
        ).toEqual([0, 1, 2].map((at) => [`skill://skill-${at}/SKILL.md`, 'undecided', 0]));
        await app.detail('honest', 'skill://skill-1/SKILL.md');
        expect(await app.approve('honest', 'skill://skill-1/SKILL.md')).toBe('done');
        expect((await app.row('honest', 'skill://skill-1/SKILL.md')).standing.kind).toBe(
          'approved',
        );
        expect(server.methods()).toEqual(['skills/list']);
        const sent = (await app.log('honest'))
          .filter((line) => line.direction === 'sent' && line.kind === 'exchange')
          .map((line) => line.method);
        expect(
          sent.filter(
            (method) => /^resources.(?:read|directory)/.test(method) || method === 'skills/get',
          ),
        ).toEqual([]);
      });
      await server.stop();
    },
  );
});

describe('a listing', () => {
  it('continues over every page', async () => {
    const server = await httpServer(place, 'honest', ['--era', 'legacy', '--skills', '1200']);
    await withApp({ session: { big: server.entry } }, async (app) => {
      expect((await app.settled('big')).listing).toMatchObject({
        status: 'complete',
        skills: 1200,
        pages: 3,
      });
      expect(server.asked()).toEqual(['skills/list', 'skills/list 500', 'skills/list 1000']);
    });
    await server.stop();
  });

  it('keeps good entries and shows the problems of others', () =>
    hostile('not-entries', async (app) => {
      const { listing } = await app.server('bad');
      expect(listing).toMatchObject({ status: 'complete', skills: 3, refused: 7 });
      const { refused } = await app.snapshot();
      expect(refused.map(({ index, problem }) => [index, problem.rule])).toEqual([
        [0, 'entry-not-object'],
        [1, 'entry-not-object'],
        [2, 'entry-not-object'],
        [3, 'entry-not-object'],
        [4, 'uri-missing'],
        [5, 'uri-missing'],
        [6, 'uri-missing'],
      ]);
      for (const { problem } of refused)
        expect(problem).toMatchObject({
          expected: expect.any(String) as string,
          actual: expect.any(String) as string,
          clause: expect.any(String) as string,
        });
    }));

  it("that isn't a list says so and has no skills", () =>
    hostile('not-a-list', async (app) => {
      expect((await app.server('bad')).listing).toMatchObject({
        skills: 0,
        problems: [{ rule: 'listing-shape' }],
      });
    }));

  it('that never ends stops at 1,000 pages, marked and kept', () =>
    hostile('endless-pages', async (app) => {
      expect((await app.server('bad')).listing).toMatchObject({
        status: 'incomplete',
        skills: 1000,
        pages: 1000,
        problems: [
          { rule: 'listing-limit', message: expect.stringContaining('1000 pages') as string },
        ],
      });
    }));

  it('that repeats a cursor stops there, marked and kept', () =>
    hostile('repeated-cursor', async (app) => {
      const { listing } = await app.server('bad');
      expect(listing.status).toBe('incomplete');
      expect(listing.problems.map(({ rule }) => rule)).toContain('listing-cursor-repeated');
      expect((await app.rows('bad')).map(({ uri }) => uri)).toContain('skill://skill-0/SKILL.md');
    }));

  it('that a person cancels while waiting keeps the received pages', async () => {
    const server = stdioServer(place, 'hostile', ['second-page-silent']);
    await withApp({ session: { slow: server.entry } }, async (app) => {
      await until('the first page', async () => (await app.rows('slow')).length === 1);
      const listing = app.events.find(
        (event) => event.type === 'operation' && event.kind === 'list',
      );
      await app.ask('cancel', {
        operationId: listing?.type === 'operation' ? listing.operationId : '',
      });
      expect((await app.settled('slow')).listing).toMatchObject({
        status: 'incomplete',
        skills: 1,
        problems: [{ rule: 'listing-failed', actual: 'cancelled' }],
      });
    });
  });

  it('of one 40 MB answer is given up with the reason, without affecting other servers', async () => {
    const session = {
      bad: stdioServer(place, 'hostile', ['many-skills']).entry,
      good: stdioServer(place, 'honest', []).entry,
    };
    await withApp({ session }, async (app) => {
      expect((await app.settled('bad')).listing).toMatchObject({
        status: 'failed',
        skills: 0,
        problems: [
          {
            rule: 'listing-failed',
            message: expect.stringContaining('larger than 24 MiB') as string,
          },
        ],
      });
      expect((await app.settled('good')).listing).toMatchObject({ status: 'complete', skills: 3 });
      expect((await app.verify('good')).failed).toBe(0);
    });
  });

  it('with 10,000 long descriptions over many pages is complete, with small rows', () =>
    hostile('many-paged', async (app) => {
      expect((await app.server('bad')).listing).toMatchObject({
        status: 'complete',
        skills: 10_000,
      });
      const [row] = await app.rows('bad');
      expect(row?.description.length).toBeLessThanOrEqual(200);
      expect(row?.problems.map(({ rule }) => rule)).toEqual(['description-too-long']);
    }));

  it('that is complete removes missing skills and their results', async () => {
    const served = scene(place, 'shrinks', {
      skills: [skill('one'), skill('two'), skill('three')],
    });
    const server = stdioServer(place, 'honest', served.args);
    await withApp({ session: { s: server.entry } }, async (app) => {
      await app.settled('s');
      served.set({ skills: [skill('three'), skill('one')] });
      expect((await app.relist('s')).listing).toMatchObject({ status: 'complete', skills: 2 });
      expect((await app.rows('s')).map(({ uri }) => uri).sort()).toEqual([
        'skill://one/SKILL.md',
        'skill://three/SKILL.md',
      ]);
      expect(app.events).toContainEqual({
        type: 'skills-removed',
        server: 's',
        uris: ['skill://two/SKILL.md'],
      });
    });
  });

  it('that breaks off removes nothing', () =>
    hostile('partial-relisting', async (app) => {
      expect((await app.server('bad')).listing).toMatchObject({ status: 'complete', skills: 3 });
      expect((await app.relist('bad')).listing).toMatchObject({
        status: 'incomplete',
        skills: 3,
        problems: [
          {
            rule: 'listing-failed',
            message: expect.stringContaining('The index is being rebuilt') as string,
          },
        ],
      });
      expect(await app.rows('bad')).toHaveLength(3);
    }));

  it('works and names the error if the capability is misplaced or missing', async () => {
    await hostile('experimental', async (app) => {
      expect((await app.server('bad')).problems.map(({ rule }) => rule)).toContain(
        'capability-placement',
      );
      expect(await app.rows('bad')).toHaveLength(3);
    });
    await hostile('undeclared', async (app) => {
      expect((await app.server('bad')).problems.map(({ rule }) => rule)).toContain(
        'capability-undeclared',
      );
      expect(await app.rows('bad')).toHaveLength(3);
    });
  });
});

describe('skills/get', () => {
  const unlisted = skill('hidden', {}, { unlisted: true });
  let app: TestApp;
  let server: TestServer;
  const served = {
    instructions: 'Start with skill://hidden/SKILL.md, then skill://shown/SKILL.md.',
    skills: [skill('shown'), unlisted],
  };
  let holding: ReturnType<typeof scene>;
  beforeAll(async () => {
    holding = scene(place, 'by-uri', served);
    server = stdioServer(place, 'honest', [...holding.args, '--era', 'legacy']);
    app = await openApp({ session: { s: server.entry } });
    await app.settled('s');
  });
  afterAll(() => app.close());

  it('is offered for unlisted URIs that the instructions mention', async () => {
    expect((await app.server('s')).facts?.mentioned).toEqual(['skill://hidden/SKILL.md']);
  });

  it('opens an unlisted skill', async () => {
    const detail = await app.ask('openByUri', { server: 's', uri: ' skill://hidden/SKILL.md ' });
    expect(detail.row).toMatchObject({
      uri: 'skill://hidden/SKILL.md',
      origin: 'by-uri',
      standing: { kind: 'undecided' },
    });
    expect(detail.verdicts).toEqual({});
    expect((await app.server('s')).facts?.mentioned).toEqual([]);
    // A listing without it doesn't remove it.
    await app.relist('s');
    expect((await app.row('s', 'skill://hidden/SKILL.md')).origin).toBe('by-uri');
    expect(server.methods()).toEqual(['skills/get', 'skills/list']);
  });

  it("shows the server's reason for a refusal", async () => {
    const answer = await app.reply('openByUri', { server: 's', uri: 'skill://nowhere/SKILL.md' });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'server-error',
        message: expect.stringContaining(
          'No skill is served at skill://nowhere/SKILL.md',
        ) as string,
      },
    });
    await hostile('refuses-get', async (other) => {
      const refused = await other.reply('openByUri', {
        server: 'bad',
        uri: 'skill://members/SKILL.md',
      });
      expect(refused.ok ? '' : refused.error.message).toContain(
        'Only members \\u{001B}[31mmay\\u{202E} see this',
      );
    });
  });

  it.each([
    '',
    'hidden',
    'skill://hidden',
    'skill://hidden/README.md',
    'skill://hidden/../shown/SKILL.md',
    'skill://user@hidden/SKILL.md',
    'skill://hidden/SKILL.md?x',
    'skill://hidden\\x/SKILL.md',
  ])("isn't asked about %j", async (uri) => {
    const before = server.asked().length;
    expect(await app.reply('openByUri', { server: 's', uri })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
    expect(server.asked().length).toBe(before);
  });

  it('refreshes a known entry, and changed files count as unread', async () => {
    const uri = 'skill://shown/SKILL.md';
    await app.verify('s', uri);
    expect((await app.row('s', uri)).checked).toEqual({
      verified: 2,
      failed: 0,
      unread: 0,
      unverifiable: 0,
      total: 2,
    });
    holding.set({
      ...served,
      skills: [skill('shown', { 'references/guide.md': '# New\n' }), unlisted],
    });
    const detail = await app.ask('refreshSkill', { server: 's', uri });
    expect(detail.row.checked).toEqual({
      verified: 1,
      failed: 0,
      unread: 0,
      unverifiable: 0,
      total: 2,
    });
    expect(detail.row.origin).toBe('listed');
  });

  it('refuses an answer about another skill, and keeps nothing of it', () =>
    hostile('get-another', async (other) => {
      expect(
        await other.reply('openByUri', { server: 'bad', uri: 'skill://asked/SKILL.md' }),
      ).toMatchObject({ ok: false, error: { code: 'refused' } });
      expect((await other.snapshot()).refused).toMatchObject([
        { uri: 'skill://asked/SKILL.md', problem: { rule: 'uri-mismatch' } },
      ]);
      expect((await other.rows('bad')).map(({ uri }) => uri)).not.toContain(
        'skill://elsewhere/SKILL.md',
      );
    }));

  it("removes the known entry if the answer breaks a rule, so that it can't be read or approved", () =>
    hostile('get-breaks', async (other) => {
      const uri = 'skill://skill-0/SKILL.md';
      await other.ask('refreshSkill', { server: 'bad', uri });
      expect(await other.approve('bad', uri)).toBe('done');
      expect(await other.reply('refreshSkill', { server: 'bad', uri })).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
      expect((await other.snapshot()).refused).toMatchObject([
        { uri, index: -1, problem: { rule: 'resources-type' } },
      ]);
      expect(
        await other.reply('readFile', { server: 'bad', uri, file: uri, full: false }),
      ).toMatchObject({ ok: false, error: { code: 'not-found' } });
    }));

  it("is asked again automatically when a page is opened after the entry's ttlMs", () =>
    hostile('short-ttl', async (other, asked) => {
      const uri = 'skill://skill-0/SKILL.md';
      await until('the entry to age', () =>
        other.detail('bad', uri).then(() => asked.asked().includes(`skills/get ${uri}`)),
      );
      expect(asked.methods()).toEqual(['skills/get', 'skills/list']);
    }));
});

describe("a skill's surroundings", () => {
  it('mark nested skills and equal names on every affected skill', async () => {
    const inner = skill('inner');
    const outer = skill('outer', { 'inner/SKILL.md': inner.files['SKILL.md'] as string });
    const first = scene(place, 'first', {
      skills: [
        outer,
        { ...inner, path: 'outer/inner' },
        skill('alone'),
        { ...skill('inner'), path: 'team/inner' },
      ],
    });
    const second = scene(place, 'second', { skills: [skill('alone')] });
    const own = makePlace();
    mkdirSync(join(own.home, '.claude/skills/alone'), { recursive: true });
    writeFileSync(join(own.home, '.claude/skills/alone/SKILL.md'), 'never opened');
    const session = {
      one: stdioServer(place, 'honest', first.args).entry,
      two: stdioServer(place, 'honest', second.args).entry,
    };
    await withApp({ session, place: own }, async (app) => {
      await app.settled('one');
      await app.settled('two');
      const around = async (server: string, uri: string) => {
        const { row, nested, enclosing, collisions } = await app.detail(server, uri);
        return {
          rules: row.problems.map(({ rule }) => rule).sort(),
          nested,
          enclosing,
          where: collisions.map(({ where, uri: at }) => `${where} ${at}`.trim()).sort(),
        };
      };
      await until(
        'both servers to be related',
        async () => (await around('two', 'skill://alone/SKILL.md')).where.length === 2,
      );
      expect(await around('one', 'skill://outer/SKILL.md')).toEqual({
        rules: ['nested'],
        nested: ['skill://outer/inner/SKILL.md'],
        enclosing: null,
        where: [],
      });
      expect(await around('one', 'skill://outer/inner/SKILL.md')).toEqual({
        rules: ['name-collision', 'nested'],
        nested: [],
        enclosing: 'skill://outer/SKILL.md',
        where: ['one skill://team/inner/SKILL.md'],
      });
      expect(await around('one', 'skill://team/inner/SKILL.md')).toMatchObject({
        rules: ['name-collision'],
        where: ['one skill://outer/inner/SKILL.md'],
      });
      const folder = join(own.home, '.claude/skills');
      expect(await around('one', 'skill://alone/SKILL.md')).toMatchObject({
        rules: ['name-collision'],
        where: [folder, 'two skill://alone/SKILL.md'].sort(),
      });
      expect(await around('two', 'skill://alone/SKILL.md')).toMatchObject({
        rules: ['name-collision'],
        where: [folder, 'one skill://alone/SKILL.md'].sort(),
      });
    });
    own.remove();
  });

  it("a folder shows the server's files next to the manifest's, and reads none", () =>
    hostile('unlisted-file', async (app, server) => {
      const uri = 'skill://victim/SKILL.md';
      const root = await app.ask('readDirectory', { server: 'bad', uri, folder: '' });
      expect(
        root.children.map(({ name, folder, listed }) => [name, folder, listed]).sort(),
      ).toEqual([
        ['SKILL.md', false, true],
        ['hooks', true, false],
        ['references', true, false],
        ['scripts', true, false],
      ]);
      const references = await app.ask('readDirectory', {
        server: 'bad',
        uri,
        folder: 'references',
      });
      expect(references.children.map(({ name, listed }) => [name, listed]).sort()).toEqual([
        ['guide.md', true],
        ['hidden.md', false],
      ]);
      for (const folder of [
        '..',
        'references/../../bystander',
        '/etc',
        'skill://bystander',
        'file:///etc',
      ]) {
        expect(await app.reply('readDirectory', { server: 'bad', uri, folder })).toMatchObject({
          ok: false,
          error: { code: 'refused' },
        });
      }
      expect(server.asked()).toEqual([
        'skills/list',
        'resources/directory/read skill://victim',
        'resources/directory/read skill://victim/references',
      ]);
    }));
});
