import { describe, expect, it } from 'vitest';
import { noFacts } from '../../core/findings/fact-lists.ts';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { sha256 } from '../../core/digest.ts';
import type { Finding } from '../../../shared/model/findings.ts';
import { err, ok } from '../../../shared/result.ts';
import type { FileInspector } from '../ports/findings.ts';
import { readFile } from '../reading/read-file.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { answerFinding, reopenFinding, type DismissalRequest } from './answer.ts';
import { findingsOf } from './findings.ts';

const main = 'skill://a/SKILL.md';
const text = skillMd('a', 'About a');
const digest = sha256(text);

async function found() {
  const finding: Omit<Finding, 'uri' | 'digest' | 'path'> = {
    rule: 'lost-work',
    ruleset: 'r1',
    severity: 'high',
    confidence: 'high',
    message: 'It removes files.',
    place: { start: 0, end: 2, line: 1, column: 1, endLine: 1, endColumn: 3 },
    related: [],
    count: 1,
    excerpt: 'rm',
  } as never;
  const inspector = {
    inspect: async (file: { uri: string; digest: string }) => ({
      findings: [{ ...finding, uri: file.uri, path: 'SKILL.md', digest: file.digest }],
      notInspected: [],
      traces: [],
      facts: noFacts,
    }),
    close: async () => {},
  } as unknown as FileInspector;
  const served = new ServedHere([{ path: 'a', files: { 'SKILL.md': text } }]);
  const scene = await stage({ servers: { acme: served }, inspector });
  await scene.up();
  const skill = () => scene.skill('acme', main);
  await readFile(scene.app, skill(), main, { keep: false });
  await scene.app.inspections.settled();
  const said = (more: Partial<DismissalRequest> = {}): DismissalRequest => ({
    rule: 'lost-work',
    ruleset: 'r1',
    file: main,
    digest,
    reason: ' It is meant to. ',
    scope: 'path',
    expiresAt: null,
    ...more,
  });
  return {
    ...scene,
    skill,
    say: (more?: Partial<DismissalRequest>) => answerFinding(scene.app, skill(), said(more)),
    reopen: (id: string) => reopenFinding(scene.app, skill(), id),
  };
}

describe('answering a finding', () => {
  it('takes a reason of words alone, and an end that is to come', async () => {
    const scene = await found();
    const reason = err({ code: 'bad-input', message: 'Enter a reason.' });
    for (const empty of ['', ' \n']) expect(await scene.say({ reason: empty })).toEqual(reason);
    const end = err({ code: 'bad-input', message: 'Choose a future date.' });
    const now = new Date(scene.clock.now()).toISOString();
    for (const past of [now, 'never']) expect(await scene.say({ expiresAt: past })).toEqual(end);
    expect(scene.skill().answers).toEqual([]);
  });

  it('keeps who said what of which bytes, with a line in the audit', async () => {
    const scene = await found();
    expect(findingsOf(scene.skill()).findings[0]?.answer).toBeNull();
    expect(await scene.say()).toEqual(ok(undefined));
    const [answer] = scene.skill().answers;
    expect(answer).toEqual({
      id: expect.any(String),
      rule: 'lost-work',
      ruleset: 'r1',
      digest,
      file: main,
      severity: 'high',
      confidence: 'high',
      reason: 'It is meant to.',
      by: 'ada',
      at: '2026-11-01T00:00:00.000Z',
      expiresAt: null,
    });
    expect(findingsOf(scene.skill()).findings[0]?.answer).toEqual(answer);
    expect((await scene.lines()).at(-1)).toMatchObject({
      action: 'finding-acknowledged',
      server: 'acme',
      uri: main,
      detail: `lost-work in ${main}: It is meant to.`,
    });
  });

  it('of the whole skill names no file', async () => {
    const scene = await found();
    await scene.say({ scope: 'skill' });
    expect(scene.skill().answers[0]?.file).toBeNull();
  });

  it.each<[string, Partial<DismissalRequest>]>([
    ['no reason', { reason: '  ' }],
    ['an end that is past', { expiresAt: '2026-10-31T00:00:00.000Z' }],
    ['an end right now', { expiresAt: '2026-11-01T00:00:00.000Z' }],
    ['an end that is none', { expiresAt: 'tomorrow' }],
  ])('needs more than %s', async (_, more) => {
    const scene = await found();
    expect(await scene.say(more)).toMatchObject({ error: { code: 'bad-input' } });
    expect(scene.skill().answers).toEqual([]);
  });

  it.each<[string, Partial<DismissalRequest>]>([
    ['rule', { rule: 'other' }],
    ['set of rules', { ruleset: 'r2' }],
    ['file', { file: 'skill://a/other.md' }],
    ['content', { digest: sha256('other') }],
  ])('of another %s is none of what was on screen', async (_, more) => {
    const scene = await found();
    expect(await scene.say(more)).toEqual(
      err({
        code: 'stale',
        message: 'The file or the rule has changed. Review it again.',
      }),
    );
  });

  it('with an end ends then', async () => {
    const scene = await found();
    expect(await scene.say({ expiresAt: '2026-11-02T00:00:00.000Z' })).toEqual(ok(undefined));
    scene.clock.move(86_400_000);
    scene.app.catalogue.refresh();
    expect(scene.skill().answers).toEqual([]);
  });

  it('that cannot be written is none', async () => {
    const scene = await found();
    scene.app.answers.put = async () => err('unwritable');
    expect(await scene.say()).toEqual(
      err({ code: 'store', message: 'Couldn’t save the dismissal.' }),
    );
    scene.app.answers.put = async () => err('full');
    expect(await scene.say()).toMatchObject({
      error: { code: 'store', message: expect.stringContaining('Undo some of them first') },
    });
    expect(await scene.lines()).toEqual([]);
  });
});

