import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckId } from '../../shared/model/verdict.ts';
import type { RuleId } from '../../shared/model/problem.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { httpServer, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const eras = ['legacy', 'modern'] as const;

async function against(
  mode: string,
  run: (app: TestApp, server: TestServer) => Promise<void>,
  { era = 'legacy', bounds = {} } = {},
): Promise<void> {
  const server = stdioServer(place, 'hostile', [mode, '--era', era]);
  await withApp({ session: { bad: server.entry }, bounds }, async (app) => {
    await app.settled('bad');
    await run(app, server);
  });
}

const victim = 'skill://victim/SKILL.md';
const bystander = 'skill://bystander/SKILL.md';
const standing = async (app: TestApp, uri: string): Promise<string> =>
  (await app.row('bad', uri)).standing.kind;
const plainText =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

describe('content that differs from its entry', () => {
  const attacks: readonly (readonly [mode: string, file: string, check: CheckId])[] = [
    ['same-size', 'SKILL.md', 'digest'],
    ['supporting-swapped', 'references/guide.md', 'size'],
    ['frontmatter-differs', 'SKILL.md', 'frontmatter'],
    ['gone', 'references/guide.md', 'read'],
    ['sizes-lie', 'references/guide.md', 'size'],
    ['wrong-uri', 'SKILL.md', 'read'],
  ];
  it.each(eras.flatMap((era) => attacks.map((attack) => [...attack, era] as const)))(
    '%s: %s fails the %s check in the %s era, nothing of it is shown, and the skill is refused',
    async (mode, file, check, era) => {
      const harmed = async (app: TestApp): Promise<void> => {
        const view = await app.read('bad', victim, `skill://victim/${file}`);
        expect(view).toMatchObject({
          verdict: {
            status: 'failed',
            check,
            expected: expect.any(String) as string,
            actual: expect.any(String) as string,
          },
          preview: null,
          digest: null,
        });
        expect(await app.row('bad', victim)).toMatchObject({
          standing: { kind: 'refused', problem: { rule: 'verification-failed' } },
        });
        expect(await app.approve('bad', victim)).toBe('refused');
        if (mode !== 'wrong-uri') {
          expect(await app.read('bad', bystander)).toMatchObject({
            verdict: { status: 'verified' },
          });
          expect(await standing(app, bystander)).toBe('undecided');
        }
      };
      await against(mode, harmed, { era });
    },
  );

  it('frontmatter-differs: names each field that differs', () =>
    against('frontmatter-differs', async (app) => {
      const { verdict } = await app.read('bad', victim);
      expect(verdict.status === 'failed' ? verdict.differences : null).toEqual([
        {
          field: 'description',
          expected: '"Harmless helper"',
          actual: '"A skill that looks ordinary"',
        },
        { field: 'license', expected: '"MIT"' },
      ]);
    }));

  it('rotates: content that is right once and wrong later is refused from then on', () =>
    against('rotates', async (app) => {
      const guide = 'skill://victim/references/guide.md';
      expect(await app.read('bad', victim, guide)).toMatchObject({
        verdict: { status: 'verified' },
      });
      expect(await app.approve('bad', victim)).toBe('done');
      expect(await app.read('bad', victim, guide)).toMatchObject({
        verdict: { status: 'failed', check: 'size' },
        preview: null,
      });
      expect(await standing(app, victim)).toBe('refused');
      // Right again, and still refused: alternating must not restore an approval.
      expect(await app.read('bad', victim, guide)).toMatchObject({
        verdict: { status: 'verified' },
      });
      expect(await standing(app, victim)).toBe('refused');
      // A fresh entry that repeats the digests proves nothing alone; a match after it clears the
      // failure.
      await app.ask('refreshSkill', { server: 'bad', uri: victim });
      expect(await standing(app, victim)).toBe('refused');
    }));

  it('unlisted-file: a served but unlisted file is never requested', () =>
    against('unlisted-file', async (app, server) => {
      expect(await app.read('bad', victim, 'skill://victim/references/hidden.md')).toMatchObject({
        verdict: { status: 'failed', check: 'listed' },
      });
      await app.verify('bad', victim);
      expect(
        server.asked().filter((line) => line.includes('hidden') || line.includes('hooks')),
      ).toEqual([]);
    }));

  it('large-skill-md: 16 MiB of SKILL.md match, and only the first MiB is shown', () =>
    against('large-skill-md', async (app) => {
      const view = await app.read('bad', 'skill://large/SKILL.md');
      expect(view).toMatchObject({
        verdict: { status: 'verified' },
        truncated: true,
        size: 16 * 1024 * 1024,
      });
      expect(view.preview?.kind === 'markdown' ? view.preview.text.length : 0).toBeLessThanOrEqual(
        1024 * 1024,
      );
    }));
});

