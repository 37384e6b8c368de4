import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import type { ApprovalsFile } from '../../shared/model/approval.ts';
import { verifyAudit } from '../storage/audit/verify.ts';
import { makePlace, type Place } from './testing/place.ts';
import { openApp, withApp, type TestApp } from './testing/app.ts';
import { until } from './testing/until.ts';
import { httpServer, scene, skill, stdioServer, type Scene } from './testing/servers.ts';

let shared: Place;
beforeAll(() => {
  shared = makePlace();
});
afterAll(() => shared.remove());

const uri = 'skill://one/SKILL.md';
const guide = 'skill://one/references/guide.md';
const inner = skill('inner');
const first = [
  skill('one'),
  skill('two'),
  skill('moving', {}, { dynamic: true }),
  skill('outer', { 'inner/SKILL.md': inner.files['SKILL.md'] as string }),
  { ...inner, path: 'outer/inner' },
];
const changed = [skill('one', { 'references/guide.md': '# Another guide\n' }), ...first.slice(1)];

const approvals = (place: Place): ApprovalsFile => place.json('data/approvals.json');
const kind = async (app: TestApp, label: string, of = uri): Promise<string> =>
  (await app.row(label, of)).standing.kind;

/** One app with one honest server whose skills the test can change. */
async function deciding(
  run: (app: TestApp, served: Scene) => Promise<void>,
  skills = first,
): Promise<void> {
  const served = scene(shared, `deciding-${Math.random().toString(36).slice(2)}`, { skills });
  await withApp(
    { session: { s: stdioServer(shared, 'honest', served.args).entry } },
    async (app) => {
      await app.settled('s');
      await run(app, served);
    },
  );
}

