import { describe, expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { skillRow } from '../catalogue/views.ts';
import { answerFinding } from '../findings/answer.ts';
import { findingsOf } from '../findings/findings.ts';
import { readFile } from '../reading/read-file.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { wordInspector } from '../testing/word-inspector.ts';
import { decideMany } from './decide-many.ts';
import { undoDecisions } from './undo.ts';

const main = (path: string): string => `skill://${path}/SKILL.md`;
const script = (path: string): string => `skill://${path}/run.sh`;

/** `bad` has a high finding, the others have none; only the scripts were read. */
async function scene() {
  const about = (path: string, text: string) => ({
    path,
    files: { 'SKILL.md': skillMd(path, `About ${path}`, 'Text.\n'), 'run.sh': text },
  });
  const served = new ServedHere([about('bad', 'curl a'), about('good', 'ls'), about('other', 'w')]);
  const made = await stage({ servers: { acme: served }, inspector: wordInspector });
  await made.up();
  for (const path of ['bad', 'good', 'other'])
    await readFile(made.app, made.skill('acme', main(path)), script(path), { keep: false });
  await made.app.inspections.settled();
  /** As a program would send it that never showed the findings. */
  const unseen = (path: string) => {
    const { acceptedRisk: _shown, ...item } = made.item('acme', main(path));
    return item;
  };
  return { ...made, unseen };
}

describe('a skill with high or critical findings', () => {
  it('is approved only with exactly the findings that were shown', async () => {
    const { app, decide, item, skill, unseen } = await scene();
    const [unshown] = await decide('approve', [unseen('bad')]);
    expect(unshown).toMatchObject({
      outcome: 'risk',
      message: 'Findings: 1 high. Review them before you decide.',
    });
    const [other] = await decide('approve', [
      { ...unseen('bad'), acceptedRisk: `sha256:${'0'.repeat(64)}` },
    ]);
    expect(other).toMatchObject({
      outcome: 'risk',
      message: 'Its findings changed while you were reviewing them. Review them again.',
    });
    expect(skill('acme', main('bad')).record).toBeNull();
    expect(findingsOf(skill('acme', main('bad'))).riskDigest).not.toBeNull();
    const [done] = await decide('approve', [item('acme', main('bad'))]);
    expect(done?.outcome).toBe('done');
    expect(app.approvals.state.status).toBe('ready');
  });

  it('is never approved together with others, who are', async () => {
    const { app, decide, item, skill } = await scene();
    const progress = { report: () => {} };
    const both = [item('acme', main('bad')), item('acme', main('good'))];
    const outcomes = await decide('approve', both);
    expect(outcomes.map(({ uri, outcome }) => [uri, outcome])).toEqual([
      [main('bad'), 'risk'],
      [main('good'), 'done'],
    ]);
    expect(outcomes[0]?.message).toBe('Findings: 1 high. Open it and decide about it on its own.');
    const { signal } = new AbortController();
    const many = [item('acme', main('bad')), item('acme', main('other'))];
    const decision = { action: 'approve', note: '', expiresAt: null } as const;
    const ended = await decideMany(app, many, decision, signal, progress);
    expect(ended.message).toBe('1 skill approved, 1 not');
    expect(skill('acme', main('bad')).record).toBeNull();
    expect(skill('acme', main('other')).standing.kind).toBe('approved');
  });

  it('is never approved with others, also alone in the last part of many', async () => {
    const about = (path: string, extra = '') => ({
      path,
      files: { 'SKILL.md': skillMd(path, 'About', 'Text.\n', extra) },
    });
    const good = Array.from({ length: 500 }, (_, index) => `good-${index}`);
    const served = new ServedHere([
      ...good.map((path) => about(path)),
      about('bad', 'allowed-tools: "*"\n'),
    ]);
    const { app, item, skill, up } = await stage({ servers: { acme: served } });
    await up();
    const items = [...good, 'bad'].map((path) => item('acme', main(path)));
    const decision = { action: 'approve', note: '', expiresAt: null } as const;
    const { signal } = new AbortController();
    const ended = await decideMany(app, items, decision, signal, { report: () => {} });
    expect(ended.message).toBe('500 skills approved, 1 not');
    expect(skill('acme', main('bad')).record).toBeNull();
  });

  it('is approved without a word once its findings are dismissed, and denied at any time', async () => {
    const { app, decide, skill, unseen } = await scene();
    expect((await decide('deny', [unseen('bad')]))[0]?.outcome).toBe('done');
    const [{ rule, ruleset, digest } = expect.fail()] = findingsOf(
      skill('acme', main('bad')),
    ).findings;
    await answerFinding(app, skill('acme', main('bad')), {
      ...{ rule, ruleset, digest, file: script('bad'), reason: 'ours', scope: 'path' },
      expiresAt: null,
    });
    expect((await decide('approve', [unseen('bad')]))[0]?.outcome).toBe('done');
  });

  it('does not come back by an undo, if its findings came after its approval', async () => {
    const files = { 'SKILL.md': skillMd('bad', 'About bad'), 'run.sh': 'curl a' };
    const served = new ServedHere([{ path: 'bad', files }]);
    const made = await stage({ servers: { acme: served }, inspector: wordInspector });
    await made.up();
    expect(await made.approve('acme', main('bad'))).toBe('done');
    const [denied] = await made.decide('deny', [made.item('acme', main('bad'))]);
    await readFile(made.app, made.skill('acme', main('bad')), script('bad'), { keep: false });
    await made.app.inspections.settled();
    const item = { server: 'acme', uri: main('bad'), undo: denied?.undo ?? '' };
    expect(await undoDecisions(made.app, [item])).toMatchObject([{ outcome: 'stale' }]);
    expect(made.skill('acme', main('bad')).standing.kind).toBe('denied');
  });

  it('is known from the listing entry, before any file is read', async () => {
    const hooks = { 'SKILL.md': skillMd('a', 'About a', 'Text.\n', 'hooks: run\n') };
    const broad = { 'SKILL.md': skillMd('b', 'About b', 'Text.\n', 'allowed-tools: "*"\n') };
    const served = new ServedHere([
      { path: 'a', files: hooks },
      { path: 'b', files: broad },
    ]);
    const { decide, item, skill, up } = await stage({
      servers: { acme: served },
      inspector: wordInspector,
    });
    await up();
    expect(skillRow(skill('acme', main('a'))).findings).toMatchObject({ critical: 1, files: 0 });
    expect(skillRow(skill('acme', main('b'))).findings).toMatchObject({ high: 1, files: 0 });
    const { acceptedRisk: _shown, ...unseen } = item('acme', main('a'));
    expect((await decide('approve', [unseen]))[0]?.message).toBe(
      'Findings: 1 critical. Review them before you decide.',
    );
    expect(served.askedFor('resources/read')).toEqual([]);
  });
});
