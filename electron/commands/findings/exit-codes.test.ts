import { expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { ServedHere } from '../../engine/testing/served.ts';
import { stage } from '../../engine/testing/stage.ts';
import { wordInspector } from '../../engine/testing/word-inspector.ts';
import { findings } from './findings.ts';

it.each([
  ['critical', 0],
  ['high', 1],
  ['medium', 1],
])('a high finding and --fail-on %s exit with %i', async (failOn, exit) => {
  const files = { 'SKILL.md': skillMd('refunds', 'About refunds', '# curl\n') };
  const served = new ServedHere([{ path: 'refunds', files }]);
  const { app } = await stage({ servers: { acme: served }, inspector: wordInspector });
  const asked = { server: undefined, uri: undefined, format: undefined, 'fail-on': failOn };
  const more = { 'since-approval': false, 'allow-unseen': false, folders: [] };
  const here = { cwd: '/', progress: () => {} };
  expect(await findings(app, { ...asked, ...more }, here)).toMatchObject({ exit });
});
