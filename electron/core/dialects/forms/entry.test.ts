import { describe, expect, it } from 'vitest';
import {
  emailText,
  heldEntry,
  rawEntry,
  refundsFolder,
  refundsText,
  refundsUri,
  resource,
} from '../../entry.fixture.ts';
import { asListed } from '../../stated-paths.ts';
import { limits } from '../../limits.ts';
import { readEntry } from './entry.ts';

const self = resource(refundsUri, refundsText);
const digest = self.digest;
const frontmatter = { name: 'refunds', description: 'd' };
const named = (name: unknown): Record<string, unknown> =>
  rawEntry({ frontmatter: { name, description: 'd' } });
const listing = (...more: unknown[]): Record<string, unknown> =>
  rawEntry({ resources: [self, ...more] });
const file = (uri: string, size: unknown = 1): Record<string, unknown> => ({ uri, digest, size });

/** Rules that the entry breaks, in order; empty when it is kept. */
function rulesOf(value: unknown): string[] {
  const read = readEntry(value, 'acme', 'listed');
  return read.ok ? [] : read.error.map(({ rule }) => rule);
}

describe('an honest entry', () => {
  it('is kept with its files and exactly as received', () => {
    const raw = rawEntry({ extra: { kept: true } });
    const read = readEntry(raw, 'acme', 'listed');
    expect(read).toEqual({
      ok: true,
      value: {
        server: 'acme',
        uri: refundsUri,
        name: 'refunds',
        description: 'Process refunds',
        frontmatter: raw['frontmatter'],
        files: asListed([
          { path: 'SKILL.md', ...self },
          {
            path: 'examples/email.md',
            ...resource(`${refundsFolder}/examples/email.md`, emailText),
          },
        ]),
        dialect: 'skills-ext',
        origin: 'listed',
        archives: [],
        integrity: 'manifest',
        alsoIn: [],
        raw,
        problems: [],
      },
    });
    expect(read.ok && read.value.raw).toBe(raw);
  });

  it('may be dynamic, in another scheme, or as large as the limits', () => {
    expect(heldEntry({ resources: 'dynamic' }).files).toEqual({ kind: 'dynamic' });
    const uri = 'github://owner/repo/skills/refunds/SKILL.md';
    expect(rulesOf({ uri, frontmatter, resources: [{ uri, digest, size: 0 }] })).toEqual([]);
    const most = Array.from({ length: 511 }, (_, at) =>
      file(`${refundsFolder}/references/${at}.md`),
    );
    expect(rulesOf(listing(...most))).toEqual([]);
    expect(rulesOf(rawEntry({ resources: [file(refundsUri, limits.skillBytes)] }))).toEqual([]);
    const long = Array.from({ length: 511 }, (_, at) =>
      file(`${refundsFolder}/${'long/'.repeat(200)}${at}.md`),
    );
    expect(rulesOf(listing(...long))).toEqual([]);
  });

  it('may list the files of a skill nested in it', () => {
    expect(rulesOf(listing(file(`${refundsFolder}/partial/SKILL.md`)))).toEqual([]);
  });

  it('with a description over 1,024 characters is kept and noted; characters are counted, not code units', () => {
    const noted = heldEntry({ frontmatter: { name: 'refunds', description: 'd'.repeat(1_025) } });
    expect(noted.problems.map(({ rule, actual }) => [rule, actual])).toEqual([
      ['description-too-long', '1025 characters'],
    ]);
    expect(
      heldEntry({ frontmatter: { name: 'refunds', description: '😀'.repeat(1_024) } }).problems,
    ).toEqual([]);
  });
});

