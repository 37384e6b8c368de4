import { describe, expect, it } from 'vitest';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { asListed } from '../../stated-paths.ts';
import { sha256 } from '../../digest.ts';
import { context, inventory, list, run } from '../testing/conversation.ts';
import type { DialectListing } from '../dialect.ts';
import { foreignEntry } from '../forms/foreign-entry.ts';
import { withOther } from '../listing/merging.ts';
import type { PlannedReply } from '../plan.ts';
import { flat } from './flat.ts';
import { index202604 } from './index-2026-04.ts';
import { index202606 } from './index-2026-06.ts';
import { indexDocuments } from './index-documents.ts';
import { manifest } from './manifest.ts';
import { sep2076 } from './sep-2076/sep-2076.ts';
import { skillRoot } from './skill-root.ts';
import { wellKnown } from './well-known.ts';

const index = 'skill://index.json';
const digest = sha256('x');
const frontmatter = { name: 'refunds', description: 'Process refunds' };
const url = 'skill://acme/refunds/SKILL.md';
const rules = ({ refused }: DialectListing): string[] => refused.map(({ problem }) => problem.rule);

describe('skill://index.json', () => {
  it.each([
    '# Error\n\nResource not found',
    '{"error":"not found"}',
    '[]',
    'null',
    '{"skills":{}}',
    '',
  ])('does not come out of the text %j', (text) => {
    for (const dialect of [index202604, index202606])
      expect(list(dialect, { [index]: text })).toMatchObject({
        entries: [],
        refused: [],
        problems: [],
      });
    expect(
      list(index202606, { [index]: text }, { inventory: inventory(index) }).problems.map(
        ({ rule }) => rule,
      ),
    ).toEqual(['listing-shape']);
  });

  it('that nobody lists is asked for only when nothing else has answered', () => {
    expect(run(index202606.list(context({ alone: false })), {}).asked).toEqual([]);
    expect(run(index202606.list(context()), {}).asked).toEqual([`resources/read ${index}`]);
  });

  it('of June gives entries with a URL, with archives, or with both', () => {
    const archives = [{ url: 'skill://refunds.tar.gz', mimeType: 'application/gzip', digest }];
    const page = list(index202606, {
      [index]: JSON.stringify({
        skills: [
          { url, digest, frontmatter },
          { frontmatter, archives },
          { url: 'skill://both/refunds/SKILL.md', digest, frontmatter, archives },
        ],
      }),
    });
    expect(
      page.entries.map(({ uri, integrity, archives: packed, known }) => [
        uri,
        integrity,
        packed.length,
        known?.length,
      ]),
    ).toEqual([
      [url, 'none', 0, 1],
      ['skill://refunds.tar.gz#SKILL.md', 'archive', 1, 0],
      ['skill://both/refunds/SKILL.md', 'archive', 1, 1],
    ]);
  });

  it('of June has every bad entry refused with its rule', () => {
    const bad = [
      { frontmatter },
      { url, frontmatter },
      { url, digest: 'sha256:x', frontmatter },
      { url: 'skill://a/../refunds/SKILL.md', digest, frontmatter },
      { url: 'skill://a/other/SKILL.md', digest, frontmatter },
      { url, digest },
      { frontmatter, archives: [{ url: 'skill://a.zip' }] },
      { frontmatter, archives: 'skill://a.zip' },
      { frontmatter, archives: [{ url: 'skill://a.zip#x', digest }] },
      null,
    ];
    expect(rules(list(index202606, { [index]: JSON.stringify({ skills: bad }) }))).toEqual([
      'url-missing',
      'resource-digest',
      'resource-digest',
      'uri-malformed',
      'name-path-mismatch',
      'frontmatter-missing',
      'archive-digest',
      'resources-type',
      'resource-uri',
      'entry-not-object',
    ]);
  });

  it('refuses every copy of a URI', () => {
    expect(
      rules(
        list(index202606, {
          [index]: JSON.stringify({
            skills: [
              { url, digest, frontmatter },
              { url, digest: sha256('y'), frontmatter },
            ],
          }),
        }),
      ),
    ).toEqual(['uri-duplicate', 'uri-duplicate']);
  });

  it('of April gives skills, archives without their suffix, and templates, and refuses unknown types', () => {
    const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
    const skills = [
      { ...frontmatter, type: 'skill-md', url },
      { ...frontmatter, type: 'archive', url: 'skill://x/refunds.zip' },
      { type: 'mcp-resource-template', description: 'd', url: 'skill://docs/{product}/SKILL.md' },
      { ...frontmatter, type: 'new', url },
      { ...frontmatter, name: 'other', type: 'skill-md', url },
    ];
    const page = list(index202604, { [index]: JSON.stringify({ $schema, skills }) });
    expect(page.entries.map(({ uri, archives }) => [uri, archives.length])).toEqual([
      [url, 0],
      ['skill://x/refunds/SKILL.md', 1],
    ]);
    expect(page.templates).toEqual([
      { template: 'skill://docs/{product}/SKILL.md', name: '', description: 'd' },
    ]);
    expect(rules(page)).toEqual(['type-unknown', 'name-path-mismatch']);
    expect(list(index202606, { [index]: JSON.stringify({ $schema, skills }) }).entries).toEqual([]);
  });

  it('with an unknown schema is not read', () => {
    expect(
      list(index202604, {
        [index]: JSON.stringify({
          $schema: 'https://example.com/other',
          skills: [{ ...frontmatter, type: 'skill-md', url }],
        }),
      }),
    ).toMatchObject({ entries: [], problems: [{ rule: 'schema-unknown' }] });
  });
});

