import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileEntry, ordinarySkills } from '../../e2e/servers/support/served-skill.ts';
import { makePlace, type Place } from './testing/place.ts';
import { openApp, withApp, type TestApp } from './testing/app.ts';
import { until } from './testing/until.ts';
import { httpServer, scene, skill, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const uri = 'skill://skill-0/SKILL.md';

describe('reading and verifying', () => {
  it.each([
    ['modern', 'stdio'],
    ['legacy', 'stdio'],
    ['modern', 'http'],
    ['legacy', 'http'],
    ['legacy', 'sse'],
  ] as const)(
    'in the %s era over %s reads the opened file, then the rest, and everything matches',
    async (era, transport) => {
      const args = ['--era', era, '--skills', '2'];
      const server =
        transport === 'stdio'
          ? stdioServer(place, 'honest', args)
          : await httpServer(place, 'honest', args, transport);
      await withApp({ session: { s: server.entry } }, async (app) => {
        await app.settled('s');
        const view = await app.read('s', uri, 'skill://skill-0/scripts/run.py');
        expect(view).toMatchObject({
          path: 'scripts/run.py',
          verdict: { status: 'verified' },
          mimeType: 'text/x-python',
          preview: { kind: 'code', language: 'python' },
          truncated: false,
        });
        expect(server.asked().filter((line) => line.startsWith('resources/read'))).toEqual([
          'resources/read skill://skill-0/scripts/run.py',
        ]);
        expect(await app.verify('s', uri)).toMatchObject({
          status: 'done',
          done: 4,
          total: 4,
          failed: 0,
          message: '4 match',
        });
        // A file that already matched isn't read again.
        expect(
          server.asked().filter((line) => line === 'resources/read skill://skill-0/scripts/run.py'),
        ).toHaveLength(1);
        expect(await app.verify('s')).toMatchObject({ status: 'done', failed: 0 });
        expect((await app.rows('s')).map(({ checked }) => checked)).toEqual(
          [0, 1].map(() => ({ verified: 4, failed: 0, unread: 0, unverifiable: 0, total: 4 })),
        );
        expect((await app.read('s', uri)).preview).toMatchObject({
          kind: 'markdown',
          frontmatter: [
            { field: 'name', value: '"skill-0"' },
            { field: 'description', value: '"Ordinary skill number 0"' },
          ],
        });
      });
      await server.stop();
    },
  );
});

describe('a read', () => {
  let app: TestApp;
  let server: TestServer;
  const served = [
    skill('plain', { 'assets/pixel.png': 'not a picture', 'empty.txt': '' }),
    skill('other'),
    skill('moving', {}, { dynamic: true }),
    skill('outer', { 'inner/SKILL.md': skill('inner').files['SKILL.md'] as string }),
  ];
  beforeAll(async () => {
    server = stdioServer(place, 'honest', scene(place, 'read', { skills: served }).args);
    app = await openApp({ session: { s: server.entry } });
    await app.settled('s');
  });
  afterAll(() => app.close());

  it.each([
    ['skill://plain/unlisted.md', 'listed'],
    ['skill://plain/skill.md', 'listed'],
    ['skill://plain/references%2Fguide.md', 'location'],
    ['skill://plain/../other/SKILL.md', 'location'],
    ['skill://plain/%2e%2e/other/SKILL.md', 'location'],
    ['skill://plain/..%2fother/SKILL.md', 'location'],
    ['skill://plain//references/guide.md', 'location'],
    ['skill://plain\\references\\guide.md', 'location'],
    ['skill://user@plain/SKILL.md', 'location'],
    ['skill://other/SKILL.md', 'location'],
    ['skill://plainer/SKILL.md', 'location'],
    ['SKILL://plain/SKILL.md', 'location'],
    ['skill-x://plain/SKILL.md', 'location'],
    ['file:///etc/passwd', 'location'],
    ['file:/etc/passwd', 'location'],
    ['http://127.0.0.1:9/plain/SKILL.md', 'location'],
    ['data:text/plain,hello', 'location'],
    ['', 'location'],
  ])('of %j is refused before any request', async (file, check) => {
    const before = server.asked().length;
    const view = await app.read('s', 'skill://plain/SKILL.md', file);
    expect(view).toMatchObject({
      verdict: { status: 'failed', check },
      preview: null,
      size: null,
      digest: null,
    });
    expect(server.asked().length).toBe(before);
    // A request says nothing about the skill.
    expect((await app.row('s', 'skill://plain/SKILL.md')).standing.kind).toBe('undecided');
  });

  it("of an inner skill's file counts only for the outer skill that lists it", async () => {
    expect(
      await app.read('s', 'skill://outer/SKILL.md', 'skill://outer/inner/SKILL.md'),
    ).toMatchObject({ verdict: { status: 'verified' } });
    expect(
      await app.read('s', 'skill://plain/SKILL.md', 'skill://outer/inner/SKILL.md'),
    ).toMatchObject({ verdict: { status: 'failed', check: 'location' } });
  });

  it("of dynamic content is shown and can't be verified", async () => {
    const view = await app.read('s', 'skill://moving/SKILL.md');
    expect(view).toMatchObject({
      verdict: { status: 'unverifiable', reason: 'dynamic' },
      preview: { kind: 'markdown' },
    });
    expect(await app.row('s', 'skill://moving/SKILL.md')).toMatchObject({
      content: 'dynamic',
      standing: { kind: 'undecided' },
      setDigest: null,
    });
  });

  it("never trusts a file's name for its type, and accepts an empty file", async () => {
    expect(
      (await app.read('s', 'skill://plain/SKILL.md', 'skill://plain/assets/pixel.png')).preview
        ?.kind,
    ).not.toBe('image');
    expect(await app.read('s', 'skill://plain/SKILL.md', 'skill://plain/empty.txt')).toMatchObject({
      verdict: { status: 'verified' },
      size: 0,
    });
  });
});

describe('a declared size', () => {
  it("above a skill's limit is refused before any request", async () => {
    const huge = skill('huge');
    const resources = [
      fileEntry('skill://huge/SKILL.md', huge.files['SKILL.md'] as string),
      { ...fileEntry('skill://huge/big.bin', ''), size: 16 * 1024 * 1024 + 1 },
    ];
    const server = stdioServer(place, 'honest', [
      ...scene(place, 'huge', { skills: [{ ...huge, entry: { resources } }] }).args,
      '--era',
      'legacy',
    ]);
    await withApp({ session: { s: server.entry } }, async (app) => {
      await app.settled('s');
      expect((await app.snapshot()).refused).toMatchObject([
        { uri: 'skill://huge/SKILL.md', problem: { rule: 'too-large' } },
      ]);
      expect(
        await app.reply('readFile', {
          server: 's',
          uri: 'skill://huge/SKILL.md',
          file: 'skill://huge/big.bin',
          full: true,
        }),
      ).toMatchObject({ ok: false, error: { code: 'not-found' } });
      expect(
        await app.reply('verifySkill', { server: 's', uri: 'skill://huge/SKILL.md' }),
      ).toMatchObject({ ok: false });
      expect(server.methods()).toEqual(['skills/list']);
    });
  });
});

describe('a run over many files', () => {
  const target = 'skill://skill-25/notes.txt';
  it.each([
    ['dies-among-50', 'ends the process', 'read'],
    ['long-line-among-50', 'breaks the connection with an over-long line', 'read'],
    ['other-text-among-50', 'is other bytes', 'size'],
  ])('blames only the one among 200 that %s', async (mode, _, check) => {
    const server = stdioServer(place, 'hostile', [mode]);
    await withApp({ session: { bad: server.entry } }, async (app) => {
      await app.settled('bad');
      expect(await app.verify('bad')).toMatchObject({
        status: 'done',
        done: 200,
        total: 200,
        failed: 1,
      });
      for (const row of await app.rows('bad')) {
        const harmed = row.uri === 'skill://skill-25/SKILL.md';
        expect(row).toMatchObject({
          checked: {
            verified: harmed ? 3 : 4,
            failed: harmed && check !== 'read' ? 1 : 0,
            unread: harmed && check === 'read' ? 1 : 0,
            unverifiable: 0,
          },
          standing: { kind: harmed ? 'refused' : 'undecided' },
        });
      }
      const { verdicts } = await app.detail('bad', 'skill://skill-25/SKILL.md');
      expect(verdicts[target]).toMatchObject({ status: 'failed', check });
      // The next request finds the connection available again.
      expect(await app.read('bad', 'skill://skill-26/SKILL.md')).toMatchObject({
        verdict: { status: 'verified' },
      });
      expect((await app.server('bad')).connection.status).toBe('ready');
    });
  });

  it('reads at most eight at once, and stops when canceled', async () => {
    const server = await httpServer(place, 'honest', ['--era', 'legacy', '--skills', '300']);
    await withApp({ session: { s: server.entry } }, async (app) => {
      await app.settled('s');
      const { operationId } = await app.ask('verifyServer', { server: 's' });
      await until(
        'the first files',
        () => server.asked().filter((line) => line.startsWith('resources/read')).length > 20,
      );
      await app.ask('cancel', { operationId });
      const end = await app.finished(operationId);
      expect(end).toMatchObject({ status: 'cancelled', failed: 0, total: 1200 });
      expect(end.done).toBeLessThan(1200);
      const asked = (await app.log('s')).filter(({ method }) => method === 'resources/read');
      let open = 0;
      let most = 0;
      const steps = asked.flatMap(({ at, durationMs }) => [
        [at, 1] as const,
        [at + (durationMs ?? 0), -1] as const,
      ]);
      // Within one millisecond, ends sort first.
      for (const [, step] of steps.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
        open += step;
        most = Math.max(most, open);
      }
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(8);
      for (const row of await app.rows('s'))
        expect(row).toMatchObject({ standing: { kind: 'undecided' }, checked: { failed: 0 } });
      expect(await app.reply('cancel', { operationId })).toMatchObject({
        ok: false,
        error: { code: 'not-found' },
      });
    });
    await server.stop();
  });

  it('reports its progress while it runs', async () => {
    const server = stdioServer(place, 'honest', ['--skills', '40']);
    await withApp({ session: { s: server.entry } }, async (app) => {
      await app.settled('s');
      const { operationId } = await app.verify('s');
      const reports = app.events.filter(
        (event) => event.type === 'operation' && event.operationId === operationId,
      );
      const done = reports.map((event) => (event.type === 'operation' ? event.done : 0));
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(reports[0]).toMatchObject({ status: 'running', done: 0 });
      expect(reports.at(-1)).toMatchObject({ status: 'done', done: 160, total: 160, failed: 0 });
    });
  });
});

describe('a file that failed', () => {
  it("refuses the whole skill, isn't shown, and is cleared by a fresh entry plus a matching read", async () => {
    const [good] = ordinarySkills(1);
    if (good === undefined) throw new Error('no skill');
    const guide = 'skill://skill-0/references/guide.md';
    const served = scene(place, 'heals', { skills: [good], reads: { [guide]: 'replaced' } });
    const server = stdioServer(place, 'honest', served.args);
    await withApp({ session: { s: server.entry } }, async (app) => {
      await app.settled('s');
      const view = await app.read('s', uri, guide);
      expect(view).toMatchObject({
        verdict: {
          status: 'failed',
          check: 'size',
          expected: expect.any(String) as string,
          actual: expect.any(String) as string,
        },
        preview: null,
        digest: null,
      });
      expect((await app.row('s', uri)).standing).toMatchObject({
        kind: 'refused',
        problem: { rule: 'verification-failed', field: guide },
      });
      expect(await app.approve('s', uri)).toBe('refused');
      // The same digests repeated prove nothing.
      await app.ask('refreshSkill', { server: 's', uri });
      await app.relist('s');
      expect((await app.row('s', uri)).standing.kind).toBe('refused');
      served.set({
        skills: [{ ...good, files: { ...good.files, 'references/guide.md': 'replaced' } }],
      });
      // Different digests prove nothing either, until a read matches them.
      await app.ask('refreshSkill', { server: 's', uri });
      expect((await app.row('s', uri)).standing.kind).toBe('refused');
      expect(await app.read('s', uri, guide)).toMatchObject({ verdict: { status: 'verified' } });
      // Writing down the failure and its end takes the disk's time.
      await expect.poll(async () => (await app.row('s', uri)).standing.kind).toBe('undecided');
    });
  });
});

describe('a server that stops answering', () => {
  it('is given up after a few files tried alone, instead of waiting for each (waits for those few)', async () => {
    const server = stdioServer(place, 'hostile', ['reads-silent']);
    await withApp({ session: { bad: server.entry }, bounds: { requestMs: 500 } }, async (app) => {
      await app.settled('bad');
      const end = await app.verify('bad');
      expect(end).toMatchObject({ status: 'done', total: 200 });
      expect(end).toMatchObject({ failed: 200, message: '200 could not be read' });
      const asked = end.notDone.filter(({ why }) => !why.includes('server not available'));
      expect(asked.length).toBeLessThanOrEqual(16);
      expect((await app.rows('bad')).every(({ checked }) => checked.verified === 0)).toBe(true);
      // It can be retried by hand.
      await app.ask('reconnectServer', { server: 'bad' });
      await until(
        'the new connection',
        async () => (await app.settled('bad')).connection.status === 'ready',
      );
    });
  });
});
