import { describe, expect, it } from 'vitest';
import { createAppStore } from '../app-store.ts';
import { aboutOf, draftKey } from '../drafts.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { aServer, aSkill, aSnapshot } from '../testing/fixtures.ts';

const deploy = aSkill('acme', 'deploy');
const other = aSkill('acme', 'other');
const approve = { server: 'acme', uri: deploy.uri, action: 'approve' } as const;

async function open() {
  const main = fakeApi({}, aSnapshot({ servers: [aServer('acme')], skills: [deploy, other] }));
  const app = createAppStore(main.api, (run) => run());
  await app.load();
  return { ...app, main, panel: () => app.store.getState().panel };
}

describe('the panel', () => {
  it('opens on its skill’s page, also from elsewhere', async () => {
    const { actions, store, panel } = await open();
    actions.openPanel(approve);
    expect(store.getState().selection).toEqual({ kind: 'skill', server: 'acme', uri: deploy.uri });
    expect(panel()).toMatchObject(approve);
  });

  it('stays while the person views its skill’s files and tabs, and closes with the page', async () => {
    const { actions, panel } = await open();
    actions.openPanel(approve);
    actions.openFile('acme', deploy.uri, 'skill://deploy/run.sh');
    actions.setTab('frontmatter');
    actions.openReview({ server: 'acme', uri: deploy.uri });
    expect(panel()).toMatchObject(approve);
    // The next one of the queue: nothing is asked.
    actions.reviewMove(1);
    expect(panel()).toBeNull();
    actions.reviewMove(-1);
    expect(panel()).toBeNull();
  });

  it('keeps a draft about this content, and starts over for other content', async () => {
    const { actions, store } = await open();
    const key = draftKey(approve);
    actions.fillIn(approve, aboutOf(deploy), { note: 'looked at', expiry: '90' });
    actions.fillIn(approve, aboutOf(deploy), { ticks: new Map([['Read', true]]) });
    actions.openPanel(approve);
    actions.selectSkill('acme', other.uri);
    expect(store.getState().drafts.get(key)).toEqual({
      ...{ about: aboutOf(deploy), note: 'looked at', expiry: '90' },
      ticks: new Map([['Read', true]]),
    });
    const swapped = aboutOf({ ...deploy, setDigest: `sha256:${'b'.repeat(64)}` });
    actions.fillIn(approve, swapped, { note: 'again' });
    expect(store.getState().drafts.get(key)).toEqual({
      ...{ about: swapped, note: 'again', ticks: new Map() },
    });
    actions.endPanel(approve);
    expect(store.getState().drafts.size).toBe(0);
  });

  it('keeps the newest of very many drafts', async () => {
    const { actions, store } = await open();
    for (let index = 0; index < 600; index += 1)
      actions.fillIn({ ...approve, uri: `u${index}` }, 'x', { note: 'n' });
    const { drafts } = store.getState();
    expect(drafts.size).toBe(500);
    expect(drafts.has(draftKey({ ...approve, uri: 'u599' }))).toBe(true);
  });

  it('ignores a panel that was closed meanwhile or has another subject', async () => {
    const { actions, panel } = await open();
    actions.openPanel(approve);
    actions.openPanel({ ...approve, action: 'deny' });
    expect(actions.notePanel(approve, { refusal: 'late' })).toBe(false);
    expect(panel()).toMatchObject({ action: 'deny', refusal: null });
    actions.endPanel(approve);
    expect(panel()).toMatchObject({ action: 'deny' });
  });

  it('isn’t closed by another program’s link', async () => {
    const { actions, panel, store } = await open();
    actions.openPanel(approve);
    actions.follow('/acme');
    expect(panel()).toMatchObject(approve);
    expect(store.getState().toasts.at(-1)?.text).toContain('didn’t follow a link');
  });
});
