import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ordinarySkills } from '../../e2e/servers/support/served-skill.ts';
import { makePlace, openApp, until, withApp, type Place, type TestApp } from './testing/app.ts';
import { httpServer, scene, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const uri = 'skill://skill-0/SKILL.md';
const guide = 'skill://skill-0/references/guide.md';
const [good] = ordinarySkills(1);
if (good === undefined) throw new Error('no skill');
const edited = { ...good, files: { ...good.files, 'references/guide.md': 'replaced' } };

const standing = async (app: TestApp): Promise<string> => (await app.row('s', uri)).standing.kind;

/** A run of the app over one data folder: what is in memory is gone between two. */
async function run(server: TestServer, own: Place, work: (app: TestApp) => Promise<void>) {
  const app = await openApp({ place: own, session: { s: server.entry } });
  try {
    await app.settled('s');
    await work(app);
  } finally {
    await app.close();
  }
}

interface Kept {
  readonly failures?: readonly object[];
  readonly records: readonly { readonly lapsed: object | null }[];
}
const kept = (own: Place): Kept =>
  existsSync(own.path('data/approvals.json')) ? own.json('data/approvals.json') : { records: [] };

describe('a failed verification', () => {
  it('is kept in the file, holds after a restart, and is cleared by a fresh entry and a matching read', async () => {
    const own = makePlace();
    const served = scene(place, 'fails', { skills: [good], reads: { [guide]: 'replaced' } });
    const server = stdioServer(place, 'honest', served.args);
    try {
      await run(server, own, async (app) => {
        expect(await app.read('s', uri, guide)).toMatchObject({ verdict: { status: 'failed' } });
        await until('the failure in the file', () => kept(own).failures?.length === 1);
        expect(kept(own).failures).toMatchObject([{ uri, file: guide, check: 'size' }]);
      });
      served.set({ skills: [good], reads: {} });
      await run(server, own, async (app) => {
        // The listing of this run is a fresh entry, and repeats a promise: it proves nothing.
        expect(await standing(app)).toBe('refused');
        expect(await app.approve('s', uri)).toBe('refused');
        expect(await app.read('s', uri)).toMatchObject({ verdict: { status: 'verified' } });
        expect(await standing(app)).toBe('refused');
        expect(await app.read('s', uri, guide)).toMatchObject({ verdict: { status: 'verified' } });
        expect(await standing(app)).toBe('undecided');
        await until('the failure to leave the file', () => (kept(own).failures ?? []).length === 0);
      });
      await run(server, own, async (app) => expect(await standing(app)).toBe('undecided'));
    } finally {
      own.remove();
    }
  });

  it('is seen by another app over the same folder, and so is its end', async () => {
    const own = makePlace();
    const served = scene(place, 'both', { skills: [good], reads: { [guide]: 'replaced' } });
    const server = await httpServer(place, 'honest', served.args);
    try {
      await run(server, own, (reader) =>
        run(server, own, async (other) => {
          await reader.read('s', uri, guide);
          await until('the other app to refuse', async () => (await standing(other)) === 'refused');
          served.set({ skills: [good], reads: {} });
          await reader.ask('refreshSkill', { server: 's', uri });
          await reader.read('s', uri, guide);
          await until(
            'the other app to take it back',
            async () => (await standing(other)) === 'undecided',
          );
        }),
      );
    } finally {
      await server.stop();
      own.remove();
    }
  });
});

describe('an approval', () => {
  it('is over once another set was seen, also when the old content is back, also after a restart', async () => {
    const own = makePlace();
    const served = scene(place, 'lapses', { skills: [good] });
    const server = stdioServer(place, 'honest', served.args);
    try {
      await run(server, own, async (app) => {
        expect(await app.approve('s', uri)).toBe('done');
        served.set({ skills: [edited] });
        await app.relist('s');
        expect(await standing(app)).toBe('changed');
        await until('the lapse in the file', () => kept(own).records[0]?.lapsed !== null);
        served.set({ skills: [good] });
        await app.relist('s');
        expect(await standing(app)).toBe('changed');
      });
      await run(server, own, async (app) => {
        expect(await standing(app)).toBe('changed');
        expect(await app.approve('s', uri)).toBe('done');
        expect(await standing(app)).toBe('approved');
        expect(kept(own).records[0]?.lapsed).toBeNull();
      });
    } finally {
      own.remove();
    }
  });
});

describe('what the listing refused', () => {
  const against = (mode: string, work: (app: TestApp) => Promise<void>): Promise<void> =>
    withApp({ session: { s: stdioServer(place, 'hostile', [mode]).entry } }, async (app) => {
      await app.settled('s');
      await work(app);
    });
  const open = (app: TestApp, at: string) => app.reply('openByUri', { server: 's', uri: at });

  it('is not opened by its URI when two entries with different content have it', () =>
    against('duplicate-uris', async (app) => {
      const same = 'skill://same/SKILL.md';
      expect(await open(app, same)).toMatchObject({ ok: false, error: { code: 'refused' } });
      const { skills, refused } = await app.snapshot();
      expect(skills.map((row) => row.uri)).toEqual(['skill://other/SKILL.md']);
      expect(refused).toHaveLength(2);
    }));

  it.each([
    'skill://acme/behind/SKILL.md',
    'skill://ACME/behind/SKILL.md',
    'skill://%61cme/behind/SKILL.md',
    'skill://acme/behind',
    'skill://ACME/behind',
  ])('comes in by no other door: %s', (door) =>
    against('second-door', async (app) => {
      expect(await app.rows('s')).toEqual([]);
      expect(await open(app, door)).toMatchObject({ ok: false, error: { code: 'refused' } });
      expect(await app.rows('s')).toEqual([]);
      expect((await app.snapshot()).refused).toMatchObject([
        { problem: { rule: 'resource-outside-folder' } },
      ]);
    }),
  );

  it('by asking for one skill is told once to the page, however often it is asked for', () =>
    against('get-another', async (app) => {
      for (let times = 0; times < 2; times += 1) await open(app, 'skill://asked/SKILL.md');
      const told = app.events.filter(({ type }) => type === 'refused-put').at(-1);
      expect(told).toMatchObject({ refused: [{ uri: 'skill://asked/SKILL.md' }] });
      expect(
        app.events.some((event) => event.type === 'skills-put' && event.refused.length > 0),
      ).toBe(false);
    }));
});
