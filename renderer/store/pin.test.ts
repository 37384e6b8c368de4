import { describe, expect, it } from 'vitest';
import type { Api } from '../../shared/contract.ts';
import type { FileEntry, SkillRow } from '../../shared/model/skill.ts';
import { createAppStore } from './app-store.ts';
import { changedSince, driftFrom, itemFor, pinOf } from './pin.ts';
import { aServer, aSkill, aSnapshot } from './testing/fixtures.ts';

const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;
const file = (path: string, letter: string): FileEntry => ({
  path,
  uri: `skill://deploy/${path}`,
  digest: digest(letter),
  size: 1,
});
const row = (more: Partial<SkillRow> = {}): SkillRow =>
  aSkill('acme', 'deploy', { setDigest: digest('a'), ...more });
const shown = (more: Partial<SkillRow> = {}, files: FileEntry[] = []) =>
  pinOf({ row: row(more), files });

describe('what a page has shown', () => {
  it('is the same while content and decision are the same', () => {
    expect(driftFrom(shown(), row({ description: 'other words' }))).toBeNull();
  });
  it('differs when the server serves another set, and when somebody decided', () => {
    expect(driftFrom(shown(), row({ setDigest: digest('b') }))).toEqual({
      content: true,
      decision: false,
    });
    expect(driftFrom(shown(), row({ record: '01' }))).toEqual({ content: false, decision: true });
    expect(driftFrom(shown({ record: '01' }), row())).toEqual({ content: false, decision: true });
    expect(driftFrom(shown(), row({ setDigest: null, content: 'dynamic' }))).toMatchObject({
      content: true,
    });
  });
  it('is not contradicted by a decision that this window is making', () => {
    expect(driftFrom({ ...shown(), deciding: true }, row({ record: '01' }))).toBeNull();
  });
  it('takes the first set of a skill that had to be read whole, and no second one', () => {
    const before = shown({ setDigest: null, needsReadAll: true });
    expect(driftFrom(before, row())).toBeNull();
    expect(driftFrom(shown({ needsReadAll: true }), row({ setDigest: digest('b') }))).toMatchObject(
      { content: true },
    );
  });
  it('names the files that differ, in the order of their paths', () => {
    const pin = shown({}, [file('SKILL.md', '1'), file('run.sh', '2'), file('gone.txt', '3')]);
    const now = [file('SKILL.md', '1'), file('run.sh', '9'), file('a-new.py', '4')];
    expect(changedSince(pin, now).map(({ path, change }) => [path, change])).toEqual([
      ['a-new.py', 'added'],
      ['gone.txt', 'removed'],
      ['run.sh', 'modified'],
    ]);
    expect(changedSince(pin, now)[2]).toMatchObject({ before: digest('2'), after: digest('9') });
  });
  it('is what a decision names, whatever the row says by now', () => {
    const pin = shown({ record: '01' });
    const now = row({ setDigest: digest('b'), record: '02' });
    expect(itemFor(now, pin)).toMatchObject({ setDigest: digest('a'), replaces: '01' });
    expect(itemFor(aSkill('acme', 'other', { record: '03' }), pin)).toMatchObject({
      replaces: '03',
    });
  });
});

describe('a page whose content was swapped', () => {
  const open = async (now: SkillRow) => {
    const app = createAppStore({
      subscribe: () => () => {},
      getSnapshot: async () => ({
        ok: true,
        value: aSnapshot({ servers: [aServer('acme')], skills: [now] }),
      }),
      getLog: async () => ({ ok: true, value: [] }),
    } as unknown as Api);
    await app.load();
    return app;
  };

  it('opens no decision sheet until the person has gone on with what is served now', async () => {
    const now = row({ setDigest: digest('b') });
    const { store, actions } = await open(now);
    actions.pinShown({ row: row(), files: [] });
    const ask = () =>
      actions.openSheet({ action: 'approve', items: actions.itemsOf([`acme\n${now.uri}`]) });
    ask();
    expect(store.getState().sheet).toBeNull();
    expect(store.getState().toasts).toMatchObject([{ tone: 'warn' }]);
    actions.pinShown({ row: now, files: [] });
    ask();
    expect(store.getState().sheet?.items).toMatchObject([{ setDigest: digest('b') }]);
  });
  it('keeps its own decision from looking like another window\u2019s', async () => {
    const { store, actions } = await open(row());
    actions.pinShown({ row: row(), files: [] });
    actions.setDeciding(true);
    actions.noteDecided('approve', [
      { server: 'acme', uri: row().uri, name: 'deploy', record: '01' },
    ]);
    actions.setDeciding(false);
    const { pin } = store.getState();
    expect(pin && driftFrom(pin, row({ record: '01' }))).toBeNull();
    expect(pin && driftFrom(pin, row({ record: '02' }))).toMatchObject({ decision: true });
  });
});
