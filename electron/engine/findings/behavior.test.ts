import { describe, expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { addsNothing, behaviorGaps, behaviorParts } from '../../../shared/model/behavior-text.ts';
import { noFacts } from '../../core/findings/fact-lists.ts';
import type { FileInspector } from '../ports/findings.ts';
import { changesOf } from '../reading/changes.ts';
import { readFile } from '../reading/read-file.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';

const main = 'skill://a/SKILL.md';
const script = 'skill://a/run.sh';

/** Every word of a script is a command, and every word with a dot a host. */
const wordFacts: FileInspector = {
  inspect: async ({ path, bytes }) => {
    const words = path.endsWith('.sh') ? Buffer.from(bytes).toString().split(/\s+/) : [];
    const facts = {
      ...noFacts,
      commands: words.filter((word) => word !== '' && !word.includes('.')),
      hosts: words.filter((word) => word.includes('.')),
    };
    return { findings: [], notInspected: [], traces: [], facts };
  },
  close: async () => {},
};
const served = (text: string, more: Record<string, string> = {}) => [
  { path: 'a', files: { 'SKILL.md': skillMd('a', 'About a'), 'run.sh': text, ...more } },
];

async function approved(text: string, isRead = true) {
  const acme = new ServedHere(served(text));
  const made = await stage({ servers: { acme }, inspector: wordFacts });
  await made.up();
  const skill = () => made.skill('acme', main);
  const read = async (uri = script) => {
    await readFile(made.app, skill(), uri, { keep: true });
    await made.app.inspections.settled();
  };
  if (isRead) await read();
  expect(await made.approve('acme', main)).toBe('done');
  const serve = async (now: string, more: Record<string, string> = {}) => {
    acme.serve(served(now, more));
    await made.up('acme');
  };
  const behavior = async () => (await changesOf(made.app, skill()))?.behavior;
  return { read, serve, behavior };
}

describe('what a skill does since it was approved', () => {
  it('is told by what was added and removed, as soon as the new file was read', async () => {
    const { read, serve, behavior } = await approved('curl api.example.com');
    await serve('curl evil.example.com scp');
    const unread = (await behavior())!;
    expect(behaviorGaps(unread)).toEqual([
      '1 changed file hasn’t been checked yet, so more may be new.',
    ]);
    // What nobody has read may do all that the approved file did.
    expect(behaviorParts(unread, 'removed')).toEqual([]);
    await read();
    const changes = (await behavior())!;
    expect(behaviorParts(changes, 'added')).toEqual([
      { verb: 'runs', values: ['scp'] },
      { verb: 'connects to', values: ['evil.example.com'] },
    ]);
    expect(behaviorParts(changes, 'removed')).toEqual([
      { verb: 'connects to', values: ['api.example.com'] },
    ]);
    expect(addsNothing(changes)).toBe(false);
  });

  it('is nothing new where only text changed, which is said only once all of it was read', async () => {
    const { read, serve, behavior } = await approved('curl a');
    await serve('curl  a');
    expect(addsNothing((await behavior())!)).toBe(false);
    await read();
    expect(addsNothing((await behavior())!)).toBe(true);
  });

  it('names new programs from the listing alone', async () => {
    const { serve, behavior } = await approved('curl');
    await serve('curl', { 'more.py': 'import os' });
    const changes = (await behavior())!;
    expect(behaviorParts(changes, 'added')).toEqual([{ verb: 'includes', values: ['more.py'] }]);
    expect(changes.unread).toBe(1);
  });

  it('says when nothing is kept of what was approved', async () => {
    const { read, serve, behavior } = await approved('curl', false);
    await serve('scp');
    await read();
    expect(behaviorGaps((await behavior())!)).toEqual([
      'Nothing is kept of 1 approved file, so some of this may not be new.',
    ]);
  });
});