describe('a manifest', () => {
  const at = (files: unknown): string => JSON.stringify({ skill: 'refunds', files });
  const one = 'skill://refunds/_manifest';
  const file = (path: string, more: object = {}): object => ({
    path,
    size: 1,
    hash: digest,
    ...more,
  });

  it('gives every file its digest and size, and finds a main file of another name', () => {
    const [entry] = list(
      manifest,
      { [one]: at([file('SKILL.md'), file('references/a b.md')]) },
      { inventory: inventory('skill://refunds/SKILL.md', one) },
    ).entries;
    expect(entry).toMatchObject({
      uri: 'skill://refunds/SKILL.md',
      integrity: 'manifest',
      files: {
        files: [
          { path: 'SKILL.md', digest, size: 1 },
          { path: 'references/a b.md', uri: 'skill://refunds/references/a%20b.md' },
        ],
      },
    });
    const other = list(
      manifest,
      { [one]: at([file('README.md')]) },
      { inventory: inventory('skill://refunds/README.md', one) },
    );
    expect(other.entries.map(({ uri }) => uri)).toEqual(['skill://refunds/README.md']);
  });

  it.each([
    ['a path out of the folder', [file('SKILL.md'), file('../x')], 'resource-uri'],
    ['no hash', [file('SKILL.md', { hash: undefined })], 'resource-digest'],
    ['no size', [file('SKILL.md', { size: '1' })], 'resource-size'],
    ['a file twice', [file('SKILL.md'), file('SKILL.md')], 'resource-duplicate'],
    ['twins', [file('SKILL.md'), file('a.md'), file('A.md')], 'resource-twin'],
    ['no main file', [file('notes.txt')], 'skill-md-unlisted'],
    ['a file without a path', [{ size: 1, hash: digest }], 'manifest-unreadable'],
    ['513 files', Array.from({ length: 513 }, (_, name) => file(`${name}.md`)), 'too-many-files'],
  ])('with %s refuses its skill', (_, files, rule) => {
    expect(
      rules(
        list(
          manifest,
          { [one]: at(files) },
          { inventory: inventory('skill://refunds/SKILL.md', one) },
        ),
      ),
    ).toContain(rule);
  });

  it('that cannot be read refuses its skill and no other', () => {
    const two = 'skill://other/_manifest';
    const page = list(
      manifest,
      { [one]: '# Error', [two]: at([file('SKILL.md')]) },
      { inventory: inventory(one, two) },
    );
    expect(rules(page)).toEqual(['manifest-unreadable']);
    expect(page.entries.map(({ name }) => name)).toEqual(['other']);
  });
});

