import { describe, expect, it } from 'vitest';
import { rawEntry, refundsUri } from '../../../entry.fixture.ts';
import { dynamic, planContext } from '../../testing/context.ts';
import type { PlanContext } from '../../dialect.ts';
import { finishListing, type PageRead } from '../../forms/pages.ts';
import { parseDirectoryPage } from '../../forms/folder.ts';
import {
  readAnswer,
  readSkillsPage,
  skillsSoFar,
  type SkillsSoFar,
} from '../../forms/skills-methods.ts';
import { registryOf } from '../../dialects.ts';
import { dialects } from '../../registry.ts';
import { skillsExt, extensionId, recogniseSkillsExt } from './skills-ext.ts';

const current = '2026-07-28';
const caching = { ttlMs: 300_000, cacheScope: 'public', resultType: 'complete' };
const page = (sofar: SkillsSoFar, skills: unknown, more: Record<string, unknown> = {}): PageRead =>
  readSkillsPage({ ...caching, skills, ...more }, sofar);
const context = (protocolVersion = current): PlanContext => planContext({ protocolVersion });
const start = (version = current): SkillsSoFar => skillsSoFar(context(version));

describe('a listing', () => {
  it('keeps the good entries beside the refused ones, each with its position over all pages', () => {
    const sofar = start();
    const first = page(sofar, [rawEntry(), null, dynamic('daily')], { nextCursor: 'n' });
    const second = page(sofar, [{ uri: 7 }, dynamic('weekly')]);
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
    const whole = finishListing([first, second], sofar);
    expect(whole.entries.map(({ name }) => name)).toEqual(['refunds', 'daily', 'weekly']);
    expect(whole.refused).toHaveLength(2);
  });

  it('refuses copies of a URI that differ, over pages, and every twin of it', () => {
    const sofar = start();
    const pages = [
      page(sofar, [dynamic('a', 'Acme/'), dynamic('b'), dynamic('c')]),
      page(sofar, [{ ...dynamic('b'), more: 1 }, dynamic('a', 'acme/'), dynamic('a', '%61cme/')]),
    ];
    const { entries, refused } = finishListing(pages, sofar);
    expect(entries.map(({ name }) => name)).toEqual(['c']);
    expect(refused.map(({ index, problem, name }) => [index, problem.rule, name])).toEqual([
      [0, 'uri-duplicate', 'a'],
      [1, 'uri-duplicate', 'b'],
      [3, 'uri-duplicate', 'b'],
      [4, 'uri-duplicate', 'a'],
      [5, 'uri-duplicate', 'a'],
    ]);
  });

  it('holds an entry once that came again as it was, until another copy of it differs', () => {
    const sofar = start();
    const first = page(sofar, [dynamic('a'), dynamic('b')]);
    const again = page(sofar, [dynamic('a'), dynamic('b'), dynamic('a')]);
    expect(sofar.repeats).toBe(3);
    const { entries, refused } = finishListing([first, again], sofar);
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(refused).toEqual([]);
    const other = page(sofar, [{ ...dynamic('b'), more: 1 }, dynamic('b')]);
    const whole = finishListing([first, again, other], sofar);
    expect(whole.entries.map(({ name }) => name)).toEqual(['a']);
    expect(whole.refused.map(({ name }) => name)).toEqual(['b', 'b', 'b']);
  });

  it('refuses a good copy of an entry whose other copy is broken', () => {
    const sofar = start();
    const { entries, refused } = finishListing(
      [page(sofar, [dynamic('a'), { ...dynamic('a'), resources: null }])],
      sofar,
    );
    expect(entries).toEqual([]);
    expect(refused.map(({ others }) => others.map(({ rule }) => rule))).toEqual([
      [],
      ['resources-type'],
    ]);
  });

  it('refuses every copy of a name without a URI, and of a URI that the name stands for', () => {
    const sofar = start();
    const { entries, refused } = finishListing(
      [
        page(sofar, [
          { name: 'a', description: 'one' },
          { name: 'b', description: 'd' },
          dynamic('c'),
        ]),
        page(sofar, [
          { name: 'a', description: 'other' },
          { name: 'c', description: 'd' },
        ]),
      ],
      sofar,
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
    const parsed = readSkillsPage(result, start());
    expect(parsed.entries).toEqual([]);
    expect(parsed.problems).toEqual([]);
    expect(parsed.stop).toMatchObject({ rule: 'listing-shape', turn: 'author' });
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
    const parsed = readSkillsPage({ skills: [] }, start('2025-11-25'));
    expect(parsed.problems).toEqual([]);
    expect(parsed.ttlMs).toBeNull();
  });

  it.each([7, {}, [], true])('ends at the cursor %j, which is no string', (nextCursor) => {
    const parsed = page(start(), [], { nextCursor });
    expect('nextCursor' in parsed).toBe(false);
    expect(parsed.stop).toMatchObject({ rule: 'listing-shape', turn: 'author' });
  });

  it('keeps what fits when a server sends more entries than the limit', () => {
    const sofar = start();
    sofar.index = 99_999;
    const parsed = page(sofar, [dynamic('a'), dynamic('b')]);
    expect(parsed.entries.map(({ name }) => name)).toEqual(['a']);
    expect(parsed.stop).toMatchObject({ rule: 'listing-limit', turn: 'author' });
  });
});

describe('one skill asked for by URI', () => {
  const get = (result: unknown, uri = refundsUri): unknown => {
    const parsed = readAnswer(result, uri, context());
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
    const parsed = readAnswer({ skill: rawEntry() }, refundsUri, context());
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
    expect(parseDirectoryPage({ resources, nextCursor: 'n' })).toEqual({
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
    expect(parseDirectoryPage(result).ok).toBe(false);
  });
});

describe('requests', () => {
  it('are those of the specification', () => {
    const listing = skillsExt.list(context());
    expect(listing.next([]).value).toEqual([{ method: 'skills/list', params: {} }]);
    const first = { ...caching, skills: [], nextCursor: 'c' };
    expect(listing.next([{ ok: true, value: first }]).value).toMatchObject({ read: 0 });
    expect(listing.next([]).value).toEqual([{ method: 'skills/list', params: { cursor: 'c' } }]);
    const entry = skillsExt.entry('u', context());
    expect(entry.next([]).value).toEqual([{ method: 'skills/get', params: { uri: 'u' } }]);
    const folder = skillsExt.folder('u');
    const method = 'resources/directory/read';
    expect(folder.next([]).value).toEqual([{ method, params: { uri: 'u' } }]);
    expect(folder.next([{ ok: true, value: { resources: [], nextCursor: 'c' } }]).value).toEqual([
      { method, params: { uri: 'u', cursor: 'c' } },
    ]);
  });
});

describe('the registry', () => {
  it('finds a dialect by its id and has no two of one id', () => {
    expect(dialects.of('skills-ext')).toBe(skillsExt);
    expect(() => dialects.of('none' as never)).toThrow('no dialect');
    expect(() => registryOf([skillsExt, skillsExt])).toThrow('share an id');
  });
});

const detect = (capabilities: Record<string, unknown>) => recogniseSkillsExt({ capabilities });
const rules = (capabilities: Record<string, unknown>): string[] =>
  detect(capabilities).advice.map(({ rule }) => rule);

describe('detection of the skills extension', () => {
  it('finds a right declaration and has no advice', () => {
    expect(
      detect({ resources: {}, extensions: { [extensionId]: { directoryRead: true } } }),
    ).toMatchObject({ by: 'declaration', directoryRead: true, advice: [] });
    expect(detect({ resources: {}, extensions: { [extensionId]: {} } }).directoryRead).toBe(false);
    expect(
      detect({ resources: {}, extensions: { [extensionId]: { directoryRead: 'true' } } })
        .directoryRead,
    ).toBe(false);
  });

  it.each([{ experimental: { [extensionId]: {} } }, { [extensionId]: {} }])(
    'takes a misplaced one as meant, and says where it belongs (case %#)',
    (capabilities) => {
      const found = detect({ resources: {}, ...capabilities });
      expect(found.by).toBe('declaration');
      expect(found.advice.map(({ rule, expected }) => [rule, expected])).toEqual([
        ['capability-placement', `capabilities.extensions["${extensionId}"]`],
      ]);
    },
  );

  it('says when the resources capability is missing', () => {
    expect(rules({ extensions: { [extensionId]: {} } })).toEqual(['resources-capability']);
  });

  it('says when the settings are no object', () => {
    const { advice, by } = detect({ resources: {}, extensions: { [extensionId]: true } });
    expect(by).toBe('declaration');
    expect(advice).toMatchObject([
      {
        ...{ rule: 'capability-shape', actual: 'the boolean true', expected: 'an object' },
        ...{ turn: 'author', next: `Declare capabilities.extensions["${extensionId}"] as {}.` },
      },
    ]);
  });

  it.each([
    {},
    { extensions: null },
    { extensions: [] },
    { extensions: { [extensionId]: null } },
    { extensions: { [extensionId]: false } },
    { experimental: 'x' },
    JSON.parse(`{"extensions":{"__proto__":{"${extensionId}":{}}}}`),
  ])('does not find one in %j, and would ask once', (capabilities: Record<string, unknown>) => {
    expect(detect(capabilities)).toMatchObject({
      by: 'question',
      directoryRead: false,
      advice: [],
    });
  });

  it('does not ask a server that declares the older skills capability', () => {
    expect(detect({ skills: {} })).toMatchObject({ by: 'nothing' });
  });

  it('has advice for a server that answers without declaring', () => {
    const rules = (capabilities: Record<string, unknown>): string[] =>
      detect(capabilities).adviceIfUndeclared.map(({ rule }) => rule);
    expect(rules({ resources: {} })).toEqual(['capability-undeclared']);
    expect(rules({})).toEqual(['capability-undeclared', 'resources-capability']);
  });
});