describe('more than a server may send in one session', () => {
  it(
    "isn't read, is reported, and counts again after a manual reconnect (sends all of it)",
    () =>
      against('large-skill-md', async (app) => {
        const uri = 'skill://large/SKILL.md';
        const views = [];
        for (let reads = 0; reads < 17; reads += 1)
          views.push((await app.read('bad', uri)).verdict);
        expect(views.slice(0, 16).filter(({ status }) => status !== 'verified')).toEqual([]);
        expect(views[16]).toMatchObject({
          status: 'unverifiable',
          reason: 'budget',
          message: expect.stringContaining('256 MiB') as string,
        });
        await app.ask('reconnectServer', { server: 'bad' });
        await until(
          'the new connection',
          async () =>
            (await app.settled('bad')).connection.status === 'ready' &&
            (await app.read('bad', bystander)).verdict.status === 'verified',
        );
      }),
    120_000,
  );
});

describe('an entry that breaks a rule', () => {
  it.each<[mode: string, rule: RuleId]>([
    ['resources-missing', 'resources-missing'],
    ['resources-null', 'resources-type'],
    ['resources-number', 'resources-type'],
    ['resources-string', 'resources-type'],
    ['files-513', 'too-many-files'],
    ['bytes-over', 'too-large'],
  ])('%s: is shown as refused by %s, and the others stay', async (mode, rule) => {
    await against(mode, async (app, server) => {
      const { refused, skills } = await app.snapshot();
      expect(refused).toMatchObject([
        {
          server: 'bad',
          uri: victim,
          name: 'victim',
          problem: {
            rule,
            expected: expect.any(String) as string,
            actual: expect.any(String) as string,
          },
        },
      ]);
      expect(skills.map(({ uri }) => uri)).toEqual([bystander]);
      expect(
        await app.ask('approve', {
          items: [
            {
              server: 'bad',
              uri: victim,
              identity: null,
              setDigest: null,
              metadataDigest: null,
              replaces: null,
              grants: [],
            },
          ],
          note: '',
          expiresAt: null,
        }),
      ).toMatchObject([{ outcome: 'unknown-skill' }]);
      expect(
        await app.reply('readFile', { server: 'bad', uri: victim, file: victim, full: false }),
      ).toMatchObject({ ok: false, error: { code: 'not-found' } });
      expect(server.methods()).toEqual(['skills/list']);
    });
  });

  it('outside: each URI outside the folder or its scheme is named', () =>
    against('outside', async (app) => {
      const [entry] = (await app.snapshot()).refused;
      const problems = [entry?.problem, ...(entry?.others ?? [])];
      expect(problems.map((one) => [one?.rule, one?.field])).toEqual([
        ['resource-outside-folder', 'resources[1].uri'],
        ['resource-scheme', 'resources[2].uri'],
        ['resource-scheme', 'resources[3].uri'],
        ['resource-uri', 'resources[4].uri'],
        ['resource-uri', 'resources[5].uri'],
        ['resource-uri', 'resources[6].uri'],
        ['resource-scheme', 'resources[7].uri'],
      ]);
    }));

  it("duplicate-uris: every copy is refused, because it's unclear which is meant", () =>
    against('duplicate-uris', async (app) => {
      const { refused, skills } = await app.snapshot();
      expect(refused.map(({ uri, problem }) => [uri, problem.rule])).toEqual(
        [0, 1].map(() => ['skill://same/SKILL.md', 'uri-duplicate']),
      );
      expect(skills.map(({ uri }) => uri)).toEqual(['skill://other/SKILL.md']);
    }));

  it('twins: URIs that differ only in case or normalization are refused, across skills and within one', () =>
    against('twins', async (app) => {
      const { refused, skills } = await app.snapshot();
      expect(refused.map(({ problem }) => problem.rule)).toEqual([
        'uri-duplicate',
        'uri-duplicate',
        'uri-duplicate',
        'uri-duplicate',
        'resource-twin',
      ]);
      expect(skills).toEqual([]);
    }));

  it('encoded-twins: URIs that are equal after decoding are refused', () =>
    against('encoded-twins', async (app) => {
      expect((await app.snapshot()).refused.map(({ problem }) => problem.rule)).toEqual([
        'uri-duplicate',
        'uri-duplicate',
        'resource-twin',
      ]);
    }));
});