describe('supporting files that come together', () => {
  const roots = inventory('skill://refunds');
  const [entry] = list(skillRoot, {}, { inventory: roots }).entries;
  const together = (contents: readonly unknown[]): PlannedReply => ({
    ok: true,
    value: { contents },
  });
  const guide = { uri: 'skill://refunds/guide.md', text: 'Guide' };
  const other = { uri: 'skill://refunds/more.md', text: 'More' };
  const read = (uri: string, replies: Readonly<Record<string, PlannedReply | string>>) =>
    entry === undefined ? null : run(skillRoot.read(uri, entry), replies);

  it('are taken from there where a single one is refused, and from nowhere else', () => {
    const collection = together([other, guide]);
    expect(read(guide.uri, { 'skill://refunds/': collection })?.value).toEqual({
      ok: true,
      value: { contents: [guide] },
      named: 'exactly',
    });
    const single = read(guide.uri, { 'skill://refunds/': collection, [guide.uri]: 'By itself' });
    expect(single?.value).toMatchObject({
      value: { contents: [{ uri: guide.uri, text: 'By itself' }] },
    });
    expect(single?.asked).toHaveLength(1);
    expect(read('skill://refunds', { 'skill://refunds/': collection })?.asked).toHaveLength(1);
  });

  it.each<[string, PlannedReply | undefined]>([
    ['does not have it', together([other])],
    ['has it twice', together([guide, { ...guide, text: 'Another' }])],
    ['is no list', { ok: true, value: { contents: 'all' } }],
    ['is refused, too', undefined],
  ])('stay refused where the collection %s', (_, reply) => {
    const replies = reply === undefined ? {} : { 'skill://refunds/': reply };
    expect(read(guide.uri, replies)?.value).toMatchObject({
      ok: false,
      error: { reason: 'error-response' },
    });
  });

  it('are said to be text that the server decoded, where they are text', () => {
    const files = (contents: readonly unknown[]) =>
      entry === undefined
        ? null
        : run(skillRoot.files(entry, context()), { 'skill://refunds/': together(contents) }).value;
    const blob = { uri: 'skill://refunds/logo.png', blob: 'AAAA' };
    expect(files([guide, blob])).toMatchObject({ problems: [{ rule: 'served-together' }] });
    expect(files([blob])).toMatchObject({ kind: 'found', problems: [] });
  });
});

describe('resources alone', () => {
  it('are a skill root, an index with documents, or single skills, and no dialect takes what another has', () => {
    const roots = inventory(
      'skill://refunds',
      'skill://handbook',
      'skill://index.json',
      'skill://prompt-xml',
      'docs://x',
    );
    expect(
      list(skillRoot, {}, { inventory: roots }).entries.map(({ uri, root }) => [uri, root]),
    ).toEqual([
      ['skill://refunds', 'skill://refunds'],
      ['skill://handbook', 'skill://handbook'],
    ]);
    const documents = inventory('skill://index', 'skill://refunds');
    expect(list(skillRoot, {}, { inventory: documents }).entries).toEqual([]);
    expect(
      list(
        indexDocuments,
        { 'skill://index': JSON.stringify([{ ...frontmatter, uri: 'skill://refunds' }]) },
        { inventory: documents },
      ).entries.map(({ root }) => root),
    ).toEqual(['skill://refunds/document']);
    expect(list(indexDocuments, {}, { inventory: roots }).entries).toEqual([]);
  });

  it('that remain are flat, outside of every folder that is claimed or refused', () => {
    const claimed = [
      foreignEntry({
        server: 'acme',
        uri: 'skill://refunds/SKILL.md',
        name: 'refunds',
        dialect: 'manifest',
        raw: null,
      }),
    ];
    const uris = [
      'skill://ipinfo/usage',
      'skill://refunds/notes.md',
      'skill://bad/notes.md',
      'skill://bad/SKILL.md',
      'skill://loose/SKILL.md',
      'skill://loose/notes.md',
      'skill://a/b/c',
      'skill://x/_manifest',
      'docs://readme/x',
      'skill://index/x',
    ];
    const page = list(
      flat,
      {},
      { inventory: inventory(...uris), claimed, refused: new Set(['skill://bad/SKILL.md']) },
    );
    expect(page.entries.map(({ uri }) => uri)).toEqual([
      'skill://loose/SKILL.md',
      'skill://ipinfo/usage',
    ]);
  });
});

