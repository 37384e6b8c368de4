import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { stage, type Stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { readFile } from '../reading/read-file.ts';
import { commit } from './commit.ts';
import { revokeRecord } from './decide.ts';

const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: {
    'SKILL.md': skillMd(name, `About ${name}`, undefined, 'allowed-tools: Read Write\n'),
    'guide.md': `# Guide to ${name}\n`,
  },
  ...more,
});
async function one(...skills: ServedSkill[]) {
  const server = new ServedHere(skills.length === 0 ? [served('a'), served('b')] : skills);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  return { ...scene, served: server, standing: (name: string) => standingOf(scene, name) };
}
const standingOf = ({ skill }: Stage, name: string) => skill('acme', main(name)).standing.kind;
const recordOf = ({ skill }: Pick<Stage, 'skill'>, name: string) =>
  skill('acme', main(name)).record;

describe('approving', () => {
  it('binds to what is held, in a record that says who, what and when', async () => {
    const scene = await one();
    const [outcome] = await scene.decide(
      'approve',
      [scene.item('acme', main('a'), { grants: ['Read'], shown: 1 })],
      { note: 'looked at it', expiresAt: '2027-01-01T00:00:00.000Z' },
    );
    const record = recordOf(scene, 'a');
    expect(outcome).toEqual({
      server: 'acme',
      uri: main('a'),
      outcome: 'done',
      message: '',
      record: record?.id,
      undo: expect.any(String),
    });
    expect(record).toMatchObject({
      server: {
        label: 'acme',
        display: 'https://acme.example/mcp',
        identity: { kind: 'http', url: 'https://acme.example/mcp' },
      },
      uri: main('a'),
      name: 'a',
      decision: 'approved',
      grants: { allowedTools: ['Read'] },
      coverage: { verified: 0, shown: 1, total: 2 },
      actor: { kind: 'user', name: 'ada' },
      decidedAt: '2026-11-01T00:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
      note: 'looked at it',
      supersedes: null,
      integrity: 'manifest',
      archive: null,
    });
    expect(record?.resources.map(({ uri }) => uri).toSorted()).toEqual([
      main('a'),
      'skill://a/guide.md',
    ]);
    expect(await scene.lines()).toMatchObject([
      {
        action: 'approved',
        server: 'acme',
        uri: main('a'),
        setDigest: record?.setDigest,
        detail:
          '0 of 2 files matched, 1 shown; grants "Read"; ends 2027-01-01T00:00:00.000Z; note: looked at it',
      },
    ]);
    expect(scene.told('store').at(-1)?.store).toMatchObject({ status: 'ready', records: 1 });
    expect(scene.served.askedFor('resources/read')).toEqual([]);
  });

  it('never says that more was shown than there is', async () => {
    const scene = await one();
    await scene.approve('acme', main('a'), { shown: 99 });
    expect(recordOf(scene, 'a')?.coverage.shown).toBe(2);
  });

  it('again with other tools is a change of grants, and with the same ones an approval', async () => {
    const scene = await one();
    const actions = async () => (await scene.lines()).map(({ action }) => action);
    await scene.approve('acme', main('a'), { grants: ['Read'] });
    const first = recordOf(scene, 'a')?.id;
    await scene.approve('acme', main('a'), { grants: ['Write'] });
    expect(recordOf(scene, 'a')?.supersedes).toBe(first);
    await scene.approve('acme', main('a'), { grants: ['Write'] });
    await scene.approve('acme', main('a'), { grants: ['Write', 'Read'] });
    await scene.approve('acme', main('a'), { grants: [] });
    expect(await actions()).toEqual([
      'approved',
      'grant-changed',
      'approved',
      'grant-changed',
      'grant-changed',
    ]);
    await scene.decide('deny', [scene.item('acme', main('a'))]);
    await scene.approve('acme', main('a'), { grants: ['Read'] });
    expect((await actions()).slice(-2)).toEqual(['denied', 'approved']);
  });

  it('of what changed since is an approval, though other tools are granted, too', async () => {
    const scene = await one();
    await scene.approve('acme', main('a'), { grants: ['Read'] });
    scene.served.serve([
      served('a', { files: { ...served('a').files, 'guide.md': 'Another' } }),
      served('b'),
    ]);
    await scene.up();
    expect(scene.standing('a')).toBe('changed');
    await scene.approve('acme', main('a'), { grants: ['Write'] });
    expect((await scene.lines()).at(-1)?.action).toBe('approved');
  });

  it('keeps the text that was read, for the diff of a later change', async () => {
    const scene = await one();
    await readFile(scene.app, scene.skill('acme', main('a')), main('a'), { keep: true });
    expect(scene.snapshots.held.size).toBe(0);
    await scene.approve('acme', main('a'));
    await scene.app.keeper.settled();
    expect(scene.snapshots.held.size).toBe(1);
    expect(recordOf(scene, 'a')?.coverage.verified).toBe(1);
  });

  it('decides each on its own, and the others where one cannot be', async () => {
    const scene = await one();
    const stale = scene.item('acme', main('a'), { setDigest: 'sha256:other' });
    const outcomes = await scene.decide('approve', [
      stale,
      scene.item('acme', main('b')),
      { ...stale, uri: main('none') },
      { ...stale, server: 'nobody' },
    ]);
    expect(outcomes.map(({ uri, outcome }) => [uri, outcome])).toEqual([
      [main('a'), 'stale'],
      [main('none'), 'unknown-skill'],
      [main('a'), 'unknown-skill'],
      [main('b'), 'done'],
    ]);
    expect(outcomes[1]?.message).toBe('This skill is no longer loaded.');
    expect([scene.standing('a'), scene.standing('b')]).toEqual(['undecided', 'approved']);
  });

  it('the same twice in one go writes it once', async () => {
    const scene = await one();
    const item = scene.item('acme', main('a'));
    expect(await scene.decide('approve', [item, item])).toHaveLength(1);
    expect(await scene.lines()).toHaveLength(1);
  });

  it.each(['approve', 'deny', 'session'] as const)(
    'is not done for another server that has got the label since: %s',
    async (action) => {
      const scene = await one(served('a', action === 'session' ? { dynamic: true } : {}));
      const item = scene.item('acme', main('a'));
      const { configured } = scene.server('acme');
      const url = 'https://other.example/mcp';
      scene.app.catalogue.remove(scene.server('acme'));
      scene.app.catalogue.add({
        ...configured,
        config: { ok: true, value: { type: 'http', url, headers: {} } },
      });
      scene.consents.store.state = async () => 'allowed';
      await scene.up();
      // The other one serves just the same.
      const now = scene.item('acme', main('a'));
      expect(now).toEqual({ ...item, identity: now.identity });
      expect(await scene.decide(action, [item])).toMatchObject([{ outcome: 'stale' }]);
      expect(scene.standing('a')).toBe('undecided');
      expect(await scene.decide(action, [now])).toMatchObject([{ outcome: 'done' }]);
    },
  );

  it('stands on every server of the same identity', async () => {
    const config = { type: 'http', url: 'https://one.example/mcp', headers: {} } as const;
    const scene = await stage({
      servers: { acme: new ServedHere([served('a')]), twin: new ServedHere([served('a')]) },
      configs: { acme: config, twin: config },
    });
    await scene.up('acme');
    await scene.up('twin');
    await scene.approve('acme', main('a'));
    expect(scene.skill('twin', main('a')).standing.kind).toBe('approved');
  });
});

