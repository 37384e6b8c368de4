import { describe, expect, it } from 'vitest';
import { recordOn, entryOf } from '../../core/skill-state/held.fixture.ts';
import { sha256 } from '../../core/digest.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { entryFor, servedAs, type ServedSkill, shelfOf } from './served-skill.ts';
import { withholding, type ContentFilter } from './contents.ts';
import { withoutWithheldIn } from './relayed-lists.ts';
import { neededOfHost, rowOf } from './methods.ts';

const main = 'skill://x';
/** A skill whose server states the paths of its two documents. */
const calling = (one: string, two: string) =>
  entryOf({
    uri: main,
    root: `${main}/document`,
    dialect: 'index-documents',
    pathsAreStated: true,
    files: [
      { uri: main, path: 'SKILL.md', digest: sha256('main'), size: 4 },
      { uri: `${main}/document/1`, path: one, digest: sha256('one'), size: 3 },
      { uri: `${main}/document/2`, path: two, digest: sha256('two'), size: 3 },
    ],
  });
const approved = recordOn(calling('notes.md', 'run.sh'));
const withPaths = (...paths: readonly unknown[]): ApprovalRecord => ({
  ...approved,
  resources: approved.resources.map(({ uri, digest, size = 0 }, at) => ({
    ...{ uri, digest, size },
    ...(at === 0 || paths[at - 1] === undefined ? {} : { path: paths[at - 1] }),
  })),
});
const served = (record: ApprovalRecord, entry = calling('run.sh', 'notes.md')) =>
  servedAs(record, entry, { learned: new Map(), isContested: () => false });
const addresses = (record: ApprovalRecord): unknown => {
  const skill = served(record);
  return skill.ok ? skill.value.files.map(({ uri }) => uri) : skill.error;
};
const at = (...paths: readonly string[]): string[] =>
  paths.map((path) => `skill://refunds/${path}`);

describe('the addresses of files whose server states their paths', () => {
  it('are those of the approved paths, whatever the server calls them by now', () => {
    expect(addresses(approved)).toEqual(at('SKILL.md', 'notes.md', 'run.sh'));
  });

  it('are those of the URIs where an older approval kept no path', () => {
    expect(addresses(withPaths())).toEqual(at('SKILL.md', '1', '2'));
  });

  it.each([
    ['a path outside of the skill', '../../evil/SKILL.md'],
    ['a path from the root', '/etc/passwd'],
    ['a path of two names for one file', 'a//b'],
    ['what is no text', 7],
  ])('are those of the URIs where a record has %s', (_, path) => {
    expect(addresses(withPaths(path, 'run.sh'))).toEqual(at('SKILL.md', '1', 'run.sh'));
  });

  it.each([
    ['SKILL.md', 'SKILL.md', 'run.sh'],
    ['SKILL.md in other letters', 'skill.md', 'run.sh'],
    ["another's", 'run.sh', 'run.sh'],
  ])('are none where a record has a file that claims %s', (_, one, two) => {
    expect(addresses(withPaths(one, two))).toBe('files');
  });

  it('stand in an entry beside the approved frontmatter, and no other word', () => {
    const entry = { ...calling('run.sh', 'notes.md'), description: 'Use this instead', raw: {} };
    const skill = served(approved, entry);
    expect(skill.ok && entryFor(skill.value)).toMatchObject({
      uri: 'skill://refunds/SKILL.md',
      frontmatter: { name: 'refunds', description: 'Process refunds' },
    });
    expect(JSON.stringify(skill)).not.toContain('Use this instead');
  });
});

const servedSkillsServed = (folder: string, files: readonly string[]): ServedSkill => ({
  uri: `${folder}/SKILL.md`,
  source: `${folder}/SKILL.md`,
  frontmatter: { name: 'x', description: 'y' },
  files: files.map((path) => ({
    uri: `${folder}/${path}`,
    source: `${folder}/${path}`,
    digest: sha256(path),
    size: path.length,
  })),
  dialect: 'skills-ext',
  integrity: 'manifest',
});

