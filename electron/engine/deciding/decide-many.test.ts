import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { decideMany, undoMany } from './decide-many.ts';
import { forgetEverything } from './forget.ts';
import type { SkillDecision } from './record-change.ts';

const main = (index: number): string => `skill://skill-${index}/SKILL.md`;
const small = (count: number, dynamic = false): ServedSkill[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `skill-${index}`,
    files: { 'SKILL.md': skillMd(`skill-${index}`, 'Small') },
    ...(dynamic ? { dynamic } : {}),
  }));
const approve: SkillDecision = { action: 'approve', note: '', expiresAt: null };

async function many(count: number, dynamic = false) {
  const scene = await stage({ servers: { acme: new ServedHere(small(count, dynamic)) } });
  await scene.up();
  const reports: [number, number | null, number][] = [];
  const progress = {
    report: (...one: [number, number | null, number]) => void reports.push(one),
  };
  const items = (more: object = {}) =>
    Array.from({ length: count }, (_, index) => scene.item('acme', main(index), more));
  return { ...scene, reports, progress, items };
}
const goOn = new AbortController().signal;

describe('deciding many skills', () => {
  it('decides them in parts, and says how many', async () => {
    const { app, items, progress, reports } = await many(1_200);
    const ended = await decideMany(app, items(), approve, goOn, progress);
    expect(ended).toMatchObject({
      message: '1,200 skills approved',
      notDone: [],
      isFailure: false,
    });
    expect(ended.undo).toHaveLength(1_200);
    // The first part is 500; each is twice as large as the one before.
    expect(reports).toEqual([
      [500, 1_200, 0],
      [1_200, 1_200, 0],
    ]);
    expect(app.approvals.state).toMatchObject({ records: 1_200 });
  });

  it.each<[SkillDecision, string]>([
    [approve, '1 skill approved'],
    [{ action: 'deny', note: '' }, '1 skill denied'],
  ])('names what was done: %j', async (decision, message) => {
    const { app, items, progress } = await many(1);
    expect((await decideMany(app, items(), decision, goOn, progress)).message).toBe(message);
  });

  it('names what was done to what was allowed or decided', async () => {
    const { app, items, progress } = await many(2, true);
    const session = await decideMany(app, items(), { action: 'session' }, goOn, progress);
    expect(session.message).toBe('2 skills allowed for this session');
    const revoked = await decideMany(app, items(), { action: 'revoke' }, goOn, progress);
    expect(revoked.message).toBe('2 skills not decided any more');
  });

  it('says of each that was not decided why, and how many', async () => {
    const { app, item, progress, reports } = await many(3);
    const ended = await decideMany(
      app,
      [
        item('acme', main(0)),
        item('acme', main(1), { setDigest: 'sha256:other' }),
        { ...item('acme', main(2)), uri: 'skill://gone/SKILL.md' },
      ],
      approve,
      goOn,
      progress,
    );
    expect(ended.message).toBe('1 skill approved, 2 not');
    expect(ended.isFailure).toBe(false);
    expect(ended.notDone).toEqual([
      {
        server: 'acme',
        uri: main(1),
        file: null,
        name: 'skill-1',
        path: '',
        why: 'The skill changed while you were reviewing it. Review it again.',
      },
      {
        server: 'acme',
        uri: 'skill://gone/SKILL.md',
        file: null,
        name: 'skill://gone/SKILL.md',
        path: '',
        why: 'Skillgate no longer has this skill.',
      },
    ]);
    expect(ended.undo).toHaveLength(1);
    expect(reports.at(-1)).toEqual([1, 3, 2]);
  });

  it('names the first two hundred of those, and counts all', async () => {
    const { app, items, progress } = await many(250);
    const ended = await decideMany(
      app,
      items({ setDigest: 'sha256:other' }),
      approve,
      goOn,
      progress,
    );
    expect(ended.notDone).toHaveLength(200);
    expect(ended.message).toBe('0 skills approved, 250 not');
  });

  it('stops where nothing can be written any more, and says why and what is left', async () => {
    const { app, items, progress, commits, reports } = await many(600);
    commits.failure = { reason: 'write-failed', message: 'the disk is full' };
    const ended = await decideMany(app, items(), approve, goOn, progress);
    expect(ended.message).toBe('0 skills approved, 500 not, 100 left unchanged: the disk is full');
    expect(ended.isFailure).toBe(true);
    expect(reports).toHaveLength(1);
    commits.failure = { reason: 'unreadable', message: 'it is damaged' };
    expect((await decideMany(app, items(), approve, goOn, progress)).isFailure).toBe(true);
  });

  it('that a person stops leaves the rest as it was', async () => {
    const { app, items, progress } = await many(600);
    const abort = new AbortController();
    const stopping = {
      report: (...given: Parameters<typeof progress.report>) => {
        progress.report(...given);
        abort.abort();
      },
    };
    const ended = await decideMany(app, items(), approve, abort.signal, stopping);
    expect(ended.message).toBe('500 skills approved, 100 left unchanged');
    expect(app.approvals.state).toMatchObject({ records: 500 });
    expect((await decideMany(app, items(), approve, AbortSignal.abort(), progress)).message).toBe(
      '0 skills approved, 600 left unchanged',
    );
  });
});

it('everything forgotten is also what would have come of many that are being decided', async () => {
  const { app, items } = await many(1_600);
  const { finished } = app.operations.start({ kind: 'approve', total: 1_600 }, (signal, told) =>
    decideMany(app, items(), approve, signal, told),
  );
  expect(await forgetEverything(app)).toEqual({ ok: true, value: { removed: 500 } });
  await finished;
  expect(app.approvals.state).toMatchObject({ records: 0 });
  const [work] = app.operations.all().filter(({ kind }) => kind === 'approve');
  expect(work?.status).toBe('cancelled');
});

describe('taking many back', () => {
  it('that is stopped, or cannot be written, leaves the rest to be taken back', async () => {
    const { app, items, progress, commits } = await many(600);
    const { undo = [] } = await decideMany(app, items(), approve, goOn, progress);
    commits.failure = { reason: 'write-failed', message: 'the disk is full' };
    const failed = await undoMany(app, undo, goOn, progress);
    expect(failed.undo).toEqual(undo);
    commits.failure = null;
    const abort = new AbortController();
    const stopping = { report: () => abort.abort() };
    const stopped = await undoMany(app, undo, abort.signal, stopping);
    expect(stopped.message).toBe('500 skills as before, 100 left unchanged');
    expect(stopped.undo).toEqual(undo.slice(500));
    const ended = await undoMany(app, stopped.undo ?? [], goOn, progress);
    expect(ended).toMatchObject({ message: '100 skills as before', undo: [] });
    expect(app.approvals.state).toMatchObject({ records: 0 });
  });

  it('has everything stand as before', async () => {
    const { app, items, progress } = await many(3);
    const { undo = [] } = await decideMany(app, items(), approve, goOn, progress);
    const ended = await undoMany(app, undo, goOn, progress);
    expect(ended).toMatchObject({ message: '3 skills as before', isFailure: false, undo: [] });
    expect(app.approvals.state).toMatchObject({ records: 0 });
  });
});
