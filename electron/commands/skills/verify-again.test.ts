import { describe, expect, it } from 'vitest';
import { fails, ServedHere } from '../../engine/testing/served.ts';
import { stage } from '../../engine/testing/stage.ts';
import { wordInspector } from '../../engine/testing/word-inspector.ts';
import { openReviewMemory } from '../../storage/review-memory.ts';
import { temporaryFolder } from '../../storage/testing/forge.ts';
import { list } from './list.ts';
import { readWhole } from './read-whole.ts';
import { verify } from './verify.ts';

const here = { cwd: '/', progress: () => {}, tellMasked: async () => {} };
const all = { server: undefined, uri: undefined, lock: undefined, folders: [] };

/** A command over the same folder, whose server may give nothing. */
async function command(folder: string, { isDumb = false, inspects = true } = {}) {
  const acme = new ServedHere(1);
  if (isDumb)
    acme.instead = ({ method }) =>
      method === 'resources/read' ? fails({ reason: 'timeout', message: 'no answer' }) : undefined;
  const staged = await stage({
    servers: { acme },
    memory: openReviewMemory(folder),
    ...(inspects ? { inspector: wordInspector } : {}),
  });
  return staged;
}

describe('a check of an earlier run', () => {
  it('shows in list, and is none for verify or for an approval that reads all', async () => {
    const folder = await temporaryFolder();
    const first = await command(folder);
    expect((await verify(first.app, all, here)).exit).toBe(0);
    await first.app.shutDown();

    const second = await command(folder, { isDumb: true, inspects: false });
    const listed = await list(second.app, { server: undefined, json: true }, here);
    expect(listed.json).toMatchObject({
      servers: [{ skills: [{ checked: { verified: 4 }, findings: { files: 4 } }] }],
    });
    expect(listed.human.join('\n')).toMatch(
      /risk: No findings in 4 files, checked \d{4}-\d\d-\d\d \d\d:\d\d/,
    );
    const { exit, json } = await verify(second.app, all, here);
    expect([exit, json]).toMatchObject([1, { summary: { verified: 0 } }]);
    const [skill] = second.server('acme').skills.values();
    if (skill === undefined) throw new Error('no skill');
    expect((await readWhole(second.app, skill)).unread).not.toBeNull();
  });
});
