import { describe, expect, it } from 'vitest';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { sha256 } from '../digest.ts';
import {
  emailText,
  heldEntry,
  refundsFolder,
  refundsText,
  refundsUri,
  resource,
} from '../entry.fixture.ts';
import { asListed, unknownFiles } from '../files.ts';
import { limits } from '../limits.ts';
import { refuseBeforeRead } from './before-read.ts';
import { verifyFile } from './verify.fixture.ts';
import { verifyContent } from './verify.ts';

const emailUri = `${refundsFolder}/examples/email.md`;
const verdict = (entry: SkillEntry, uri: string, content: string) =>
  verifyContent(entry, uri, content);
const selfComputed: SkillEntry = { ...heldEntry(), integrity: 'self-computed' };
const unknown: SkillEntry = { ...heldEntry(), files: unknownFiles };
const frontmatterOf = (text: string, changes: Partial<SkillEntry> = {}) =>
  verdict({ ...unknown, ...changes }, refundsUri, text);

describe('what a failed check says', () => {
  it('of a size and of a digest', () => {
    expect(verdict(heldEntry(), emailUri, `${emailText}!`)).toEqual({
      status: 'failed',
      check: 'size',
      message: 'The file does not have the size in the manifest.',
      expected: '15 bytes',
      actual: '16 bytes',
      explanation: {
        id: 'longer',
        message:
          'The expected digest is that of the first 15 bytes of what arrived: 1 byte more came.',
      },
    });
    const other = emailText.replace('Dear', 'Fear');
    expect(verdict(heldEntry(), emailUri, other)).toMatchObject({
      message: 'The file does not match the digest in the manifest.',
    });
    // Nobody promised a size: the digest of what was read before is all that counts.
    expect(verdict(selfComputed, emailUri, `${emailText}!`)).toEqual({
      status: 'failed',
      check: 'digest',
      message: 'The file is not the one that was read before.',
      expected: sha256(emailText),
      actual: sha256(`${emailText}!`),
    });
  });

  it('of a length beyond the limit, and of none at it', () => {
    const at = (length: number) => verdict(unknown, emailUri, 'x'.repeat(length));
    expect(at(limits.skillBytes)).toMatchObject({ status: 'unverifiable' });
    expect(at(limits.skillBytes + 1)).toEqual({
      status: 'failed',
      check: 'limit',
      message: 'The file is larger than a whole skill may be (16 MiB).',
      expected: 'at most 16 MiB',
      actual: '16 MiB (16,777,217 bytes)',
    });
    expect(verdict(unknown, emailUri, 'é'.repeat(limits.skillBytes / 2 + 1))).toMatchObject({
      actual: '16 MiB (16,777,218 bytes)',
    });
  });

  it('of a frontmatter that differs, by its first field and with all of them', () => {
    const text = '---\nname: refunds\ndescription: Other\nmodel: big\n---\n';
    expect(frontmatterOf(text)).toEqual({
      status: 'failed',
      check: 'frontmatter',
      message: "The frontmatter of SKILL.md differs from the entry's in 2 fields.",
      expected: '"Process refunds"',
      actual: '"Other"',
      differences: [
        { field: 'description', expected: '"Process refunds"', actual: '"Other"' },
        { field: 'model', actual: '"big"' },
      ],
    });
    const more = '---\nname: refunds\ndescription: Process refunds\nmodel: big\n---\n';
    expect(frontmatterOf(more)).toMatchObject({
      message: "The frontmatter of SKILL.md differs from the entry's in one field.",
      expected: 'absent',
      actual: '"big"',
    });
    const frontmatter = { name: 'refunds', description: 'Process refunds', model: 'big' };
    expect(frontmatterOf(refundsText, { frontmatter })).toMatchObject({
      expected: '"big"',
      actual: 'absent',
    });
  });

  it.each([
    ['---\nname: refunds\n---\n', 'description'],
    ['---\ndescription: Process refunds\n---\n', 'name'],
    ['---\nname: ""\ndescription: Process refunds\n---\n', 'name'],
    ['---\nname: [a]\ndescription: Process refunds\n---\n', 'name'],
    ['---\nx: 1\n---\n', 'name'],
  ])('of a frontmatter without what a skill must have: %j has no %s', (text, field) => {
    expect(frontmatterOf(text)).toEqual({
      status: 'failed',
      check: 'frontmatter',
      message: `The frontmatter of SKILL.md has no ${field}.`,
      expected: `a ${field}`,
      actual: 'nothing',
    });
  });

  it('of a text that has no frontmatter that readers take alike, and of bytes that are no text', () => {
    expect(frontmatterOf('# x')).toMatchObject({
      check: 'frontmatter',
      message: expect.stringMatching(/\w/) as string,
      expected: expect.stringMatching(/^frontmatter that readers take alike \(.+\)$/) as string,
      actual: 'missing',
    });
    expect(verifyContent(unknown, refundsUri, new Uint8Array([0xff]))).toEqual({
      status: 'failed',
      check: 'frontmatter',
      message: 'SKILL.md is not UTF-8 text.',
      expected: 'UTF-8 text',
      actual: 'other bytes',
    });
  });
});

