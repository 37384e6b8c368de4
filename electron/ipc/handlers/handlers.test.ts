import { expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { ServedHere } from '../../engine/testing/served.ts';
import { stage } from '../../engine/testing/stage.ts';
import { createConfirmations } from '../admission.ts';
import { createHandlers } from './handlers.ts';

const uri = 'skill://refunds/SKILL.md';
const caller = createConfirmations(Date.now);

/** The requests of a window over the whole application, with one skill of a scripted server. */
async function open() {
  const refunds = { path: 'refunds', files: { 'SKILL.md': skillMd('refunds', 'About refunds') } };
  const on = await stage({ servers: { acme: new ServedHere([refunds]) } });
  await on.up();
  const handlers = createHandlers({
    ...{ parts: on.app, seq: () => 0 },
    about: { version: '0', shell: 'browser', platform: 'linux', dataFolder: on.folder },
    ...{ openExternal: async () => false, openSignIn: async () => false },
    saveFile: async () => ({ ok: true, value: false }),
    chooseFolder: async () => null,
  });
  return { ...on, handlers };
}

it('a denial in a window keeps its note', async () => {
  const { handlers, item, skill } = await open();
  await handlers.deny({ items: [item('acme', uri)], note: 'asks for keys' }, caller);
  expect(skill('acme', uri).record).toMatchObject({ decision: 'denied', note: 'asks for keys' });
});

it.each([true, false])(
  'removing a server forgets its decisions if asked to, whatever becomes of its text: %s',
  async (forgetDecisions) => {
    const { handlers, app, approve } = await open();
    await approve('acme', uri);
    const forget = { forgetDecisions, forgetCache: !forgetDecisions };
    expect(await handlers.removeServer({ server: 'acme', ...forget }, caller)).toMatchObject({
      ok: true,
    });
    expect(app.approvals.all()).toHaveLength(forgetDecisions ? 0 : 1);
  },
);

it('every window hears of a changed setting', async () => {
  const { handlers, told } = await open();
  await handlers.saveSettings({ notices: false }, caller);
  expect(told('settings')).toMatchObject([{ settings: { notices: false } }]);
});
