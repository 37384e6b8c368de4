import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../../e2e/servers/support/served-skill.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import { sealBundle } from '../../../core/exchange/bundle.ts';
import { signingKeyOf } from '../../../core/exchange/keys.ts';
import { err, ok } from '../../../../shared/result.ts';
import { ServedHere } from '../../testing/served.ts';
import { stage, type StageOptions } from '../../testing/stage.ts';
import { wordInspector } from '../../testing/word-inspector.ts';
import { answerFinding, reopenFinding } from '../../findings/answer.ts';
import { findingsOf } from '../../findings/findings.ts';
import { readFile } from '../../reading/read-file.ts';
import { applyBundle, imported, type PendingBundles } from './apply.ts';
import { exportBundle, exported } from './export.ts';
import { previewBundle } from './preview.ts';

const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`, undefined, 'allowed-tools: Read Write\n') },
  ...more,
});
const day = 86_400_000;
const key = signingKeyOf(generateKeyPairSync('ed25519').privateKey);

async function person(more: Partial<StageOptions> = {}) {
  const scene = await stage({
    servers: { acme: new ServedHere([served('a'), served('b')]) },
    ...more,
  });
  await scene.up();
  const pending: PendingBundles = new Map();
  const { app } = scene;
  const record = (name = 'a'): ApprovalRecord | null => scene.skill('acme', main(name)).record;
  return {
    ...scene,
    pending,
    record,
    preview: (text: string) => previewBundle(app, pending, text),
    async export(...names: string[]): Promise<string> {
      const made = await exportBundle(
        app,
        names.map((name) => ({ server: 'acme', uri: main(name) })),
      );
      if (!made.ok) throw new Error(made.error.message);
      return made.value.text;
    },
    async take(text: string, { trustKey = true, older = false } = {}) {
      const { bundleId } = await previewBundle(app, pending, text);
      return applyBundle(app, pending, bundleId, { trustKey, older, acceptRisk: true });
    },
  };
}
/** A bundle of a colleague's decisions as they are given. */
const bundleOf = (records: readonly ApprovalRecord[], now: number, sequence = 1): string =>
  sealBundle(records, key, 'grace', { now, sequence });
/** What a colleague approved of what this person sees. */
async function theirs(change: Partial<ApprovalRecord> = {}, ...names: string[]) {
  const colleague = await person();
  for (const name of names.length === 0 ? ['a'] : names)
    await colleague.approve('acme', main(name), { grants: ['Read'] });
  return (names.length === 0 ? ['a'] : names).map((name) => ({
    ...(colleague.record(name) as ApprovalRecord),
    ...change,
  }));
}
const outcomesOf = async (applied: ReturnType<typeof applyBundle>) => {
  const made = await applied;
  if (!made.ok) throw new Error(made.error.message);
  return made.value.outcomes.map(({ uri, outcome, message }) => [uri, outcome, message]);
};

describe('exporting decisions', () => {
  it('signs them with the key of this machine, and notes each', async () => {
    const me = await person();
    await me.approve('acme', main('a'));
    await me.decide('deny', [me.item('acme', main('b'))]);
    const made = await exportBundle(me.app, [
      { server: 'acme', uri: main('a') },
      { server: 'acme', uri: main('a') },
      { server: 'acme', uri: main('b') },
    ]);
    if (!made.ok) throw new Error(made.error.message);
    const own = await me.app.keys.own();
    expect(own.ok && own.value.fingerprint).toBe(made.value.fingerprint);
    const noted = (await me.lines()).filter(({ action }) => action === 'exported');
    expect(noted).toMatchObject(
      ['a', 'b'].map((name) => ({
        server: 'acme',
        uri: main(name),
        setDigest: me.record(name)?.setDigest,
        detail: `signed by ${made.value.fingerprint}`,
      })),
    );
    const other = await person();
    const shown = await other.preview(made.value.text);
    expect(shown.items.map(({ uri, decision }) => [uri, decision])).toEqual([
      [main('a'), 'approved'],
      [main('b'), 'denied'],
    ]);
    const [held] = other.pending.values();
    expect(held?.bundle).toMatchObject({
      signerName: 'ada',
      createdAt: '2026-11-01T00:00:00.000Z',
      sequence: 2,
    });
  });

  it('signs nothing where there is no decision', async () => {
    const me = await person();
    await me.approve('acme', main('a'));
    for (const server of ['acme', 'nobody'])
      expect(
        await exportBundle(me.app, [
          { server: 'acme', uri: main('a') },
          { server, uri: main('b') },
        ]),
      ).toEqual(
        err({
          code: 'not-found',
          message: `There’s no decision about ${main('b')} of ${server}.`,
        }),
      );
    expect((await me.lines()).map(({ action }) => action)).toEqual(['approved']);
  });

  it.each([
    [
      'an address',
      { type: 'http', url: 'https://acme.example/mcp?token=sk-0123456789abcdef0123', headers: {} },
    ],
    [
      'a command',
      { type: 'stdio', command: 'serve', args: ['--api-key', 'sk-0123456789abcdef0123'], env: {} },
    ],
  ] as const)('signs nothing of %s that holds a credential', async (_, config) => {
    const me = await person({ configs: { acme: config } });
    await me.approve('acme', main('a'));
    expect(await exportBundle(me.app, [{ server: 'acme', uri: main('a') }])).toMatchObject({
      error: {
        code: 'refused',
        message:
          'acme: its address or command may contain a credential, so its decisions aren’t exported.',
      },
    });
  });

  it('signs those of a command without one', async () => {
    const me = await person({
      configs: { acme: { type: 'stdio', command: 'serve', args: ['--all'], env: {} } },
    });
    await me.approve('acme', main('a'));
    expect((await exportBundle(me.app, [{ server: 'acme', uri: main('a') }])).ok).toBe(true);
  });
});

describe('the preview of a bundle', () => {
  it('says who signed, and what would change', async () => {
    const me = await person();
    const shown = await me.preview(bundleOf(await theirs(), me.clock.now()));
    expect(shown).toMatchObject({
      problem: null,
      signer: { fingerprint: key.fingerprint, name: 'grace', trusted: false },
      items: [
        {
          server: 'acme',
          identity: expect.stringContaining('acme.example'),
          uri: main('a'),
          name: 'a',
          decision: 'approved',
          change: 'new',
          older: false,
          message: '1 allowed tool isn’t imported.',
        },
      ],
    });
    expect(me.record()).toBeNull();
    await me.app.keys.trust({ fingerprint: key.fingerprint, name: 'Grace of ours' });
    expect((await me.preview(bundleOf(await theirs(), me.clock.now()))).signer).toEqual({
      fingerprint: key.fingerprint,
      name: 'Grace of ours',
      trusted: true,
    });
  });

  it.each<[string, Partial<ApprovalRecord>, string]>([
    [
      'two grants',
      { grants: { allowedTools: ['Read', 'Write'], codeExecution: false } },
      '2 allowed tools aren’t imported.',
    ],
    ['no grant', { grants: { allowedTools: [], codeExecution: false } }, ''],
    [
      'an end that is past',
      { grants: { allowedTools: [], codeExecution: false }, expiresAt: '2026-10-31T00:00:00.000Z' },
      'Has expired.',
    ],
    [
      'an end right now',
      { grants: { allowedTools: [], codeExecution: false }, expiresAt: '2026-11-01T00:00:00.000Z' },
      'Has expired.',
    ],
    [
      'an end to come',
      { grants: { allowedTools: [], codeExecution: false }, expiresAt: '2026-11-02T00:00:00.000Z' },
      '',
    ],
    [
      'a lapse',
      {
        grants: { allowedTools: [], codeExecution: false },
        lapsed: { setDigest: null, at: '2026-10-31T00:00:00.000Z' },
      },
      'No longer valid: the server has since sent something else.',
    ],
  ])('tells of %s', async (_, change, message) => {
    const me = await person();
    const [item] = (await me.preview(bundleOf(await theirs(change), me.clock.now()))).items;
    expect(item?.message).toBe(message);
  });

  it('says what of mine would be replaced, and whether theirs is older', async () => {
    const me = await person();
    const old = bundleOf(await theirs(), me.clock.now());
    me.clock.move(day);
    await me.decide('deny', [me.item('acme', main('a'))]);
    expect((await me.preview(old)).items[0]).toMatchObject({
      change: 'replaces',
      older: true,
      message: 'Replaces your denial. 1 allowed tool isn’t imported.',
    });
    const same = await person();
    await same.approve('acme', main('a'));
    expect((await same.preview(old)).items[0]).toMatchObject({ change: 'same', older: false });
  });

  it('says that mine has lapsed', async () => {
    const me = await person();
    const { served: by } = me;
    await me.approve('acme', main('a'));
    by.get('acme')?.serve([served('a', { files: { 'SKILL.md': skillMd('a', 'Another') } })]);
    await me.up();
    await me.app.relations.settled();
    const [record] = await theirs({ grants: { allowedTools: [], codeExecution: false } });
    await expect
      .poll(() => me.app.approvals.find(record!.server.identity, main('a'))?.lapsed)
      .toBeTruthy();
    const [item] = (await me.preview(bundleOf([record!], me.clock.now() + day))).items;
    expect(item).toMatchObject({
      change: 'replaces',
      message: 'Yours is no longer valid: the server sent something else on 2026-11-01.',
    });
  });

  it('says what no server here has, and what the policy has against it', async () => {
    const me = await person();
    const [record] = await theirs({ grants: { allowedTools: [], codeExecution: false } });
    const elsewhere = {
      ...record!,
      server: {
        ...record!.server,
        identity: { kind: 'http', url: 'https://else.example/mcp' } as const,
      },
    };
    me.rule([{ name: 'no a here', effect: 'deny', uri: 'skill://a/**' }]);
    const { items } = await me.preview(bundleOf([elsewhere, record!], me.clock.now()));
    expect(items[0]).toMatchObject({
      server: '',
      change: 'unknown-server',
      older: false,
      message: 'No configured server has this identity, so nothing is imported.',
    });
    expect(items[1]?.message).toMatch(/^Policy: .*no a here.*\.$/);
  });

  it('refuses what is no bundle, and what cannot be compared', async () => {
    const me = await person();
    expect(await me.preview('{}')).toMatchObject({
      problem: expect.stringMatching(/^The bundle can’t be used: .*\.$/),
      signer: null,
      items: [],
    });
    expect(me.pending.size).toBe(0);
    const bundle = bundleOf(await theirs(), me.clock.now());
    me.app.keys.trusted = async () => err('the keys are damaged');
    expect(await me.preview(bundle)).toMatchObject({ problem: 'the keys are damaged', items: [] });
  });

  it('is kept for the last eight', async () => {
    const me = await person();
    const bundle = bundleOf(await theirs(), me.clock.now());
    const ids: string[] = [];
    for (let times = 0; times < 9; times += 1) ids.push((await me.preview(bundle)).bundleId);
    expect([...me.pending.keys()]).toEqual(ids.slice(1));
    expect(
      await applyBundle(me.app, me.pending, ids[0]!, { trustKey: true, older: false }),
    ).toEqual(err({ code: 'not-found', message: 'This bundle is no longer open. Open it again.' }));
  });
});

describe('taking a bundle over', () => {
  it('keeps each decision as signed by that key, with its line, and grants no tool', async () => {
    const me = await person();
    const outcomes = await outcomesOf(me.take(bundleOf(await theirs(), me.clock.now())));
    expect(outcomes).toEqual([[main('a'), 'done', '']]);
    expect(me.record()).toMatchObject({
      decision: 'approved',
      reason: `import:${key.fingerprint}`,
      server: { label: 'acme', display: 'https://acme.example/mcp' },
      grants: { allowedTools: [] },
      supersedes: null,
    });
    expect((await me.lines()).at(-1)).toMatchObject({
      action: 'imported',
      server: 'acme',
      uri: main('a'),
      setDigest: me.record()?.setDigest,
      detail: `approved, signed by ${key.fingerprint}; 0 of 1 files matched, 0 read; allows no tools; no expiry`,
    });
    expect(me.skill('acme', main('a')).standing.kind).toBe('approved');
    expect(me.pending.size).toBe(0);
    const trusted = await me.app.keys.trusted();
    expect(trusted.ok && trusted.value).toMatchObject([
      { fingerprint: key.fingerprint, name: 'grace', newest: { sequence: 1 } },
    ]);
  });

  it('takes nothing of a key that nobody trusts', async () => {
    const me = await person();
    const bundle = bundleOf(await theirs(), me.clock.now());
    expect(await me.take(bundle, { trustKey: false })).toEqual(
      err({
        code: 'refused',
        message: `The key ${key.fingerprint} isn’t one you trust, so nothing was imported.`,
      }),
    );
    expect(me.record()).toBeNull();
    await me.app.keys.trust({ fingerprint: key.fingerprint, name: 'Grace' });
    expect(await outcomesOf(me.take(bundle, { trustKey: false }))).toEqual([
      [main('a'), 'done', ''],
    ]);
  });

  it('says why the keys cannot be used', async () => {
    const me = await person();
    const bundle = bundleOf(await theirs(), me.clock.now());
    const { keys } = me.app;
    const { bundleId } = await me.preview(bundle);
    const apply = () => applyBundle(me.app, me.pending, bundleId, { trustKey: true, older: false });
    const { trust } = keys;
    keys.trust = async () => err('no disk');
    expect(await apply()).toEqual(err({ code: 'store', message: 'no disk' }));
    keys.trust = trust;
    keys.trusted = async () => err('damaged');
    expect(await apply()).toEqual(err({ code: 'store', message: 'damaged' }));
  });

  it('leaves alone what was decided since it was shown', async () => {
    const me = await person();
    const { bundleId } = await me.preview(bundleOf(await theirs(), me.clock.now()));
    await me.decide('deny', [me.item('acme', main('a'))]);
    expect(
      await outcomesOf(applyBundle(me.app, me.pending, bundleId, { trustKey: true, older: true })),
    ).toEqual([
      [main('a'), 'stale', 'A different decision was made meanwhile. Open the bundle again.'],
    ]);
    expect(me.record()?.decision).toBe('denied');
  });

  it('replaces nothing newer without a yes of its own', async () => {
    const me = await person();
    const old = bundleOf(await theirs(), me.clock.now());
    me.clock.move(day);
    await me.decide('deny', [me.item('acme', main('a'))]);
    expect(await outcomesOf(me.take(old))).toEqual([
      [main('a'), 'refused', 'It’s older than your decision of 2026-11-02. Confirm it separately.'],
    ]);
    const denied = me.record()?.id;
    expect(await outcomesOf(me.take(old, { older: true }))).toEqual([[main('a'), 'done', '']]);
    expect(me.record()).toMatchObject({ decision: 'approved', supersedes: denied });
  });

  it('brings nothing back with a bundle that is older than one of the same key', async () => {
    const me = await person();
    const [a, b] = await theirs({}, 'a', 'b');
    await me.take(bundleOf([b!], me.clock.now(), 7));
    expect(await outcomesOf(me.take(bundleOf([a!], me.clock.now(), 6)))).toEqual([
      [
        main('a'),
        'refused',
        'It’s older than what you imported from this key. Confirm it separately.',
      ],
    ]);
  });

  it('says what was decided so already, and what no server has', async () => {
    const me = await person();
    await me.approve('acme', main('a'));
    const [record] = await theirs();
    const elsewhere = {
      ...record!,
      server: {
        ...record!.server,
        identity: { kind: 'http', url: 'https://else.example/mcp' } as const,
      },
    };
    const applied = await me.take(bundleOf([record!, elsewhere], me.clock.now()));
    expect(applied).toMatchObject({
      value: {
        outcomes: [
          { server: 'acme', uri: main('a'), outcome: 'done', message: 'Already decided this way.' },
          {
            server: '',
            uri: main('a'),
            outcome: 'unknown-skill',
            message: 'No configured server has this identity.',
          },
        ],
      },
    });
    expect((await me.lines()).map(({ action }) => action)).toEqual(['approved']);
  });

  it('takes over what it can, and says what the policy has against the rest', async () => {
    const me = await person();
    const [approved] = await theirs();
    const denied = { ...(await theirs({ decision: 'denied' }, 'b'))[0]! };
    me.rule([], { longestExpiryDays: 5 });
    const outcomes = await outcomesOf(me.take(bundleOf([approved!, denied], me.clock.now())));
    expect(outcomes).toEqual([
      [main('a'), 'refused', expect.stringMatching(/^Policy: ./)],
      [main('b'), 'done', ''],
    ]);
    expect(me.record('b')?.decision).toBe('denied');
    expect((await me.lines()).at(-1)?.detail).toBe(`denied, signed by ${key.fingerprint}`);
  });

  it('keeps it open where nothing could be written', async () => {
    const me = await person();
    const { bundleId } = await me.preview(bundleOf(await theirs(), me.clock.now()));
    const apply = () => applyBundle(me.app, me.pending, bundleId, { trustKey: true, older: false });
    me.commits.failure = { reason: 'write-failed', message: 'the disk is full' };
    expect(await outcomesOf(apply())).toEqual([[main('a'), 'write-failed', 'the disk is full']]);
    const trusted = await me.app.keys.trusted();
    expect(trusted.ok && trusted.value[0]?.newest).toBeUndefined();
    me.commits.failure = null;
    expect(await outcomesOf(apply())).toEqual([[main('a'), 'done', '']]);
  });
});

describe('how it ended, in words', () => {
  it('of an export', () => {
    expect(exported({ ok: true, value: {} }, 1)).toEqual({ message: '1 decision signed' });
    expect(exported({ ok: true, value: {} }, 1_200)).toEqual({ message: '1,200 decisions signed' });
    expect(exported(err({ code: 'store', message: 'no key' }), 1)).toEqual({
      message: 'no key',
      isFailure: true,
    });
  });

  it('of an import', () => {
    const about = { server: 'acme', uri: main('a') };
    const done = { ...about, outcome: 'done', message: '' } as const;
    const stale = { ...about, outcome: 'stale', message: 'why' } as const;
    expect(imported({ ok: true, value: { outcomes: [done] } })).toEqual({
      message: '1 decision imported',
      notDone: [],
      isFailure: false,
    });
    expect(imported({ ok: true, value: { outcomes: [done, stale, done] } })).toEqual({
      message: '2 decisions imported, 1 not',
      notDone: [{ ...about, file: null, name: main('a'), path: '', why: 'why' }],
      isFailure: false,
    });
    expect(imported({ ok: true, value: { outcomes: [stale] } })).toMatchObject({ isFailure: true });
    expect(imported({ ok: true, value: { outcomes: [] } })).toMatchObject({ isFailure: false });
    expect(imported(err({ code: 'refused', message: 'no trust' }))).toEqual({
      message: 'no trust',
      isFailure: true,
    });
  });
});

describe('answers to findings in a bundle', () => {
  const run = 'skill://a/run.sh';
  const files = { 'SKILL.md': skillMd('a', 'About a'), 'run.sh': 'curl a' };
  /** Somebody who has read `run.sh`, in which a rule found something. */
  async function reader() {
    const me = await person({
      servers: { acme: new ServedHere([{ path: 'a', files }]) },
      inspector: wordInspector,
    });
    const skill = () => me.skill('acme', main('a'));
    await readFile(me.app, skill(), run, { keep: false });
    await me.app.inspections.settled();
    const finding = () => findingsOf(skill()).findings.find(({ rule }) => rule === 'P01')!;
    const say = async (reason: string) => {
      const { rule, ruleset, digest } = finding();
      await answerFinding(me.app, skill(), {
        ...{ rule, ruleset, digest, file: run, reason, scope: 'path', expiresAt: null },
      });
    };
    return { ...me, skill, finding, say };
  }
  async function bundle() {
    const colleague = await reader();
    await colleague.say('Our own installer.');
    await colleague.approve('acme', main('a'));
    return colleague.export('a');
  }

  it('are shown before they are taken over, and stay whose they are', async () => {
    const me = await reader();
    const text = await bundle();
    const preview = await me.preview(text);
    expect(preview.answers).toEqual([
      { uri: main('a'), rule: 'P01', reason: 'Our own installer.', by: 'ada' },
    ]);
    expect(preview.items[0]?.message).toContain('Includes 1 finding that the signer dismissed.');
    expect(me.finding().others).toEqual([]);
    expect(await outcomesOf(me.take(text))).toEqual([[main('a'), 'done', '']]);
    expect(me.finding()).toMatchObject({
      answer: null,
      others: [
        {
          ...{ rule: 'P01', reason: 'Our own installer.', by: 'ada' },
          ...{ severity: 'high', confidence: 'high' },
          from: { fingerprint: preview.signer?.fingerprint, name: 'ada' },
        },
      ],
    });
    expect((await me.lines()).at(-1)).toMatchObject({
      action: 'imported',
      detail: expect.stringContaining('dismissal by ada of P01, signed by sha256:') as string,
    });
    // What they had answered when they decided is open here, too.
    expect(me.record()?.findings).toMatchObject({ findings: [{ rule: 'P01', state: 'open' }] });
  });

  it('count for no policy until the person says the same, and not for the import itself', async () => {
    const me = await reader();
    const text = await bundle();
    me.rule([], { forbidFindings: { rules: ['P01'] } });
    const [[, outcome, message] = []] = await outcomesOf(me.take(text));
    expect([outcome, message]).toEqual(['refused', expect.stringContaining('no findings of P01')]);
    expect(me.finding().others).toEqual([]);
    me.rule([]);
    await me.take(text);
    me.rule([], { forbidFindings: { rules: ['P01'] } });
    expect(await me.approve('acme', main('a'))).toBe('refused');
    await me.say(me.finding().others[0]?.reason ?? '');
    expect(await me.approve('acme', main('a'))).toBe('done');
    expect(me.finding().answer).toMatchObject({ by: 'ada', reason: 'Our own installer.' });
  });

  it('come with a decision that stands already, and can be removed', async () => {
    const me = await reader();
    const text = await bundle();
    await me.take(text);
    await me.take(text);
    expect(me.finding().others.length).toBeGreaterThan(0);
    for (const { id } of me.finding().others) await reopenFinding(me.app, me.skill(), id);
    expect(me.finding().others).toEqual([]);
  });

  it('that cannot be kept are said, and the decisions are kept all the same', async () => {
    const me = await reader();
    me.app.answers.take = async () => err('unwritable');
    const outcomes = await outcomesOf(me.take(await bundle()));
    expect(outcomes).toEqual([
      [main('a'), 'done', ''],
      ['', 'write-failed', 'The dismissals of findings couldn’t be saved; the decisions were.'],
    ]);
    me.app.answers.take = async (taken) => ok({ left: taken.map(({ answer }) => answer.id) });
    expect((await outcomesOf(me.take(await bundle()))).at(-1)).toEqual([
      ...[
        '',
        'write-failed',
        '1 of 1 dismissals of findings couldn’t be saved; the decisions were.',
      ],
    ]);
    expect((await me.lines()).filter(({ detail }) => detail.startsWith('answer of'))).toEqual([]);
  });

  it.each([
    ['nothing of findings', undefined],
    ['what is no findings', 'x'],
    ['that nobody found anything', { findings: [], more: [], notInspected: 0, notRead: 0 }],
  ])(
    'or the lack of them: who signs %s leads past no finding that stands here',
    async (_, word) => {
      const me = await reader();
      await readFile(me.app, me.skill(), main('a'), { keep: false });
      await me.app.inspections.settled();
      const colleague = await reader();
      await colleague.approve('acme', main('a'));
      const { findings: _own, ...bare } = colleague.record()!;
      const text = bundleOf(
        [word === undefined ? bare : { ...bare, findings: word }],
        me.clock.now(),
      );
      me.rule([], { forbidFindings: { severity: 'high' } });
      expect((await me.preview(text)).items[0]?.message).toContain(
        'Policy: no high or worse findings may stay open: 1 high.',
      );
      expect((await outcomesOf(me.take(text)))[0]?.[1]).toBe('refused');
      me.rule([]);
      expect((await me.preview(text)).items[0]?.message).toBe('Open findings: 1 high.');
      expect((await outcomesOf(me.take(text)))[0]?.[1]).toBe('done');
      expect(me.record()?.findings).toMatchObject({
        findings: [{ rule: 'P01', state: 'open' }],
        notRead: 0,
      });
      // Decided before the policy came.
      me.rule([], { forbidFindings: { rules: ['P01'] } });
      expect(me.skill().standing.kind).toBe('blocked');
    },
  );

  it('keep an approval with high findings from being imported with others, unless the risk is accepted', async () => {
    const me = await person({ servers: { acme: new ServedHere([{ path: 'a', files }]) } });
    const colleague = await reader();
    await colleague.approve('acme', main('a'));
    const text = bundleOf([colleague.record()!], me.clock.now());
    const { bundleId, items } = await me.preview(text);
    expect(items).toMatchObject([{ risky: true }]);
    const options = { trustKey: true, older: false };
    expect(await outcomesOf(applyBundle(me.app, me.pending, bundleId, options))).toEqual([
      [main('a'), 'risk', expect.stringContaining('Findings: 1 high.')],
    ]);
    expect(me.record()).toBeNull();
    const again = await me.preview(text);
    const accepted = { ...options, acceptRisk: true };
    expect(
      (await outcomesOf(applyBundle(me.app, me.pending, again.bundleId, accepted)))[0]?.[1],
    ).toBe('done');
    // Decided this way already, so nothing is left to accept.
    expect((await me.preview(text)).items).toMatchObject([{ change: 'same', risky: false }]);
  });

  it('never make files looked at that no rule looked at here', async () => {
    const me = await person({ servers: { acme: new ServedHere([{ path: 'a', files }]) } });
    const colleague = await reader();
    await colleague.say('Our own installer.');
    await colleague.approve('acme', main('a'));
    const clean = { findings: [], more: [], notInspected: 0, notRead: 0 };
    const text = bundleOf([{ ...colleague.record()!, findings: clean }], me.clock.now());
    me.rule([], { forbidFindings: { severity: 'high', notInspected: true } });
    const [[, outcome, message] = []] = await outcomesOf(me.take(text));
    expect([outcome, message]).toEqual(['refused', expect.stringContaining('2 files not checked')]);
    // Another set than is held here: nobody looked at any of it.
    me.served.get('acme')?.serve([{ path: 'a', files: { ...files, 'run.sh': 'other' } }]);
    await me.up();
    expect((await outcomesOf(me.take(text)))[0]?.[2]).toContain('2 files not checked');
    me.rule([]);
    await me.take(text);
    expect(me.record()?.findings).toMatchObject({ notRead: 2 });
  });

  it('wait for the rules that are looking at the same set here', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((go) => {
      open = go;
    });
    const text = await bundle();
    const me = await person({
      servers: { acme: new ServedHere([{ path: 'a', files }]) },
      inspector: {
        inspect: (file, server) => gate.then(() => wordInspector.inspect(file, server)),
        close: async () => {},
      },
    });
    await readFile(me.app, me.skill('acme', main('a')), run, { keep: false });
    me.rule([], { forbidFindings: { severity: 'high' } });
    const late = outcomesOf(me.take(text));
    await expect.poll(() => me.clock.due).toBeGreaterThan(0);
    me.clock.move(60_000);
    expect((await late)[0]).toEqual([
      ...[main('a'), 'stale', expect.stringContaining('Its files are still being inspected')],
    ]);
    const waiting = outcomesOf(me.take(text));
    open();
    expect((await waiting)[0]?.[1]).toBe('refused');
  });

  it.each([
    [
      'of a skill that it does not decide about',
      { record: 1 },
      'it dismisses a finding of a skill',
    ],
    ['without a reason', { reason: '' }, 'answers.0.reason'],
    ['with a digest that is none', { digest: 'sha256:x' }, 'answers.0.digest'],
  ])('%s make the bundle one that cannot be used', async (_, change, problem) => {
    const me = await person();
    const answer = {
      ...{ record: 0, rule: 'P01', ruleset: '1', digest: `sha256:${'a'.repeat(64)}`, file: null },
      ...{ reason: 'x', by: 'grace', at: '2026-11-01T00:00:00.000Z', expiresAt: null, ...change },
    };
    const text = sealBundle(await theirs(), key, 'grace', {
      ...{ now: me.clock.now(), sequence: 1, answers: [answer] },
    });
    expect((await me.preview(text)).problem).toContain(problem);
  });
});