describe('a skill by name', () => {
  const entry = foreignEntry({
    server: 'acme',
    uri: 'skill://refunds/SKILL.md',
    name: 'refunds',
    dialect: 'sep-2076',
    raw: null,
  });
  const reading = (fileUri: string, replies: Readonly<Record<string, PlannedReply>>) => {
    return run(sep2076.read(fileUri, entry), replies);
  };
  const answer = (skill: object): PlannedReply => ({ ok: true, value: { skill } });

  it('is one text of all that was said, the same for the same fields in any order', () => {
    const one = reading(entry.uri, {
      refunds: answer({
        name: 'refunds',
        description: 'd',
        instructions: '# Do',
        metadata: { b: 1, a: 2 },
      }),
    });
    const two = reading(entry.uri, {
      refunds: answer({
        metadata: { a: 2, b: 1 },
        instructions: '# Do',
        description: 'd',
        name: 'refunds',
      }),
    });
    expect(one.value).toEqual(two.value);
    expect(one.value).toMatchObject({
      ok: true,
      value: {
        contents: [
          {
            uri: entry.uri,
            text: '---\nname: "refunds"\ndescription: "d"\nmetadata: {"a":2,"b":1}\n---\n\n# Do',
          },
        ],
      },
    });
    const three = reading(entry.uri, {
      refunds: answer({
        name: 'refunds',
        description: 'd',
        instructions: '# Do',
        metadata: { b: 1, a: 2 },
        scripts: [{ name: 'x' }],
      }),
    });
    expect(three.value).not.toEqual(one.value);
  });

  it('of another name, without instructions, or with a field that is no field is not taken', () => {
    for (const skill of [
      { name: 'other', description: 'd', instructions: 'x' },
      { name: 'refunds', description: 'd' },
      7,
    ])
      expect(reading(entry.uri, { refunds: answer(skill as object) }).value.ok).toBe(false);
    const odd = reading(entry.uri, {
      refunds: answer({ name: 'refunds', description: 'd', instructions: 'x', 'a: b\nc': 1 }),
    });
    expect(JSON.stringify(odd.value)).not.toContain('a: b');
  });

  it('is the same whether it stands under skill or is the answer itself', () => {
    const skill = { name: 'refunds', description: 'd', instructions: '# Do' };
    const result = { ...skill, resultType: 'complete', ttlMs: 5, cacheScope: 'private' };
    const itself: PlannedReply = { ok: true, value: result };
    const under = reading(entry.uri, { refunds: answer(skill) });
    expect(under.value.ok).toBe(true);
    expect(reading(entry.uri, { refunds: itself }).value).toEqual(under.value);
    const opened = run(sep2076.entry(entry.uri, context()), { refunds: itself }).value;
    expect(opened).toMatchObject({ kind: 'entry', entry: { name: 'refunds', description: 'd' } });
  });

  it("is asked for with the other draft's method where the first does not exist", () => {
    const missing: PlannedReply = {
      ok: false,
      error: {
        reason: 'error-response',
        code: -32601,
        message: 'Method not found',
        words: 'The server answered: Method not found',
      },
    };
    expect(reading(entry.uri, { refunds: missing }).asked).toEqual([
      'skills/read refunds',
      'skills/get refunds',
    ]);
  });

  it('has its references read by name and its scripts only named', () => {
    const { value } = run(sep2076.files(entry, context()), {
      refunds: answer({
        name: 'refunds',
        references: ['a b.md', { name: 'c.md' }, 7],
        assets: [{ path: 'd.png' }],
        scripts: [{ name: 'run' }],
      }),
    });
    if (value.kind !== 'found') throw new Error('it looks for no files');
    expect(value.files.map(({ uri }) => uri)).toEqual([
      entry.uri,
      'skill://refunds/a%20b.md',
      'skill://refunds/c.md',
      'skill://refunds/d.png',
    ]);
    expect(value.problems.map(({ rule }) => rule)).toEqual(['offers-scripts']);
    expect(reading('skill://refunds/a%20b.md', {}).asked).toEqual(['skills/read_reference a b.md']);
  });
});

