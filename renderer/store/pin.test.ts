import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../shared/contract.ts';
import type { FileEntry, SkillRow } from '../../shared/model/skill.ts';
import { createAppStore } from './app-store.ts';
import { changedSince, driftFrom, fieldsChangedSince, itemFor, pinOf } from './pin.ts';
import { fakeApi } from './testing/fake-api.ts';
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
  pinOf({ row: row(more), files, frontmatter: [] });
const said = (description: string, more: Record<string, string> = {}) =>
  Object.entries({ name: 'deploy', description, ...more }).map(([field, value]) => ({
    field,
    value: JSON.stringify(value),
  }));

describe('what a page has shown', () => {
  it('is the same while content and decision are the same', () => {
    expect(driftFrom(shown(), row({ totalSize: 101 }))).toBeNull();
  });
  it('differs when the server serves another set or someone decided', () => {
    expect(driftFrom(shown(), row({ setDigest: digest('b') }))).toEqual({
      server: false,
      content: true,
      metadata: false,
      decision: false,
    });
    const decision = { server: false, content: false, metadata: false, decision: true };
    expect(driftFrom(shown(), row({ record: '01' }))).toEqual(decision);
    expect(driftFrom(shown({ record: '01' }), row())).toEqual(decision);
    expect(driftFrom(shown(), row({ setDigest: null, content: 'dynamic' }))).toMatchObject({
      content: true,
    });
  });
  it('differs when its label goes to another server, whatever that one serves', () => {
    const now = row({ identity: digest('b') });
    const other = { server: true, content: false, metadata: false, decision: false };
    expect(driftFrom(shown(), now)).toEqual(other);
    const unread = { needsReadAll: true, setDigest: null };
    expect(driftFrom(shown(unread), row({ ...unread, identity: null }))).toEqual(other);
    // What a decision names is the server of the page, read whole or not.
    for (const more of [{}, unread])
      expect(itemFor(now, shown(more)).identity).toBe(row().identity);
  });
  it('differs when the same files come with another description or other tools', () => {
    const now = row({ metadataDigest: digest('b'), description: 'Other words' });
    expect(driftFrom(shown(), now)).toEqual({
      server: false,
      content: false,
      metadata: true,
      decision: false,
    });
    const pin = pinOf({ row: row(), files: [], frontmatter: said('What deploy does.') });
    const frontmatter = said('Other words', { 'allowed-tools': 'Bash(*)' });
    expect(fieldsChangedSince(pin, { row: now, frontmatter })).toEqual([
      { field: 'description', expected: '"What deploy does."', actual: '"Other words"' },
      { field: 'allowed-tools', actual: '"Bash(*)"' },
    ]);
    // A name and a description stand above the page also where the frontmatter has none.
    expect(fieldsChangedSince(shown(), { row: now, frontmatter: [] })).toMatchObject([
      { field: 'description', actual: '"Other words"' },
    ]);
  });
  it('is not contradicted by a decision that this window is making', () => {
    expect(driftFrom({ ...shown(), deciding: true }, row({ record: '01' }))).toBeNull();
  });
  it('accepts the first set of a skill that had to be loaded, and no second one', () => {
    const before = shown({ setDigest: null, needsReadAll: true });
    // What the files say of the skill came with the person's own Read all.
    expect(driftFrom(before, row({ metadataDigest: digest('b') }))).toBeNull();
    expect(driftFrom(shown({ needsReadAll: true }), row({ setDigest: digest('b') }))).toMatchObject(
      { content: true },
    );
  });
  it('names the files that differ in path order', () => {
    const pin = shown({}, [file('SKILL.md', '1'), file('run.sh', '2'), file('gone.txt', '3')]);
    const now = [file('SKILL.md', '1'), file('run.sh', '9'), file('a-new.py', '4')];
    expect(changedSince(pin, now).map(({ path, change }) => [path, change])).toEqual([
      ['a-new.py', 'added'],
      ['gone.txt', 'removed'],
      ['run.sh', 'modified'],
    ]);
    expect(changedSince(pin, now)[2]).toMatchObject({ before: digest('2'), after: digest('9') });
  });
  it('is what a decision names, whatever the row says now', () => {
    const pin = shown({ record: '01' });
    const now = row({
      setDigest: digest('b'),
      metadataDigest: digest('c'),
      record: '02',
    });
    expect(itemFor(now, pin)).toMatchObject({
      setDigest: digest('a'),
      metadataDigest: row().metadataDigest,
      replaces: '01',
    });
    expect(itemFor(aSkill('acme', 'other', { record: '03' }), pin)).toMatchObject({
      replaces: '03',
    });
  });
});