describe("a skill's requests", () => {
  it('nested-tools: approving the outer skill allows no tools and leaves the inner one undecided', () =>
    against('nested-tools', async (app) => {
      const inner = 'skill://outer/inner/SKILL.md';
      expect((await app.row('bad', inner)).requests).toMatchObject({
        tools: ['Bash(*)'],
        declarative: ['hooks'],
      });
      expect(await app.approve('bad', 'skill://outer/SKILL.md')).toBe('done');
      expect(await standing(app, inner)).toBe('undecided');
      expect((await app.detail('bad', 'skill://outer/SKILL.md')).record?.grants).toEqual({
        allowedTools: [],
        codeExecution: false,
      });
    }));

  it('all-tools: allowed-tools are shown, and allowed only when ticked', () =>
    against('all-tools', async (app) => {
      const uri = 'skill://greedy/SKILL.md';
      expect((await app.row('bad', uri)).requests.tools).toEqual(['Bash(*)']);
      expect(await app.approve('bad', uri, { grants: ['Write'] })).toBe('grant-not-requested');
      expect(await standing(app, uri)).toBe('undecided');
      expect(await app.approve('bad', uri)).toBe('done');
      expect((await app.detail('bad', uri)).record?.grants.allowedTools).toEqual([]);
      expect(await app.approve('bad', uri, { grants: ['Bash(*)'] })).toBe('done');
      expect((await app.detail('bad', uri)).record?.grants.allowedTools).toEqual(['Bash(*)']);
    }));
});

describe('frontmatter for a careless parser', () => {
  it.each(['yaml-deep', 'yaml-aliases', 'yaml-tabs', 'yaml-duplicate-keys', 'yaml-tag'])(
    '%s: fails the frontmatter check',
    async (mode) => {
      await against(mode, async (app) => {
        const uri = 'skill://yaml/SKILL.md';
        const rows = await app.rows('bad');
        expect(rows.map((row) => row.uri)).toEqual([uri]);
        expect(await app.read('bad', uri)).toMatchObject({
          verdict: { status: 'failed', check: 'frontmatter' },
          preview: null,
        });
      });
    },
  );

  it('yaml-proto: a __proto__ key is a field like any other and changes no prototype', () =>
    against('yaml-proto', async (app) => {
      const view = await app.read('bad', 'skill://yaml/SKILL.md');
      expect(view.verdict).toEqual({ status: 'verified' });
      expect(
        view.preview?.kind === 'markdown' ? view.preview.frontmatter.map(({ field }) => field) : [],
      ).toEqual(['name', 'description', '__proto__']);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }));

  it.each(['yaml-bom', 'yaml-crlf'])('%s: is read correctly', async (mode) => {
    await against(mode, async (app) => {
      expect(await app.read('bad', 'skill://yaml/SKILL.md')).toMatchObject({
        verdict: { status: 'verified' },
      });
    });
  });
});

describe('text that reads differently to a person and a program', () => {
  it('bidi-names: control, direction and zero-width characters are visible wherever a window shows them', () =>
    against('bidi-names', async (app) => {
      const { skills, refused } = await app.snapshot();
      for (const row of skills)
        expect(
          [row.name, row.description, ...row.problems.map((one) => one.message)].filter((text) =>
            plainText.test(text),
          ),
        ).toEqual([]);
      for (const entry of refused)
        expect(
          [entry.problem.message, ...entry.others.map((one) => one.message)].filter((text) =>
            plainText.test(text),
          ),
        ).toEqual([]);
      expect(
        skills.find(({ uri }) => uri === 'skill://bidi/SKILL.md')?.description ?? '',
      ).toContain('\\u{202E}');
    }));

  it('tag-text: text in tag characters is visible and listed for the file', () =>
    against('tag-text', async (app) => {
      const uri = 'skill://tagged/SKILL.md';
      expect((await app.row('bad', uri)).description).toContain('\\u{E0069}');
      const view = await app.read('bad', uri);
      expect(view.verdict.status).toBe('verified');
      expect(view.hidden.length).toBeGreaterThan(10);
      expect(view.hidden[0]).toMatchObject({
        codePoint: expect.stringMatching(/^U\+E00/) as string,
        line: expect.any(Number) as number,
      });
    }));

  it('svg-script: an SVG is shown as source, never as an image', () =>
    against('svg-script', async (app) => {
      expect(
        (await app.read('bad', 'skill://drawing/SKILL.md', 'skill://drawing/assets/drawing.svg'))
          .preview,
      ).toMatchObject({ kind: 'code' });
    }));

  it.each(['html', 'image-beacons', 'misleading-link'])(
    '%s: Markdown is text only, and nothing else is requested',
    async (mode) => {
      await against(mode, async (app, server) => {
        const [row] = await app.rows('bad');
        const uri = row?.uri ?? '';
        expect((await app.read('bad', uri)).preview).toMatchObject({ kind: 'markdown' });
        expect(server.asked()).toEqual(['skills/list', `resources/read ${uri}`]);
        for (const link of [
          'file:///etc/passwd',
          'skill://other/SKILL.md',
          'https://example.net/phish',
          'http://127.0.0.1:9/a.png',
        ]) {
          expect(await app.read('bad', uri, link)).toMatchObject({
            verdict: { status: 'failed', check: 'location' },
          });
        }
      });
    },
  );
});