describe('a forged entry', () => {
  it.each<[string, unknown]>([
    ['entry-not-object', null],
    ['entry-not-object', 'skill://refunds/SKILL.md'],
    ['entry-not-object', [rawEntry()]],
    ['entry-not-object', 7],
    ['uri-missing', rawEntry({ uri: undefined })],
    ['uri-missing', rawEntry({ uri: 7 })],
    ['uri-malformed', rawEntry({ uri: 'refunds/SKILL.md' })],
    ['uri-malformed', rawEntry({ uri: 'skill://a/../refunds/SKILL.md' })],
    ['uri-not-skill-md', rawEntry({ uri: refundsFolder })],
    ['frontmatter-missing', rawEntry({ frontmatter: undefined })],
    ['frontmatter-missing', rawEntry({ frontmatter: null })],
    ['frontmatter-missing', rawEntry({ frontmatter: [] })],
    ['frontmatter-missing', rawEntry({ frontmatter: 'name: refunds' })],
    ['name-missing', named(undefined)],
    ['name-missing', named('')],
    ['name-missing', named(7)],
    ['name-path-mismatch', named('refund')],
    ['description-missing', rawEntry({ frontmatter: { name: 'refunds' } })],
    ['description-missing', rawEntry({ frontmatter: { name: 'refunds', description: null } })],
    ['description-missing', rawEntry({ frontmatter: { name: 'refunds', description: ' \n' } })],
    ['resources-missing', rawEntry({ resources: undefined })],
    ['resources-type', rawEntry({ resources: null })],
    ['resources-type', rawEntry({ resources: 0 })],
    ['resources-type', rawEntry({ resources: 'static' })],
    ['resources-type', rawEntry({ resources: 'Dynamic' })],
    ['resources-type', rawEntry({ resources: { 0: self, length: 1 } })],
    ['resources-type', rawEntry({ resources: true })],
    ['resource-not-object', listing(null)],
    ['resource-not-object', listing(`${refundsFolder}/a.md`)],
    ['resource-uri', listing({ digest, size: 1 })],
    ['resource-uri', listing(file('a.md'))],
    ['resource-uri', listing(file(`${refundsFolder}/../other/a.md`))],
    ['resource-uri', listing(file(`${refundsFolder}/%2e%2e/a.md`))],
    ['resource-uri', listing(file(`${refundsFolder}/a%2fb.md`))],
    ['resource-scheme', listing(file('file:///etc/passwd'))],
    ['resource-outside-folder', listing(file('skill://acme/billing/other/a.md'))],
    ['resource-outside-folder', listing(file(refundsFolder))],
    ['resource-duplicate', listing(self)],
    ['resource-twin', listing(file(`${refundsFolder}/skill.md`))],
    ['resource-twin', listing(file(`${refundsFolder}/SKILL%2emd`))],
    [
      'resource-twin',
      listing(file(`${refundsFolder}/caf\u00e9.md`), file(`${refundsFolder}/cafe\u0301.md`)),
    ],
    [
      'resource-twin',
      listing(file(`${refundsFolder}/run.sh`), file(`${refundsFolder}/r\u200bun.sh`)),
    ],
    ['resource-digest', listing({ uri: `${refundsFolder}/a.md`, size: 1 })],
    [
      'resource-digest',
      listing({ uri: `${refundsFolder}/a.md`, size: 1, digest: digest.toUpperCase() }),
    ],
    [
      'resource-digest',
      listing({ uri: `${refundsFolder}/a.md`, size: 1, digest: digest.slice(7) }),
    ],
    ['resource-digest', listing({ uri: `${refundsFolder}/a.md`, size: 1, digest: null })],
    ['resource-size', listing({ uri: `${refundsFolder}/a.md`, digest })],
    ['resource-size', listing(file(`${refundsFolder}/a.md`, -1))],
    ['resource-size', listing(file(`${refundsFolder}/a.md`, 1.5))],
    ['resource-size', listing(file(`${refundsFolder}/a.md`, '1'))],
    ['resource-size', listing(file(`${refundsFolder}/a.md`, 2 ** 53))],
    ['resource-size', listing(file(`${refundsFolder}/a.md`, null))],
    ['skill-md-unlisted', rawEntry({ resources: [] })],
    ['skill-md-unlisted', rawEntry({ resources: [file(`${refundsFolder}/a.md`)] })],
    ['skill-md-unlisted', rawEntry({ resources: [file(`${refundsFolder}/%53KILL.md`)] })],
    [
      'too-many-files',
      listing(...Array.from({ length: 512 }, (_, at) => file(`${refundsFolder}/${at}.md`))),
    ],
    ['too-large', rawEntry({ resources: [file(refundsUri, limits.skillBytes + 1)] })],
    ['too-large', listing(file(`${refundsFolder}/a.bin`, limits.skillBytes))],
    ['entry-too-large', rawEntry({ padding: 'x'.repeat(limits.entryBytes) })],
    ['entry-too-large', rawEntry({ resources: Array.from({ length: 300_000 }, () => null) })],
    [
      'entry-too-large',
      listing({ ...file(`${refundsFolder}/a.md`), padding: 'x'.repeat(limits.entryBytes) }),
    ],
    ['resource-uri', listing(file(`${refundsFolder}/${'x'.repeat(8_192)}`))],
  ])('is refused by %s (case %#)', (rule, value) => {
    expect(rulesOf(value)).toEqual([rule]);
  });

  it.each([
    'Refunds',
    'REFUNDS',
    're_funds',
    're funds',
    're.funds',
    '-refunds',
    'refunds-',
    're--funds',
    'Réfunds',
    're\u0301funds',
    'ｒefunds',
    'r\u0435funds',
    're\u202efunds',
    'refunds\u200b',
    '../refunds',
    'r'.repeat(65),
    'refunds\n',
    '__proto__',
  ])('has no valid name: %j', (name) => {
    const rules = rulesOf({
      ...named(name),
      uri: `skill://x/${encodeURIComponent(name)}/SKILL.md`,
      resources: 'dynamic',
    });
    expect(rules[0] === 'uri-malformed' || rules.includes('name-invalid')).toBe(true);
  });

  it.each(['技能', 'réfunds', 'возврат-2'])('is listed with a note: %s', (name) => {
    const read = readEntry(
      {
        ...named(name),
        uri: `skill://x/${encodeURIComponent(name)}/SKILL.md`,
        resources: 'dynamic',
      },
      'acme',
      'listed',
    );
    expect(read.ok && [read.value.name, read.value.problems.map(({ rule }) => rule)]).toEqual([
      name,
      ['name-script'],
    ]);
  });

  it('says where, what was expected, what came, and the clause', () => {
    const read = readEntry(listing(file(`${refundsFolder}/a.md`, '12')), 'acme', 'listed');
    expect(read.ok ? null : read.error[0]).toEqual({
      rule: 'resource-size',
      message: 'A listed file, skill://acme/billing/refunds/a.md, has no valid size.',
      field: 'resources[1].size',
      expected: 'a whole number of bytes, zero or more',
      actual: 'the string "12"',
      clause: 'Resources',
    });
  });

  it('says every rule that it breaks, up to a number that a person reads', () => {
    expect(rulesOf({ uri: 7, frontmatter: null })).toEqual([
      'uri-missing',
      'frontmatter-missing',
      'resources-missing',
    ]);
    expect(rulesOf(listing(...Array.from({ length: 400 }, () => null)))).toHaveLength(18);
  });

  it('cannot bring missing fields from the prototype', () => {
    const value = JSON.parse(`{"__proto__":${JSON.stringify(rawEntry())}}`) as unknown;
    expect(rulesOf(value)).toEqual(['uri-missing', 'frontmatter-missing', 'resources-missing']);
  });

  it('cannot exhaust the call stack by its nesting', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(rulesOf(rawEntry({ frontmatter: { ...frontmatter, deep } }))).toEqual([
      'frontmatter-not-json',
    ]);
  });

  it('has its invisible characters made visible in what is said of it', () => {
    const read = readEntry(named('re\u202efunds\u{e0041}\u0007'), 'acme', 'listed');
    const said = read.ok ? '' : JSON.stringify(read.error);
    expect(said).toContain('\\\\u{202E}');
    expect(said).not.toMatch(/[\u202e\u{e0041}\u0007]/u);
  });
});
