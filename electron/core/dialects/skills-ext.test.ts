import { describe, expect, it } from 'vitest';
import { rawEntry, refundsUri } from '../entry.fixture.ts';
import { listContext, type ListContext, type ListPage } from './adapter.ts';
import { finishListing } from './listing.ts';
import { dialectOf, dialects } from './registry.ts';
import { skillsExt } from './skills-ext.ts';

const current = '2026-07-28';
const caching = { ttlMs: 300_000, cacheScope: 'public', resultType: 'complete' };
const dynamic = (name: string, prefix = ''): Record<string, unknown> => ({
  uri: `skill://${prefix}${name}/SKILL.md`,
  frontmatter: { name, description: 'd' },
  resources: 'dynamic',
});
const page = (
  context: ListContext,
  skills: unknown,
  more: Record<string, unknown> = {},
): ListPage => skillsExt.listing.parse({ ...caching, skills, ...more }, context);
const start = (version = current): ListContext => listContext('acme', version);

describe('a listing', () => {
  it('keeps the good entries beside the refused ones, each with its position over all pages', () => {
    const context = start();
    const first = page(context, [rawEntry(), null, dynamic('daily')], { nextCursor: 'n' });
    const second = page(context, [{ uri: 7 }, dynamic('weekly')]);
    expect(first.entries.map(({ name }) => name)).toEqual(['refunds', 'daily']);
    expect(first.positions).toEqual([0, 2]);
    expect(first.nextCursor).toBe('n');
    expect(first.ttlMs).toBe(300_000);
    expect(
      [...first.refused, ...second.refused].map(({ index, problem }) => [index, problem.rule]),
    ).toEqual([
      [1, 'entry-not-object'],
      [3, 'uri-missing'],
    ]);
    expect('nextCursor' in second).toBe(false);
    const whole = finishListing([first, second], context);
    expect(whole.entries.map(({ name }) => name)).toEqual(['refunds', 'daily', 'weekly']);
    expect(whole.refused).toHaveLength(2);
  });

  it('refuses every copy of a URI, over pages, and every twin of it', () => {
    const context = start();
    const pages = [
      page(context, [dynamic('a', 'Acme/'), dynamic('b'), dynamic('c')]),
      page(context, [dynamic('b'), dynamic('a', 'acme/'), dynamic('a', '%61cme/')]),
    ];
    const { entries, refused } = finishListing(pages, context);
    expect(entries.map(({ name }) => name)).toEqual(['c']);
    expect(refused.map(({ index, problem, name }) => [index, problem.rule, name])).toEqual([
      [0, 'uri-duplicate', 'a'],
      [1, 'uri-duplicate', 'b'],
      [3, 'uri-duplicate', 'b'],
      [4, 'uri-duplicate', 'a'],
      [5, 'uri-duplicate', 'a'],
    ]);
  });

  it('refuses a good copy of an entry whose other copy is broken', () => {
    const context = start();
    const { entries, refused } = finishListing(
      [page(context, [dynamic('a'), { ...dynamic('a'), resources: null }])],
      context,
    );
    expect(entries).toEqual([]);
    expect(refused.map(({ others }) => others.map(({ rule }) => rule))).toEqual([
      [],
      ['resources-type'],
    ]);
  });

  it('refuses every copy of a name without a URI, and of a URI that the name stands for', () => {
    const context = start();
    const { entries, refused } = finishListing(
      [
        page(context, [
          { name: 'a', description: 'one' },
          { name: 'b', description: 'd' },
          dynamic('c'),
        ]),
        page(context, [
          { name: 'a', description: 'other' },
          { name: 'c', description: 'd' },
        ]),
      ],
      context,
    );
    expect(entries.map(({ name }) => name)).toEqual(['b']);
    expect(
      refused.map(({ index, uri, problem, dialect }) => [index, uri, problem.rule, dialect]),
    ).toEqual([
      [0, 'skill://a/SKILL.md', 'uri-duplicate', 'sep-2076'],
      [2, 'skill://c/SKILL.md', 'uri-duplicate', 'skills-ext'],
      [3, 'skill://a/SKILL.md', 'uri-duplicate', 'sep-2076'],
      [4, 'skill://c/SKILL.md', 'uri-duplicate', 'sep-2076'],
    ]);
  });

  it('says of a name without a URI what is wrong with the name', () => {
    const { refused } = page(start(), [
      { name: '', description: 'd' },
      { name: '..', description: 'd' },
      { name: 'a' },
    ]);
    expect(
      refused.map(({ name, problem, others, dialect }) => [
        name,
        problem.rule,
        others.length,
        dialect,
      ]),
    ).toEqual([
      ['', 'name-missing', 0, 'sep-2076'],
      ['..', 'name-invalid', 0, 'sep-2076'],
      ['a', 'description-missing', 0, 'sep-2076'],
    ]);
  });

  it('may be empty', () => {
    expect(page(start(), [])).toEqual({
      entries: [],
      positions: [],
      refused: [],
      ttlMs: 300_000,
      problems: [],
    });
  });

  it.each([
    null,
    7,
    'skills',
    [],
    {},
    { skills: {} },
    { skills: 'dynamic' },
    JSON.parse('{"__proto__":{"skills":[]}}'),
  ])('that is %j gives a problem and no entries', (result) => {
    const parsed = skillsExt.listing.parse(result, start());
    expect(parsed.entries).toEqual([]);
    expect(parsed.problems.map(({ rule }) => rule)).toEqual(['listing-shape']);
  });

  it.each([
    [{ ttlMs: undefined }, 'result.ttlMs'],
    [{ ttlMs: -1 }, 'result.ttlMs'],
    [{ ttlMs: '5' }, 'result.ttlMs'],
    [{ cacheScope: undefined }, 'result.cacheScope'],
    [{ cacheScope: 'shared' }, 'result.cacheScope'],
    [{ resultType: undefined }, 'result.resultType'],
    [{ resultType: 'partial' }, 'result.resultType'],
  ])('that lacks a caching field (%j) is told so and keeps its entries', (more, field) => {
    const parsed = page(start(), [rawEntry()], more);
    expect(parsed.entries).toHaveLength(1);
    expect(parsed.problems.map((problem) => [problem.rule, problem.field])).toEqual([
      ['cache-fields', field],
    ]);
  });

  it('of an older protocol revision needs no caching fields', () => {
    const parsed = skillsExt.listing.parse({ skills: [] }, start('2025-11-25'));
    expect(parsed.problems).toEqual([]);
    expect(parsed.ttlMs).toBeNull();
  });

  it.each([7, {}, [], true])('ends at the cursor %j, which is no string', (nextCursor) => {
    const parsed = page(start(), [], { nextCursor });
    expect('nextCursor' in parsed).toBe(false);
    expect(parsed.problems.map(({ rule }) => rule)).toEqual(['listing-shape']);
  });

  it('keeps what fits when a server sends more entries than the limit', () => {
    const context = start();
    context.index = 99_999;
    const parsed = page(context, [dynamic('a'), dynamic('b')]);
    expect(parsed.entries.map(({ name }) => name)).toEqual(['a']);
    expect(parsed.problems.map(({ rule }) => rule)).toEqual(['listing-limit']);
  });
});