describe('a protocol that misbehaves while one file is read', () => {
  const hurt = 'skill://skill-0/SKILL.md';
  const file = 'skill://skill-0/notes.txt';
  const bounds = { requestMs: 2_000 };

  const attacks = [
    'long-line',
    'half-line',
    'dies-mid-read',
    'never-answers',
    'result-number',
    'result-null',
    'input-required',
  ] as const;
  it.each(eras.flatMap((era) => attacks.map((attack) => [attack, era] as const)))(
    '%s: fails that file alone in the %s era',
    async (mode, era) => {
      await against(
        mode,
        async (app) => {
          expect(await app.verify('bad')).toMatchObject({ status: 'done', total: 12, failed: 1 });
          expect((await app.detail('bad', hurt)).verdicts[file]).toMatchObject({
            status: 'failed',
            check: 'read',
          });
          expect(
            (await app.rows('bad')).map(({ checked: { verified, failed, unread } }) => [
              verified,
              failed,
              unread,
            ]),
          ).toEqual([
            [3, 0, 1],
            [4, 0, 0],
            [4, 0, 0],
          ]);
          expect(await standing(app, hurt)).toBe('refused');
          expect(await app.read('bad', 'skill://skill-2/SKILL.md')).toMatchObject({
            verdict: { status: 'verified' },
          });
        },
        { era, bounds },
      );
    },
  );

  it('long-line over HTTP: an over-long answer fails that file alone', async () => {
    const server = await httpServer(place, 'hostile', ['long-line']);
    await withApp({ session: { bad: server.entry } }, async (app) => {
      await app.settled('bad');
      expect(await app.verify('bad')).toMatchObject({ status: 'done', total: 12, failed: 1 });
      expect((await app.detail('bad', hurt)).verdicts[file]).toMatchObject({
        status: 'failed',
        check: 'read',
      });
      expect((await app.server('bad')).connection.status).toBe('ready');
    });
    await server.stop();
  });

  it('flood: 20,000 notifications and answers to nothing cost no file (reads them all)', () =>
    against('flood', async (app) => {
      expect(await app.verify('bad')).toMatchObject({ status: 'done', total: 12, failed: 0 });
    }));

  it("id-confusion: content under another request's id never matches", () =>
    against(
      'id-confusion',
      async (app) => {
        await app.verify('bad', hurt);
        const { verdicts } = await app.detail('bad', hurt);
        expect(Object.values(verdicts).filter(({ status }) => status === 'verified')).toEqual([]);
        expect(Object.values(verdicts).some(({ status }) => status === 'failed')).toBe(true);
      },
      { bounds },
    ));
});

describe('one server against another', () => {
  it('a skill of one server never causes a read on another', async () => {
    const one = stdioServer(place, 'honest', ['--skills', '1']);
    const two = stdioServer(place, 'hostile', ['same-size']);
    await withApp({ session: { one: one.entry, two: two.entry } }, async (app) => {
      await app.settled('one');
      await app.settled('two');
      expect(await app.read('one', 'skill://skill-0/SKILL.md', victim)).toMatchObject({
        verdict: { status: 'failed', check: 'location' },
      });
      expect(await app.read('two', victim, 'skill://skill-0/SKILL.md')).toMatchObject({
        verdict: { status: 'failed', check: 'location' },
      });
      expect(
        await app.reply('readFile', {
          server: 'two',
          uri: 'skill://skill-0/SKILL.md',
          file: 'skill://skill-0/SKILL.md',
          full: false,
        }),
      ).toMatchObject({ ok: false, error: { code: 'not-found' } });
      expect([...one.methods(), ...two.methods()]).toEqual(['skills/list', 'skills/list']);
    });
  });

  it('the same skill on another server needs its own decision', async () => {
    const one = stdioServer(place, 'honest', ['--skills', '1']);
    const two = stdioServer(place, 'honest', ['--skills', '1']);
    await withApp({ session: { one: one.entry, two: two.entry } }, async (app) => {
      await app.settled('one');
      await app.settled('two');
      const uri = 'skill://skill-0/SKILL.md';
      expect(await app.approve('one', uri)).toBe('done');
      expect([
        (await app.row('one', uri)).standing.kind,
        (await app.row('two', uri)).standing.kind,
      ]).toEqual(['approved', 'undecided']);
    });
  });
});
