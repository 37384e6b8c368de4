import { describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import type { PlanContext } from '../dialect.ts';
import type { PlannedReply } from '../plan.ts';
import { planContext } from '../testing/context.ts';
import { inventory } from '../testing/conversation.ts';
import { dialects } from '../registry.ts';
import { filesInFolder, readFolder } from './folder.ts';
import { foreignEntry } from './foreign-entry.ts';
import { getSkill, ttlOf } from './skills-methods.ts';

const uri = 'skill://a/SKILL.md';
const entry = foreignEntry({ server: 'acme', uri, name: 'a', dialect: 'flat', raw: null });
const child = (path: string, mimeType = 'text/plain') => ({
  uri: `skill://${path}`,
  name: path,
  mimeType,
});
const folder = (path: string) => child(path, 'inode/directory');
const value = (given: unknown): PlannedReply => ({ ok: true, value: given });
const page = (resources: readonly unknown[], nextCursor?: unknown): PlannedReply =>
  value({ resources, ...(nextCursor === undefined ? {} : { nextCursor }) });
const down: PlannedReply = {
  ok: false,
  error: { reason: 'timeout', message: 'no answer', words: 'no answer in time' },
};

/** Answers each request for a folder and a cursor. */
function talk<T>(
  plan: Generator<unknown, T, readonly PlannedReply[]>,
  answer: (folder: string, cursor: unknown, count: number) => PlannedReply,
) {
  const asked: string[] = [];
  let step = plan.next([]);
  while (step.done !== true) {
    const [{ method, params }] = step.value as [
      { method: string; params: Record<string, unknown> },
    ];
    asked.push(
      [method, params['uri'], params['cursor']].filter((one) => one !== undefined).join(' '),
    );
    expect('cursor' in params && params['cursor'] === undefined).toBe(false);
    step = plan.next([answer(String(params['uri']), params['cursor'], asked.length)]);
  }
  return { value: step.value, asked };
}

describe('what a folder shows', () => {
  const read = (answer: Parameters<typeof talk>[1]) => talk(readFolder('skill://a'), answer);

  it('is all of its pages, each child once', () => {
    const { value: shown, asked } = read((_, cursor) =>
      cursor === undefined
        ? page([child('a/x'), folder('a/y')], 'two')
        : page([child('a/x', 'text/html'), child('a/z')]),
    );
    expect(asked).toEqual([
      'resources/directory/read skill://a',
      'resources/directory/read skill://a two',
    ]);
    expect(shown).toEqual({
      kind: 'listed',
      children: [
        { ...child('a/x', 'text/html'), folder: false },
        { ...folder('a/y'), folder: true },
        { ...child('a/z'), folder: false },
      ],
      incomplete: null,
    });
  });

  it.each<[string, Parameters<typeof talk>[1], object]>([
    ['fails', () => down, { kind: 'failed', error: { words: 'no answer in time' } }],
    [
      'is no list',
      () => value({ resources: {} }),
      {
        kind: 'malformed',
        problem: {
          rule: 'listing-shape',
          message: 'The response to resources/directory/read has no resources array.',
          field: 'result.resources',
          expected: 'an array',
          actual: 'an object',
          clause: 'Reading Directories',
        },
      },
    ],
    ['is nothing', () => value(null), { kind: 'malformed', problem: { actual: 'nothing' } }],
    [
      'fails later',
      (_, cursor) => (cursor === undefined ? page([child('a/x')], 'two') : down),
      { kind: 'listed', children: [{ name: 'a/x' }], incomplete: 'no answer in time' },
    ],
    [
      'has children that cannot be read',
      () => page([7, { uri: 7 }, { uri: 'skill://a/x', name: 7 }]),
      {
        children: [{ uri: 'skill://a/x', name: '', folder: false }],
        incomplete: '2 items in this folder couldn’t be read and aren’t shown.',
      },
    ],
    [
      'goes in a circle',
      (_, __, count) => page([child(`a/${count}`)], count % 2 === 0 ? 'even' : 'odd'),
      { children: [{}, {}, {}], incomplete: 'The server gave the same cursor twice.' },
    ],
    ['ends with a cursor that is none', () => page([], 7), { children: [], incomplete: null }],
  ])('says so where the answer %s', (_, answer, shown) => {
    expect(read(answer).value).toMatchObject(shown);
  });

  it('ends with as many pages, or children, as are shown', () => {
    const pages = read((_, __, count) => page([child('a/x')], `${count}`));
    expect(pages.asked).toHaveLength(limits.listPages + 1);
    const incomplete = 'The folder has more items than Skillgate shows.';
    expect(pages.value).toMatchObject({ incomplete });
    const children = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => child(`a/${from + at}`));
    const all = limits.directoryChildren;
    expect(read(() => page(children(0, all), 'more'))).toMatchObject({
      value: { incomplete },
      asked: { length: 1 },
    });
    expect(
      read((_, cursor) =>
        page(
          cursor === undefined ? children(0, all - 1) : [],
          cursor === undefined ? 'more' : undefined,
        ),
      ).value,
    ).toMatchObject({ incomplete: null });
    expect(read(() => page(children(0, all + 1))).value).toMatchObject({
      children: { length: all },
      incomplete: '1 items in this folder couldn’t be read and aren’t shown.',
    });
  });
});

