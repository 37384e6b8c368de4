import { describe, expect, it } from 'vitest';
import { sha256 } from '../../digest.ts';
import { limits } from '../../limits.ts';
import type { PlanContext } from '../dialect.ts';
import type { PlannedReply } from '../plan.ts';
import { content, context, inventory, list, run } from '../testing/conversation.ts';
import { inWords } from '../testing/words.ts';
import { index202604 } from './index-2026-04.ts';
import { index202606 } from './index-2026-06.ts';
import { indexDocuments } from './index-documents.ts';
import { manifest } from './manifest.ts';

const digest = sha256('x');
const name = 'refunds';
const description = 'Process refunds';
const frontmatter = { name, description };
const url = 'skill://acme/refunds/SKILL.md';
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

describe('what is said of skill://index.json', () => {
  const index = 'skill://index.json';
  const archive = { url: 'skill://a.zip', digest };
  it('of June', () => {
    const skills = [
      ...[7, null, [], {}, { frontmatter }, { url: 7, digest, frontmatter }],
      { url, frontmatter },
      { url, digest: 'md5', frontmatter },
      { url, digest },
      { url, digest, frontmatter: { name } },
      { url, digest, frontmatter: { description } },
      { url: 'skill://a/other/SKILL.md', digest, frontmatter },
      { url: 'https://', digest, frontmatter },
      { frontmatter, archives: 'x' },
      { frontmatter, archives: [7, { url: '' }, { url: 'a#b', digest }, { url: 'a', digest: 7 }] },
      { frontmatter, archives: [archive] },
      {
        frontmatter,
        archives: [{ ...archive, url: 'skill://b.tgz', mimeType: 'application/gzip' }],
      },
      { frontmatter, archives: [{ ...archive, url: 'skill://c.tgz', mimeType: 7 }] },
      { url, digest, frontmatter: { name, description: 'd'.repeat(1_025) } },
      {
        url: 'skill://big/refunds/SKILL.md',
        digest,
        frontmatter,
        more: 'x'.repeat(limits.entryBytes),
      },
      {
        url: 'skill://deep/refunds/SKILL.md',
        digest,
        frontmatter: { ...frontmatter, a: JSON.parse('['.repeat(66) + ']'.repeat(66)) as unknown },
      },
      { url: 'skill://two/refunds/SKILL.md', digest, frontmatter },
      { url: 'skill://two/refunds/SKILL.md', digest, frontmatter, more: 1 },
      { name: 'by\u200Bname', uri: 'skill://x\u202E/SKILL.md' },
    ];
    expect(inWords(list(index202606, { [index]: json({ skills }) }))).toMatchSnapshot();
  });

  it('of April', () => {
    const one = { ...frontmatter, type: 'skill-md', url };
    const skills = [
      ...[7, { type: 'new' }, { ...one, name: '' }, { ...one, name: 7 }],
      ...[
        { ...one, description: ' ' },
        { ...one, description: 7 },
        { ...one, url: 7 },
      ],
      ...[
        { ...one, url: 'x' },
        { ...one, name: 'other' },
      ],
      one,
      { ...one, type: 'archive', url: 'skill://x/refunds.tar.gz' },
      { ...one, type: 'archive', url: 'skill://y/refunds.TGZ' },
      { ...one, type: 'archive', url: 'skill://z/refunds' },
      { type: 'mcp-resource-template', url: 'skill://{a}/SKILL.md', description: 'd' },
      { type: 'mcp-resource-template', url: 'skill://{b}/SKILL.md', description: 7 },
      { type: 'mcp-resource-template', url: 'x'.repeat(2_048) },
      { type: 'mcp-resource-template', url: 'x'.repeat(2_049) },
      { type: 'mcp-resource-template', url: 7 },
    ];
    const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
    expect(inWords(list(index202604, { [index]: json({ skills }) }))).toMatchSnapshot();
    expect(list(index202604, { [index]: json({ skills: [one], $schema }) }).entries).toHaveLength(
      1,
    );
    for (const other of [7, 'https://x.example/'])
      expect(
        inWords(list(index202604, { [index]: json({ skills, $schema: other }) })),
      ).toMatchSnapshot();
  });

  it('that is listed and cannot be read', () => {
    const here = { inventory: inventory(index) };
    for (const reply of ['no', '[]', '{"skills": 7}', timedOut, value(7), value({ contents: [] })])
      expect(inWords(list(index202606, { [index]: reply }, here))).toMatchSnapshot();
    expect(list(index202604, { [index]: 'no' }, here)).toEqual(list(index202604, {}));
  });
});

