import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import type { ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { processesNaming } from './testing/processes.ts';
import { scene, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const guide = 'references/guide.md';
const served = (name: string): ServedSkill => ({
  path: name,
  files: {
    'SKILL.md': skillMd(name, `About ${name}`, `# ${name}\n\nRead [the guide](${guide}).\n`),
    [guide]: `# Guide to ${name}\n`,
  },
});

async function against<T>(
  name: string,
  run: (app: TestApp, server: TestServer) => Promise<T>,
): Promise<T> {
  const stage = scene(place, name, { skills: [served('refunds'), served('handbook')] });
  const server = stdioServer(place, 'dialects', [name, ...stage.args]);
  return withApp({ session: { s: server.entry } }, async (app) => {
    await app.settled('s');
    return run(app, server);
  });
}
const readAll = async (app: TestApp, uri: string) =>
  app.finished((await app.ask('readAll', { server: 's', uri })).operationId);
const refunds = 'skill://refunds/SKILL.md';

describe('a server that lies in its dialect', () => {
  it("skills-ext-draft: bytes that don't match the digest refuse the skill", () =>
    against('hostile-skills-ext-draft', async (app) => {
      expect((await app.read('s', refunds)).verdict).toMatchObject({
        status: 'failed',
        check: 'digest',
      });
      expect((await app.row('s', refunds)).standing.kind).toBe('refused');
      expect(await app.approve('s', refunds)).toBe('refused');
    }));

  it('index-2026-06: bad entries are refused one by one, and a wrong digest refuses the skill', () =>
    against('hostile-index-2026-06', async (app) => {
      const { refused } = await app.snapshot();
      expect(refused.map(({ problem }) => problem.rule)).toEqual([
        'uri-malformed',
        'url-missing',
        'frontmatter-missing',
        'entry-not-object',
      ]);
      expect((await app.read('s', refunds)).verdict).toMatchObject({
        status: 'failed',
        check: 'digest',
      });
      expect((await app.row('s', refunds)).standing.kind).toBe('refused');
      expect(await readAll(app, refunds)).toMatchObject({ status: 'failed' });
      expect((await app.row('s', refunds)).standing.kind).toBe('refused');
    }));

  it('index-2026-06: an archive that differs from the loose files refuses the skill and names the file', () =>
    against('hostile-index-2026-06-both', async (app) => {
      expect((await app.read('s', refunds)).preview).toBeNull();
      const row = await app.row('s', refunds);
      expect(row.standing).toMatchObject({
        kind: 'refused',
        problem: {
          rule: 'archive-differs',
          message: expect.stringContaining(`${guide} differs`) as string,
        },
      });
      expect(await app.approve('s', refunds)).toBe('refused');
    }));

  it("index-2026-06: an archive that doesn't match its digest isn't opened", () =>
    against('hostile-index-2026-06-archive', async (app) => {
      const uri = 'skill://refunds.tar.gz#SKILL.md';
      expect(await readAll(app, uri)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('doesn’t match the digest') as string,
      });
      expect((await app.row('s', uri)).standing).toMatchObject({
        kind: 'refused',
        problem: { rule: 'archive-digest' },
      });
    }));

  it('index-2026-04: an archive with a path outside its root is refused as a whole', () =>
    against('hostile-index-2026-04-archive', async (app) => {
      expect(await readAll(app, refunds)).toMatchObject({ status: 'failed' });
      expect((await app.row('s', refunds)).standing).toMatchObject({
        kind: 'refused',
        problem: {
          rule: 'archive-refused',
          message: expect.stringContaining('path-traversal') as string,
        },
      });
      expect((await app.row('s', refunds)).content).toBe('unknown');
    }));

  it("index-2026-04: an error text doesn't become an index", () =>
    against('hostile-index-2026-04', async (app) => {
      expect(await app.server('s')).toMatchObject({ listing: { skills: 0, refused: 0 } });
      expect(await app.rows('s')).toEqual([]);
      expect(await app.reply('openByUri', { server: 's', uri: refunds })).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
      expect(await app.rows('s')).toEqual([]);
    }));

  it("sep-2076: a different skill than requested isn't accepted, and nothing is executed", () =>
    against('hostile-sep-2076', async (app, server) => {
      expect((await app.read('s', refunds)).verdict).toMatchObject({
        status: 'failed',
        check: 'read',
      });
      expect(await readAll(app, refunds)).toMatchObject({ status: 'failed' });
      expect(server.methods()).not.toContain('skills/execute');
    }));

  it('manifest: a path outside the folder refuses the skill', () =>
    against('hostile-manifest', async (app) => {
      expect(await app.rows('s')).toEqual([]);
      const { refused } = await app.snapshot();
      expect(refused.map(({ uri, problem }) => [uri, problem.rule])).toEqual([
        [refunds, 'resource-uri'],
        ['skill://handbook/SKILL.md', 'resource-uri'],
      ]);
    }));

  it("skill-root: files elsewhere don't belong to the skill", () =>
    against('hostile-skill-root', async (app, server) => {
      expect(await readAll(app, 'skill://refunds')).toMatchObject({ status: 'done' });
      expect((await app.detail('s', 'skill://refunds')).files.map(({ uri }) => uri)).toEqual([
        'skill://refunds',
        `skill://refunds/${guide}`,
      ]);
      expect(server.asked().filter((line) => /another|passwd|up\.md/.test(line))).toEqual([]);
    }));

  it("index-documents: another skill's documents aren't read", () =>
    against('hostile-index-documents', async (app, server) => {
      expect((await app.snapshot()).refused.map(({ problem }) => problem.rule)).toEqual([
        'uri-malformed',
        'entry-not-object',
      ]);
      await readAll(app, 'skill://refunds');
      expect(server.asked().filter((line) => /another|up\.md/.test(line))).toEqual([]);
    }));

  it("flat: an error text isn't a skill", () =>
    against('hostile-flat', async (app) => {
      const uri = 'skill://tools/usage';
      expect((await app.snapshot()).refused.map(({ problem }) => problem.rule)).toEqual([
        'uri-malformed',
      ]);
      expect((await app.read('s', uri)).verdict).toMatchObject({ status: 'unverifiable' });
      expect(await readAll(app, uri)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('same for a file that doesn’t exist') as string,
      });
      expect(await app.approve('s', uri)).toBe('read-first');
    }));
});

