import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { openStore, put } from '../../storage/testing/forge.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { revokeRecord } from './decide.ts';
import { undoDecisions } from './undo.ts';
import type { SkillDecision } from './record-change.ts';

const over =
  'This decision can’t be undone: it was already undone or forgotten, or its server was configured again.';
const main = (name: string): string => `skill://${name}/SKILL.md`;
const served = (name: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`), 'guide.md': `# Guide to ${name}\n` },
  ...more,
});

async function one(...skills: ServedSkill[]) {
  const server = new ServedHere(skills.length === 0 ? [served('a'), served('b')] : skills);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const make = async (action: SkillDecision['action'], name = 'a'): Promise<string> => {
    const [outcome] = await scene.decide(action, [scene.item('acme', main(name))]);
    if (outcome?.undo === undefined) throw new Error(`${action}: ${outcome?.outcome}`);
    return outcome.undo;
  };
  const undo = async (id: string, name = 'a', label = 'acme') =>
    (await undoDecisions(scene.app, [{ server: label, uri: main(name), undo: id }]))[0];
  return {
    ...scene,
    served: server,
    make,
    undo,
    record: (name = 'a') => scene.skill('acme', main(name)).record,
    held: (name = 'a') => scene.skill('acme', main(name)).held,
    last: async () => (await scene.lines()).at(-1),
  };
}

describe('taking a decision back', () => {
  it.each([
    ['approve', 'approval undone; there was no earlier decision'],
    ['deny', 'denial undone; there was no earlier decision'],
  ] as const)('leaves nothing where nothing stood before: %s', async (action, detail) => {
    const scene = await one();
    const id = await scene.make(action);
    const setDigest = scene.record()?.setDigest;
    expect(await scene.undo(id)).toEqual({
      server: 'acme',
      uri: main('a'),
      outcome: 'done',
      message: '',
      record: null,
    });
    expect(scene.record()).toBeNull();
    expect(await scene.last()).toMatchObject({
      action: 'undone',
      server: 'acme',
      setDigest,
      detail,
    });
  });

  it.each([
    ['deny', 'denial undone; what was approved is in effect again'],
    ['revoke', 'revocation undone; what was approved is in effect again'],
  ] as const)('has what stood before stand again as it was: %s', async (action, detail) => {
    const scene = await one();
    await scene.make('approve');
    const before = scene.record();
    const id = await scene.make(action);
    expect(await scene.undo(id)).toMatchObject({ outcome: 'done', record: before?.id });
    expect(scene.record()).toEqual(before);
    expect(await scene.last()).toMatchObject({ action: 'undone', detail });
  });

  it('works once', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    await scene.undo(id);
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'refused',
      message: over,
    });
  });

  it('works for what was written, also where the skill is served no more', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    scene.served.serve([served('b')]);
    await scene.up();
    expect(await scene.undo(id)).toMatchObject({ outcome: 'done' });
  });

  it('takes back several, and says of each how it went', async () => {
    const scene = await one();
    const [a, b] = [await scene.make('approve', 'a'), await scene.make('deny', 'b')];
    await scene.make('deny', 'a');
    const outcomes = await undoDecisions(scene.app, [
      { server: 'acme', uri: main('a'), undo: a },
      { server: 'acme', uri: main('b'), undo: b },
    ]);
    expect(outcomes.map(({ uri, outcome }) => [uri, outcome])).toEqual([
      [main('a'), 'replaced'],
      [main('b'), 'done'],
    ]);
  });
});

