import { describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import type { PlannedReply } from '../plan.ts';
import { context, inventory, list, run } from '../testing/conversation.ts';
import { inWords, said } from '../testing/words.ts';
import { flat } from './flat.ts';
import { index202604 } from './index-2026-04.ts';
import { index202606 } from './index-2026-06.ts';
import { indexDocuments } from './index-documents.ts';
import { manifest } from './manifest.ts';
import { sep2076 } from './sep-2076/sep-2076.ts';
import { skillRoot } from './skill-root.ts';
import { skillsExtDraft } from './skills-ext-draft/skills-ext-draft.ts';
import { wellKnown } from './well-known.ts';

const timedOut: PlannedReply = {
  ok: false,
  error: { reason: 'timeout', message: 'no answer', words: 'no answer' },
};
const value = (given: unknown): PlannedReply => ({ ok: true, value: given });

describe('what is said of resources alone', () => {
  it('that are the roots of skills', () => {
    const words = (...uris: string[]) =>
      inWords(list(skillRoot, {}, { inventory: inventory(...uris) }));
    expect(
      words(
        'skill://a',
        'skill://b?c',
        'skill://d/e',
        'skill://é',
        'skill://',
        'x://a',
        'skill://a b',
      ),
    ).toMatchSnapshot();
    expect(words('skill://a', 'skill://index')).toEqual([]);
    const claimed = list(flat, {}, { inventory: inventory('skill://a/SKILL.md') }).entries;
    expect(
      list(skillRoot, {}, { claimed, inventory: inventory('skill://a', 'skill://b') }).entries.map(
        ({ uri }) => uri,
      ),
    ).toEqual(['skill://b']);
  });

  it('and their files', () => {
    const [entry] = list(skillRoot, {}, { inventory: inventory('skill://a') }).entries;
    if (entry === undefined) throw new Error('no entry');
    const files = (reply: PlannedReply) => {
      const { value: found } = run(skillRoot.files(entry, context()), { 'skill://a/': reply });
      return found.kind === 'found' && found.files.map(({ path, uri }) => `${path} ${uri}`);
    };
    const contents = [
      'skill://a/',
      'skill://a/b',
      7,
      'skill://x/y',
      'skill://a/SKILL.md',
      'skill://a/c/d',
    ].map((uri) => ({ uri }));
    expect(files(value({ contents: [...contents, 7] }))).toEqual([
      ...['SKILL.md skill://a', 'b skill://a/b', 'c/d skill://a/c/d'],
    ]);
    for (const none of [timedOut, value(7), value({ contents: 7 })])
      expect(files(none)).toEqual(['SKILL.md skill://a']);
    const many = Array.from({ length: 600 }, (_, at) => ({ uri: `skill://a/${at}` }));
    expect(files(value({ contents: many }))).toHaveLength(limits.skillFiles + 2);
  });

  it('that are asked for by an address', () => {
    const outcome = (dialect: typeof flat, uri: string, reply: PlannedReply | string) => {
      const { value: came, asked } = run(dialect.entry(uri, context()), { [uri]: reply });
      return [asked.length, JSON.stringify(came, null, 1)];
    };
    const file = '---\nname: a\ndescription: d\n---\nx';
    expect(outcome(skillRoot, 'skill://a', file)).toMatchSnapshot();
    expect(outcome(skillRoot, 'skill://a/b', file)).toMatchSnapshot();
    expect(outcome(skillRoot, 'x://a', file)).toMatchSnapshot();
    const main = 'skill://a/SKILL.md';
    expect(outcome(flat, main, file)).toMatchSnapshot();
    expect(outcome(flat, 'skill://a/b', file)).toMatchSnapshot();
    expect(outcome(flat, main, '# not found')).toMatchSnapshot();
    expect(outcome(flat, main, '---\nname: a\n---\n')).toMatchSnapshot();
    expect(outcome(flat, main, value({ contents: [] }))).toMatchSnapshot();
    expect(outcome(flat, main, timedOut)).toMatchSnapshot();
  });

  it('that are single, by their type and place', () => {
    const resource = (uri: string, mimeType: string) =>
      [uri, { uri, name: 'n', description: 'd', mimeType }] as const;
    const resources = new Map([
      ...[
        '',
        'text/plain',
        'application/octet-stream',
        'application/markdown',
        'image/png',
        'application/octet-stream2',
      ].map((mimeType, at) => resource(`skill://a/${at}`, mimeType)),
      ...[
        'skill://b/SKILL.md',
        'skill://b/c',
        'skill://d/e/SKILL.md',
        'skill://SKILL.md',
        'docs://f/SKILL.md',
        'skill://é/SKILL.md',
      ].map((uri) => resource(uri, 'image/png')),
    ]);
    expect(inWords(list(flat, {}, { inventory: { resources, templates: [] } }))).toMatchSnapshot();
    expect(
      inWords(
        list(
          flat,
          {},
          {
            inventory: { resources, templates: [] },
            refused: new Set(['skill://b/SKILL.md', 'skill://a']),
          },
        ),
      ),
    ).toMatchSnapshot();
  });
});

it('what authors of older dialects are told', () => {
  const declaration = { capabilities: { skills: {} }, protocolVersion: '' };
  for (const dialect of [
    flat,
    index202604,
    index202606,
    indexDocuments,
    manifest,
    sep2076,
    skillRoot,
    skillsExtDraft,
    wellKnown,
  ]) {
    const { by, adviceIfFound, ...more } = dialect.recognise(declaration);
    expect([dialect.id, dialect.label, by, adviceIfFound.map(said), more]).toMatchSnapshot();
  }
  expect(sep2076.recognise({ capabilities: {}, protocolVersion: '' }).by).toBe('nothing');
});