describe('the files in a folder', () => {
  const files = (more: Partial<PlanContext>, answer: Parameters<typeof talk>[1] = () => down) => {
    const { value: found, asked } = talk(filesInFolder(entry, planContext(more)), answer);
    return { asked, found: found.files.map(({ path, uri: at }) => `${path} ${at}`) };
  };
  const main = `SKILL.md ${uri}`;

  it('are those that the server lists there, and no folder or manifest', () => {
    const resources = inventory(
      'skill://a/b',
      'skill://a/c/',
      'skill://a/_manifest',
      'skill://ab/d',
      'skill://a',
      'skill://a/%2e%2e/e',
    ).resources;
    const mime = { ...child('a/f'), description: '', mimeType: 'inode/directory' };
    expect(
      files({ inventory: { resources: new Map([...resources, [mime.uri, mime]]), templates: [] } }),
    ).toEqual({ asked: [], found: [main, 'b skill://a/b'] });
  });

  it('are those of its directories, each asked for once, and nothing outside', () => {
    const tree: Record<string, PlannedReply> = {
      'skill://a': page([child('a/x'), child('b/y'), folder('a/d'), folder('a/d'), folder('b')]),
      'skill://a/d': page([child('a/d/z'), child('a/other'), folder('a'), folder('a/d/e')]),
      'skill://a/d/e': down,
    };
    expect(files({ directoryRead: true }, (at) => tree[at] ?? down)).toEqual({
      asked: ['skill://a', 'skill://a/d', 'skill://a/d/e'].map(
        (at) => `resources/directory/read ${at}`,
      ),
      found: [main, 'x skill://a/x', 'd/z skill://a/d/z'],
    });
  });

  it('are those of all pages of a directory, until it goes in a circle', () => {
    const { asked, found } = files({ directoryRead: true }, (_, __, count) =>
      page([child(`a/${count}`)], count < 3 ? `${count}` : '1'),
    );
    expect(asked).toHaveLength(3);
    expect(found).toEqual([main, ...['1', '2', '3'].map((path) => `${path} skill://a/${path}`)]);
    expect(files({ directoryRead: true }, () => value(7)).found).toEqual([main]);
  });

  it('are one more than a skill may have at most, whatever the server lists', () => {
    const many = Array.from({ length: 600 }, (_, at) => child(`a/${at}`));
    expect(files({ directoryRead: true }, () => page(many)).found).toHaveLength(
      limits.skillFiles + 1,
    );
    const deep = files({ directoryRead: true }, (at) =>
      page([folder(`${at.slice('skill://'.length)}/d`)]),
    );
    expect(deep.asked.length).toBeLessThanOrEqual(200);
    const wide = Array.from({ length: 300 }, (_, at) => folder(`a/${at}`));
    expect(
      files({ directoryRead: true }, (at) => page(at === 'skill://a' ? wide : [])).asked,
    ).toHaveLength(200);
    const long = files({ directoryRead: true }, (_, __, count) => page([], `${count}`));
    expect(long.asked).toHaveLength(201);
  });
});

describe('a skill that is asked for by itself', () => {
  const final = {
    uri,
    frontmatter: { name: 'a', description: 'd' },
    resources: [{ uri, digest: `sha256:${'0'.repeat(64)}`, size: 1 }],
  };
  const get = (answer: PlannedReply) =>
    talk(getSkill(uri, planContext({ dialects: dialects.all })), () => answer).value;

  it('is the entry of the answer, with how long it is fresh', () => {
    expect(get(value({ skill: final, ttlMs: 5 }))).toMatchObject({
      ...{ kind: 'entry', ttlMs: 5 },
      entry: { uri, name: 'a', origin: 'by-uri', dialect: 'skills-ext' },
    });
    const { resources: _, ...draft } = final;
    expect(get(value({ skill: draft }))).toMatchObject({
      ...{ kind: 'entry', ttlMs: null },
      entry: { dialect: 'skills-ext-draft' },
    });
  });

  it.each<[string, PlannedReply, object]>([
    [
      'an answer that is none',
      value(7),
      {
        kind: 'refused',
        problems: [
          {
            rule: 'listing-shape',
            message: 'The response to skills/get is not an object.',
            field: 'result',
            expected: 'an object',
            actual: 'the number 7',
            clause: 'Getting a Skill',
          },
        ],
      },
    ],
    ['no skill in it', value({}), { kind: 'refused', problems: [{ rule: 'entry-not-object' }] }],
    [
      'another skill',
      value({ skill: { ...final, uri: 'skill://b/a/SKILL.md', resources: 'dynamic' } }),
      {
        kind: 'refused',
        problems: [
          {
            rule: 'uri-mismatch',
            message: 'The server returned an entry for a different URI.',
            field: 'skill.uri',
            expected: uri,
            actual: 'skill://b/a/SKILL.md',
            clause: 'Getting a Skill',
          },
        ],
      },
    ],
    ['no answer', down, { kind: 'failed', error: { words: 'no answer in time' } }],
  ])('is not there with %s', (_, answer, outcome) => {
    expect(get(answer)).toMatchObject(outcome);
  });

  it.each([
    [{ ttlMs: 0 }, 0],
    [{ ttlMs: 1.5 }, 1.5],
    [{ ttlMs: -1 }, null],
    [{ ttlMs: '1' }, null],
    [{ ttlMs: Infinity }, null],
    [{ ttlMs: NaN }, null],
    [{}, null],
    [7, null],
  ])('is fresh for what %j says in milliseconds: %j', (answer, ttl) => {
    expect(ttlOf(answer)).toBe(ttl);
  });
});