describe('a decision is not taken back', () => {
  it('under the name of another skill or server', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    for (const [name, label] of [
      ['b', 'acme'],
      ['a', 'other'],
    ] as const)
      expect(await scene.undo(id, name, label)).toMatchObject({ outcome: 'refused' });
    expect(scene.record()?.decision).toBe('approved');
  });

  it('where another one stands by now', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    await scene.make('deny');
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'replaced',
      message: 'It was denied a moment ago in another window or program. Review it again.',
    });
    expect(scene.record()?.decision).toBe('denied');
  });

  it('where another one stood meanwhile, though none does now', async () => {
    const scene = await one();
    await scene.make('approve');
    const id = await scene.make('revoke');
    await scene.make('deny');
    await scene.make('revoke');
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'replaced',
      message: 'It was decided again since. Undo that decision first.',
    });
  });

  it('for a server that was configured anew, as another or the same one, or is gone', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    const { app } = scene;
    const { configured } = scene.server('acme');
    app.catalogue.remove(scene.server('acme'));
    expect(await scene.undo(id)).toMatchObject({ outcome: 'refused', message: over });
    app.catalogue.add({
      ...configured,
      config: { ok: true, value: { type: 'http', url: 'https://evil.example/mcp', headers: {} } },
    });
    expect(await scene.undo(id)).toMatchObject({ outcome: 'refused', message: over });
    app.catalogue.remove(scene.server('acme'));
    app.catalogue.add(configured);
    expect(await scene.undo(id)).toMatchObject({ outcome: 'refused', message: over });
  });

  it('where something else than was approved before has been seen since', async () => {
    const scene = await one();
    await scene.make('approve');
    const id = await scene.make('deny');
    const changed = served('a', { files: { ...served('a').files, 'guide.md': 'Another' } });
    scene.served.serve([changed, served('b')]);
    await scene.up();
    scene.served.serve([served('a'), served('b')]);
    await scene.up();
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'stale',
      message:
        'The server has since served something else, so the approval is permanently invalid. Decide again.',
    });
    expect(scene.record()?.decision).toBe('denied');
  });

  it('where something else had been seen already when it was made', async () => {
    const scene = await one();
    await scene.make('approve');
    const changed = served('a', { files: { ...served('a').files, 'guide.md': 'Another' } });
    scene.served.serve([changed, served('b')]);
    await scene.up();
    const id = await scene.make('deny');
    expect(await scene.undo(id)).toMatchObject({ outcome: 'stale' });
  });

  it('while the decisions cannot be read or written', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    scene.commits.failure = { reason: 'write-failed', message: 'the disk is full' };
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'write-failed',
      message: 'the disk is full',
    });
    scene.commits.failure = null;
    expect(await scene.undo(id)).toMatchObject({ outcome: 'done' });
  });

  it('after everything, or everything about its server, was forgotten', async () => {
    const scene = await one();
    const id = await scene.make('approve');
    const { identity } = scene.server('acme');
    if (identity === null) throw new Error('it has one');
    scene.app.undoable.forget({ kind: 'http', url: 'https://other.example/mcp' });
    expect(scene.app.undoable.find(id)).toBeDefined();
    scene.app.undoable.forget(identity);
    expect(scene.app.undoable.find(id)).toBeUndefined();
    expect(await scene.undo(id)).toMatchObject({ outcome: 'refused' });
    const other = await scene.make('deny');
    scene.app.undoable.forget(null);
    expect(scene.app.undoable.find(other)).toBeUndefined();
  });
});

describe('an allowance for the session', () => {
  const dynamic = served('a', { dynamic: true });

  it('is taken back without the file', async () => {
    const scene = await one(dynamic);
    const id = await scene.make('session');
    expect(await scene.undo(id)).toMatchObject({ outcome: 'done', record: null });
    expect(scene.held().sessionAllowed).toBe(false);
    expect(await scene.lines()).toEqual([]);
  });

  it('stands again with what ended it', async () => {
    const scene = await one(dynamic);
    await scene.make('session');
    const id = await scene.make('deny');
    expect(await scene.undo(id)).toMatchObject({ outcome: 'done' });
    expect(scene.held().sessionAllowed).toBe(true);
    expect(scene.record()).toBeNull();
    expect((await scene.last())?.detail).toBe('denial undone; there was no earlier decision');
  });

  it('is not taken back where it has ended meanwhile', async () => {
    const scene = await one(dynamic);
    const id = await scene.make('session');
    scene.served.serve([served('a')]);
    await scene.up();
    scene.served.serve([dynamic]);
    await scene.up();
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'replaced',
      message: 'Its session permission has changed. Review it again.',
    });
  });

  it('does not stand again for what is not dynamic any more', async () => {
    const scene = await one(dynamic);
    await scene.make('session');
    const id = await scene.make('revoke');
    scene.served.serve([served('a')]);
    await scene.up();
    expect(await scene.undo(id)).toMatchObject({
      outcome: 'stale',
      message:
        'Its dynamic content wasn’t served for a while, which ended the session permission. Decide again.',
    });
    scene.served.serve([dynamic]);
    await scene.up();
    expect(await scene.undo(id)).toMatchObject({ outcome: 'stale' });
    expect(scene.held().sessionAllowed).toBe(false);
  });
});