describe('a well-known index', () => {
  const page = (
    document: unknown,
    path = '/.well-known/agent-skills/index.json',
  ): Record<string, PlannedReply> => ({
    [path]: {
      ok: true,
      value: {
        contents: [
          {
            uri: path,
            finalUri: `https://host.example${path}`,
            blob: Buffer.from(JSON.stringify(document)).toString('base64'),
          },
        ],
      },
    },
  });
  const none: PlannedReply = {
    ok: false,
    error: {
      reason: 'error-response',
      code: 404,
      message: 'HTTP status 404',
      words: 'HTTP status 404',
    },
  };
  const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

  it('has its addresses resolved against itself, and bad ones refused', () => {
    const skill = { ...frontmatter, type: 'skill-md', digest };
    const result = list(
      wellKnown,
      page({
        $schema,
        skills: [
          { ...skill, url: 'refunds/SKILL.md' },
          { ...skill, url: 'https://cdn.example/a.tar.gz', type: 'archive' },
          { ...skill, url: 'file:///etc/passwd' },
          { ...skill, url: 'https://a@b.example/SKILL.md' },
          { ...skill, url: 'x', digest: 'md5:1' },
          { ...skill, url: 'x', type: 'y' },
          { ...skill, name: 'Bad Name', url: 'x' },
        ],
      }),
    );
    expect(result.entries.map(({ uri, integrity }) => [uri, integrity])).toEqual([
      ['https://host.example/.well-known/agent-skills/refunds/SKILL.md', 'manifest'],
      ['https://cdn.example/a.tar.gz#SKILL.md', 'archive'],
    ]);
    expect(rules(result)).toEqual([
      'uri-malformed',
      'uri-malformed',
      'resource-digest',
      'type-unknown',
      'name-invalid',
    ]);
  });

  it('of the older version is looked for when there is no newer one, with its paths kept inside', () => {
    const older = '/.well-known/skills/index.json';
    const result = list(wellKnown, {
      '/.well-known/agent-skills/index.json': none,
      ...page(
        {
          skills: [
            { ...frontmatter, files: ['SKILL.md', 'a b.md'] },
            { ...frontmatter, name: 'up', files: ['SKILL.md', '../x.md'] },
            { ...frontmatter, name: 'root', files: ['SKILL.md', '/etc/passwd'] },
            { ...frontmatter, name: 'nothing', files: ['a.md'] },
          ],
        },
        older,
      ),
    });
    expect(
      result.entries.map(({ uri, files }) => [
        uri,
        files.kind === 'listed' && files.files.map((file) => file.uri),
      ]),
    ).toEqual([
      [
        'https://host.example/.well-known/skills/refunds/SKILL.md',
        [
          'https://host.example/.well-known/skills/refunds/SKILL.md',
          'https://host.example/.well-known/skills/refunds/a%20b.md',
        ],
      ],
    ]);
    expect(rules(result)).toEqual([
      'resource-outside-folder',
      'resource-outside-folder',
      'skill-md-unlisted',
    ]);
  });

  it('of an unknown schema is not read, also not in its older place', () => {
    expect(list(wellKnown, page({ $schema: 'https://example.com/9', skills: [] }))).toMatchObject({
      entries: [],
      stop: { rule: 'schema-unknown' },
    });
  });
});

describe('one URI in two dialects', () => {
  const entry = (more: Partial<SkillEntry>): SkillEntry =>
    foreignEntry({
      server: 'acme',
      uri: url,
      name: 'refunds',
      dialect: 'skills-ext',
      raw: null,
      description: 'd',
      ...more,
    });

  it('keeps the entry that came first and names the other', () => {
    expect(withOther(entry({}), entry({ dialect: 'manifest' }))).toMatchObject({
      dialect: 'skills-ext',
      alsoIn: ['manifest'],
      problems: [],
    });
    expect(withOther(entry({}), entry({ dialect: 'manifest', description: '' })).problems).toEqual(
      [],
    );
  });

  it('shows both versions where they do not say the same', () => {
    const files = (text: string) => [{ path: 'SKILL.md', uri: url, digest: sha256(text) }];
    expect(
      withOther(
        entry({ files: asListed(files('a')) }),
        entry({ dialect: 'index-2026-06', known: files('b'), description: 'other' }),
      ).problems.map(({ rule, field }) => [rule, field]),
    ).toEqual([
      ['dialects-differ', 'description'],
      ['dialects-differ', 'digest of SKILL.md'],
    ]);
  });
});