describe('denying and revoking', () => {
  it('writes a denial with its note, and no grants, end or coverage beyond the truth', async () => {
    const scene = await one();
    await scene.decide('deny', [scene.item('acme', main('a'), { grants: ['Read'] })], {
      note: 'no need',
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    expect(recordOf(scene, 'a')).toMatchObject({
      decision: 'denied',
      grants: { allowedTools: [] },
      expiresAt: null,
      note: 'no need',
    });
    expect(await scene.lines()).toMatchObject([{ action: 'denied', detail: 'no need' }]);
    expect(scene.standing('a')).toBe('denied');
  });

  it('takes a decision back, and notes what it was about', async () => {
    const scene = await one();
    await scene.approve('acme', main('a'));
    const before = recordOf(scene, 'a');
    const [outcome] = await scene.decide('revoke', [scene.item('acme', main('a'))]);
    expect(outcome).toMatchObject({ outcome: 'done', record: null });
    expect(recordOf(scene, 'a')).toBeNull();
    expect((await scene.lines()).at(-1)).toMatchObject({
      action: 'revoked',
      setDigest: before?.setDigest,
      detail: '',
    });
  });

  it('works by the record alone where the skill is not served any more', async () => {
    const scene = await one();
    await scene.approve('acme', main('a'));
    const acme = scene.server('acme');
    const digest = recordOf(scene, 'a')?.setDigest;
    scene.served.serve([]);
    await scene.up();
    expect(await revokeRecord(scene.app, acme, main('a'))).toEqual({
      server: 'acme',
      uri: main('a'),
      outcome: 'done',
      message: '',
    });
    expect((await scene.lines()).at(-1)).toMatchObject({
      action: 'revoked',
      server: 'acme',
      uri: main('a'),
      setDigest: digest,
    });
    expect(await revokeRecord(scene.app, acme, main('a'))).toMatchObject({
      outcome: 'nothing-to-revoke',
      message: 'There’s no decision to revoke.',
    });
  });

  it('says by the record alone why nothing could be written', async () => {
    const scene = await one();
    await scene.approve('acme', main('a'));
    scene.commits.failure = { reason: 'write-failed', message: 'the disk is full' };
    expect(await revokeRecord(scene.app, scene.server('acme'), main('a'))).toMatchObject({
      outcome: 'write-failed',
      message: 'the disk is full',
    });
  });
});

describe('allowing for a session', () => {
  it('writes nothing, stands until it is taken back, and ends with another decision', async () => {
    const scene = await one(served('a', { dynamic: true }));
    const item = () => scene.item('acme', main('a'));
    expect((await scene.decide('session', [item()]))[0]).toMatchObject({
      outcome: 'done',
      record: null,
    });
    expect(scene.skill('acme', main('a')).held.sessionAllowed).toBe(true);
    expect(await scene.lines()).toEqual([]);
    expect((await scene.decide('revoke', [item()]))[0]?.outcome).toBe('done');
    expect(scene.skill('acme', main('a')).held.sessionAllowed).toBe(false);
    expect(await scene.lines()).toEqual([]);
    await scene.decide('session', [item()]);
    await scene.decide('deny', [item()]);
    expect(scene.skill('acme', main('a')).held.sessionAllowed).toBe(false);
    expect(scene.standing('a')).toBe('denied');
  });
});

describe('what cannot be written', () => {
  it.each([
    ['unreadable', 'store-unreadable'],
    ['write-failed', 'write-failed'],
    ['locked', 'write-failed'],
  ] as const)('because it is %s leaves everything as it was', async (reason, outcome) => {
    const scene = await one();
    await readFile(scene.app, scene.skill('acme', main('a')), main('a'), { keep: true });
    scene.commits.failure = { reason, message: 'why' };
    const told = scene.told('store').length;
    expect(await scene.decide('approve', [scene.item('acme', main('a'))])).toEqual([
      { server: 'acme', uri: main('a'), outcome, message: 'why' },
    ]);
    await scene.app.keeper.settled();
    expect(scene.standing('a')).toBe('undecided');
    expect(scene.snapshots.held.size).toBe(0);
    expect(scene.told('store').length).toBe(told);
  });

  it('leaves an allowance for the session as it was, too', async () => {
    const scene = await one(served('a', { dynamic: true }));
    await scene.decide('session', [scene.item('acme', main('a'))]);
    scene.commits.failure = { reason: 'write-failed', message: 'why' };
    await scene.decide('deny', [scene.item('acme', main('a'))]);
    expect(scene.skill('acme', main('a')).held.sessionAllowed).toBe(true);
  });
});

describe('what somebody else decides in the same moment', () => {
  it('is not replaced, and the others are decided', async () => {
    const scene = await one();
    await scene.approve('acme', main('b'));
    const theirs = recordOf(scene, 'b');
    scene.commits.failure = { reason: 'replaced', message: 'x', record: theirs, index: 0 };
    const { commit: real } = scene.app.approvals;
    let time = 0;
    scene.app.approvals.commit = async (changes) => {
      if ((time += 1) === 2) scene.commits.failure = null;
      return real(changes);
    };
    const items = [scene.item('acme', main('a')), scene.item('acme', main('b'))];
    const outcomes = await scene.decide('deny', items);
    expect(outcomes.map(({ uri, outcome }) => [uri, outcome])).toEqual([
      [main('a'), 'replaced'],
      [main('b'), 'done'],
    ]);
    expect(outcomes[0]?.message).toBe(
      'It was approved a moment ago in another window or program. Review it again.',
    );
    expect([scene.standing('a'), scene.standing('b')]).toEqual(['undecided', 'denied']);
  });

  it('ends as a failure where the store names none of what was decided', async () => {
    const scene = await one();
    scene.commits.failure = { reason: 'replaced', message: 'who knows', record: null, index: 7 };
    expect(await scene.decide('deny', [scene.item('acme', main('a'))])).toEqual([
      { server: 'acme', uri: main('a'), outcome: 'replaced', message: 'who knows' },
    ]);
  });
});

describe('a commit', () => {
  it('of nothing writes and tells nothing', async () => {
    const scene = await one();
    scene.commits.failure = { reason: 'write-failed', message: 'why' };
    const told = scene.events.length;
    expect(await commit(scene.app, [])).toBeNull();
    expect(scene.events.length).toBe(told);
  });
});