describe('step by step', () => {
  it('goes back through every decision of this process, newest first', async () => {
    const scene = await one();
    const ids = [];
    const stood = [];
    for (const action of ['approve', 'revoke', 'deny', 'approve', 'revoke', 'approve'] as const) {
      stood.push(scene.record());
      ids.push(await scene.make(action));
    }
    for (const id of ids.toReversed()) {
      expect(await scene.undo(id)).toMatchObject({ outcome: 'done' });
      expect(scene.record()).toEqual(stood.pop());
    }
  });

  it('ends where something without an undo was decided about it in between', async () => {
    const scene = await one();
    await scene.make('approve');
    const revoked = await scene.make('revoke');
    await scene.make('deny');
    await revokeRecord(scene.app, scene.server('acme'), main('a'));
    const again = await scene.make('approve');
    expect(await scene.undo(again)).toMatchObject({ outcome: 'done' });
    expect(await scene.undo(revoked)).toMatchObject({ outcome: 'replaced' });
    expect(scene.record()).toBeNull();
  });

  it('says that nobody can tell where another program has written, and nothing stands', async () => {
    const scene = await one();
    await scene.make('approve');
    const revoked = await scene.make('revoke');
    const other = await openStore(scene.folder);
    await other.commit([put('elsewhere')]);
    expect(await scene.undo(revoked)).toMatchObject({
      outcome: 'replaced',
      message:
        'Another window or program has saved decisions since, maybe about this one. Decide again.',
    });
  });

  it('takes an allowance back whatever others have written: nothing comes back with it', async () => {
    const scene = await one(served('a', { dynamic: true }));
    const id = await scene.make('session');
    await (await openStore(scene.folder)).commit([put('elsewhere')]);
    expect(await scene.undo(id)).toMatchObject({ outcome: 'done' });
    expect(scene.held().sessionAllowed).toBe(false);
  });
});

describe('an approval that lapsed in another process', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const lapsedElsewhere = async ({ folder, server }: Awaited<ReturnType<typeof one>>) => {
    const other = await openStore(folder);
    const { identity } = server('acme');
    if (identity === null) throw new Error('it has no identity');
    await other.lapse(identity, main('a'), `sha256:${'f'.repeat(64)}`, at);
    await other.close();
  };

  it('is not brought back by taking back the one that lapsed', async () => {
    const scene = await one();
    await scene.make('approve');
    const second = await scene.make('approve');
    await lapsedElsewhere(scene);
    expect(await scene.undo(second)).toMatchObject({ outcome: 'stale' });
    const { identity } = scene.server('acme');
    expect(identity && scene.app.approvals.find(identity, main('a'))).toMatchObject({
      lapsed: { at },
    });
  });

  it('is not brought back over two steps either', async () => {
    const scene = await one();
    await scene.make('approve');
    const second = await scene.make('approve');
    await lapsedElsewhere(scene);
    const third = await scene.make('deny');
    expect(await scene.undo(third)).toMatchObject({ outcome: 'done' });
    expect(scene.record()?.lapsed).not.toBeNull();
    expect(await scene.undo(second)).toMatchObject({ outcome: 'stale' });
  });

  it.each(['approve', 'deny', 'revoke'] as const)(
    'stands as lapsed again, where nobody here knew of it before the decision: %s',
    async (action) => {
      const scene = await one();
      await scene.make('approve');
      const approved = scene.record();
      await lapsedElsewhere(scene);
      const id = await scene.make(action);
      await scene.undo(id);
      expect(scene.record()).toMatchObject({ id: approved?.id, lapsed: { at } });
      expect(scene.skill('acme', main('a')).standing).not.toBe('approved');
    },
  );
});

describe('two undos at once', () => {
  it('are done one after the other', async () => {
    const scene = await one();
    const first = await scene.make('approve');
    const second = await scene.make('deny');
    const done = await Promise.all([scene.undo(second), scene.undo(first)]);
    expect(done.map((each) => each?.outcome)).toEqual(['done', 'done']);
    expect(scene.record()).toBeNull();
  });
});