describe('what is said of a manifest', () => {
  const at = 'skill://refunds/_manifest';
  const here = { inventory: inventory('skill://refunds/SKILL.md', at) };
  const file = (path: unknown, more: object = {}): object => ({
    path,
    size: 1,
    hash: digest,
    ...more,
  });
  it.each<[string, PlannedReply | string]>([
    ['that nobody serves', failed(-32_002)],
    ['that is no JSON', 'no'],
    ['that is a list', '[]'],
    ['without files', '{}'],
    ['with a file that is none', json({ files: [7] })],
    ['with a file without a path', json({ files: [file('')] })],
    ['with a path that is none', json({ files: [file(7)] })],
    ['with bad files', json({ files: [file('../x'), file('SKILL.md', { size: -1, hash: 7 })] })],
    ['with good files', json({ files: [file('SKILL.md'), file('_manifest'), file('a b')] })],
  ])('%s', (_, reply) => {
    expect(inWords(list(manifest, { [at]: reply }, here))).toMatchSnapshot();
  });

  it('whose main file has another name, of several', () => {
    const uris = ['skill://refunds/a/b.md', at];
    const words = (paths: readonly string[], more: readonly string[] = []) =>
      list(
        manifest,
        { [at]: json({ files: paths.map((path) => file(path)) }) },
        {
          inventory: inventory(...more, ...uris),
        },
      ).entries.map(({ uri, description: about }) => [uri, about]);
    expect(words(['a/b.md', 'Read Me.MD', 'd.md'])).toEqual([['skill://refunds/Read%20Me.MD', '']]);
    expect(words(['SKILL.md', 'e.md'], ['skill://refunds/e.md'])).toEqual([
      ['skill://refunds/SKILL.md', ''],
    ]);
    expect(words(['f.md', 'g.md'], ['skill://refunds/g.md'])).toEqual([
      ['skill://refunds/g.md', 'About skill://refunds/g.md'],
    ]);
    expect(words(['x.txt'])).toEqual([]);
  });

  it('of many, each asked for once, eight at a time', () => {
    const roots = Array.from({ length: 17 }, (_, index) => `skill://s${index}`);
    const replies = Object.fromEntries(
      roots.map((root) => [`${root}/_manifest`, json({ files: [file('SKILL.md')] })]),
    );
    const all = inventory(...roots.map((root) => `${root}/_manifest`));
    const plan = manifest.list(context({ inventory: all }));
    const sizes: number[] = [];
    let step = plan.next([]);
    while (step.done !== true) {
      if ('page' in step.value) throw new Error('a page');
      sizes.push(step.value.length);
      step = plan.next(
        step.value.map(({ params }) =>
          content(String(params['uri']), replies[String(params['uri'])] ?? ''),
        ),
      );
    }
    expect(sizes).toEqual([8, 8, 1]);
    expect(step.value.entries.map(({ name: own }) => own)).toEqual(
      roots.map((root) => root.slice(8)),
    );
  });

  it('and its files are bound by their hash, whatever their content is called', () => {
    const [entry] = list(manifest, { [at]: json({ files: [file('SKILL.md')] }) }, here).entries;
    if (entry === undefined) throw new Error('no entry');
    expect(run(manifest.read(entry.uri, entry), { [entry.uri]: 'x' }).value).toMatchObject({
      named: 'any',
    });
    expect(run(manifest.read(entry.uri, entry), {}).value).toMatchObject({ ok: false });
  });
});

describe('what is said of skill://index with documents', () => {
  const index = 'skill://index';
  const here: Partial<PlanContext> = { inventory: inventory(index) };
  const one = { ...frontmatter, uri: 'skill://refunds' };
  it.each<[string, PlannedReply | string]>([
    ['that nobody serves', failed(-32_002)],
    ['that is none', '{}'],
    ['that is no JSON', 'no'],
    [
      'with bad entries',
      json([
        7,
        { ...one, uri: 7 },
        { ...one, name: '' },
        { ...one, name: 7 },
        { ...one, uri: 'x' },
        one,
        { ...one, uri: 'skill://b', description: 7 },
      ]),
    ],
    ['in an object', json({ skills: [one] })],
  ])('%s', (_, reply) => {
    expect(inWords(list(indexDocuments, { [index]: reply }, here))).toMatchSnapshot();
  });

  it('and which documents there are', () => {
    const files = (more: object, replies: Record<string, PlannedReply | string>) => {
      const [entry] = list(indexDocuments, { [index]: json([{ ...one, ...more }]) }, here).entries;
      if (entry === undefined) throw new Error('no entry');
      const { value: found, asked } = run(indexDocuments.files(entry, context()), replies);
      return [
        asked,
        found.kind === 'found' && found.files.map(({ path, uri }) => `${path} ${uri}`),
      ];
    };
    const [main, beside] = ['skill://refunds', 'skill://refunds/documents'];
    const items = [
      ...[
        'a b.md',
        7,
        { name: 'c.md' },
        { path: 'd.md', name: 'e.md' },
        { uri: `${main}/document/f.md` },
      ],
      ...[
        { uri: 'skill://other/document/x' },
        '../g.md',
        { path: 'h', uri: `${main}/document/i` },
        {},
      ],
    ];
    expect(files({}, { [beside]: json(items) })).toMatchSnapshot();
    expect(files({}, { [beside]: json({ documents: items.slice(0, 1) }) })).toMatchSnapshot();
    expect(files({}, { [beside]: json({ files: items.slice(0, 1) }) })).toMatchSnapshot();
    expect(files({ documentCount: 0 }, {})).toEqual([[], [`SKILL.md ${main}`]]);
    expect(files({ documentCount: 1 }, {})).toEqual([
      [`resources/read ${beside}`],
      [`SKILL.md ${main}`],
    ]);
    expect(files({ documentsUri: `${main}/list` }, {})[0]).toEqual([`resources/read ${main}/list`]);
    expect(files({ documentsUri: 'skill://other/list' }, {})[0]).toEqual([
      `resources/read ${beside}`,
    ]);
    expect(files({ documentsUri: 7 }, {})[0]).toEqual([`resources/read ${beside}`]);
    expect(
      files({}, { [beside]: json(Array.from({ length: 600 }, (_, at) => `${at}`)) })[1],
    ).toHaveLength(limits.skillFiles + 2);
  });
});