describe('an approval', () => {
  it('binds every URI and digest, says how much was checked, and is on disk when reported', () =>
    deciding(async (app) => {
      await app.read('s', uri, guide);
      expect(await app.approve('s', uri, { note: 'looked at it' })).toBe('done');
      const file = approvals(app.place);
      expect(file).toMatchObject({ format: 'skillgate/approvals@2', revision: 1 });
      const row = await app.row('s', uri);
      expect(file.records).toMatchObject([
        {
          server: {
            label: 's',
            display: expect.stringContaining(process.execPath) as string,
            identity: { kind: 'stdio', fingerprint: expect.stringMatching(/^sha256:/) as string },
          },
          uri,
          name: 'one',
          dialect: 'skills-ext',
          setDigest: row.setDigest,
          decision: 'approved',
          grants: { allowedTools: [], codeExecution: false },
          coverage: { verified: 1, shown: 0, total: 2 },
          integrity: 'manifest',
          lapsed: null,
          actor: { kind: 'user', name: 'tester' },
          note: 'looked at it',
          expiresAt: null,
          supersedes: null,
        },
      ]);
      expect(file.records[0]?.resources.map((one) => one.uri).sort()).toEqual([guide, uri].sort());
      expect(row.standing).toMatchObject({ kind: 'approved', expiresAt: null });
      expect(
        app.events.some(
          (event) =>
            event.type === 'skills-put' &&
            event.skills.some((one) => one.uri === uri && one.standing.kind === 'approved'),
        ),
      ).toBe(true);
    }));

  it('is refused if the skill has changed since it was on screen', () =>
    deciding(async (app, served) => {
      const { identity, setDigest, metadataDigest, record: replaces } = await app.row('s', uri);
      served.set({ skills: changed });
      await app.relist('s');
      const outcome = await app.ask('approve', {
        items: [{ server: 's', uri, identity, setDigest, metadataDigest, replaces, grants: [] }],
        note: '',
        expiresAt: null,
      });
      expect(outcome).toMatchObject([{ outcome: 'stale' }]);
      expect(existsSync(join(app.place.data, 'approvals.json'))).toBe(false);
    }));

  it("doesn't silently replace a decision made since the one on screen", () =>
    deciding(async (app) => {
      const { identity, setDigest, metadataDigest, record } = await app.row('s', uri);
      expect(record).toBeNull();
      const mine = {
        server: 's',
        uri,
        identity,
        setDigest,
        metadataDigest,
        replaces: record,
        grants: [],
      };
      // Another window denies it while this one still shows "not decided".
      expect(await app.ask('deny', { items: [mine], note: 'malicious' })).toMatchObject([
        { outcome: 'done', record: expect.any(String) as string },
      ]);
      const late = await app.ask('approve', { items: [mine], note: '', expiresAt: null });
      expect(late).toMatchObject([{ outcome: 'replaced' }]);
      expect(late[0]?.message).toContain('It was denied a moment ago');
      expect((await app.row('s', uri)).standing.kind).toBe('denied');
      // The person has seen it and confirms explicitly, naming what it replaces.
      const { record: denied } = await app.row('s', uri);
      const again = { ...mine, replaces: denied };
      expect(await app.ask('approve', { items: [again], note: '', expiresAt: null })).toMatchObject(
        [{ outcome: 'done' }],
      );
      expect(await app.ask('revoke', { items: [again] })).toMatchObject([{ outcome: 'replaced' }]);
    }));

  it('is in the audit log with its checks, tools, expiry and what a renewal changed', () =>
    deciding(async (app) => {
      await app.read('s', uri, guide);
      const end = '2099-01-31T00:00:00.000Z';
      expect(await app.approve('s', uri, { expiresAt: end })).toBe('done');
      expect(await app.approve('s', uri, { note: 'for good' })).toBe('done');
      const { lines } = await app.ask('getHistory', { server: 's', uri });
      expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
        [
          'approved',
          `1 of 2 files matched, 0 read; allows no tools; no expiry (before: expires ${end}); note: for good`,
        ],
        ['approved', `1 of 2 files matched, 0 read; allows no tools; expires ${end}`],
      ]);
    }));

  it("of many skills is one write, and an undecidable one doesn't stop the others", () =>
    deciding(async (app) => {
      const rows = await app.rows('s');
      const items = rows.map((row) => ({
        server: 's',
        uri: row.uri,
        identity: row.identity,
        setDigest: row.setDigest,
        metadataDigest: row.metadataDigest,
        replaces: row.record,
        grants: [],
      }));
      const outcomes = await app.ask('approve', {
        items: [
          ...items,
          {
            server: 's',
            uri: 'skill://none/SKILL.md',
            identity: null,
            setDigest: null,
            metadataDigest: null,
            replaces: null,
            grants: [],
          },
        ],
        note: '',
        expiresAt: null,
      });
      expect(Object.fromEntries(outcomes.map((one) => [one.uri, one.outcome]))).toEqual({
        'skill://one/SKILL.md': 'done',
        'skill://two/SKILL.md': 'done',
        'skill://moving/SKILL.md': 'dynamic',
        'skill://outer/SKILL.md': 'done',
        'skill://outer/inner/SKILL.md': 'done',
        'skill://none/SKILL.md': 'unknown-skill',
      });
      expect(approvals(app.place)).toMatchObject({
        revision: 1,
        records: expect.objectContaining({ length: 4 }) as unknown,
      });
    }));

  it('of an outer skill says nothing about the inner one', () =>
    deciding(async (app) => {
      await app.approve('s', 'skill://outer/SKILL.md');
      expect([
        await kind(app, 's', 'skill://outer/SKILL.md'),
        await kind(app, 's', 'skill://outer/inner/SKILL.md'),
      ]).toEqual(['approved', 'undecided']);
    }));

  it('allows only the ticked tools', () =>
    deciding(
      async (app) => {
        expect((await app.row('s', uri)).requests.tools).toEqual(['Read', 'Bash(git log:*)']);
        expect(await app.approve('s', uri, { grants: ['Bash(git log:*)'] })).toBe('done');
        expect(approvals(app.place).records[0]?.grants.allowedTools).toEqual(['Bash(git log:*)']);
        expect(await app.approve('s', uri, { grants: ['Bash(*)'] })).toBe('grant-not-requested');
        expect(await app.approve('s', uri, { grants: [] })).toBe('done');
        expect(approvals(app.place).records[0]).toMatchObject({
          grants: { allowedTools: [] },
          supersedes: expect.any(String) as string,
        });
      },
      [
        skill('one', {
          'SKILL.md': skillMd(
            'one',
            'Requested tools',
            '# One\n',
            'allowed-tools: Read Bash(git log:*)\n',
          ),
        }),
      ],
    ));

  it('expires on its own exactly at its time', () =>
    deciding(async (app) => {
      const at = Date.now() + 1_500;
      const expiresAt = new Date(at).toISOString();
      await app.approve('s', uri, { expiresAt });
      const before = await kind(app, 's');
      if (Date.now() < at) expect(before).toBe('approved');
      const seen = await until('the expiry to be shown', () =>
        app.events.find(
          (event) =>
            event.type === 'skills-put' &&
            event.skills.some((row) => row.uri === uri && row.standing.kind === 'expired'),
        ),
      );
      expect(Date.now()).toBeGreaterThanOrEqual(at);
      expect(seen).toMatchObject({ skills: [{ standing: { kind: 'expired', at: expiresAt } }] });
      await until('the expiry in the audit', () =>
        readFileSync(join(app.place.data, 'audit.jsonl'), 'utf8').includes('"expired"'),
      );
      expect(await app.approve('s', uri)).toBe('done');
      expect(await kind(app, 's')).toBe('approved');
    }));
});

