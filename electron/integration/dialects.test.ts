import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import type { ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import type { DialectId } from '../../shared/model/skill.ts';
import { makePlace, type Place } from './testing/place.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { httpServer, scene, stdioServer, type Scene, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const guide = 'references/guide.md';
const served = (name: string, guideText = `# Guide to ${name}\n`): ServedSkill => ({
  path: name,
  files: {
    'SKILL.md': skillMd(name, `About ${name}`, `# ${name}\n\nRead [the guide](${guide}).\n`),
    [guide]: guideText,
  },
});

interface Row {
  /** Name of the test server. */
  readonly server: string;
  readonly dialect: DialectId;
  readonly uri: string;
  /** URI of the supporting file; null if the dialect has none. */
  readonly file: string | null;
  /** Result for SKILL.md at its first read. */
  readonly first: 'verified' | 'no-digest' | 'self-computed' | 'archive';
  readonly readAll: boolean;
  readonly integrity: 'manifest' | 'archive' | 'self-computed';
  /** Listing again is enough to show that the content changed. */
  readonly seenAtListing: boolean;
}

const table: readonly Row[] = [
  {
    server: 'skills-ext-draft',
    dialect: 'skills-ext-draft',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds/${guide}`,
    first: 'verified',
    readAll: false,
    integrity: 'manifest',
    seenAtListing: true,
  },
  {
    server: 'index-2026-06',
    dialect: 'index-2026-06',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds/${guide}`,
    first: 'verified',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
  {
    server: 'index-2026-06-archive',
    dialect: 'index-2026-06',
    uri: 'skill://refunds.tar.gz#SKILL.md',
    file: `skill://refunds.tar.gz#${guide}`,
    first: 'verified',
    readAll: true,
    integrity: 'archive',
    seenAtListing: true,
  },
  {
    server: 'index-2026-06-both',
    dialect: 'index-2026-06',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds.tar.gz#${guide}`,
    first: 'verified',
    readAll: true,
    integrity: 'archive',
    seenAtListing: true,
  },
  {
    server: 'index-2026-04',
    dialect: 'index-2026-04',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds/${guide}`,
    first: 'no-digest',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
  {
    server: 'index-2026-04-archive',
    dialect: 'index-2026-04',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds.tar.gz#${guide}`,
    first: 'self-computed',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
  {
    server: 'sep-2076',
    dialect: 'sep-2076',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds/${guide}`,
    first: 'no-digest',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
  {
    server: 'manifest',
    dialect: 'manifest',
    uri: 'skill://refunds/SKILL.md',
    file: `skill://refunds/${guide}`,
    first: 'verified',
    readAll: false,
    integrity: 'manifest',
    seenAtListing: true,
  },
  {
    server: 'skill-root',
    dialect: 'skill-root',
    uri: 'skill://refunds',
    file: `skill://refunds/${guide}`,
    first: 'no-digest',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
  {
    server: 'index-documents',
    dialect: 'index-documents',
    uri: 'skill://refunds',
    file: `skill://refunds/document/${guide}`,
    first: 'no-digest',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
  {
    server: 'flat',
    dialect: 'flat',
    uri: 'skill://tools/refunds',
    file: null,
    first: 'no-digest',
    readAll: true,
    integrity: 'self-computed',
    seenAtListing: false,
  },
];

async function opened<T>(
  name: string,
  run: (app: TestApp, server: TestServer, stage: Scene) => Promise<T>,
  skills = [served('refunds'), served('handbook')],
): Promise<T> {
  const stage = scene(place, `dialect-${name}`, { skills });
  const server = stdioServer(place, 'dialects', [name, ...stage.args]);
  return withApp({ session: { s: server.entry } }, async (app) => {
    await app.settled('s');
    return run(app, server, stage);
  });
}

const readAll = async (app: TestApp, uri: string) =>
  app.finished((await app.ask('readAll', { server: 's', uri })).operationId);
const metadata =
  /^(?:skills\/list|resources\/read (?:skill:\/\/index(?:\.json)?|skill:\/\/[^/]+\/_manifest))$/;

describe('the same story in every dialect', () => {
  it.each(table)(
    '$server: list, open, read, verify, approve, change, changed, revoke',
    async ({
      server: name,
      dialect,
      uri,
      file,
      first,
      readAll: mustRead,
      integrity,
      seenAtListing,
    }) => {
      await opened(name, async (app, server, stage) => {
        const view = await app.server('s');
        expect(view.listing).toMatchObject({ status: 'complete', skills: 2 });
        expect(view.dialects).toEqual(expect.arrayContaining([dialect]) as string[]);
        expect(view.advice.length).toBeGreaterThan(0);
        for (const one of view.advice)
          expect(one).toMatchObject({
            clause: expect.any(String) as string,
            revision: expect.any(String) as string,
          });
        // Listing reads indexes and manifests, never a skill's own file.
        expect(server.asked().filter((line) => !metadata.test(line))).toEqual([]);

        const row = await app.row('s', uri);
        expect(row).toMatchObject({
          name: 'refunds',
          dialect,
          standing: { kind: 'undecided' },
          needsReadAll: mustRead,
        });
        expect((await app.detail('s', uri)).row.uri).toBe(uri);
        if (mustRead) expect(await app.approve('s', uri)).toBe('read-first');

        const main = await app.read('s', uri);
        expect(main.verdict).toMatchObject(
          first === 'verified' || first === 'archive'
            ? { status: 'verified' }
            : { status: 'unverifiable', reason: first },
        );
        expect(main.preview).toMatchObject({ kind: 'markdown' });
        if (file !== null) expect((await app.read('s', uri, file)).preview).not.toBeNull();

        if (mustRead) expect(await readAll(app, uri)).toMatchObject({ status: 'done' });
        else expect(await app.verify('s', uri)).toMatchObject({ status: 'done', failed: 0 });
        const read = await app.row('s', uri);
        expect(read).toMatchObject({
          integrity,
          needsReadAll: false,
          content: 'listed',
          fileCount: file === null ? 1 : 2,
          setDigest: expect.stringMatching(/^sha256:/) as string,
        });
        expect(await app.approve('s', uri)).toBe('done');
        expect((await app.row('s', uri)).standing.kind).toBe('approved');
        const record = (await app.detail('s', uri)).record;
        expect(record?.resources).toHaveLength(file === null ? 1 : 2);
        expect(record?.['integrity']).toBe(integrity);
        expect(await app.verify('s', uri)).toMatchObject({ status: 'done', failed: 0 });
        expect((await app.row('s', uri)).standing.kind).toBe('approved');

        const changed =
          file === null
            ? {
                ...served('refunds'),
                files: { 'SKILL.md': skillMd('refunds', 'About refunds', '# Other\n') },
              }
            : served('refunds', '# Another guide\n');
        stage.set({ skills: [changed, served('handbook')] });
        await app.relist('s');
        if (!seenAtListing) {
          expect((await app.row('s', uri)).standing.kind).toBe('approved');
          if (integrity === 'self-computed' && !name.endsWith('archive'))
            expect((await app.read('s', uri, file ?? uri)).verdict).toMatchObject({
              status: 'failed',
              check: 'digest',
            });
          else expect(await readAll(app, uri)).toMatchObject({ status: 'done' });
        }
        expect((await app.row('s', uri)).standing.kind).toBe('changed');
        expect(await app.decide('revoke', 's', uri)).toBe('done');
        expect((await app.row('s', uri)).standing.kind).toBe('undecided');
        expect(server.methods()).not.toContain('skills/execute');
      });
    },
  );

  it.each(table)(
    '$server: another program sees the decision before anything is read',
    async ({ server: name, uri, readAll: mustRead, integrity }) => {
      const own = makePlace();
      const stage = scene(own, 'again', { skills: [served('refunds'), served('handbook')] });
      const server = stdioServer(own, 'dialects', [name, ...stage.args]);
      try {
        await withApp({ session: { s: server.entry }, place: own }, async (app) => {
          await app.settled('s');
          if (mustRead) await readAll(app, uri);
          expect(await app.approve('s', uri)).toBe('done');
        });
        await withApp({ session: { s: server.entry }, place: own }, async (app) => {
          await app.settled('s');
          expect(await app.row('s', uri)).toMatchObject({
            standing: { kind: 'approved' },
            integrity,
          });
          expect((await app.read('s', uri)).preview).toMatchObject({ kind: 'markdown' });
          expect((await app.row('s', uri)).standing.kind).toBe('approved');
        });
      } finally {
        own.remove();
      }
    },
  );
});

describe('a site with a well-known index', () => {
  async function site<T>(
    mode: string,
    run: (app: TestApp, root: string, stage: Scene, server: TestServer) => Promise<T>,
  ): Promise<T> {
    const stage = scene(place, mode, { skills: [served('refunds'), served('handbook')] });
    const server = await httpServer(place, 'dialects', [mode, ...stage.args], 'well-known');
    try {
      return await withApp({ session: { s: server.entry } }, async (app) => {
        await app.settled('s');
        return run(app, String(server.entry['url']), stage, server);
      });
    } finally {
      await server.stop();
    }
  }

  it('is listed, read, verified, approved and detected as changed in its current version', () =>
    site('well-known', async (app, root, stage, server) => {
      const uri = `${root}/.well-known/agent-skills/refunds/SKILL.md`;
      const packed = `${root}/.well-known/agent-skills/handbook.tar.gz#SKILL.md`;
      expect(await app.server('s')).toMatchObject({
        connection: { status: 'ready' },
        dialects: ['well-known'],
        listing: { status: 'complete', skills: 2, refused: 0 },
      });
      expect(server.asked()).toEqual(['GET /.well-known/agent-skills/index.json']);
      expect(await app.row('s', uri)).toMatchObject({
        name: 'refunds',
        integrity: 'manifest',
        needsReadAll: false,
      });
      expect(await app.row('s', packed)).toMatchObject({
        name: 'handbook',
        integrity: 'archive',
        needsReadAll: true,
      });
      expect((await app.read('s', uri)).verdict).toEqual({ status: 'verified' });
      expect((await app.read('s', packed, packed.replace('SKILL.md', guide))).verdict).toEqual({
        status: 'verified',
      });
      expect(await app.approve('s', uri)).toBe('done');
      expect(await app.approve('s', packed)).toBe('done');
      stage.set({
        skills: [
          {
            ...served('refunds'),
            files: { 'SKILL.md': skillMd('refunds', 'About refunds', '# Other\n') },
          },
          served('handbook', '# Other guide\n'),
        ],
      });
      await app.relist('s');
      expect((await app.row('s', uri)).standing.kind).toBe('changed');
      expect((await app.row('s', packed)).standing.kind).toBe('changed');
      // Which of its files differ is unknown before reading, so the archive stands for them.
      expect(await app.ask('getChanges', { server: 's', uri: packed })).toMatchObject({
        files: [{ uri: packed.replace('#SKILL.md', ''), change: 'modified' }],
      });
      expect(await app.decide('revoke', 's', packed)).toBe('done');
    }));

  it('is read in its older version and approved as read', () =>
    site('well-known-older', async (app, root) => {
      const uri = `${root}/.well-known/skills/refunds/SKILL.md`;
      expect(await app.row('s', uri)).toMatchObject({
        content: 'listed',
        fileCount: 2,
        needsReadAll: true,
        setDigest: null,
      });
      expect(await app.approve('s', uri)).toBe('read-first');
      expect(await readAll(app, uri)).toMatchObject({ status: 'done' });
      expect(await app.approve('s', uri)).toBe('done');
      expect((await app.row('s', uri)).standing.kind).toBe('approved');
    }));

  it('is reported if it has an unknown schema, a loop, too large a file or a wrong digest', async () => {
    const problems = async (mode: string): Promise<string[]> =>
      site(mode, async (app) =>
        (await app.server('s')).listing.problems.map(({ rule, message }) => `${rule} ${message}`),
      );
    expect(await problems('well-known-schema')).toEqual([
      expect.stringContaining('schema-unknown') as string,
    ]);
    expect(await problems('well-known-loop')).toEqual([
      expect.stringContaining('redirects more than 5 times') as string,
    ]);
    expect(await problems('well-known-large')).toEqual([
      expect.stringContaining('larger than') as string,
    ]);
    await site('well-known-lies', async (app, root) => {
      const uri = `${root}/.well-known/agent-skills/refunds/SKILL.md`;
      expect((await app.read('s', uri)).verdict).toMatchObject({
        status: 'failed',
        check: 'digest',
      });
      expect((await app.row('s', uri)).standing.kind).toBe('refused');
    });
  });
});