describe('taking an answer back', () => {
  it('has the finding open again, with a line in the audit', async () => {
    const scene = await found();
    await scene.say();
    const id = scene.skill().answers[0]?.id ?? '';
    expect(await scene.reopen(id)).toEqual(ok(undefined));
    expect(scene.skill().answers).toEqual([]);
    expect((await scene.lines()).at(-1)).toMatchObject({
      action: 'finding-reopened',
      detail: 'lost-work',
    });
    expect(await scene.reopen(id)).toEqual(
      err({ code: 'not-found', message: 'That dismissal no longer exists.' }),
    );
  });

  it('that cannot be written leaves it', async () => {
    const scene = await found();
    await scene.say();
    scene.app.answers.remove = async () => err('unwritable');
    expect(await scene.reopen(scene.skill().answers[0]?.id ?? '')).toEqual(
      err({ code: 'store', message: 'Couldn’t undo the dismissal.' }),
    );
    expect(scene.skill().answers).toHaveLength(1);
  });
});

describe('answers of another window or a command', () => {
  it('count at once, and a file of answers that cannot be read is told', async () => {
    const scene = await found();
    let elsewhere = (): void => {};
    scene.app.answers.onChange = (listener) => {
      elsewhere = listener;
      return () => {};
    };
    const stop = scene.app.follow();
    const { identity } = scene.skill().server;
    const [finding] = findingsOf(scene.skill()).findings;
    const { rule, ruleset } = finding!;
    const answer = {
      ...{ id: 'theirs', rule, ruleset, digest, file: null, reason: 'seen' },
      ...({ severity: 'high', confidence: 'high' } as const),
    };
    await scene.app.answers.put(identity!, main, {
      ...answer,
      ...{ by: 'ada', at: '2026-11-01T00:00:00.000Z', expiresAt: null },
    });
    expect(findingsOf(scene.skill()).findings[0]?.answer).toBeNull();
    elsewhere();
    expect(findingsOf(scene.skill()).findings[0]?.answer).toMatchObject({ id: 'theirs' });
    Object.assign(scene.app.answers, { problem: 'answers.json: it is damaged' });
    elsewhere();
    expect(scene.told('store').at(-1)?.store).toMatchObject({
      status: 'ready',
      answersProblem: 'answers.json: it is damaged',
    });
    stop();
  });
});