describe('a page whose content was swapped', () => {
  const open = async (now: SkillRow) => {
    const app = createAppStore({
      subscribe: () => () => {},
      getLog: async () => ({ ok: false, error: { code: 'internal', message: '' } }),
      getSnapshot: async () => ({
        ok: true,
        value: aSnapshot({ servers: [aServer('acme')], skills: [now] }),
      }),
    } as unknown as RendererApi);
    await app.load();
    app.actions.selectSkill(now.server, now.uri);
    return app;
  };

  it.each([
    ['files', { setDigest: digest('b') }],
    ['description', { metadataDigest: digest('b') }],
  ])('opens no decision until the person continues with the current %s', async (_, of) => {
    const now = row(of);
    const { store, actions } = await open(now);
    actions.pinShown({ row: row(), files: [], frontmatter: [] });
    const items = () => actions.itemsOf([`acme\n${now.uri}`]);
    const ask = () => {
      actions.openPanel({ server: 'acme', uri: now.uri, action: 'approve' });
      actions.openSheet({ action: 'approve', items: items() });
      actions.openSheet({ action: 'approve', items: [...items(), ...items()] });
    };
    ask();
    expect(store.getState()).toMatchObject({ panel: null, many: null });
    expect(store.getState().toasts).toMatchObject([{ tone: 'warn' }]);
    // What would be decided is what was shown, whatever is served.
    expect(items()[0]).not.toMatchObject(of);
    actions.pinShown({ row: now, files: [], frontmatter: [] });
    actions.openPanel({ server: 'acme', uri: now.uri, action: 'approve' });
    expect(store.getState().panel).toMatchObject({ uri: now.uri, action: 'approve' });
    actions.openSheet({ action: 'approve', items: [...items(), ...items()] });
    expect(store.getState().many).toMatchObject({ items: [{ item: of }, { item: of }] });
    actions.goBack();
    actions.selectSkill('acme', now.uri);
    actions.pinShown({ row: now, files: [], frontmatter: [] });
    expect(items()).toMatchObject([of]);
  });
  it('keeps its own decision from looking like another window\u2019s', async () => {
    const { store, actions } = await open(row());
    actions.pinShown({ row: row(), files: [], frontmatter: [] });
    actions.setDeciding(true);
    actions.noteDecided('approve', [
      { server: 'acme', uri: row().uri, name: 'deploy', record: '01', undo: 'u1' },
    ]);
    actions.setDeciding(false);
    const { pin } = store.getState();
    expect(pin && driftFrom(pin, row({ record: '01' }))).toBeNull();
    expect(pin && driftFrom(pin, row({ record: '02' }))).toMatchObject({ decision: true });
  });
  it('is bound to what it showed until the person leaves, whatever changes', async () => {
    const main = fakeApi({}, aSnapshot({ servers: [aServer('acme')], skills: [row()] }));
    const { store, actions, load } = createAppStore(main.api, (run) => run());
    await load();
    const { uri } = row();
    const evil = row({ setDigest: digest('b') });
    actions.selectSkill('acme', uri);
    actions.pinShown({ row: row(), files: [], frontmatter: [] });
    main.send({ type: 'skills-removed', server: 'acme', uris: [uri] });
    main.send({ type: 'skills-put', server: 'acme', skills: [evil], refused: [], reset: true });
    // To the same skill in the queue is not elsewhere.
    actions.openReview({ server: 'acme', uri });
    actions.openPanel({ server: 'acme', uri, action: 'approve' });
    expect(store.getState().panel).toBeNull();
    expect(store.getState().pin?.setDigest).toBe(digest('a'));

    actions.selectServer('acme');
    expect(store.getState().pin).toBeNull();
    // A page that was left has no say any more.
    actions.pinShown({ row: row(), files: [], frontmatter: [] });
    expect(store.getState().pin).toBeNull();
    actions.goBack();
    actions.pinShown({ row: evil, files: [], frontmatter: [] });
    expect(store.getState().pin?.setDigest).toBe(digest('b'));
  });
});
