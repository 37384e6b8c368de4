import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ordinarySkills, type ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { tarGz } from '../../e2e/servers/support/tar.ts';
import { makePlace, type Place } from './testing/place.ts';
import { openApp, withApp, type TestApp } from './testing/app.ts';
import { until } from './testing/until.ts';
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

const standing = async (app: TestApp, label = 's', of = uri): Promise<string> =>
  (await app.row(label, of)).standing.kind;

/** A run of the app over one data folder: memory is lost between two. */
async function run(
  server: TestServer,
  own: Place,
  work: (app: TestApp) => Promise<void>,
  labels: readonly string[] = ['s'],
) {
  const session = Object.fromEntries(labels.map((label) => [label, server.entry]));
  const app = await openApp({ place: own, session });
  try {
    for (const label of labels) await app.settled(label);
    await work(app);
  } finally {
    await app.close();
  }
}

interface Kept {
  readonly revision?: number;
  readonly failures?: readonly { readonly uri: string; readonly file: string }[];
  readonly records: readonly { readonly lapsed: object | null }[];
}
const kept = (own: Place): Kept =>
  existsSync(own.path('data/approvals.json')) ? own.json('data/approvals.json') : { records: [] };

describe('a failed verification', () => {
  it('is stored, survives a restart, and is cleared by a fresh entry and a matching read', async () => {
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
        // This run's listing is a fresh entry and repeats the digests, which proves nothing.
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

  it('reaches another app over the same folder, and so does its end', async () => {
    const own = makePlace();
    const served = scene(place, 'both', { skills: [good], reads: { [guide]: 'replaced' } });
    const server = await httpServer(place, 'honest', served.args);
    try {
      await run(server, own, (reader) =>
        run(server, own, async (other) => {
          expect(await reader.read('s', uri, guide)).toMatchObject({
            verdict: { status: 'failed' },
          });
          await until('the other app to refuse', async () => (await standing(other)) === 'refused');
          served.set({ skills: [good], reads: {} });
          await reader.ask('refreshSkill', { server: 's', uri });
          expect(await reader.read('s', uri, guide)).toMatchObject({
            verdict: { status: 'verified' },
          });
          expect(await standing(reader)).toBe('undecided');
          await until(
            'the failure to leave the file',
            () => (kept(own).failures ?? []).length === 0,
          );
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

describe('a failed verification that a server tries to hide', () => {
  const main = { ...good, files: { 'SKILL.md': good.files['SKILL.md'] ?? '' } };

  it('survives a listing without the file, a skill made dynamic, and a restart', async () => {
    const own = makePlace();
    const served = scene(place, 'left-out', { skills: [good], reads: { [guide]: 'replaced' } });
    const server = stdioServer(place, 'honest', served.args);
    const relist = async (app: TestApp, skill: ServedSkill): Promise<string> => {
      served.set({ skills: [skill], reads: {} });
      await app.relist('s');
      return standing(app);
    };
    try {
      await run(server, own, async (app) => {
        expect(await app.read('s', uri, guide)).toMatchObject({ verdict: { status: 'failed' } });
        await until('the failure in the file', () => kept(own).failures?.length === 1);
        expect(await relist(app, main)).toBe('undecided');
        expect(await app.approve('s', uri)).toBe('done');
        expect(await relist(app, { ...good, dynamic: true })).toBe('refused');
        expect(await app.decide('allowSession', 's', uri)).toBe('refused');
        expect(await relist(app, good)).toBe('refused');
        expect(kept(own).failures).toMatchObject([{ uri, file: guide }]);
      });
      await run(server, own, async (app) => {
        expect(await standing(app)).toBe('refused');
        expect(await relist(app, main)).toBe('changed');
        expect(await relist(app, good)).toBe('refused');
        await app.read('s', uri, guide);
        expect(await standing(app)).toBe('changed');
        await until('the failure to leave the file', () => kept(own).failures?.length === 0);
      });
    } finally {
      own.remove();
    }
  });

  it('of an archive is kept, whatever the listing says next, until the archive matches', async () => {
    const own = makePlace();
    const url = `skill://${good.path}.tar.gz`;
    const at = `${url}#SKILL.md`;
    const digest = `sha256:${createHash('sha256').update(tarGz(good.files)).digest('hex')}`;
    const replaced = {
      ...edited,
      entry: { archives: [{ url, mimeType: 'application/gzip', digest }] },
    };
    const served = scene(place, 'archive', { skills: [good] });
    const server = stdioServer(place, 'dialects', ['index-2026-06-archive', ...served.args]);
    const readAll = async (app: TestApp): Promise<string> =>
      (await app.finished((await app.ask('readAll', { server: 's', uri: at })).operationId)).status;
    try {
      await run(server, own, async (app) => {
        expect(await readAll(app)).toBe('done');
        expect(await app.approve('s', at)).toBe('done');
      });
      served.set({ skills: [replaced] });
      await run(server, own, async (app) => {
        expect(await standing(app, 's', at)).toBe('approved');
        expect(await readAll(app)).toBe('failed');
        expect(await standing(app, 's', at)).toBe('refused');
        await until('the failure in the file', () => kept(own).failures?.length === 1);
        expect(kept(own).failures).toMatchObject([{ uri: at, file: url, check: 'digest' }]);
        served.set({ skills: [{ ...replaced, entry: { ...replaced.entry, note: 1 } }] });
        await app.relist('s');
        expect(await standing(app, 's', at)).toBe('refused');
      });
      served.set({ skills: [good] });
      await run(server, own, async (app) => {
        expect(await standing(app, 's', at)).toBe('refused');
        expect(await app.approve('s', at)).toBe('refused');
        expect(await readAll(app)).toBe('done');
        expect(await standing(app, 's', at)).toBe('approved');
        await until('the failure to leave the file', () => kept(own).failures?.length === 0);
      });
      await run(server, own, async (app) => expect(await standing(app, 's', at)).toBe('approved'));
    } finally {
      own.remove();
    }
  });

  it('of very many files is written a few times, limited, and refuses until all match', async () => {
    const own = makePlace();
    const names = Array.from({ length: 300 }, (_, index) => `notes/${index}.md`);
    const files = { ...main.files, ...Object.fromEntries(names.map((name) => [name, name])) };
    const many = { ...good, files };
    const file = (name: string): string => `skill://${good.path}/${name}`;
    const reads = Object.fromEntries(names.map((name) => [file(name), 'other']));
    const served = scene(place, 'many', { skills: [many], reads });
    const server = stdioServer(place, 'honest', served.args);
    try {
      await run(server, own, async (app) => {
        await app.verify('s', uri);
        expect(await standing(app)).toBe('refused');
      });
      const { failures = [], revision = Number.POSITIVE_INFINITY } = kept(own);
      expect(failures).toHaveLength(65);
      expect(failures.filter((one) => one.file === '')).toMatchObject([{ uri }]);
      // How many are seen during one write depends on the disk; what is stored doesn't.
      expect(revision).toBeLessThanOrEqual(65);
      served.set({ skills: [many], reads: {} });
      await run(server, own, async (app) => {
        for (const { file: named } of failures) if (named !== '') await app.read('s', uri, named);
        expect(await standing(app)).toBe('refused');
        await app.verify('s', uri);
        expect(await standing(app)).toBe('undecided');
        await until('the failures to leave the file', () => kept(own).failures?.length === 0);
      });
    } finally {
      own.remove();
    }
  });
});

describe('two labels of one server', () => {
  it('are refused together, and an approval ends under both', async () => {
    const own = makePlace();
    const served = scene(place, 'names', { skills: [good] });
    const server = stdioServer(place, 'honest', served.args);
    const work = async (app: TestApp): Promise<void> => {
      expect(await app.approve('a', uri)).toBe('done');
      expect(await standing(app, 'b')).toBe('approved');
      served.set({ skills: [edited] });
      await app.relist('b');
      served.set({ skills: [good], reads: { [guide]: 'replaced' } });
      await until('the lapse', async () => (await standing(app, 'a')) === 'changed');
      await app.relist('b');
      await app.read('b', uri, guide);
      await until('the refusal', async () => (await standing(app, 'a')) === 'refused');
    };
    try {
      await run(server, own, work, ['a', 'b']);
    } finally {
      own.remove();
    }
  });
});

describe('forgetting', () => {
  const failing = async (
    forget: (app: TestApp) => Promise<unknown>,
    left: number,
  ): Promise<void> => {
    const own = makePlace();
    const served = scene(place, 'forgets', { skills: [good], reads: { [guide]: 'replaced' } });
    const server = stdioServer(place, 'honest', served.args);
    try {
      // Removing a server needs a stored list.
      const app = await openApp({ place: own, stored: { s: server.entry } });
      try {
        await app.start('s');
        await until('the listing', async () => (await app.rows('s')).length === 1);
        await app.read('s', uri, guide);
        await until('the failure in the file', () => kept(own).failures?.length === 1);
        await forget(app);
        expect(kept(own).failures).toHaveLength(left);
      } finally {
        await app.close();
      }
    } finally {
      own.remove();
    }
  };
  const removing = (forgetDecisions: boolean) => (app: TestApp) =>
    app.ask('removeServer', { server: 's', forgetDecisions, forgetCache: false });

  it('a server with its decisions removes its failures, too', () => failing(removing(true), 0));
  it('only a server keeps them', () => failing(removing(false), 1));
  it('every decision removes every failure', () =>
    failing((app) => app.ask('clearAll', { confirm: 'forget every decision' }), 0));
});

describe('an approval', () => {
  it('ends once another set was seen, even if the old content is back or after a restart', async () => {
    const own = makePlace();
    const served = scene(place, 'lapses', { skills: [good] });
    const server = stdioServer(place, 'honest', served.args);
    try {
      await run(server, own, async (app) => {
        expect(await app.approve('s', uri)).toBe('done');
        served.set({ skills: [edited] });
        await app.relist('s');
        expect(await standing(app)).toBe('changed');
        await until('the lapse in the file', () => kept(own).records[0]?.lapsed != null);
        served.set({ skills: [good] });
        await app.relist('s');
        // The file says so a moment before the app that writes it knows.
        await until('the app to know of it', async () => (await standing(app)) === 'changed');
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

describe('an entry that the listing refused', () => {
  const against = (mode: string, work: (app: TestApp) => Promise<void>): Promise<void> =>
    withApp({ session: { s: stdioServer(place, 'hostile', [mode]).entry } }, async (app) => {
      await app.settled('s');
      await work(app);
    });
  const open = (app: TestApp, at: string) => app.reply('openByUri', { server: 's', uri: at });

  it("isn't opened by a URI shared by two entries with different content", () =>
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
  ])("can't get in another way: %s", (door) =>
    against('second-door', async (app) => {
      expect(await app.rows('s')).toEqual([]);
      expect(await open(app, door)).toMatchObject({ ok: false, error: { code: 'refused' } });
      expect(await app.rows('s')).toEqual([]);
      expect((await app.snapshot()).refused).toMatchObject([
        { problem: { rule: 'resource-outside-folder' } },
      ]);
    }),
  );

  it("is reported to the page once, however often it's requested", () =>
    against('get-another', async (app) => {
      for (let times = 0; times < 2; times += 1) await open(app, 'skill://asked/SKILL.md');
      const told = app.events.filter(({ type }) => type === 'refused-put').at(-1);
      expect(told).toMatchObject({ refused: [{ uri: 'skill://asked/SKILL.md' }] });
      expect(
        app.events.some((event) => event.type === 'skills-put' && event.refused.length > 0),
      ).toBe(false);
    }));
});
