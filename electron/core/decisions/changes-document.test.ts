import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { changesDocument } from './changes-document.ts';
import { diffLines } from './line-diff.ts';

const uri = 'skill://acme/refunds/SKILL.md';
const about = { server: 'acme', uri, name: 'refunds', diffs: new Map() };

describe('the difference of two texts', () => {
  it('shows what differs with three lines around it', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const after = before.with(9, 'other').toSpliced(15, 1);
    expect(diffLines(before.join('\n'), after.join('\n'))).toEqual([
      '@@ -7 +7 @@',
      ' line 6',
      ' line 7',
      ' line 8',
      '-line 9',
      '+other',
      ' line 10',
      ' line 11',
      ' line 12',
      ' line 13',
      ' line 14',
      '-line 15',
      ' line 16',
      ' line 17',
      ' line 18',
    ]);
    expect(diffLines('a\nb', 'a\nb')).toEqual([]);
  });

  it('is found line by line in a long text that was changed all over', () => {
    const before = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    const after = before.map((line, index) => (index % 100 === 50 ? 'other' : line));
    const diff = diffLines(before.join('\n'), after.join('\n')) ?? [];
    expect(diff.filter((line) => line === '+other')).toHaveLength(100);
    expect(diff.filter((line) => line.startsWith('-'))).toHaveLength(100);
    expect(diff.slice(0, 4)).toEqual(['@@ -48 +48 @@', ' line 47', ' line 48', ' line 49']);
  });

  it('is not made of texts that differ in too many lines', () => {
    const lines = (letter: string) =>
      Array.from({ length: 600 }, (_, index) => `${letter}${index}`).join('\n');
    expect(diffLines(lines('a'), lines('b'))).toBeNull();
    expect(diffLines('a\n'.repeat(5_000), 'b\n'.repeat(5_000))).toBeNull();
  });
});

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
            before: { text: 'one\ntwo' },
            after: { text: 'one\n2' },
            verdict: null,
          },
        ],
      ]),
    });
    expect(text).toContain(`| modified | \`SKILL.md\` | \`${sha256('a')}\` | \`${sha256('b')}\` |`);
    expect(text).toContain('| `allowed-tools` | `"Read"` | `"Read Bash(*)"` |');
    expect(text).toContain('**The tools that it requests have changed.**');
    expect(text).toContain('```diff\n@@ -1 +1 @@\n one\n-two\n+2\n```');
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
});
