import { describe, expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { limits } from '../../core/limits.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { skillRow } from '../catalogue/views.ts';
import { decideMany } from '../deciding/decide-many.ts';
import type { FileInspector } from '../ports/findings.ts';
import { readFile } from '../reading/read-file.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { wordInspector } from '../testing/word-inspector.ts';
import { answerFinding } from './answer.ts';
import { findingsOf } from './findings.ts';

const main = 'skill://a/SKILL.md';
const run = 'skill://a/run.sh';

/** Only `run.sh` was read. */
async function looked(text: string) {
  const files = { 'SKILL.md': skillMd('a', 'About a'), 'run.sh': text };
  const served = new ServedHere([{ path: 'a', files }]);
  const scene = await stage({ servers: { acme: served }, inspector: wordInspector });
  await scene.up();
  const skill = () => scene.skill('acme', main);
  await readFile(scene.app, skill(), run, { keep: false });
  await scene.app.inspections.settled();
  return { ...scene, skill, asked: () => served.asked.length };
}

describe('a policy that forbids an approval while a finding is open', () => {
  it('has it refused, said in the row, and allowed once the finding is answered', async () => {
    const scene = await looked('curl a');
    const before = scene.asked();
    scene.rule([], { forbidFindings: { severity: 'high' } });
    const words = 'no high or worse findings may stay open: 1 high; 1 file not checked';
    expect(skillRow(scene.skill()).barredBy).toEqual([words]);
    expect(scene.told('skills-put').at(-1)?.skills[0]?.barredBy).toEqual([words]);
    const [refused] = await scene.decide('approve', [scene.item('acme', main)]);
    expect(refused).toMatchObject({ outcome: 'refused', message: `Policy: ${words}` });
    const { rule, ruleset, digest } = findingsOf(scene.skill()).findings[0]!;
    await answerFinding(scene.app, scene.skill(), {
      ...{ rule, ruleset, digest, file: run, reason: 'ours', scope: 'path', expiresAt: null },
    });
    expect(skillRow(scene.skill()).barredBy).toEqual([]);
    expect(await scene.approve('acme', main)).toBe('done');
    expect(scene.skill().standing.kind).toBe('approved');
    expect(scene.asked()).toBe(before);
  });

  it('blocks what was approved before it, until it is decided again', async () => {
    const scene = await looked('curl a');
    expect(await scene.approve('acme', main)).toBe('done');
    scene.rule([], { forbidFindings: { rules: ['P01'] } });
    expect(scene.skill().standing).toMatchObject({
      kind: 'blocked',
      rule: 'no findings of P01 may stay open: P01; 1 file not checked',
    });
    const { rule, ruleset, digest } = findingsOf(scene.skill()).findings[0]!;
    await answerFinding(scene.app, scene.skill(), {
      ...{ rule, ruleset, digest, file: run, reason: 'ours', scope: 'path', expiresAt: null },
    });
    expect(await scene.approve('acme', main)).toBe('done');
    expect(scene.skill().standing.kind).toBe('approved');
  });

  it('does not let a file pass that a server made uninspectable, where the policy says so', async () => {
    const scene = await looked('curl a\u0000');
    scene.rule([], { forbidFindings: { severity: 'high' } });
    expect(skillRow(scene.skill()).barredBy).toEqual([]);
    scene.rule([], { forbidFindings: { severity: 'high', notInspected: true } });
    expect(skillRow(scene.skill()).barredBy).toEqual([
      'the rules must inspect every file before approval: 1 not inspected, 1 file not checked',
    ]);
    expect(await scene.approve('acme', main)).toBe('refused');
  });
});

/** Says what it found when it is let. */
const held = () => {
  let open = (): void => {};
  const gate = new Promise<void>((go) => {
    open = go;
  });
  const inspector: FileInspector = {
    async inspect(file, server) {
      await gate;
      return wordInspector.inspect(file, server);
    },
    close: async () => {},
  };
  return { inspector, open };
};

/** `a` of acme, with what its `run.sh` says, and one beside it whose files nobody reads. */
async function reading(inspector: FileInspector, text = 'curl a') {
  const files = { 'SKILL.md': skillMd('a', 'About a'), 'run.sh': text };
  const other = { path: 'b', files: { 'SKILL.md': skillMd('b', 'About b') } };
  const acme = new ServedHere([{ path: 'a', files }, other]);
  const scene = await stage({ servers: { acme }, inspector });
  await scene.up();
  const read = async (uri: string): Promise<void> => {
    await readFile(scene.app, scene.skill('acme', main), uri, { keep: false });
  };
  return { ...scene, acme, skills: [{ path: 'a', files }, other], read };
}

describe('an approval while the rules are still looking', () => {
  it('waits for them', async () => {
    const { inspector, open } = held();
    const scene = await reading(inspector);
    scene.rule([], { forbidFindings: { severity: 'high' } });
    await scene.read(run);
    const outcome = scene.approve('acme', main);
    const many = decideMany(
      scene.app,
      [scene.item('acme', main)],
      { action: 'approve', note: '', expiresAt: null },
      new AbortController().signal,
      { report: () => {} },
    );
    // It is no other skill's turn to wait.
    expect(await scene.approve('acme', 'skill://b/SKILL.md')).toBe('done');
    open();
    expect(await outcome).toBe('refused');
    expect((await many).notDone).toMatchObject([{ why: expect.stringContaining('1 high') }]);
  });

  it('is answered in words where they take too long and a policy asks what they find', async () => {
    const { inspector, open } = held();
    const scene = await reading(inspector);
    scene.rule([], { forbidFindings: { severity: 'high', notInspected: true } });
    await scene.read(run);
    const decided = scene.decide('approve', [scene.item('acme', main)]);
    await new Promise((soon) => setImmediate(soon));
    scene.clock.move(limits.inspectMs);
    expect(await decided).toMatchObject([
      { outcome: 'stale', message: expect.stringContaining('Its files are still being inspected') },
    ]);
    open();
    await scene.app.inspections.settled();
    expect(await scene.approve('acme', main)).toBe('refused');
  });

  it('refuses to approve while rules look at what was read, however slow they are', async () => {
    const { inspector, open } = held();
    const scene = await reading(inspector);
    await scene.read(run);
    const outcome = scene.approve('acme', main);
    await new Promise((soon) => setImmediate(soon));
    scene.clock.move(limits.inspectMs);
    expect(await outcome).toBe('stale');
    await scene.decide('deny', [scene.item('acme', main)]);
    expect(scene.skill('acme', main).record?.findings).toMatchObject({ notInspected: 1 });
    open();
  });
});

it('a skill that a server leaves out of one listing comes back with what was found in it', async () => {
  const scene = await reading(wordInspector);
  await scene.read(run);
  await scene.app.inspections.settled();
  scene.rule([], { forbidFindings: { severity: 'high' } });
  expect(await scene.approve('acme', main)).toBe('refused');
  scene.acme.serve([]);
  await scene.up();
  expect(scene.app.catalogue.find('acme', main)).toBeUndefined();
  scene.acme.serve(scene.skills);
  await scene.up();
  const asked = scene.acme.asked.length;
  expect(skillRow(scene.skill('acme', main)).barredBy).toHaveLength(1);
  expect(await scene.approve('acme', main)).toBe('refused');
  expect(scene.acme.asked.length).toBe(asked);
});

it('slow files of one server keep none of another’s from being read and looked at', async () => {
  const { inspector: slow, open } = held();
  const size = limits.skillBytes - 1_000;
  const count = Math.ceil((limits.waitingBytes + 1) / size);
  const large = Array.from({ length: count }, (_, index) => `e${index}`).map((path) => ({
    path,
    files: { 'SKILL.md': skillMd(path, 'Large'), 'x.txt': path.padEnd(size) },
  }));
  const files = { 'SKILL.md': skillMd('a', 'About a'), 'run.sh': 'curl a' };
  const inspector: FileInspector = {
    inspect: (file, server) =>
      (file.uri.startsWith('skill://e') ? slow : wordInspector).inspect(file, server),
    close: async () => {},
  };
  const scene = await stage({
    servers: { evil: new ServedHere(large), good: new ServedHere([{ path: 'a', files }]) },
    inspector,
  });
  await scene.up('evil');
  await scene.up('good');
  const evil = (): CatalogueSkill => scene.skill('evil', 'skill://e0/SKILL.md');
  const waiting = large.map(({ path }) =>
    readFile(scene.app, scene.skill('evil', `skill://${path}/SKILL.md`), `skill://${path}/x.txt`, {
      keep: false,
    }),
  );
  expect(await Promise.all(waiting)).toMatchObject(
    large.map(() => ({ verdict: { status: 'verified' } })),
  );
  await readFile(scene.app, scene.skill('good', main), run, { keep: false });
  await scene.app.inspections.ready([{ server: 'good', uri: main }]);
  expect(findingsOf(scene.skill('good', main)).counts).toMatchObject({ high: 1 });
  expect(findingsOf(evil()).counts).toMatchObject({ files: 0 });
  open();
});

it('an answer to what is only an example opens no way for the same bytes in use', async () => {
  const byPath: FileInspector = {
    async inspect(file, server) {
      const said = await wordInspector.inspect(file, server);
      const confidence = file.path.startsWith('examples/') ? 'low' : 'high';
      return { ...said, findings: said.findings.map((one) => ({ ...one, confidence })) };
    },
    close: async () => {},
  };
  const files = { 'SKILL.md': skillMd('a', 'About a'), 'examples/x.sh': 'curl a' };
  const acme = new ServedHere([{ path: 'a', files }]);
  const scene = await stage({ servers: { acme }, inspector: byPath });
  await scene.up();
  const read = async (name: string): Promise<void> => {
    await readFile(scene.app, scene.skill('acme', main), `skill://a/${name}`, { keep: false });
    await scene.app.inspections.settled();
  };
  await read('examples/x.sh');
  const { rule, ruleset, digest } = findingsOf(scene.skill('acme', main)).findings[0]!;
  const said = { rule, ruleset, digest, reason: 'Only an example.', expiresAt: null };
  await answerFinding(scene.app, scene.skill('acme', main), {
    ...{ ...said, file: 'skill://a/examples/x.sh', scope: 'skill' },
  });
  expect(findingsOf(scene.skill('acme', main)).findings[0]?.answer).not.toBeNull();
  acme.serve([{ path: 'a', files: { ...files, 'scripts/x.sh': 'curl a' } }]);
  await scene.up();
  await read('scripts/x.sh');
  scene.rule([], { forbidFindings: { rules: ['P01'] } });
  expect(findingsOf(scene.skill('acme', main)).findings[0]).toMatchObject({
    uri: 'skill://a/scripts/x.sh',
    answer: null,
  });
  expect(await scene.approve('acme', main)).toBe('refused');
});