describe('a frontmatter that the entry repeats in part', () => {
  const entry: Partial<SkillEntry> = {
    frontmatter: { name: 'refunds', license: 'MIT' },
    frontmatterIsPart: true,
  };

  it('is compared in what it repeats, and no further', () => {
    const text = '---\nname: refunds\ndescription: Anything\nlicense: MIT\nmodel: big\n---\n';
    expect(frontmatterOf(text, entry)).toMatchObject({ status: 'unverifiable' });
    expect(frontmatterOf(text.replace('MIT', 'GPL'), entry)).toMatchObject({
      differences: [{ field: 'license', expected: '"MIT"', actual: '"GPL"' }],
    });
    expect(frontmatterOf(text.replace('license: MIT\n', ''), entry)).toMatchObject({
      differences: [{ field: 'license', expected: '"MIT"' }],
    });
    expect(frontmatterOf(text, { ...entry, frontmatterIsPart: false })).toMatchObject({
      status: 'failed',
    });
  });
});

describe('what is compared as SKILL.md', () => {
  it('is the file of the entry, or that of its archive, and no other', () => {
    const archive = { url: 'https://h.example/a.zip' };
    const entry = { ...unknown, archives: [archive] } as SkillEntry;
    const wrong = { status: 'failed', check: 'frontmatter' };
    expect(verdict(entry, `${archive.url}#SKILL.md`, '# x')).toMatchObject(wrong);
    expect(verdict(entry, refundsUri, '# x')).toMatchObject(wrong);
    expect(verdict(entry, `${archive.url}#b/SKILL.md`, '# x')).toMatchObject({
      status: 'unverifiable',
    });
  });

  it('may begin with one byte order mark, from bytes as from text', () => {
    const marked = (marks: number): string => '\uFEFF'.repeat(marks) + refundsText;
    for (const [marks, status] of [
      [0, 'unverifiable'],
      [1, 'unverifiable'],
      [2, 'failed'],
    ] as const) {
      expect(verdict(unknown, refundsUri, marked(marks))).toMatchObject({ status });
      expect(verifyContent(unknown, refundsUri, Buffer.from(marked(marks)))).toMatchObject({
        status,
      });
    }
  });

  it('is the text that came, where a text came', () => {
    const bytes = Buffer.from(refundsText);
    expect(verifyContent(unknown, refundsUri, bytes, '# x')).toMatchObject({ status: 'failed' });
    expect(verifyContent(unknown, refundsUri, bytes)).toMatchObject({ status: 'unverifiable' });
  });
});

