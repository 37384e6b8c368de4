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
import { asListed, unknownFiles } from '../stated-paths.ts';
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

describe('a failed check', () => {
  it('names the size and the digest', () => {
    expect(verdict(heldEntry(), emailUri, `${emailText}!`)).toEqual({
      status: 'failed',
      check: 'size',
      message: "The file doesn't have the size in the manifest.",
      expected: '15 bytes',
      actual: '16 bytes',
      explanation: {
        id: 'longer',
        message:
          'The expected digest matches the first 15 bytes of the received content, which has 1 byte more.',
      },
    });
    const other = emailText.replace('Dear', 'Fear');
    expect(verdict(heldEntry(), emailUri, other)).toMatchObject({
      message: "The file doesn't match the digest in the manifest.",
    });
    // The server states no size, so only the digest of the earlier read counts.
    expect(verdict(selfComputed, emailUri, `${emailText}!`)).toEqual({
      status: 'failed',
      check: 'digest',
      message: 'The file differs from the one that Skillgate read before.',
      expected: sha256(emailText),
      actual: sha256(`${emailText}!`),
    });
  });

  it('names a length above the limit, and accepts one at it', () => {
    const at = (length: number) => verdict(unknown, emailUri, 'x'.repeat(length));
    expect(at(limits.skillBytes)).toMatchObject({ status: 'unverifiable' });
    expect(at(limits.skillBytes + 1)).toEqual({
      status: 'failed',
      check: 'limit',
      message: 'The file is larger than the limit for a whole skill (16 MiB).',
      expected: 'at most 16 MiB',
      actual: '16 MiB (16,777,217 bytes)',
    });
    expect(verdict(unknown, emailUri, 'é'.repeat(limits.skillBytes / 2 + 1))).toMatchObject({
      actual: '16 MiB (16,777,218 bytes)',
    });
  });

  it('names the first field in which frontmatter differs, and lists all of them', () => {
    const text = '---\nname: refunds\ndescription: Other\nmodel: big\n---\n';
    expect(frontmatterOf(text)).toEqual({
      status: 'failed',
      check: 'frontmatter',
      message:
        "The frontmatter of SKILL.md differs from the entry's in 2 fields: description, model.",
      expected: '"Process refunds"',
      actual: '"Other"',
      differences: [
        { field: 'description', expected: '"Process refunds"', actual: '"Other"' },
        { field: 'model', actual: '"big"' },
      ],
    });
    const more = '---\nname: refunds\ndescription: Process refunds\nmodel: big\n---\n';
    expect(frontmatterOf(more)).toMatchObject({
      message: "The frontmatter of SKILL.md differs from the entry's in one field: model.",
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
  ])('reports frontmatter without a required field: %j has no %s', (text, field) => {
    expect(frontmatterOf(text)).toEqual({
      status: 'failed',
      check: 'frontmatter',
      message: `The frontmatter of SKILL.md has no ${field}.`,
      expected: `a ${field}`,
      actual: 'nothing',
    });
  });

  it('reports frontmatter that readers read differently, and bytes that are not text', () => {
    expect(frontmatterOf('# x')).toMatchObject({
      check: 'frontmatter',
      message: expect.stringMatching(/\w/) as string,
      expected: expect.stringMatching(
        /^frontmatter that all readers read the same way \(.+\)$/,
      ) as string,
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

describe('frontmatter of which the entry has only a part', () => {
  const entry: Partial<SkillEntry> = {
    frontmatter: { name: 'refunds', license: 'MIT' },
    frontmatterIsPart: true,
  };

  it('is compared only in that part', () => {
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

describe('the file compared as SKILL.md', () => {
  it('is the file of the entry or of its archive, and no other', () => {
    const archive = { url: 'https://h.example/a.zip' };
    const entry = { ...unknown, archives: [archive] } as SkillEntry;
    const wrong = { status: 'failed', check: 'frontmatter' };
    expect(verdict(entry, `${archive.url}#SKILL.md`, '# x')).toMatchObject(wrong);
    expect(verdict(entry, refundsUri, '# x')).toMatchObject(wrong);
    expect(verdict(entry, `${archive.url}#b/SKILL.md`, '# x')).toMatchObject({
      status: 'unverifiable',
    });
  });

  it('may start with one byte order mark, as bytes or as text', () => {
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

  it('is the received text, if the server sent text', () => {
    const bytes = Buffer.from(refundsText);
    expect(verifyContent(unknown, refundsUri, bytes, '# x')).toMatchObject({ status: 'failed' });
    expect(verifyContent(unknown, refundsUri, bytes)).toMatchObject({ status: 'unverifiable' });
  });
});

describe('a check that proves nothing', () => {
  it.each<[string, SkillEntry, string, string]>([
    [
      'self-computed',
      selfComputed,
      emailText,
      "The server publishes no digest for this file. It hasn't changed since Skillgate first read it.",
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

describe('the check before any request', () => {
  it('refuses a file that is not listed, and one outside the skill', () => {
    const unlisted = `${refundsFolder}/unlisted.md`;
    expect(refuseBeforeRead(heldEntry(), unlisted)).toEqual({
      status: 'failed',
      check: 'listed',
      message: "The skill's entry doesn't list this file.",
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

  it('refuses a file that is listed as too large, and accepts one at the limit', () => {
    const uri = `${refundsFolder}/big.bin`;
    const announcing = (size: number): SkillEntry => ({
      ...heldEntry(),
      files: asListed([{ path: 'big.bin', uri, size }]),
    });
    expect(refuseBeforeRead(announcing(limits.skillBytes), uri)).toBeNull();
    expect(refuseBeforeRead(announcing(limits.skillBytes + 1), uri)).toEqual({
      status: 'failed',
      check: 'limit',
      message: 'The file is larger than the limit for a whole skill (16 MiB).',
      expected: 'at most 16 MiB',
      actual: '16 MiB (16,777,217 bytes)',
    });
  });

  it('knows what the server says about one file of a skill without a list', () => {
    const known = [
      { path: 'a.md', uri: `${refundsFolder}/a.md`, digest: sha256('a') },
      { path: 'b.md', uri: `${refundsFolder}/b.md`, digest: sha256('b') },
    ];
    const entry: SkillEntry = { ...unknown, known };
    expect(verdict(entry, `${refundsFolder}/a.md`, 'a')).toEqual({ status: 'verified' });
    expect(verdict(entry, `${refundsFolder}/b.md`, 'a')).toMatchObject({ expected: sha256('b') });
    expect(verdict(entry, `${refundsFolder}/c.md`, 'a')).toMatchObject({ reason: 'no-digest' });
  });

  it('shows at most 300 characters of an address, without control characters', () => {
    const uri = `file:///\u202e${'x'.repeat(400)}`;
    const refused = refuseBeforeRead(heldEntry(), uri);
    expect(refused?.status === 'failed' ? refused.actual : '').toBe(
      `file:///\\u{202E}${'x'.repeat(283)}…`,
    );
  });

  it('finds a file among many and among few by its exact URI', () => {
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