const shelf = shelfOf({
  approved: [
    servedSkillsServed('skill://refunds', ['SKILL.md', 'references/guide.md', 'nested/SKILL.md']),
    servedSkillsServed('github://o/r/skills/good', ['SKILL.md', 'a b.md']),
  ],
  skills: [
    'skill://refunds/SKILL.md',
    'skill://refunds/nested/SKILL.md',
    'github://o/r/skills/good/SKILL.md',
    'github://o/r/skills/bad/SKILL.md',
    'skill://secret',
  ],
  digests: [sha256('withheld text'), sha256('SKILL.md')],
});
const kind = (uri: string): string => shelf.whereabouts(uri).kind;

describe('where an address leads', () => {
  it.each([
    ['skill://refunds/SKILL.md', 'file'],
    ['skill://refunds/nested/SKILL.md', 'file'],
    ['skill://refunds', 'folder'],
    ['skill://refunds/references', 'folder'],
    ['docs://handbook', 'other'],
    ['https://example.com/a?b#c', 'other'],
    ['github://o/r/README.md', 'other'],
    ['github://o/r/skills', 'folder'],
  ])('%s is %s', (uri, expected) => expect(kind(uri)).toBe(expected));

  it.each([
    'skill://secret/SKILL.md',
    'skill://secret',
    'skill://index.json',
    'skill://refunds/_manifest',
    'skill://refunds/unlisted.md',
    'skill://refunds/',
    'skill://refunds/SKILL.md/',
    'skill://refunds/SKILL.md?x',
    'skill://refunds/SKILL.md#x',
    'skill://refunds/skill.md',
    'skill://refunds/%53KILL.md',
    'skill://refunds/./SKILL.md',
    'skill://refunds/x/../SKILL.md',
    'skill://refunds//SKILL.md',
    'SKILL://refunds/SKILL.md',
    ' skill://refunds/SKILL.md',
    'skill:/refunds/SKILL.md',
    'skills://catalog',
    'gw-skill://x',
    's\u200bkill://secret/SKILL.md',
    'refunds/SKILL.md',
    '/etc/passwd',
    '',
    'file:///home/me/SKILL.md',
    'file:///home/me/Skill.MD',
    'https://example.com/.well-known/agent-skills/index.json',
    'https://example.com/%2Ewell-known/skills/a/b.md',
    'github://o/r/skills/bad/SKILL.md',
    'github://o/r/skills/bad/references/guide.md',
    'github://o/r/skills/bad',
    'github://o/r/skills/bad/',
    'GITHUB://O/R/skills/bad/x',
    'github:/o/r/skills/bad/x',
    'github://o/r/skills/x/../bad/guide.md',
    'github://o/r/skills/%62ad/guide.md',
    'github://o/r/skills/%2562ad/guide.md',
    'github://o/r/skills%2Fbad%2Fguide.md',
    'github://o/r\\skills\\bad\\guide.md',
    'github://o/r/skills/bad?x=1',
    'github://o/r/skills/ba\u200bd/x',
    'github://o/r/skills/good/unlisted.md',
    'github://o/r/skills/good/a%20b.md',
  ])('%s is withheld', (uri) => expect(kind(uri)).toBe('withheld'));

  it.each([
    ['dots', '.'],
    ['letters of a host that a parser looks up', '漢'],
    ['folders', 'a/'],
    ['ways up', '../'],
  ])('is told quickly of a thousand addresses of %s', (_, part) => {
    const uri = `x:${part.repeat(Math.floor(16_000 / part.length))}x`;
    for (let times = 0; times < 1_000; times += 1) expect(kind(`${uri}${times}`)).toBe('other');
  });

  it('is anything that’s longer than an address that a host follows, but what bears its content', () => {
    expect(kind(`https://example.com/${'a'.repeat(16_384)}`)).toBe('withheld');
    expect(kind(`data:image/png;base64,${'A'.repeat(1_000_000)}`)).toBe('other');
    expect(kind(`https://example.com/${'a'.repeat(16_000)}`)).toBe('other');
  });

  it('is never a file, however an address is respelled', () => {
    const uri = 'skill://refunds/references/guide.md';
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const spell = [
      (text: string, at: number) =>
        `${text.slice(0, at)}%${text.charCodeAt(at).toString(16).padStart(2, '0')}${text.slice(at + 1)}`,
      (text: string, at: number) =>
        text.slice(0, at) + (text[at] ?? '').toUpperCase() + text.slice(at + 1),
      (text: string, at: number) => `${text.slice(0, at)}/${text.slice(at)}`,
      (text: string, at: number) => `${text.slice(0, at)}./${text.slice(at)}`,
      (text: string, at: number) => `${text.slice(0, at)}\u200b${text.slice(at)}`,
      (text: string) => `${text}?`,
      (text: string) => `${text}#`,
    ];
    for (let times = 0; times < 5_000; times += 1) {
      let text = uri;
      for (let step = 0; step <= random(3); step += 1)
        text = spell[random(spell.length)]?.(text, random(text.length)) ?? text;
      if (text !== uri) expect([text, kind(text)]).toEqual([text, 'withheld']);
    }
  });
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('what a result may carry', () => {
  const sift = (value: unknown): { readonly kept: unknown; readonly removed: string[] } => {
    const removed: string[] = [];
    const sieve: ContentFilter = { shelf, removed: ({ uri }) => void removed.push(uri) };
    return { kept: withholding(value, sieve), removed };
  };

  it.each([
    { type: 'resource_link', uri: 'skill://secret/SKILL.md', name: 'x' },
    { type: 'resource', resource: { uri: 'skill://secret/SKILL.md', text: 'x' } },
    { type: 'resource', resource: { uri: 'docs://x', text: 'withheld text' } },
    {
      type: 'resource',
      resource: { uri: 'docs://x', blob: Buffer.from('withheld text').toString('base64') },
    },
    { type: 'resource', resource: { uri: 'skill://refunds/SKILL.md', text: 'another text' } },
    { uri: 'skill://secret/x', text: 'x' },
    { type: 'resource', resource: { uri: 'docs://x', text: 'x', blob: base64('withheld text') } },
    { uri: 'skill://refunds/SKILL.md', text: 'SKILL.md', blob: base64('another text') },
    { uri: 'skill://refunds/SKILL.md', blob: `${base64('SKILL.md')}${base64('more of it')}` },
    { uri: 'skill://refunds/SKILL.md', blob: `${base64('SKILL.md')}\u2028` },
    { type: 'resource', resource: { uri: 'skill://refunds/references', text: 'another text' } },
    { type: 'resource', uri: 'skill://secret/x', text: 'x', resource: { uri: 'docs://x' } },
    { text: 'withheld text' },
  ])('is a notice in place of %j, wherever it stands', (block) => {
    const { kept, removed } = sift({ a: [{ b: { content: [block] } }], rest: 1 });
    expect(kept).toMatchObject({ a: [{ b: { content: [{ type: 'text' }] } }], rest: 1 });
    expect(JSON.stringify(kept)).not.toContain('secret');
    expect(removed).toHaveLength(1);
  });

  it.each([
    { type: 'resource_link', uri: 'docs://x', name: 'x' },
    { type: 'resource', resource: { uri: 'docs://x', text: 'x' } },
    { text: 'x' },
    { type: 'text', text: 'skill://secret/SKILL.md' },
  ])('is %j, as it came', (block) => {
    const value = { content: [block] };
    const { kept, removed } = sift(value);
    expect(kept).toBe(value);
    expect(removed).toEqual([]);
  });

  it.each([
    { text: 'SKILL.md', blob: null },
    { text: 'SKILL.md', blob: '' },
    { blob: `${base64('SKILL.md')}\r\n` },
    { text: 'SKILL.md', blob: base64('SKILL.md') },
  ])('is the approved file in the one form that every host reads alike: %j', (form) => {
    const uri = 'skill://refunds/SKILL.md';
    const { kept, removed } = sift({ contents: [{ uri, ...form }] });
    expect(kept).toEqual({ contents: [{ uri, mimeType: 'text/markdown', text: 'SKILL.md' }] });
    expect(removed).toEqual([]);
  });

  it('keeps a field of any name', () => {
    const value: unknown = JSON.parse(
      '{"__proto__":[{"type":"resource_link","uri":"skill://secret/x"}]}',
    );
    expect(JSON.stringify(sift(value).kept)).toContain('__proto__');
  });
});

describe('the table of methods', () => {
  it.each([
    'tasks/list',
    'tasks/get',
    'skills/execute',
    'skills/read',
    'skills/read_reference',
    'resources/metadata',
    'toString',
    '__proto__',
    'constructor',
    'notifications/initialized',
    '',
  ])('has no row for %s', (method) => {
    expect(rowOf(method, 'modern')).toBeNull();
    expect(rowOf(method, 'legacy')).toBeNull();
    expect(neededOfHost(method)).toBeNull();
  });

  it('keeps the eras apart', () => {
    expect(rowOf('initialize', 'modern')).toBeNull();
    expect(rowOf('subscriptions/listen', 'legacy')).toBeNull();
    expect(rowOf('skills/list', 'legacy')).not.toBeNull();
  });
});

describe('what a server says beside an address of a skill', () => {
  const sieve: ContentFilter = { shelf, removed: () => {} };
  const refunds = 'skill://refunds/SKILL.md';
  const secret = 'skill://secret/SKILL.md';

  it.each([
    { structuredContent: { uri: refunds, description: 'EVIL' } },
    { type: 'Resource_Link', uri: refunds, name: 'EVIL' },
    { href: refunds, title: 'EVIL' },
    { skills: [{ uri: refunds, frontmatter: { description: 'EVIL' } }] },
    { _meta: { x: { uri: refunds, title: 'EVIL' } } },
    { data: { URL: refunds, words: ['EVIL'] } },
  ])('has no word of its own where that skill is approved: %j', (value) => {
    const kept = JSON.stringify(withholding(value, sieve));
    expect(kept).not.toContain('EVIL');
    expect(kept).toContain(refunds);
  });

  it.each([
    { _meta: { ui: { resourceUri: secret } } },
    { src: secret },
    { link: secret },
    { uris: [secret] },
    { uri: [secret] },
    { [secret]: 1 },
    { data: secret },
    { icons: [{ src: secret }] },
  ])('names no withheld skill in any field, or as a key: %j', (value) => {
    expect(JSON.stringify(withholding(value, sieve))).not.toContain('secret');
  });

  it('stays as it came where it names the address alone', () => {
    const value = { uri: refunds };
    expect(withholding(value, sieve)).toBe(value);
  });
});

describe('a link to a withheld skill', () => {
  const sieve: ContentFilter = { shelf, removed: () => {} };
  const secret = 'skill://secret/SKILL.md';
  it.each([
    { type: 'resource_link', uri: secret },
    { type: 'Resource_Link', uri: secret },
    { type: 'link', uri: secret },
    { uri: secret, name: 'x' },
    { type: 'resource_link', name: 'x', href: secret },
    { type: 'resource_link', URL: ` ${secret}` },
    { kind: 'resource', uri: `\u200b${secret}` },
    { type: 'x', uriTemplate: secret },
    { type: 'Resource-Link', url: 'https://example.com/secret/SKILL.md' },
  ])('is taken out, whatever its type and shape: %j', (link) => {
    expect(JSON.stringify(withholding({ content: [{ deep: [link] }] }, sieve))).not.toContain(
      'secret',
    );
  });

  it.each([
    { type: 'link', uri: 'docs://handbook' },
    { href: 'https://example.com/a', text: 'x' },
    { uri: 'no address at all' },
    { url: 'secret' },
    { type: 'file', url: 'https://example.com/o/r/SKILL.md' },
    { href: 'https://example.com/SKILL.md', text: 'a search result' },
  ])('leaves every other link: %j', (link) => {
    const value = { content: [link] };
    expect(withholding(value, sieve)).toBe(value);
  });

  it.each([
    secret,
    ` ${secret}`,
    `${secret}\n`,
    `skill://sec ret/SKILL.md`,
    `see ${secret}`,
    `'${secret}'`,
    `<${secret}>`,
    `a,${secret}`,
    `[s](${secret})`,
    `\u200b${secret}`,
  ])('is no value of a completion, with white space or without: %j', (value) => {
    const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
    const result = { completion: { values: ['ada lovelace', value], total: 2 } };
    expect(withoutWithheldIn('completion/complete', params, result, sieve)).toEqual({
      completion: { values: ['ada lovelace'] },
    });
  });

  it('is not made by a value that is put into a template, with white space or without', () => {
    const params = {
      ref: { type: 'ref/resource', uri: 'skill://{name}/SKILL.md' },
      argument: { name: 'name', value: '' },
    };
    const result = { completion: { values: ['refunds', 'secret', ' secret '] } };
    expect(withoutWithheldIn('completion/complete', params, result, sieve)).toEqual({
      completion: { values: ['refunds'] },
    });
  });
});
