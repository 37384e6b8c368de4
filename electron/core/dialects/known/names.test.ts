import { describe, expect, it } from 'vitest';
import { sha256 } from '../../digest.ts';
import type { PlanContext } from '../dialect.ts';
import { registryOf } from '../dialects.ts';
import type { PlannedReply } from '../plan.ts';
import { context, list, run } from '../testing/conversation.ts';
import { inWords } from '../testing/words.ts';
import { sep2076 } from './sep-2076/sep-2076.ts';
import { skillsExtDraft } from './skills-ext-draft/skills-ext-draft.ts';

const digest = sha256('x');
const name = 'refunds';
const description = 'Process refunds';
const frontmatter = { name, description };
const url = 'skill://acme/refunds/SKILL.md';
const failed = (code: number, words = 'it went wrong'): PlannedReply => ({
  ok: false,
  error: { reason: 'error-response', code, message: words, words },
});
const timedOut: PlannedReply = {
  ok: false,
  error: { reason: 'timeout', message: 'no answer', words: 'no answer' },
};
const value = (given: unknown): PlannedReply => ({ ok: true, value: given });

describe('what is said of skills by name', () => {
  const skills = (...all: unknown[]): Record<string, PlannedReply> => ({
    undefined: value({ skills: all }),
  });
  const all = registryOf([skillsExtDraft, sep2076]).all;
  const words = (given: readonly unknown[], more: Partial<PlanContext> = {}) =>
    inWords(list(sep2076, skills(...given), { dialects: all, ...more }));
  it('in a listing', () => {
    const named = [
      ...[
        { name, description },
        { name: '' },
        { name: 'a/b', description },
        { name, description: ' ' },
      ],
      ...[
        { name: 'x', description: 7 },
        { name: 'y' },
        { name: 'é', description },
        { name: '..', description },
      ],
      ...[
        { name: 'z', description, uri: 'x' },
        { name: 'q', description, resources: [] },
      ],
    ];
    expect(words(named)).toMatchSnapshot();
    expect(words([{ name, description }], { declared: ['skills-ext'] })).toMatchSnapshot();
    expect(words([{ name, description }], { declared: ['sep-2076'] })).toHaveLength(1);
  });

  it('of a draft', () => {
    const files = [{ uri: url, digest }];
    const draft = { uri: url, frontmatter, resources: files };
    const final = {
      ...draft,
      uri: 'skill://b/refunds/SKILL.md',
      resources: [{ uri: 'skill://b/refunds/SKILL.md', digest, size: 1 }],
    };
    const generated = { uri: 'skill://c/refunds/SKILL.md', frontmatter };
    expect(words([draft, generated])).toMatchSnapshot();
    expect(words([draft, final])).toMatchSnapshot();
    expect(words([generated])).toMatchSnapshot();
    expect(words([draft, { ...generated, resources: 'dynamic' }])).toMatchSnapshot();
    expect(
      words([draft, { ...draft, uri: 'skill://d/refunds/SKILL.md', resources: [] }]),
    ).toMatchSnapshot();
    expect(
      words([draft, { ...draft, uri: 'skill://e/refunds/SKILL.md', frontmatter: {} }]),
    ).toMatchSnapshot();
    expect(words([draft, 7])).toMatchSnapshot();
  });

  it('asked for by an address', () => {
    const outcome = (uri: string, replies: Record<string, PlannedReply>) => {
      const { value: came, asked } = run(sep2076.entry(uri, context()), replies);
      return { asked, came: JSON.stringify(came, null, 1) };
    };
    const uri = 'skill://refunds/SKILL.md';
    const answer = (skill: unknown, more: object = {}) => ({ [name]: value({ skill, ...more }) });
    expect(outcome(uri, answer({ name, description }, { ttlMs: 5 }))).toMatchSnapshot();
    expect(outcome(uri, answer({ name: 'other', description }))).toMatchSnapshot();
    expect(outcome(uri, answer({ name }))).toMatchSnapshot();
    expect(outcome(uri, answer(7))).toMatchSnapshot();
    expect(outcome(uri, { [name]: value(7) })).toMatchSnapshot();
    expect(outcome(uri, { [name]: timedOut })).toMatchSnapshot();
    expect(outcome(uri, { [name]: failed(-32_601) }).asked).toEqual([
      'skills/read refunds',
      'skills/get refunds',
    ]);
    expect(outcome(uri, { [name]: failed(-32_602) }).asked).toEqual(['skills/read refunds']);
    expect(outcome('skill://a/refunds/SKILL.md', {})).toMatchSnapshot();
    expect(outcome('https://refunds/x', {}).asked).toEqual([]);
  });

  it('whose files are read by name', () => {
    const [entry] = list(sep2076, skills({ name, description }), { dialects: all }).entries;
    if (entry === undefined) throw new Error('no entry');
    const read = (uri: string, replies: Record<string, PlannedReply>) =>
      run(sep2076.read(uri, entry), replies).value;
    const text = { content: { text: 'x', mimeType: 'text/plain' } };
    expect(read('skill://refunds/a%20b', { 'a b': value(text) })).toEqual({
      ...{ ok: true, named: 'exactly' },
      value: { contents: [{ uri: 'skill://refunds/a%20b', mimeType: 'text/plain', text: 'x' }] },
    });
    expect(read('skill://refunds/%', { '%': value({ content: { text: 'x' } }) })).toMatchObject({
      value: { contents: [{ mimeType: '', text: 'x' }] },
    });
    for (const bad of [7, {}, { content: 7 }, { content: { text: 7 } }])
      expect(read('skill://refunds/a', { a: value(bad) })).toMatchObject({
        error: { reason: 'bad-response', message: 'The response has no text.' },
      });
    expect(read(entry.uri, { [name]: value({ skill: 7 }) })).toMatchObject({
      error: { message: 'The response isn’t the skill with this name.' },
    });
    expect(read(entry.uri, { [name]: timedOut })).toEqual(timedOut);
    expect(read('skill://refunds/a', { a: timedOut })).toEqual(timedOut);
  });

  it('and which files and scripts they have', () => {
    const [entry] = list(sep2076, skills({ name, description }), { dialects: all }).entries;
    if (entry === undefined) throw new Error('no entry');
    const files = (skill: unknown) =>
      JSON.stringify(
        run(sep2076.files(entry, context()), { [name]: value({ skill }) }).value,
        null,
        1,
      );
    expect(files(7)).toMatchSnapshot();
    expect(
      files({
        references: ['a', 'a', 'SKILL.md', '', 7, { path: 'b', name: 'c' }, { name: 'd' }],
        assets: ['e', 'a'],
        scripts: 'x',
      }),
    ).toMatchSnapshot();
    expect(files({ references: 7, scripts: ['run'] })).toMatchSnapshot();
    expect(files({ scripts: ['a', 'b', 'c', 'd', 'e', 'f'] })).toMatchSnapshot();
  });
});