describe('a link that leads nowhere', () => {
  it('fails alone without refusing a skill that has no manifest', () =>
    against('index-2026-04', async (app) => {
      expect((await app.read('s', refunds, 'skill://refunds/none.md')).verdict).toMatchObject({
        status: 'failed',
        check: 'read',
      });
      expect((await app.row('s', refunds)).standing.kind).toBe('undecided');
      expect(await readAll(app, refunds)).toMatchObject({ status: 'done' });
      expect(await app.approve('s', refunds)).toBe('done');
      expect((await app.read('s', refunds, 'skill://refunds/none.md')).verdict).toMatchObject({
        status: 'failed',
        check: 'read',
      });
      expect((await app.row('s', refunds)).standing.kind).toBe('approved');
      expect((await app.read('s', refunds, 'skill://handbook/SKILL.md')).verdict).toMatchObject({
        status: 'failed',
        check: 'location',
      });
    }));
});

describe('a server that answers missing files with a text', () => {
  it('adds none of them to the approved set', () =>
    against('hostile-missing-files', async (app) => {
      expect(await readAll(app, refunds)).toMatchObject({ status: 'done' });
      const { files, row } = await app.detail('s', refunds);
      expect(files.map(({ path }) => path)).toEqual(['SKILL.md']);
      expect(row.problems.map(({ rule }) => rule)).toEqual(['link-not-served']);
    }));
});

