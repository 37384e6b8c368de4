import { readFile as readFileOfDisk, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { ruleset } from '../../core/findings/rule.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { openReviewMemory } from '../../storage/review-memory.ts';
import { temporaryFolder } from '../../storage/testing/forge.ts';
import { skillRow } from '../catalogue/views.ts';
import { fetchFile, readFile } from '../reading/read-file.ts';
import { filesToVerify } from '../reading/verify.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { wordInspector } from '../testing/word-inspector.ts';
import { findingsOf } from './findings.ts';
import { keepReading, readingsOf } from './kept-readings.ts';
import { inspectAgain } from './inspect-again.ts';

const main = 'skill://a/SKILL.md';
const script = 'skill://a/run.sh';
const served = (text = 'curl secret\n', more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: 'a',
  files: { 'SKILL.md': skillMd('a', 'About a', 'Read on.\n'), 'run.sh': text },
  ...more,
});

/** A process over the same folder. */
async function start(
  folder: string,
  { server = new ServedHere([served()]), inspects = true } = {},
) {
  const memory = openReviewMemory(folder);
  const staged = await stage({
    servers: { acme: server },
    memory,
    ...(inspects ? { inspector: wordInspector } : {}),
  });
  await staged.up('acme');
  return {
    ...staged,
    row: () => skillRow(staged.skill('acme', main)),
    found: () => findingsOf(staged.skill('acme', main)),
    async readBoth(): Promise<void> {
      for (const file of [main, script])
        await readFile(staged.app, staged.skill('acme', main), file, { keep: true });
      await staged.app.inspections.settled();
    },
    end: () => memory.close(),
  };
}

/** A first process that read both files, ended. */
async function readOnce(): Promise<string> {
  const folder = await temporaryFolder();
  const first = await start(folder);
  await first.readBoth();
  expect(first.row()).toMatchObject({
    findings: { critical: 1, high: 1, files: 2 },
    checked: { verified: 2 },
  });
  await first.end();
  return folder;
}

/** As if a version with other rules had looked at it. */
async function makeOlder(folder: string): Promise<void> {
  const path = join(folder, 'reviews.jsonl');
  const text = await readFileOfDisk(path, 'utf8');
  await writeFile(path, text.replaceAll(`"ruleset":"${ruleset}"`, '"ruleset":"0"'));
}