describe('what a check that proves nothing says', () => {
  it.each<[string, SkillEntry, string, string]>([
    [
      'self-computed',
      selfComputed,
      emailText,
      'The server publishes no digest for this file. It matches the digest that Skillgate computed when it read the file.',
    ],
    [
      'dynamic',
      heldEntry({ resources: 'dynamic' }),
      emailText,
      'The server generates this content and publishes no digest.',
    ],
    ['no-digest', unknown, emailText, 'The server publishes no digest for this file.'],
    [
      'no-digest',
      {
        ...selfComputed,
        files: asListed([{ path: 'examples/email.md', uri: emailUri }]),
      },
      emailText,
      'The server publishes no digest for this file.',
    ],
  ])('%s', (reason, entry, text, message) => {
    expect(verdict(entry, emailUri, text)).toEqual({ status: 'unverifiable', reason, message });
  });
});

describe('what is said before any request', () => {
  it('of a file that is not listed, and of one outside', () => {
    const unlisted = `${refundsFolder}/unlisted.md`;
    expect(refuseBeforeRead(heldEntry(), unlisted)).toEqual({
      status: 'failed',
      check: 'listed',
      message: "The skill's entry does not list this file.",
      expected: 'a file in resources',
      actual: unlisted,
    });
    expect(verifyFile(heldEntry(), unlisted, Buffer.from('x'))).toMatchObject({ check: 'listed' });
    expect(refuseBeforeRead(selfComputed, unlisted)).toBeNull();
    expect(verdict(selfComputed, unlisted, 'x')).toMatchObject({ reason: 'no-digest' });
    expect(refuseBeforeRead(unknown, unlisted)).toBeNull();
    expect(refuseBeforeRead(heldEntry(), 'file:///etc/passwd')).toMatchObject({
      check: 'location',
      message: expect.stringMatching(/scheme/) as string,
      expected: 'skill:',
    });
  });

  it('of a file that announces too much, and nothing of one that is just right', () => {
    const uri = `${refundsFolder}/big.bin`;
    const announcing = (size: number): SkillEntry => ({
      ...heldEntry(),
      files: asListed([{ path: 'big.bin', uri, size }]),
    });
    expect(refuseBeforeRead(announcing(limits.skillBytes), uri)).toBeNull();
    expect(refuseBeforeRead(announcing(limits.skillBytes + 1), uri)).toEqual({
      status: 'failed',
      check: 'limit',
      message: 'The file is larger than a whole skill may be (16 MiB).',
      expected: 'at most 16 MiB',
      actual: '16 MiB (16,777,217 bytes)',
    });
  });

  it('knows of a skill without a list what its server tells of one file', () => {
    const known = [
      { path: 'a.md', uri: `${refundsFolder}/a.md`, digest: sha256('a') },
      { path: 'b.md', uri: `${refundsFolder}/b.md`, digest: sha256('b') },
    ];
    const entry: SkillEntry = { ...unknown, known };
    expect(verdict(entry, `${refundsFolder}/a.md`, 'a')).toEqual({ status: 'verified' });
    expect(verdict(entry, `${refundsFolder}/b.md`, 'a')).toMatchObject({ expected: sha256('b') });
    expect(verdict(entry, `${refundsFolder}/c.md`, 'a')).toMatchObject({ reason: 'no-digest' });
  });

  it('shows at most 300 characters of an address, and no control of it', () => {
    const uri = `file:///\u202e${'x'.repeat(400)}`;
    const refused = refuseBeforeRead(heldEntry(), uri);
    expect(refused?.status === 'failed' ? refused.actual : '').toBe(
      `file:///\\u{202E}${'x'.repeat(283)}…`,
    );
  });

  it('finds a file among many as among few, by exactly its URI', () => {
    for (const count of [7, 8, 9, 20]) {
      const files = Array.from({ length: count - 1 }, (_, at) =>
        resource(`${refundsFolder}/${at}.md`, String(at)),
      );
      const entry = heldEntry({ resources: [resource(refundsUri, refundsText), ...files] });
      const last = `${refundsFolder}/${count - 2}.md`;
      expect(verdict(entry, last, String(count - 2))).toEqual({ status: 'verified' });
      expect(verdict(entry, last, 'x')).toMatchObject({ status: 'failed' });
      expect(refuseBeforeRead(entry, `${refundsFolder}/${count}.md`)).not.toBeNull();
    }
  });
});