describe('after a change of what is served', () => {
  it.each(['relist', 'refresh'] as const)(
    'marks an approved skill as changed at once (%s), shows the diff, and allows approving again',
    async (how) => {
      await deciding(async (app, served) => {
        await app.verify('s', uri);
        await app.approve('s', uri);
        await app.approve('s', 'skill://two/SKILL.md');
        served.set({
          skills: [
            skill('one', { 'references/guide.md': '# Another guide\n', 'new.txt': 'new\n' }),
            ...first.slice(1),
          ],
        });
        if (how === 'relist') await app.relist('s');
        else await app.ask('refreshSkill', { server: 's', uri });
        expect((await app.row('s', uri)).standing).toMatchObject({
          kind: 'changed',
          changes: { added: ['skill://one/new.txt'], removed: [], modified: [guide] },
        });
        expect(await kind(app, 's', 'skill://two/SKILL.md')).toBe('approved');
        const changes = await app.ask('getChanges', { server: 's', uri });
        expect(
          changes?.files.map(({ path, change, before }) => [path, change, before?.kept ?? null]),
        ).toEqual([
          ['references/guide.md', 'modified', true],
          ['new.txt', 'added', null],
        ]);
        expect(
          await app.ask('getDiff', { server: 's', uri, file: guide, since: null }),
        ).toMatchObject({
          before: { text: '# Guide to one\n' },
          after: { text: '# Another guide\n' },
          verdict: { status: 'verified' },
        });
        expect(await app.approve('s', uri)).toBe('done');
        expect(await kind(app, 's')).toBe('approved');
        expect(approvals(app.place).records.filter((record) => record.uri === uri)).toHaveLength(1);
        await until('the change in the audit', () =>
          readFileSync(join(app.place.data, 'audit.jsonl'), 'utf8').includes('changed-seen'),
        );
        // Back to the first approved content, whose decision was superseded.
        served.set({ skills: first });
        await app.relist('s');
        expect(await kind(app, 's')).toBe('changed');
        expect(await verifyAudit(join(app.place.data, 'audit.jsonl'))).toMatchObject({ ok: true });
      });
    },
  );

  it("doesn't show stored bytes altered on disk as approved", () =>
    deciding(async (app, served) => {
      await app.verify('s', uri);
      await app.approve('s', uri);
      // They are stored in the background; the decision doesn't wait.
      const files = await until('the text to be kept', () => {
        const kept = readdirSync(app.place.data, { recursive: true, withFileTypes: true }).filter(
          (one) => one.isFile() && one.parentPath.includes('cache') && !one.name.endsWith('.tmp'),
        );
        return kept.length >= 2 && kept;
      });
      for (const file of files) appendFileSync(join(file.parentPath, file.name), 'added later');
      served.set({ skills: changed });
      await app.relist('s');
      expect(
        await app.ask('getDiff', { server: 's', uri, file: guide, since: null }),
      ).toMatchObject({
        // Files read in this session are still here and match the approval.
        before: { text: '# Guide to one\n' },
        after: { text: '# Another guide\n' },
      });
    }));

  it("says that unread files weren't stored", () =>
    deciding(async (app, served) => {
      await app.approve('s', uri);
      served.set({ skills: changed });
      await app.relist('s');
      expect(
        await app.ask('getDiff', { server: 's', uri, file: guide, since: null }),
      ).toMatchObject({
        before: { missing: expect.stringContaining('weren’t kept') as string },
      });
    }));

  it('treats two files with swapped contents as a change', () =>
    deciding(
      async (app, served) => {
        await app.approve('s', uri);
        served.set({ skills: [skill('one', { 'a.txt': 'B', 'b.txt': 'A' })] });
        await app.relist('s');
        expect((await app.row('s', uri)).standing).toMatchObject({
          kind: 'changed',
          changes: { modified: ['skill://one/a.txt', 'skill://one/b.txt'] },
        });
      },
      [skill('one', { 'a.txt': 'A', 'b.txt': 'B' })],
    ));

  it('a denied skill stays denied', () =>
    deciding(async (app, served) => {
      expect(await app.decide('deny', 's', uri)).toBe('done');
      served.set({ skills: changed });
      await app.relist('s');
      expect(await kind(app, 's')).toBe('denied');
      expect(await app.approve('s', uri)).toBe('done');
      expect(await kind(app, 's')).toBe('approved');
    }));
});