describe('what was found in a content', () => {
  it('is known again after a restart, with the checks, and nothing is read for it', async () => {
    const folder = await readOnce();
    const acme = new ServedHere([served()]);
    const second = await start(folder, { server: acme });
    expect(second.row()).toMatchObject({
      findings: { critical: 1, high: 1, files: 2, notInspected: 0 },
      checked: { verified: 2, failed: 0 },
    });
    expect(second.found().notInspected).toEqual([]);
    expect(second.found().checkedAt).toBe('2026-11-01T00:00:00.000Z');
    expect(second.skill('acme', main).held.verdicts.get(script)).toEqual({
      status: 'verified',
      checkedAt: '2026-11-01T00:00:00.000Z',
    });
    expect(acme.askedFor('resources/read')).toEqual([]);
  });

  it('is known to a command that looks at nothing itself', async () => {
    const second = await start(await readOnce(), { inspects: false });
    expect(second.row()).toMatchObject({ findings: { critical: 1, high: 1 } });
  });

  it('says nothing about other bytes, and other bytes than listed still fail', async () => {
    const folder = await readOnce();
    const changed = await start(folder, { server: new ServedHere([served('curl\n')]) });
    expect(changed.row()).toMatchObject({ findings: { critical: 0, files: 1 } });
    expect(changed.row().checked).toMatchObject({ verified: 1 });
    const lying = new ServedHere([served()]);
    lying.scenario = { ...lying.scenario, reads: { [script]: 'other' as never } };
    lying.instead = ({ method, params }) =>
      method === 'resources/read' && params['uri'] === script
        ? { ok: true, value: { contents: [{ uri: script, text: 'curl other\n' }] } }
        : undefined;
    const second = await start(folder, { server: lying });
    expect(second.row().checked).toMatchObject({ verified: 2 });
    await readFile(second.app, second.skill('acme', main), script, { keep: true });
    expect(second.row()).toMatchObject({ standing: { kind: 'refused' }, checked: { failed: 1 } });
    await second.end();
    // Nor does a later process say that it matched.
    const third = await start(folder, { server: new ServedHere([served()]) });
    expect(third.row().checked).toMatchObject({ verified: 1 });
  });

  it('is no check of what another server serves, which has the findings alone', async () => {
    const folder = await readOnce();
    const memory = openReviewMemory(folder);
    const staged = await stage({
      servers: { other: new ServedHere([served()]) },
      memory,
      inspector: wordInspector,
    });
    await staged.up('other');
    expect(skillRow(staged.skill('other', main))).toMatchObject({
      findings: { critical: 1, high: 1 },
      checked: { verified: 0 },
    });
  });

  it('is no check that Verify leaves out, and clears no failure', async () => {
    const second = await start(await readOnce());
    expect(filesToVerify(second.skill('acme', main))).toEqual([main, script]);
  });

  it('is no reading of a skill whose server publishes no digests', async () => {
    const folder = await temporaryFolder();
    const none = (): ServedHere => new ServedHere([served()], 'flat');
    const first = await start(folder, { server: none() });
    await first.end();
    const second = await start(folder, { server: none() });
    for (const { held } of second.server('acme').skills.values())
      expect(held).toMatchObject({ reading: null, verdicts: new Map() });
  });

  it('has how much of it was read, and nothing of dynamic content', async () => {
    const folder = await temporaryFolder();
    const first = await start(folder);
    const skill = first.skill('acme', main);
    const digest = listedFile(skill.entry, script)?.digest ?? '';
    keepReading(first.app, skill, { file: script, digest, reading: 'all' });
    keepReading(first.app, skill, { file: main, digest: 'sha256:other', reading: 'all' });
    await first.end();
    const second = await start(folder);
    expect(readingsOf(second.app, second.skill('acme', main))).toEqual({ [script]: 'all' });
    const changed = await start(folder, { server: new ServedHere([served('curl\n')]) });
    expect(readingsOf(changed.app, changed.skill('acme', main))).toEqual({});
    const free = new ServedHere([served('curl\n', { dynamic: true })]);
    const dynamic = await start(folder, { server: free });
    keepReading(dynamic.app, dynamic.skill('acme', main), { file: main, digest, reading: 'all' });
    expect(readingsOf(dynamic.app, dynamic.skill('acme', main))).toEqual({});
  });

  it('by older rules is shown as such, and looked at again when its bytes are read', async () => {
    const folder = await readOnce();
    await makeOlder(folder);
    const second = await start(folder);
    expect(second.row().findings).toMatchObject({ critical: 1, high: 1, notInspected: 2 });
    expect(second.found().notInspected).toContainEqual(
      expect.objectContaining({ uri: script, reason: 'older-rules' }),
    );
    const check = await fetchFile(second.app, second.skill('acme', main), script, { keep: true });
    check();
    await second.app.inspections.settled();
    expect(second.row().findings).toMatchObject({ critical: 1, high: 1, notInspected: 1 });
  });

  it('by older rules is looked at again when its approved text is at hand', async () => {
    const folder = await temporaryFolder();
    const first = await start(folder);
    await first.readBoth();
    await first.approve('acme', main);
    await first.app.keeper.settled();
    await first.end();
    await makeOlder(folder);
    const second = await start(folder);
    for (const [key, bytes] of first.snapshots.held) second.snapshots.held.set(key, bytes);
    await second.approve('acme', main);
    expect(second.row().findings).toMatchObject({ critical: 1, notInspected: 2 });
    await inspectAgain(second.app, second.server('acme'));
    await second.app.inspections.settled();
    expect(second.row().findings).toMatchObject({ critical: 1, notInspected: 0 });
  });
});
