import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../shared/model/approval.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { decideMany, undoMany } from './decide-many.ts';
import { undoDecisions } from './undo.ts';

const silent = { report: () => {} };
const never = new AbortController().signal;
const deny = { action: 'deny', note: '' } as const;

async function scene(skills = 3) {
  const staged = await stage({ servers: { acme: new ServedHere(skills) } });
  const server = await staged.up('acme');
  const uris = [...server.skills.keys()];
  const items = () => uris.map((uri) => staged.item('acme', uri));
  const batches = async () =>
    (await readFile(join(staged.folder, 'audit.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditLine)
      .filter(({ action }) => action === 'denied' || action === 'undone')
      .map(({ action, batch }) => [action, batch]);
  return { ...staged, uris, items, batches };
}

describe('decisions that are made together', () => {
  it('are one group of the audit, however many writes they take, and so is their undo', async () => {
    const { app, items, batches } = await scene(1_200);
    const { undo = [] } = await decideMany(app, items(), deny, never, silent);
    await undoMany(app, undo, never, silent);
    const all = await batches();
    expect(all).toHaveLength(2_400);
    const [decided, undone] = ['denied', 'undone'].map(
      (action) => new Set(all.filter(([one]) => one === action).map(([, batch]) => batch)),
    );
    expect([decided?.size, undone?.size]).toEqual([1, 1]);
    expect([...(decided ?? [])]).not.toEqual([...(undone ?? [])]);
    expect([...(decided ?? []), ...(undone ?? [])]).not.toContain(undefined);
  });

  it('are taken back in one step and one write', async () => {
    const { app, items, decide, skill, uris } = await scene();
    const outcomes = await decide('deny', items());
    const before = app.approvals.state;
    const undo = outcomes.map(({ server, uri, undo: id = '' }) => ({ server, uri, undo: id }));
    const undone = await undoDecisions(app, undo);
    expect(undone.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    for (const uri of uris) expect(skill('acme', uri).standing.kind).toBe('undecided');
    const after = app.approvals.state;
    if (before.status !== 'ready' || after.status !== 'ready') throw new Error('unreadable');
    expect(after.revision).toBe(before.revision + 1);
  });

  it('are a group also in one write, and one decision alone is none', async () => {
    const { decide, items, batches } = await scene();
    await decide('deny', items().slice(0, 1));
    await decide('deny', items().slice(1));
    const [alone, ...together] = (await batches()).map(([, batch]) => batch);
    expect(alone).toBeUndefined();
    expect(new Set(together).size).toBe(1);
    expect(together[0]).toBeDefined();
  });
});
