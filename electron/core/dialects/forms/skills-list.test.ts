import { describe, expect, it } from 'vitest';
import { sha256 } from '../../digest.ts';
import { limits } from '../../limits.ts';
import type { PlannedFailure, PlannedReply } from '../plan.ts';
import { planContext } from '../testing/context.ts';
import { inWords } from '../testing/words.ts';
import { listSkills } from './skills-methods.ts';

const uri = 'skill://a/refunds/SKILL.md';
const digest = sha256('x');
const frontmatter = { name: 'refunds', description: 'd' };
const file = { uri, digest, size: 1 };
const one = { uri, frontmatter, resources: [file] };
const value = (given: unknown): PlannedReply => ({ ok: true, value: given });

/** What is said of a listing whose pages are these. */
function words(pages: readonly PlannedReply[], protocolVersion = ''): readonly string[] {
  const listing = listSkills(planContext({ protocolVersion }));
  let step = listing.next([]);
  for (let at = 0; step.done !== true;) {
    if ('page' in step.value) step = listing.next([]);
    else step = listing.next([pages[at++] ?? value({ skills: [] })]);
  }
  return inWords(step.value);
}

describe('what is said of skills/list', () => {
  it.each<[string, unknown]>([
    ['a number', 7],
    ['no skills', {}],
    ['skills that are none', { skills: 7 }],
    ['a cursor that is none', { skills: [], nextCursor: 7 }],
    ['no cursor', { skills: [], nextCursor: null }],
  ])('where it answers %s', (_, answer) => {
    expect(words([value(answer)])).toMatchSnapshot();
  });

  it('where it says nothing of how long it stands', () => {
    expect(words([value({ skills: [] })], '2026-07-28')).toMatchSnapshot();
    const well = { skills: [], ttlMs: 0, cacheScope: 'private', resultType: 'complete' };
    expect(words([value(well)], '2026-07-28')).toEqual([]);
    expect(
      words([value({ ...well, cacheScope: 'public', ttlMs: -1 })], '2026-07-28'),
    ).toMatchSnapshot();
    // The same on every page is said once.
    expect(
      words([value({ skills: [], nextCursor: 'b' }), value({ skills: [] })], '2027-01-01'),
    ).toHaveLength(3);
  });

  it('of each bad entry', () => {
    const at = (name: string, more: object = {}) => ({
      ...one,
      uri: `skill://${name}/refunds/SKILL.md`,
      ...more,
    });
    const inside = (name: string, ...files: unknown[]) =>
      at(name, { resources: [{ ...file, uri: `skill://${name}/refunds/SKILL.md` }, ...files] });
    const skills = [
      ...[null, [], {}, { ...one, uri: 7 }, { ...one, uri: 'x' }],
      ...[
        at('b', { frontmatter: 7 }),
        at('c', { frontmatter: {} }),
        at('d', { frontmatter: { name: '' } }),
      ],
      at('e', { frontmatter: { ...frontmatter, name: 'Refunds' } }),
      at('f', { frontmatter: { ...frontmatter, name: 'r'.repeat(65) } }),
      at('g', { frontmatter: { ...frontmatter, name: 'other' } }),
      at('h', { frontmatter: { ...frontmatter, description: '\n' } }),
      at('i', {
        resources: 'dynamic',
        frontmatter: { ...frontmatter, description: 'd'.repeat(1_024) },
      }),
      at('j', {
        resources: 'dynamic',
        frontmatter: { ...frontmatter, description: 'd'.repeat(1_025) },
      }),
      at('k', {
        resources: 'dynamic',
        frontmatter: { ...frontmatter, description: '\u{1F600}'.repeat(1_024) },
      }),
      ...[at('l', { resources: undefined }), at('m', { resources: 7 }), at('n', { resources: [] })],
      at('o', { resources: Array.from({ length: 513 }, () => 7) }),
      inside(
        'p',
        7,
        { uri: 7, digest, size: 1 },
        { uri: 'skill://p/refunds/a', digest: 7, size: '1' },
      ),
      inside(
        'q',
        { uri: 'skill://q/refunds/a', digest, size: 1.5 },
        { uri: 'skill://q/other', digest, size: 0 },
      ),
      inside(
        'r',
        { uri: 'skill://r/refunds/a', digest, size: 1 },
        { uri: 'skill://r/refunds/a', digest, size: 1 },
      ),
      inside(
        's',
        { uri: 'skill://s/refunds/a', digest, size: 1 },
        { uri: 'skill://s/refunds/A', digest, size: 1 },
      ),
      inside('t', { uri: 'skill://t/refunds/a', digest, size: limits.skillBytes - 1 }),
      inside('u', { uri: 'skill://u/refunds/a', digest, size: limits.skillBytes }),
      inside('v', ...Array.from({ length: 20 }, () => 7)),
      at('w', { more: 'x'.repeat(limits.entryBytes) }),
      at('x', {
        frontmatter: {
          ...frontmatter,
          deep: JSON.parse('['.repeat(70) + ']'.repeat(70)) as unknown,
        },
      }),
      ...[
        at('y', { resources: 'dynamic' }),
        at('y', { resources: 'dynamic', more: 1 }),
        at('Y', { frontmatter: 7 }),
      ],
    ];
    expect(words([value({ skills })])).toMatchSnapshot();
  });

  it.each<[PlannedFailure['reason'], string]>([
    ['timeout', 'no answer.'],
    ['out-of-time', 'The listing took too long'],
  ])('that ends early by %s', (reason, message) => {
    const failed: PlannedReply = {
      ok: false,
      error: { reason, message, words: message } as PlannedFailure,
    };
    expect(words([failed])).toMatchSnapshot();
    expect(words([value({ skills: [], nextCursor: 'b' }), failed])).toMatchSnapshot();
  });

  it('that goes in a circle, has too many pages, or too many entries', () => {
    const circle = value({ skills: [], nextCursor: 'b' });
    expect(words([circle, circle])).toMatchSnapshot();
    const pages = Array.from({ length: limits.listPages + 1 }, (_, at) =>
      value({ skills: [], nextCursor: `${at}` }),
    );
    expect(words(pages)).toMatchSnapshot();
    const many = Array.from({ length: limits.listEntries }, () => null);
    const last = (lines: readonly string[]): readonly string[] =>
      lines.filter((line) => !line.startsWith('-'));
    expect(last(words([value({ skills: many, nextCursor: 'b' })]))).toMatchSnapshot();
    expect(last(words([value({ skills: many })]))).toEqual([]);
    expect(last(words([value({ skills: [...many, null] })]))).toMatchSnapshot();
  });
});
