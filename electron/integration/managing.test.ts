import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { skillMd, type ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import type { ApprovalsFile, AuditLine } from '../../shared/model/approval.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { withApp, type TestApp } from './testing/app.ts';
import { approveAsShown } from './testing/approving.ts';
import { builtCli, runCli, type BuiltCli, type Ran } from './testing/cli.ts';
import {
  httpServer,
  scene,
  skill,
  stdioServer,
  type Scene,
  type TestServer,
} from './testing/servers.ts';

const uri = 'skill://one/SKILL.md';
const two = 'skill://beta/two/SKILL.md';
const moving = 'skill://moving/SKILL.md';
const tooled = skill('one', {
  'SKILL.md': skillMd('one', 'The first', '# One\n\nSteps.\n', 'allowed-tools: Read\n'),
});
const skills = [
  tooled,
  { ...skill('two'), path: 'beta/two' },
  skill('moving', {}, { dynamic: true }),
];

let cli: BuiltCli;
let shared: Place;
let served: Scene;
let server: TestServer;
beforeAll(async () => {
  cli = await builtCli();
  shared = makePlace();
  served = scene(shared, 'managing', { skills });
  server = await httpServer(shared, 'honest', served.args);
}, 120_000);
afterAll(async () => {
  await server.stop();
  shared.remove();
});

const policy = (place: Place, file: object): string =>
  place.write('policy.json', { format: 'skillgate/policy@1', ...file });
const audit = (place: Place): AuditLine[] =>
  readFileSync(place.path('data/audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine);
const standing = async (app: TestApp, of = uri): Promise<unknown> =>
  (await app.row('s', of)).standing;

async function managed(
  file: object,
  run: (app: TestApp, path: string) => Promise<void>,
): Promise<void> {
  const place = makePlace();
  try {
    const path = policy(place, file);
    await withApp(
      { place, stored: { s: server.entry }, env: { SKILLGATE_POLICY: path } },
      async (app) => {
        await app.settled('s');
        await run(app, path);
      },
    );
  } finally {
    place.remove();
  }
}

/** A second person's machine: the same server under another label. */
async function machine(
  label: string,
  run: (place: Place, command: (...args: string[]) => Promise<Ran>) => Promise<void>,
): Promise<void> {
  const place = makePlace();
  storeServers(place, { [label]: server.entry });
  try {
    await run(place, (...args) => runCli(cli, place, args));
  } finally {
    place.remove();
  }
}

describe('a managed policy', () => {
  it('blocks by its rules, names the rule, and lets no approval past', () =>
    managed(
      {
        rules: [{ name: 'no beta skills', effect: 'deny', uri: 'skill://beta/**' }],
        refuseDynamic: true,
      },
      async (app, path) => {
        expect((await app.snapshot()).policy).toEqual({
          status: 'active',
          path,
          rules: [
            'no beta skills: deny skill://beta/** of every server',
            'dynamic content is refused',
          ],
          limits: { fullCoverage: false, shown: false, noTools: false, longestMs: null },
        });
        expect(await standing(app)).toEqual({ kind: 'undecided' });
        expect(await standing(app, two)).toEqual({ kind: 'blocked', rule: 'no beta skills' });
        expect(await standing(app, moving)).toEqual({
          kind: 'blocked',
          rule: 'dynamic content is refused',
        });
        expect(await app.approve('s', two)).toBe('refused');
        expect(await app.decide('allowSession', 's', moving)).toBe('refused');
        expect(await app.approve('s', uri)).toBe('done');
        const applied = await until('the audit to say so', () =>
          audit(app.place).find(({ action }) => action === 'policy-applied'),
        );
        expect(applied.detail).toContain(path);
        expect(audit(app.place).filter(({ action }) => action === 'policy-applied')).toHaveLength(
          1,
        );
      },
    ));

  it('requires every file read, no tools and an expiry, and says what is missing', () =>
    managed(
      { requireFullCoverage: true, forbidToolGrants: true, longestExpiryDays: 30 },
      async (app) => {
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
        expect(await app.approve('s', uri, { expiresAt })).toBe('refused');
        expect(await app.verify('s', uri)).toMatchObject({ status: 'done' });
        expect(await app.approve('s', uri, { expiresAt, grants: ['Read'] })).toBe('refused');
        expect(await app.approve('s', uri)).toBe('refused');
        expect(
          await app.approve('s', uri, {
            expiresAt: new Date(Date.now() + 31 * 86_400_000).toISOString(),
          }),
        ).toBe('refused');
        expect(await app.approve('s', uri, { expiresAt })).toBe('done');
        expect(await standing(app)).toMatchObject({ kind: 'approved', expiresAt });
      },
    ));

  it("requires every file shown, and doesn't accept digests instead", () =>
    managed({ requireShown: true }, async (app) => {
      await app.verify('s', uri);
      const approve = async (shown: number): Promise<string | undefined> => {
        const { identity, setDigest, metadataDigest, record } = await app.row('s', uri);
        const on = { server: 's', uri, identity, setDigest, metadataDigest };
        const item = { ...on, replaces: record, grants: [], shown };
        const [outcome] = await app.ask('approve', { items: [item], note: '', expiresAt: null });
        return outcome?.message;
      };
      expect(await approve(1)).toBe('Policy: every file must be read before approval');
      expect(await approve(2)).toBe('');
      expect(await standing(app)).toMatchObject({ kind: 'approved' });
    }));

  it('restricts earlier approvals without deleting them, and blocks everything if it breaks', async () => {
    const place = makePlace();
    const path = policy(place, {});
    await withApp(
      { place, stored: { s: server.entry }, env: { SKILLGATE_POLICY: path } },
      async (app) => {
        await app.settled('s');
        expect(await app.approve('s', uri)).toBe('done');
        policy(place, { longestExpiryDays: 1 });
        expect(
          await until('the end to come forward', async () => {
            const row = await app.row('s', uri);
            return row.standing.kind === 'approved' && row.standing.expiresAt !== null
              ? row.standing
              : null;
          }),
        ).toMatchObject({ kind: 'approved' });
        policy(place, { requireFullCoverage: true });
        await until(
          'the coverage to count',
          async () => (await app.row('s', uri)).standing.kind === 'blocked',
        );
        writeFileSync(path, '{"format":');
        await until(
          'the policy to be unreadable',
          async () => (await app.snapshot()).policy.status === 'unreadable',
        );
        expect(await standing(app, two)).toMatchObject({
          kind: 'blocked',
          rule: expect.stringContaining('not JSON') as string,
        });
        expect(await app.approve('s', two)).toBe('refused');
        policy(place, {});
        await until(
          'the approval to hold again',
          async () => (await app.row('s', uri)).standing.kind === 'approved',
        );
        expect(
          app.events.some(
            (event) => event.type === 'policy' && event.policy.status === 'unreadable',
          ),
        ).toBe(true);
      },
    );
    place.remove();
  });

  it(
    'makes check end with 7, with a connection and without one',
    () =>
      machine('s', async (place, command) => {
        expect((await approveAsShown(cli, place, ['--server', 's', '--uri', uri])).code).toBe(0);
        const resources = place.write(
          'resources.json',
          (place.json<ApprovalsFile>('data/approvals.json').records[0] ?? { resources: [] })
            .resources,
        );
        const check = ['check', '--server', 's', '--uri', uri];
        expect((await command(...check, '--resources', resources)).code).toBe(0);
        for (const [file, rule] of [
          [
            {
              rules: [
                { name: 'only ours', effect: 'allow', server: { url: 'https://ours.example/**' } },
              ],
            },
            'no allow rule covers this skill',
          ],
          [{ unknown: true }, 'can’t be used'],
        ] as const) {
          const env = { SKILLGATE_POLICY: policy(place, file) };
          for (const args of [check, [...check, '--resources', resources]]) {
            const ran = await runCli(cli, place, args, env);
            expect(ran).toMatchObject({ code: 7, stdout: expect.stringContaining(rule) as string });
          }
          expect(
            (await runCli(cli, place, ['approve', '--server', 's', '--uri', uri], env)).code,
          ).toBe(6);
        }
        const missing = { SKILLGATE_POLICY: place.path('nowhere.json') };
        expect((await runCli(cli, place, [...check, '--resources', resources], missing)).code).toBe(
          7,
        );
      }),
    120_000,
  );
});

describe('the changes since an approval', () => {
  it('are a document with the differing lines, if the approved bytes were read and stored', async () => {
    await withApp({ stored: { s: server.entry } }, async (app) => {
      await app.settled('s');
      await app.verify('s', uri);
      expect(await app.approve('s', uri)).toBe('done');
      served.set({
        skills: [
          skill('one', {
            'SKILL.md': skillMd(
              'one',
              'The first',
              '# One\n\nOther steps.\n',
              'allowed-tools: Read Bash(*)\n',
            ),
          }),
          ...skills.slice(1),
        ],
      });
      await app.relist('s');
      const { markdown } = await app.ask('exportChanges', { server: 's', uri });
      served.set({ skills });
      expect(markdown).toContain('| modified | `SKILL.md` |');
      expect(markdown).toContain('-Steps.\n+Other steps.');
      expect(markdown).toContain('| `allowed-tools` | `"Read"` | `"Read Bash(*)"` |');
      expect(markdown).toContain('The tools it requests have changed.');
    });
  });
});

describe("a colleague's decisions", () => {
  it(
    'are shown, imported once the key is trusted, bound to content, and show their origin',
    () =>
      machine('theirs', async (grace, graces) => {
        const read = ['--server', 'theirs', '--uri', uri, '--grant', 'Read'];
        expect((await approveAsShown(cli, grace, read)).code).toBe(0);
        expect((await graces('deny', '--server', 'theirs', '--uri', two)).code).toBe(0);
        const bundle = grace.path('team.json');
        expect(await graces('export', '--bundle', bundle)).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('signed by sha256:') as string,
        });
        expect(audit(grace).filter(({ action }) => action === 'exported')).toHaveLength(2);
        const own = JSON.parse((await graces('keys', 'list', '--json')).stdout) as { own: string };
        await machine('mine', async (ada, adas) => {
          const shown = await adas('import', bundle);
          expect(shown).toMatchObject({
            code: 3,
            stdout: expect.stringContaining('a key you do not trust') as string,
          });
          expect(shown.stdout).toContain('1 allowed tool isn’t imported');
          expect((await adas('import', bundle, '--yes')).code).toBe(2);
          expect((await adas('check', '--server', 'mine', '--uri', uri)).code).toBe(3);
          expect((await adas('keys', 'trust', own.own, '--name', 'Grace')).code).toBe(0);
          expect(await adas('import', bundle, '--yes')).toMatchObject({
            code: 0,
            stdout: expect.stringContaining('2 of 2 imported') as string,
          });
          const [record] = ada.json<ApprovalsFile>('data/approvals.json').records;
          expect(record).toMatchObject({
            server: { label: 'mine' },
            uri,
            decision: 'approved',
            reason: `import:${own.own}`,
            actor: { kind: 'import' },
            grants: { allowedTools: [] },
          });
          expect((await adas('check', '--server', 'mine', '--uri', uri)).code).toBe(0);
          expect((await adas('check', '--server', 'mine', '--uri', two)).code).toBe(4);
          expect(audit(ada).filter(({ action }) => action === 'imported')).toHaveLength(2);

          served.set({
            skills: [
              skill('one', {
                'SKILL.md': tooled.files['SKILL.md'] as string,
                'references/guide.md': '# Another guide\n',
              }),
              ...skills.slice(1),
            ],
          });
          expect((await adas('check', '--server', 'mine', '--uri', uri)).code).toBe(5);
          expect(await adas('diff', '--server', 'mine', '--uri', uri)).toMatchObject({
            code: 5,
            stdout: expect.stringContaining('| modified | `references/guide.md` |') as string,
          });
          served.set({ skills });

          expect((await adas('forget', '--all')).code).toBe(2);
          expect(await adas('forget', '--all', '--yes')).toMatchObject({
            code: 0,
            stdout: expect.stringContaining('2 decisions forgotten') as string,
          });
          expect((await adas('check', '--server', 'mine', '--uri', uri)).code).toBe(3);
          expect((await adas('audit', 'verify')).code).toBe(0);
        });
        const text = readFileSync(bundle, 'utf8');
        writeFileSync(
          bundle,
          text.replace(/"sig": "./, (found) =>
            found.endsWith('A') ? found.replace(/.$/, 'B') : found.replace(/.$/, 'A'),
          ),
        );
        expect(await graces('import', bundle, '--yes')).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('signature doesn’t match') as string,
        });
      }),
    180_000,
  );

  it("don't approve what rules find to be a high risk, without --accept-risk", () =>
    machine('theirs', async (grace, graces) => {
      const hooked = skillMd('one', 'The first', '# One\n', 'hooks: run.sh\n');
      served.set({ skills: [skill('one', { 'SKILL.md': hooked })] });
      onTestFinished(() => served.set({ skills }));
      expect((await approveAsShown(cli, grace, ['--server', 'theirs', '--uri', uri])).code).toBe(0);
      const bundle = grace.path('risky.json');
      expect((await graces('export', '--bundle', bundle)).code).toBe(0);
      const own = JSON.parse((await graces('keys', 'list', '--json')).stdout) as { own: string };
      await machine('mine', async (_, adas) => {
        expect((await adas('keys', 'trust', own.own, '--name', 'Grace')).code).toBe(0);
        expect(await adas('import', bundle, '--yes')).toMatchObject({
          code: 1,
          stdout: expect.stringMatching(/Findings: 1 critical\..*--accept-risk[^]*0 of 1 imported/),
        });
        expect((await adas('check', '--server', 'mine', '--uri', uri)).code).toBe(3);
        expect((await adas('import', bundle, '--yes', '--accept-risk')).code).toBe(0);
        expect((await adas('check', '--server', 'mine', '--uri', uri)).code).toBe(0);
      });
    }));

  it("of an older bundle don't undo newer decisions without separate confirmation", async () => {
    const bundle = await withApp({ stored: { theirs: server.entry } }, async (app) => {
      await app.settled('theirs');
      expect(await app.approve('theirs', uri)).toBe('done');
      return (await app.ask('exportBundle', { items: [{ server: 'theirs', uri }] })).text;
    });
    await withApp({ stored: { s: server.entry } }, async (app) => {
      await app.settled('s');
      const take = async (older: boolean, trust = false) => {
        const { bundleId, challenge, items } = await app.ask('previewBundle', { text: bundle });
        const trustKey = trust ? app.confirm(challenge, { request: 'trustKey', bundleId }) : null;
        const { outcomes } = await app.ask('applyBundle', { bundleId, trustKey, older });
        return [items[0]?.older, outcomes[0]?.outcome];
      };
      expect(await take(false, true)).toEqual([false, 'done']);
      expect(await app.decide('deny', 's', uri)).toBe('done');
      expect(await take(false)).toEqual([true, 'refused']);
      expect(await standing(app)).toMatchObject({ kind: 'denied' });

      const file = app.place.path('replayed.dsse');
      writeFileSync(file, bundle);
      expect(await runCli(cli, app.place, ['import', file, '--yes'])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('OLDER') as string,
      });
      expect(await standing(app)).toMatchObject({ kind: 'denied' });
      expect(await take(true)).toEqual([true, 'done']);
      expect(await standing(app)).toMatchObject({ kind: 'approved' });
    });
  });

  it("don't restore an approval that is no longer valid without separate confirmation", async () => {
    const own = scene(shared, 'lapsing', { skills: [skill('one')] });
    const other = skill('one', { 'references/guide.md': '# Other\n' });
    await withApp(
      { session: { s: stdioServer(shared, 'honest', own.args).entry } },
      async (app) => {
        await app.settled('s');
        expect(await app.approve('s', uri)).toBe('done');
        const { text } = await app.ask('exportBundle', { items: [{ server: 's', uri }] });
        const relisted = async (skills: readonly ServedSkill[]): Promise<void> => {
          own.set({ skills });
          await app.relist('s');
          // The file says so a moment before the app that writes it.
          await expect.poll(() => standing(app)).toMatchObject({ kind: 'changed' });
        };
        await relisted([other]);
        await until(
          'the lapse in the file',
          () => app.place.json<ApprovalsFile>('data/approvals.json').records[0]?.lapsed,
        );
        await relisted([skill('one')]);
        // The app that wrote the file says so a moment later than the file.
        const { bundleId, challenge, items } = await until('the lapse in the app', async () => {
          const preview = await app.ask('previewBundle', { text });
          return preview.items[0]?.older === true ? preview : undefined;
        });
        expect(items).toMatchObject([
          { older: true, message: expect.stringContaining('Yours is no longer valid') as string },
        ]);
        const trustKey = app.confirm(challenge, { request: 'trustKey', bundleId });
        expect(await app.ask('applyBundle', { bundleId, trustKey, older: false })).toMatchObject({
          outcomes: [
            {
              outcome: 'refused',
              message: expect.stringContaining('ended your approval') as string,
            },
          ],
        });
        expect(await standing(app)).toMatchObject({ kind: 'changed' });
      },
    );
  });

  it('can be previewed and applied in a window, which shows them at once', async () => {
    const bundle = await withApp({ stored: { theirs: server.entry } }, async (app) => {
      await app.settled('theirs');
      expect(await app.approve('theirs', uri)).toBe('done');
      return (await app.ask('exportBundle', { items: [{ server: 'theirs', uri }] })).text;
    });
    await withApp({ stored: { s: server.entry } }, async (app) => {
      await app.settled('s');
      const preview = await app.ask('previewBundle', { text: bundle });
      expect(preview).toMatchObject({
        problem: null,
        signer: { name: 'tester', trusted: false },
        items: [
          { server: 's', uri, name: 'one', decision: 'approved', change: 'new', message: '' },
        ],
      });
      expect(
        await app.reply('applyBundle', {
          bundleId: preview.bundleId,
          trustKey: null,
          older: false,
        }),
      ).toMatchObject({ ok: false, error: { code: 'refused' } });
      const { bundleId, challenge } = preview;
      const trustKey = app.confirm(challenge, { request: 'trustKey', bundleId });
      expect(await app.ask('applyBundle', { bundleId, trustKey, older: false })).toEqual({
        outcomes: [{ server: 's', uri, outcome: 'done', message: '' }],
      });
      expect(await standing(app)).toMatchObject({ kind: 'approved' });
      expect(
        app.events.some(
          (event) =>
            event.type === 'skills-put' &&
            event.skills.some((row) => row.uri === uri && row.standing.kind === 'approved'),
        ),
      ).toBe(true);
      expect(await app.ask('previewBundle', { text: bundle })).toMatchObject({
        signer: { trusted: true },
        items: [{ change: 'same' }],
      });
      expect(await app.ask('previewBundle', { text: '{}' })).toMatchObject({
        problem: expect.any(String) as string,
        signer: null,
        items: [],
      });

      const stale = await app.ask('previewBundle', { text: bundle });
      expect(await app.decide('deny', 's', uri)).toBe('done');
      expect(
        await app.ask('applyBundle', { bundleId: stale.bundleId, trustKey: null, older: false }),
      ).toMatchObject({ outcomes: [{ outcome: 'stale' }] });

      const history = await app.ask('getHistory', { server: 's', uri });
      expect(history.lines.map(({ action }) => action)).toEqual(['denied', 'imported']);
      expect(history.chain).toEqual({ ok: true, lines: 2 });
      expect(
        await app.ask('getAudit', {
          server: null,
          text: 'IMPORT',
          action: null,
          before: null,
          limit: 1,
        }),
      ).toMatchObject({ lines: [{ action: 'imported' }], more: false });
      expect(
        (await app.ask('exportAudit', { server: 's', text: '', action: 'denied' })).text
          .trim()
          .split('\n'),
      ).toHaveLength(1);
      expect(await app.reply('exportChanges', { server: 's', uri })).toMatchObject({
        ok: false,
        error: { code: 'not-found' },
      });
      expect(await app.reply('clearAll', { confirm: 'yes' as never })).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      });
      expect(await app.ask('clearAll', { confirm: 'forget every decision' })).toEqual({
        removed: 1,
      });
      expect(await standing(app)).toEqual({ kind: 'undecided' });
    });
  });
});
