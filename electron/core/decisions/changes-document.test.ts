import { describe, expect, it } from 'vitest';
import type { FileDiff } from '../../../shared/model/detail.ts';
import { sha256 } from '../digest.ts';
import { changesDocument } from './changes-document.ts';

const uri = 'skill://acme/refunds/SKILL.md';
const about = { server: 'acme', uri, name: 'refunds', diffs: new Map() };

describe('the document of what changed since an approval', () => {
  it('lists files and fields and calls out the tools', () => {
    const text = changesDocument({
      ...about,
      changes: {
        approvedAt: '2026-11-21T12:00:00.000Z',
        files: [
          {
            uri,
            path: 'SKILL.md',
            change: 'modified',
            before: { digest: sha256('a'), kept: true },
            after: { digest: sha256('b') },
          },
        ],
        frontmatter: [{ field: 'allowed-tools', expected: '"Read"', actual: '"Read Bash(*)"' }],
      },
      diffs: new Map([
        [
          uri,
          {
            path: 'SKILL.md',
            language: 'markdown',
            before: { text: 'one\ntwo\n' },
            after: { text: 'one\n2\n' },
            verdict: null,
          },
        ],
      ]),
    });
    expect(text).toContain(`| modified | \`SKILL.md\` | \`${sha256('a')}\` | \`${sha256('b')}\` |`);
    expect(text).toContain('| `allowed-tools` | `"Read"` | `"Read Bash(*)"` |');
    expect(text).toContain('**The tools it requests have changed.**');
    expect(text).toContain('```diff\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n```');
  });

  it.each([
    ['python', '+a = 5 \\u{2212} 3  # \u201cso\u201d', 'a = 5 \u2212 3  # \u201cso\u201d'],
    ['markdown', '+5 \u2212 3 at github.com\\u{2215}a', '5 \u2212 3 at github.com\u2215a'],
  ])('writes out what imitates syntax in %s', (language, shown, after) => {
    const changes = {
      approvedAt: '2026-11-21T12:00:00.000Z',
      files: [
        {
          uri,
          path: 'x',
          change: 'modified' as const,
          before: { digest: 'a', kept: true },
          after: null,
        },
      ],
      frontmatter: [],
    };
    const diff = {
      path: 'x',
      language,
      before: { text: '' },
      after: { text: after },
      verdict: null,
    };
    expect(changesDocument({ ...about, changes, diffs: new Map([[uri, diff]]) })).toContain(shown);
  });

  it('lets no word of the server leave its code span, cell or fence', () => {
    const text = changesDocument({
      ...about,
      name: '`x` [click](https://evil.example)\u202e',
      changes: {
        approvedAt: '2026-11-21T12:00:00.000Z',
        files: [
          {
            uri,
            path: 'a|b``\n# Heading',
            change: 'modified',
            before: { digest: '` | <img>', kept: true },
            after: null,
          },
        ],
        frontmatter: [],
      },
      diffs: new Map([
        [
          uri,
          {
            path: 'SKILL.md',
            language: 'markdown',
            before: { text: 'a' },
            after: { text: '````\n# out\u200b' },
            verdict: null,
          },
        ],
      ]),
    });
    expect(text).toContain(
      '# Changed since approval: `` `x` [click](https://evil.example)\\u{202E} ``',
    );
    expect(text).toContain('| modified | ```a\\|b``\\u{000A}# Heading``` |');
    expect(text).not.toContain('<img>');
    expect(text).toContain('`````diff\n');
    expect(text.split('\n').filter((line) => /^#+ (out|Heading)/.test(line))).toEqual([]);
  });

  const changes = (more: object) => ({
    approvedAt: '2026-11-21T12:00:00.000Z',
    files: [],
    frontmatter: [],
    ...more,
  });
  const file = (path: string, more: object) => ({
    uri: `skill://acme/refunds/${path}`,
    path,
    change: 'modified' as const,
    before: { digest: sha256('a'), kept: true },
    after: { digest: sha256('b') },
    ...more,
  });
  const diff = (before: object, after: object) =>
    ({ path: 'x', language: 'text', before, after, verdict: null }) as FileDiff;

  it('says of how many files only the digests can be compared', () => {
    const file = (path: string, kept: boolean) => ({
      ...{ uri: path, path, change: 'modified' as const, after: { digest: sha256('b') } },
      before: { digest: sha256('a'), kept },
    });
    const of = (...files: ReturnType<typeof file>[]) =>
      changesDocument({
        ...about,
        changes: { approvedAt: '2026-11-21T12:00:00.000Z', files, frontmatter: [] },
      });
    expect(of(file('a', false), file('b', true))).toContain(
      'Skillgate has no copy of the approved text of 1 modified file, so only the digests',
    );
    expect(of(file('a', false), file('b', false))).toContain('text of 2 modified files');
    expect(of(file('b', true))).not.toContain('no copy');
  });

  it('says so when no files differ, and names the skill', () => {
    expect(changesDocument({ ...about, changes: changes({}) })).toBe(
      [
        '# Changed since approval: `refunds`',
        '',
        '- Server: `acme`',
        `- Skill: \`${uri}\``,
        '- Approved: 2026-11-21T12:00:00.000Z',
        '',
        'The files are those that were approved.',
        '',
      ].join('\n'),
    );
  });

  it('is whole: what was added and removed, fields that came and went, and each known difference', () => {
    const files = [
      file('new.md', { change: 'added', before: null }),
      file('old.md', { change: 'removed', after: null }),
      file('a.md', {}),
      file('b.md', {}),
      file('c.md', {}),
      file('d.md', {}),
    ];
    const diffs = new Map([
      ['skill://acme/refunds/new.md', diff({ text: '' }, { text: 'x' })],
      ['skill://acme/refunds/a.md', diff({ missing: 'Its bytes were not kept.' }, { text: 'x' })],
      ['skill://acme/refunds/b.md', diff({ text: 'x' }, { missing: 'It could not be read.' })],
      ['skill://acme/refunds/c.md', diff({ text: 'a\n'.repeat(3e3) }, { text: 'b\n'.repeat(3e3) })],
    ]);
    const frontmatter = [
      { field: 'license', expected: '"MIT"' },
      { field: 'model', actual: '"big"' },
    ];
    const [a, b] = [sha256('a'), sha256('b')];
    expect(
      changesDocument({ ...about, changes: changes({ files, frontmatter }), diffs })
        .split('\n')
        .slice(6),
    ).toEqual([
      '## Files',
      '',
      '| Change | Path | Approved digest | Digest now |',
      '|---|---|---|---|',
      `| added | \`new.md\` | – | \`${b}\` |`,
      `| removed | \`old.md\` | \`${a}\` | – |`,
      ...['a', 'b', 'c', 'd'].map((name) => `| modified | \`${name}.md\` | \`${a}\` | \`${b}\` |`),
      '',
      '## Frontmatter',
      '',
      '| Field | Approved | Now |',
      '|---|---|---|',
      '| `license` | `"MIT"` | – |',
      '| `model` | – | `"big"` |',
      '',
      '## `a.md`',
      '',
      'Its bytes were not kept.',
      '',
      '## `b.md`',
      '',
      'It could not be read.',
      '',
      '## `c.md`',
      '',
      'Too many lines differ to show here. Compare the digests instead.',
      '',
    ]);
  });

  it('calls out the tools among other fields, and does not where they are the same', () => {
    const tools = { field: 'allowed-tools', actual: '"Bash(*)"' };
    const other = { field: 'model', actual: '"big"' };
    const of = (...frontmatter: object[]) =>
      changesDocument({ ...about, changes: changes({ frontmatter }) })
        .split('\n')
        .slice(8);
    expect(of(other, tools)).toEqual([
      '## Frontmatter',
      '',
      '| Field | Approved | Now |',
      '|---|---|---|',
      '| `model` | – | `"big"` |',
      '| `allowed-tools` | – | `"Bash(*)"` |',
      '',
      '**The tools it requests have changed.** Approving doesn’t allow any of them.',
      '',
    ]);
    expect(of(other).join('\n')).not.toContain('tools');
  });

  it.each([
    ['`', '`` ` ``'],
    ['a`', '`` a` ``'],
    ['  ', '`    `'],
    ['a``b`c', '```a``b`c```'],
    ['x'.repeat(600), `\`${'x'.repeat(499)}…\``],
  ])('writes the name %j as one span of code', (name, written) => {
    const [heading] = changesDocument({ ...about, name, changes: changes({}) }).split('\n');
    expect(heading).toBe(`# Changed since approval: ${written}`);
  });

  it('shows of a digest what a digest can hold, and at most 80 characters', () => {
    const before = { digest: `sha256:a_b-C ${'`|<\n'.repeat(3)}${'9'.repeat(99)}`, kept: true };
    const text = changesDocument({
      ...about,
      changes: changes({ files: [file('a.md', { before })] }),
    });
    expect(text).toContain(`| \`sha256:a_b-C${'9'.repeat(55)}\` |`);
  });
});