describe('one skill asked for by URI', () => {
  const get = (result: unknown, uri = refundsUri): unknown => {
    const parsed = skillsExt.parseGet(result, uri, { server: 'acme', protocolVersion: current });
    return parsed.ok
      ? [parsed.value.origin, parsed.value.uri]
      : parsed.error.map(({ rule }) => rule);
  };

  it('becomes an entry', () => {
    expect(get({ skill: rawEntry(), ...caching })).toEqual(['by-uri', refundsUri]);
  });

  it.each<[unknown, string]>([
    [null, 'listing-shape'],
    [{}, 'entry-not-object'],
    [{ skills: [rawEntry()] }, 'entry-not-object'],
    [{ skill: rawEntry({ resources: null }) }, 'resources-type'],
    [{ skill: dynamic('other') }, 'uri-mismatch'],
    [{ skill: dynamic('refunds', 'acme/Billing/') }, 'uri-mismatch'],
  ])('is refused when the answer is forged (case %#)', (result, rule) => {
    expect(get(result)).toEqual([rule]);
  });

  it('is told of its missing caching fields', () => {
    const parsed = skillsExt.parseGet({ skill: rawEntry() }, refundsUri, {
      server: 'acme',
      protocolVersion: current,
    });
    expect(parsed.ok && parsed.value.problems.map(({ field }) => field)).toEqual([
      'result.ttlMs',
      'result.cacheScope',
      'result.resultType',
    ]);
  });
});

describe('a directory', () => {
  it('gives its children and the next cursor', () => {
    const resources = [
      { uri: 'skill://a/x.md', name: 'x.md', mimeType: 'text/markdown' },
      { uri: 'skill://a/sub', name: 'sub', mimeType: 'inode/directory' },
      { name: 'nameless' },
      null,
      { uri: 'skill://a/y' },
    ];
    expect(skillsExt.parseDirectory({ resources, nextCursor: 'n' })).toEqual({
      ok: true,
      value: {
        children: [
          { uri: 'skill://a/x.md', name: 'x.md', folder: false, mimeType: 'text/markdown' },
          { uri: 'skill://a/sub', name: 'sub', folder: true, mimeType: 'inode/directory' },
          { uri: 'skill://a/y', name: '', folder: false },
        ],
        left: 2,
        nextCursor: 'n',
      },
    });
  });

  it.each([null, {}, { resources: null }])('that is %j is no directory', (result) => {
    expect(skillsExt.parseDirectory(result).ok).toBe(false);
  });
});

describe('requests', () => {
  it('are those of the specification', () => {
    expect(skillsExt.listing.request()).toEqual({ method: 'skills/list', params: {} });
    expect(skillsExt.listing.request('c')).toEqual({
      method: 'skills/list',
      params: { cursor: 'c' },
    });
    expect(skillsExt.getRequest('u')).toEqual({ method: 'skills/get', params: { uri: 'u' } });
    expect(skillsExt.directoryRequest('u', 'c')).toEqual({
      method: 'resources/directory/read',
      params: { uri: 'u', cursor: 'c' },
    });
  });
});

describe('the registry', () => {
  it('finds an adapter by its id and has no two of one id', () => {
    expect(new Set(dialects.map(({ id }) => id)).size).toBe(dialects.length);
    expect(dialectOf('skills-ext')).toBe(skillsExt);
    expect(() => dialectOf('none' as never)).toThrow('no adapter');
  });
});