describe('a server that speaks several dialects', () => {
  it('shows each skill once, with its other dialects and their differences', () =>
    against('several', async (app) => {
      expect(await app.server('s')).toMatchObject({
        dialects: ['skills-ext', 'index-2026-06', 'manifest'],
        listing: { status: 'complete', skills: 2 },
      });
      const rows = await app.rows('s');
      expect(rows.map(({ uri, dialect, alsoIn }) => [uri, dialect, alsoIn])).toEqual([
        [refunds, 'skills-ext', ['index-2026-06', 'manifest']],
        ['skill://handbook/SKILL.md', 'skills-ext', ['index-2026-06', 'manifest']],
      ]);
      expect(rows[0]?.problems).toContainEqual(
        expect.objectContaining({
          rule: 'dialects-differ',
          field: 'description',
          expected: 'skills-ext: About refunds',
          actual: 'index-2026-06: Another description',
        }),
      );
      expect(rows[1]?.problems).toEqual([]);
      expect(await app.verify('s')).toMatchObject({ failed: 0 });
    }));

  it('keeps its skills if older forms answer with an error text', () =>
    against('hostile-several', async (app) => {
      expect(await app.rows('s')).toHaveLength(2);
      expect((await app.rows('s')).map(({ dialect }) => dialect)).toEqual([
        'skills-ext',
        'skills-ext',
      ]);
    }));
});

describe('templates and addresses', () => {
  it('are completed by the server, expanded locally, and opened by URI', () =>
    against('index-2026-04', async (app) => {
      const template = 'skill://{name}/SKILL.md';
      expect(await app.ask('listTemplates', { server: 's' })).toEqual([
        { template, name: '', description: 'Any skill by its name', variables: ['name'] },
      ]);
      expect(
        await app.ask('completeTemplate', {
          server: 's',
          template,
          variable: 'name',
          value: 'ref',
          others: {},
        }),
      ).toEqual({ values: ['refunds'], more: false });
      expect(
        await app.ask('expandTemplate', { server: 's', template, values: { name: 'refunds' } }),
      ).toEqual({ uri: refunds });
      expect(
        await app.reply('expandTemplate', { server: 's', template, values: {} }),
      ).toMatchObject({ ok: false });
      expect(
        await app.reply('expandTemplate', {
          server: 's',
          template: 'file:///{x}',
          values: { x: 'y' },
        }),
      ).toMatchObject({ ok: false });
      expect((await app.ask('openByUri', { server: 's', uri: refunds })).row.name).toBe('refunds');
      expect((await app.snapshot()).refused.map(({ problem }) => problem.rule)).toEqual([
        'type-unknown',
      ]);
    }));
});

describe('a server that reports a change', () => {
  const pidOf = (root: string): number =>
    Number(
      processesNaming(root)
        .find((line) => line.includes('dialects.mjs'))
        ?.split(' ')[0],
    );

  it.skipIf(process.platform === 'win32').each(['manifest', 'sep-2076'])(
    'is listed again in the dialect %s, once for many notifications',
    async (name) => {
      const stage = scene(place, `live-${name}`, { skills: [served('refunds')] });
      const server = stdioServer(place, 'dialects', [name, ...stage.args]);
      await withApp({ session: { s: server.entry }, autoRetry: true }, async (app) => {
        await app.settled('s');
        const listings = (): number =>
          server
            .asked()
            .filter((line) =>
              line.startsWith(
                name === 'manifest' ? 'resources/read skill://refunds/_manifest' : 'skills/list',
              ),
            ).length;
        expect(listings()).toBe(1);
        stage.set({ skills: [served('refunds'), served('handbook')] });
        for (let sent = 0; sent < 20; sent += 1) process.kill(pidOf(place.root), 'SIGUSR2');
        await until('the new skill', async () => (await app.rows('s')).length === 2);
        expect(listings()).toBe(2);
      });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'a skill that was read has to be read once more before it is approved again',
    async () => {
      const stage = scene(place, 'updated', { skills: [served('refunds')] });
      const server = stdioServer(place, 'dialects', ['skill-root', ...stage.args]);
      const uri = 'skill://refunds';
      await withApp({ session: { s: server.entry }, autoRetry: true }, async (app) => {
        await app.settled('s');
        await readAll(app, uri);
        expect(await app.approve('s', uri)).toBe('done');
        await app.relist('s');
        await until('the subscription', () =>
          server.asked().includes(`resources/subscribe ${uri}`),
        );
        expect((await app.row('s', uri)).needsReadAll).toBe(false);
        process.kill(pidOf(place.root), 'SIGHUP');
        await until('the notification', async () => (await app.row('s', uri)).needsReadAll);
        expect((await app.row('s', uri)).standing.kind).toBe('approved');
        expect(await app.approve('s', uri)).toBe('read-first');
      });
    },
  );
});
