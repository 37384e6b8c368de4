import { describe, expect, it } from 'vitest';
import { sha256 } from '../../digest.ts';
import type { PlannedReply } from '../plan.ts';
import { content, list, run } from '../testing/conversation.ts';
import { inWords } from '../testing/words.ts';
import { wellKnown } from './well-known.ts';

const digest = sha256('x');
const name = 'refunds';
const description = 'Process refunds';
const frontmatter = { name, description };
const json = (value: unknown): string => JSON.stringify(value);
const failed = (code: number, words = 'it went wrong'): PlannedReply => ({
  ok: false,
  error: { reason: 'error-response', code, message: words, words },
});
const timedOut: PlannedReply = {
  ok: false,
  error: { reason: 'timeout', message: 'no answer', words: 'no answer' },
};
const value = (given: unknown): PlannedReply => ({ ok: true, value: given });

describe('what is said of a well-known index', () => {
  const [now, before] = ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json'];
  const at = (
    path: string,
    document: unknown,
    more: object = {},
  ): Record<string, PlannedReply> => ({
    [path]: value({
      contents: [
        {
          ...{ uri: path, finalUri: `https://host.example${path}` },
          blob: Buffer.from(typeof document === 'string' ? document : json(document)).toString(
            'base64',
          ),
          ...more,
        },
      ],
    }),
  });
  const words = (replies: Record<string, PlannedReply>): readonly string[] =>
    inWords(list(wellKnown, { [now]: failed(404), [before]: failed(404), ...replies }));
  const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

  it('that is nowhere, cannot be had, or is none', () => {
    expect(words({})).toMatchSnapshot();
    expect(words({ [now]: failed(500) })).toMatchSnapshot();
    expect(words({ [now]: timedOut })).toMatchSnapshot();
    expect(words({ [before]: failed(500) })).toMatchSnapshot();
    for (const document of ['{', '[]', { skills: {} }, 'null', '"\\ud800"'])
      expect(words(at(before, document))).toMatchSnapshot();
    expect(words(at(before, { skills: [] }, { blob: 7 }))).toMatchSnapshot();
    expect(words(at(before, { skills: [] }, { finalUri: 7 }))).toMatchSnapshot();
    expect(words({ [before]: value({ contents: {} }) })).toMatchSnapshot();
    // What is no index in the newer place is looked for in the older.
    expect(words({ ...at(now, '[]'), ...at(before, { skills: [] }) })).toEqual([]);
    expect(words(at(now, { $schema: 7, skills: [] }))).toMatchSnapshot();
  });

  it('of today', () => {
    const one = { ...frontmatter, type: 'skill-md', url: 'a/SKILL.md', digest };
    const skills = [
      ...[7, {}, { ...one, name: 'A' }, { ...one, name: 'a-' }, { ...one, name: 'a--b' }],
      ...[
        { ...one, name: '' },
        { ...one, name: 'a'.repeat(65) },
        { ...one, name: 'b_c' },
      ],
      ...[
        { ...one, description: '' },
        { ...one, description: '\n' },
        { ...one, description: 7 },
      ],
      ...[
        { ...one, type: 7 },
        { ...one, type: 'mcp' },
        { ...one, url: 7 },
      ],
      ...[
        { ...one, url: 'https://' },
        { ...one, url: 'ftp://x.example/a' },
      ],
      ...[
        { ...one, url: 'xhttps://x.example/a' },
        { ...one, url: 'httpsx://x.example/a' },
      ],
      ...[
        { ...one, url: 'a#b' },
        { ...one, url: 'https://u@x.example/' },
        { ...one, digest: 7 },
      ],
      one,
      { ...one, name: 'ab-c1-d22', url: 'http://plain.example/ab-c1-d22/SKILL.md' },
      { ...one, name: 'a'.repeat(64), url: 'b/whole' },
      { ...one, type: 'archive', url: 'c.zip' },
      ...[
        { ...one, url: 'two' },
        { ...one, url: 'two', more: 1 },
      ],
    ];
    expect(words(at(now, { $schema, skills }))).toMatchSnapshot();
  });

  it('of before', () => {
    const one = { ...frontmatter, files: ['SKILL.md'] };
    const skills = [
      ...[7, { ...one, name: 'A' }, { ...one, files: 7 }, { ...one, files: ['a'] }],
      { ...one, files: ['SKILL.md', ...Array.from({ length: 512 }, (_, file) => `${file}`)] },
      ...['../x', '/x', 'a?b', 'a#b', 'a\\b', '[a]', '', 7, 'a//b', '.'].map((file) => ({
        ...one,
        files: ['SKILL.md', file],
      })),
      { ...one, files: ['SKILL.md', 'SKILL.md', 'a/b c.md', 'é'] },
    ];
    expect(words(at(before, { skills }))).toMatchSnapshot();
  });

  it('and each file of it is had by its address', () => {
    const entry = list(
      wellKnown,
      at(now, { $schema, skills: [{ ...frontmatter, type: 'skill-md', url: 'a', digest }] }),
    ).entries[0];
    if (entry === undefined) throw new Error('no entry');
    const { value: reply, asked } = run(wellKnown.read(entry.uri, entry), {
      [entry.uri]: content(entry.uri, 'x'),
    });
    expect(asked).toEqual([`GET ${entry.uri}`]);
    expect(reply).toMatchObject({ ok: true, named: 'exactly' });
    expect(run(wellKnown.read(entry.uri, entry), {}).value).toMatchObject({ ok: false });
  });
});