describe('dynamic content', () => {
  it('is allowed for the session only, without writing a file', async () => {
    const place = makePlace();
    const server = stdioServer(place, 'honest', scene(place, 'dynamic', { skills: first }).args);
    const moving = 'skill://moving/SKILL.md';
    await withApp({ session: { s: server.entry }, place }, async (app) => {
      await app.settled('s');
      expect(await app.approve('s', moving)).toBe('dynamic');
      expect(await app.decide('allowSession', 's', uri)).toBe('refused');
      expect(await app.decide('allowSession', 's', moving)).toBe('done');
      expect(await kind(app, 's', moving)).toBe('session');
      await app.relist('s');
      expect(await kind(app, 's', moving)).toBe('session');
      expect(existsSync(join(place.data, 'approvals.json'))).toBe(false);
    });
    await withApp({ session: { s: server.entry }, place }, async (app) => {
      await app.settled('s');
      expect(await kind(app, 's', moving)).toBe('undecided');
      expect(await app.decide('allowSession', 's', moving)).toBe('done');
      expect(await app.decide('revoke', 's', moving)).toBe('done');
      expect(await kind(app, 's', moving)).toBe('undecided');
    });
    place.remove();
  });
});

describe('a decision', () => {
  it('survives a restart and can be revoked while the server is down', async () => {
    const place = makePlace();
    const server = await httpServer(place, 'honest', [
      ...scene(place, 'restart', { skills: first }).args,
      '--era',
      'legacy',
    ]);
    await withApp({ session: { s: server.entry }, place }, async (app) => {
      await app.settled('s');
      await app.approve('s', uri);
    });
    await withApp({ session: { s: server.entry }, place }, async (app) => {
      await app.settled('s');
      expect(await kind(app, 's')).toBe('approved');
      await server.stop();
      const { identity, setDigest, metadataDigest, record: replaces } = await app.row('s', uri);
      expect(
        await app.ask('revoke', {
          items: [{ server: 's', uri, identity, setDigest, metadataDigest, replaces, grants: [] }],
        }),
      ).toMatchObject([{ outcome: 'done' }]);
      expect(await kind(app, 's')).toBe('undecided');
      expect(approvals(place).records).toEqual([]);
      expect(
        await app.ask('revoke', {
          items: [
            { server: 's', uri, identity, setDigest, metadataDigest, replaces: null, grants: [] },
          ],
        }),
      ).toMatchObject([{ outcome: 'nothing-to-revoke' }]);
    });
    expect(
      readFileSync(join(place.data, 'audit.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { action: string }).action),
    ).toEqual(['approved', 'revoked']);
    place.remove();
  });

  it('applies to another label of the same identity at once', async () => {
    const server = stdioServer(shared, 'honest', scene(shared, 'labels', { skills: first }).args);
    await withApp(
      { session: { here: server.entry, there: { ...server.entry, env: { OTHER: 'value' } } } },
      async (app) => {
        await app.settled('here');
        await app.settled('there');
        await app.approve('here', uri);
        expect([await kind(app, 'here'), await kind(app, 'there')]).toEqual([
          'approved',
          'approved',
        ]);
        expect(
          app.events.some(
            (event) =>
              event.type === 'skills-put' &&
              event.server === 'there' &&
              event.skills.some((row) => row.standing.kind === 'approved'),
          ),
        ).toBe(true);
        expect(await app.decide('revoke', 'there', uri)).toBe('done');
        expect(await kind(app, 'here')).toBe('undecided');
      },
    );
  });

  it("doesn't apply if the label points to another server, and says so", async () => {
    const place = makePlace();
    const served = scene(place, 'moved', { skills: first });
    const one = stdioServer(place, 'honest', served.args);
    const other = stdioServer(place, 'honest', served.args);
    await withApp({ session: { s: one.entry }, place }, async (app) => {
      expect((await app.settled('s')).strayRecords).toBe(0);
      await app.approve('s', uri);
    });
    await withApp({ session: { s: other.entry }, place }, async (app) => {
      expect((await app.settled('s')).strayRecords).toBe(1);
      expect(await kind(app, 's')).toBe('undecided');
    });
    await withApp({ session: { s: one.entry }, place }, async (app) => {
      await app.settled('s');
      expect(await kind(app, 's')).toBe('approved');
    });
    place.remove();
  });

  it('of a second program reaches the first', async () => {
    const place = makePlace();
    const server = stdioServer(place, 'honest', scene(place, 'two', { skills: first }).args);
    const window = await openApp({ session: { s: server.entry }, place });
    await window.settled('s');
    // The second one has its own list; only the data folder is shared.
    const second = await openApp({ session: { renamed: server.entry }, place });
    await second.settled('renamed');
    await second.approve('renamed', uri);
    await until('the first to see it', async () => (await kind(window, 's')) === 'approved');
    await window.decide('deny', 's', uri);
    await until('the second to see it', async () => (await kind(second, 'renamed')) === 'denied');
    expect(window.events.some((event) => event.type === 'store')).toBe(true);
    expect(approvals(place)).toMatchObject({ revision: 2, records: [{ decision: 'denied' }] });
    expect(await verifyAudit(join(place.data, 'audit.jsonl'))).toMatchObject({
      ok: true,
      lines: 2,
    });
    await second.close().catch(() => undefined);
    await window.close();
    place.remove();
  });

  it('of two programs at once is never lost', async () => {
    const place = makePlace();
    const many = Array.from({ length: 12 }, (_, index) => skill(`n-${index}`));
    const server = stdioServer(place, 'honest', scene(place, 'both', { skills: many }).args);
    const apps = [
      await openApp({ session: { s: server.entry }, place }),
      await openApp({ session: { s: server.entry }, place }),
    ];
    for (const app of apps) await app.settled('s');
    const outcomes = await Promise.all(
      many.map((one, index) =>
        (apps[index % 2] as TestApp).approve('s', `skill://${one.path}/SKILL.md`),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    expect(approvals(place).records).toHaveLength(12);
    await Promise.all(apps.map((app) => app.close().catch(() => undefined)));
    expect(await verifyAudit(join(place.data, 'audit.jsonl'))).toMatchObject({
      ok: true,
      lines: 12,
    });
    place.remove();
  });
});

describe('an approvals file that cannot be used', () => {
  const good = async (place: Place): Promise<ReturnType<typeof stdioServer>> => {
    const server = stdioServer(place, 'honest', scene(place, 'store', { skills: first }).args);
    await withApp({ session: { s: server.entry }, place }, async (app) => {
      await app.settled('s');
      await app.approve('s', uri);
    });
    return server;
  };

  it.each<[what: string, reason: string, harm: (text: string) => string]>([
    ['is cut off', 'corrupt', (text) => text.slice(0, -40)],
    ['is empty', 'corrupt', () => ''],
    ['is of a newer format', 'newer-format', (text) => text.replace('approvals@2', 'approvals@3')],
    [
      'has a record that is none',
      'corrupt',
      (text) => text.replace(/"decision":\s*"approved"/, '"decision":"yes"'),
    ],
  ])(
    "makes every status can't-tell if it %s, decides nothing, and keeps the bytes",
    async (_, reason, harm) => {
      const place = makePlace();
      const server = await good(place);
      const path = join(place.data, 'approvals.json');
      const before = readFileSync(path, 'utf8');
      const harmed = harm(before);
      expect(harmed).not.toBe(before);
      writeFileSync(path, harmed);
      await withApp({ session: { s: server.entry }, place }, async (app) => {
        await app.settled('s');
        expect((await app.snapshot()).store).toMatchObject({ status: 'unreadable', reason });
        expect(new Set((await app.rows('s')).map((row) => row.standing.kind))).toEqual(
          new Set(['cannot-tell']),
        );
        expect(await app.approve('s', uri)).toBe('store-unreadable');
        expect(await app.decide('deny', 's', uri)).toBe('store-unreadable');
        expect(await app.decide('revoke', 's', uri)).toBe('store-unreadable');
        expect(readFileSync(path, 'utf8')).toBe(harmed);
        // Repaired by hand while the app runs: everything is as before.
        writeFileSync(path, before);
        await until(
          'the mended file to be seen',
          async () =>
            (await app.snapshot()).store.status === 'ready' &&
            (await kind(app, 's')) === 'approved',
        );
      });
      place.remove();
    },
  );

  it("isn't followed if it's a link, for reading or for writing", async () => {
    const place = makePlace();
    const server = await good(place);
    const elsewhere = makePlace();
    symlinkSync(join(place.data, 'approvals.json'), join(elsewhere.data, 'approvals.json'));
    await withApp({ session: { s: server.entry }, place: elsewhere }, async (app) => {
      await app.settled('s');
      expect((await app.snapshot()).store).toMatchObject({
        status: 'unreadable',
        reason: 'symlink',
      });
      expect(await app.approve('s', 'skill://two/SKILL.md')).toBe('store-unreadable');
    });
    expect(approvals(place)).toMatchObject({ revision: 1 });
    elsewhere.remove();
    place.remove();
  });

  it('withdraws every approval while the app runs', () =>
    deciding(async (app) => {
      await app.approve('s', uri);
      expect(await kind(app, 's')).toBe('approved');
      await sleep(20);
      writeFileSync(join(app.place.data, 'approvals.json'), '{"format":"skillgate/approvals@1"');
      await until('the damage to be seen', async () => (await kind(app, 's')) === 'cannot-tell');
      expect(
        readdirSync(app.place.data).some((name) => name.startsWith('approvals.json.corrupt-')),
      ).toBe(true);
    }));
});
