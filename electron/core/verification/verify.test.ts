import { describe, expect, it } from 'vitest';
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

const emailUri = `${refundsFolder}/examples/email.md`;
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
/** An entry whose one file is exactly `text`. */
const only = (
  text: string,
  frontmatter: Record<string, unknown> = { name: 'refunds', description: 'Process refunds' },
) => heldEntry({ frontmatter, resources: [resource(refundsUri, text)] });

describe('a file that matches the entry', () => {
  it('matches as text or as bytes', () => {
    expect(verifyFile(heldEntry(), refundsUri, bytesOf(refundsText), refundsText)).toEqual({
      status: 'verified',
    });
    expect(verifyFile(heldEntry(), refundsUri, bytesOf(refundsText))).toEqual({
      status: 'verified',
    });
    expect(verifyFile(heldEntry(), emailUri, bytesOf(emailText))).toEqual({ status: 'verified' });
  });

  it('may be the 512th of its skill', () => {
    const files = Array.from({ length: 511 }, (_, at) =>
      resource(`${refundsFolder}/${at}.md`, String(at)),
    );
    const entry = heldEntry({ resources: [resource(refundsUri, refundsText), ...files] });
    expect(verifyFile(entry, `${refundsFolder}/510.md`, bytesOf('510'))).toEqual({
      status: 'verified',
    });
    expect(verifyFile(entry, `${refundsFolder}/511.md`, bytesOf('511'))).toMatchObject({
      status: 'failed',
      check: 'listed',
    });
  });

  it('matches with a byte order mark and CRLF, which its digest covers', () => {
    const text = '\uFEFF---\r\nname: refunds\r\ndescription: Process refunds\r\n---\r\nx';
    expect(verifyFile(only(text), refundsUri, bytesOf(text), text)).toEqual({ status: 'verified' });
    expect(verifyFile(only(text), refundsUri, bytesOf(text))).toEqual({ status: 'verified' });
  });

  it('matches when an absent field is null in the file', () => {
    const text = '---\nname: refunds\ndescription: Process refunds\nlicense:\n---\n';
    expect(verifyFile(only(text), refundsUri, bytesOf(text))).toEqual({ status: 'verified' });
  });
});

describe('a file that does not match', () => {
  it('fails the size check before any other', () => {
    expect(verifyFile(heldEntry(), emailUri, bytesOf(`${emailText}!`))).toEqual({
      status: 'failed',
      check: 'size',
      message: expect.any(String) as string,
      expected: '15 bytes',
      actual: '16 bytes',
      explanation: {
        id: 'longer',
        message:
          'The expected digest matches the first 15 bytes of the received content, which has 1 byte more.',
      },
    });
  });

  it('fails the digest check if it has the same size but other bytes', () => {
    const other = emailText.replace('Dear', 'Fear');
    expect(verifyFile(heldEntry(), emailUri, bytesOf(other))).toEqual({
      status: 'failed',
      check: 'digest',
      message: expect.any(String) as string,
      expected: sha256(emailText),
      actual: sha256(other),
    });
  });

  it('fails the size check if only the size is wrong', () => {
    const entry = heldEntry({ resources: [{ ...resource(refundsUri, refundsText), size: 1 }] });
    expect(verifyFile(entry, refundsUri, bytesOf(refundsText))).toMatchObject({
      status: 'failed',
      check: 'size',
      expected: '1 byte',
    });
  });

  it('fails when two listed files are swapped', () => {
    expect(verifyFile(heldEntry(), emailUri, bytesOf(refundsText))).toMatchObject({
      status: 'failed',
    });
  });

  it('fails the frontmatter check field by field, although size and digest match', () => {
    const text =
      '---\nname: refunds\ndescription: Process refunds\nallowed-tools: Bash(*)\nmetadata: {version: 2}\n---\n';
    const entry = only(text, {
      name: 'refunds',
      description: 'Process refunds',
      metadata: { version: '2' },
    });
    expect(verifyFile(entry, refundsUri, bytesOf(text))).toMatchObject({
      status: 'failed',
      check: 'frontmatter',
      differences: [
        { field: 'metadata.version', expected: '"2"', actual: '2' },
        { field: 'allowed-tools', actual: '"Bash(*)"' },
      ],
    });
  });

  it.each([
    ['missing', '# no frontmatter'],
    ['unterminated', '---\nname: refunds\n'],
    ['duplicate-key', '---\nname: refunds\nname: refunds\ndescription: Process refunds\n---\n'],
    ['too-many-anchors', `---\nname: refunds\nx: &a [1]\ny: [${'*a,'.repeat(60)}]\n---\n`],
    ['line-end', '---\nname: refunds\ndescription: d # c\rallowed-tools: Bash(*)\n---\n'],
    ['too-large', `---\nname: refunds\nx: ${'x'.repeat(70_000)}\n---\n`],
  ])('fails the frontmatter check if it is %s', (reason, text) => {
    expect(verifyFile(only(text), refundsUri, bytesOf(text))).toMatchObject({
      status: 'failed',
      check: 'frontmatter',
      actual: reason,
    });
  });

  it('fails the frontmatter check if the file has a __proto__ key', () => {
    const text =
      '---\nname: refunds\ndescription: Process refunds\n__proto__: {allowed-tools: Bash}\n---\n';
    expect(verifyFile(only(text), refundsUri, bytesOf(text))).toMatchObject({
      status: 'failed',
      check: 'frontmatter',
      differences: [{ field: '__proto__' }],
    });
  });

  it('fails if SKILL.md is not UTF-8', () => {
    const bytes = Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]);
    const entry = heldEntry({ resources: [{ uri: refundsUri, digest: sha256(bytes), size: 6 }] });
    expect(verifyFile(entry, refundsUri, bytes)).toMatchObject({
      status: 'failed',
      check: 'frontmatter',
      expected: 'UTF-8 text',
    });
  });
});

describe('a nested SKILL.md', () => {
  it('is an ordinary file of the enclosing skill: its frontmatter is not compared', () => {
    const uri = `${refundsFolder}/partial/SKILL.md`;
    const text = '---\nname: partial\nallowed-tools: Bash(*)\nhooks: {}\n---\n';
    const entry = heldEntry({
      resources: [resource(refundsUri, refundsText), resource(uri, text)],
    });
    expect(verifyFile(entry, uri, bytesOf(text))).toEqual({ status: 'verified' });
  });
});

describe('a dynamic skill', () => {
  const entry = heldEntry({ resources: 'dynamic' });

  it('cannot be verified, though nothing fails', () => {
    expect(verifyFile(entry, refundsUri, bytesOf(refundsText))).toMatchObject({
      status: 'unverifiable',
      reason: 'dynamic',
    });
    expect(verifyFile(entry, `${refundsFolder}/any.md`, bytesOf('x'))).toMatchObject({
      status: 'unverifiable',
      reason: 'dynamic',
    });
  });

  it('can still fail the frontmatter, location and size checks', () => {
    expect(
      verifyFile(
        entry,
        refundsUri,
        bytesOf('---\nname: other\ndescription: Process refunds\n---\n'),
      ),
    ).toMatchObject({ status: 'failed', check: 'frontmatter' });
    expect(verifyFile(entry, 'skill://acme/other/x.md', bytesOf('x'))).toMatchObject({
      status: 'failed',
      check: 'location',
    });
    expect(verifyFile(entry, refundsUri, new Uint8Array(limits.skillBytes + 1))).toMatchObject({
      status: 'failed',
      check: 'limit',
    });
  });
});

describe('an entry without digests', () => {
  it('proves nothing and fails nothing', () => {
    const entry = { ...heldEntry(), files: unknownFiles };
    expect(verifyFile(entry, emailUri, bytesOf('x'))).toMatchObject({
      status: 'unverifiable',
      reason: 'no-digest',
    });
    const sized = {
      ...heldEntry(),
      files: asListed([{ path: 'a.md', uri: `${refundsFolder}/a.md`, size: 2 }]),
    };
    expect(verifyFile(sized, `${refundsFolder}/a.md`, bytesOf('x'))).toMatchObject({
      status: 'failed',
      check: 'size',
    });
    expect(verifyFile(sized, `${refundsFolder}/a.md`, bytesOf('xy'))).toMatchObject({
      status: 'unverifiable',
      reason: 'no-digest',
    });
  });
});

describe('before any request', () => {
  it("allows a listed file, and any file in a dynamic skill's folder", () => {
    expect(refuseBeforeRead(heldEntry(), emailUri)).toBeNull();
    expect(
      refuseBeforeRead(heldEntry({ resources: 'dynamic' }), `${refundsFolder}/any.md`),
    ).toBeNull();
  });

  it.each([
    [`${refundsFolder}/unlisted.md`, 'listed'],
    [`${refundsFolder}/examples/EMAIL.md`, 'listed'],
    [`${refundsFolder}/examples/%65mail.md`, 'listed'],
    ['skill://acme/billing/other/SKILL.md', 'location'],
    ['skill://acme/billing/refunds-2/SKILL.md', 'location'],
    [`${refundsFolder}/../other/SKILL.md`, 'location'],
    [`${refundsFolder}/%2e%2e/other/SKILL.md`, 'location'],
    ['file:///etc/passwd', 'location'],
    ['file:/etc/passwd', 'location'],
    ['https://evil.example/x', 'location'],
    ['github://acme/billing/refunds/examples/email.md', 'location'],
  ])('%s is refused by %s', (uri, check) => {
    expect(refuseBeforeRead(heldEntry(), uri)).toMatchObject({
      status: 'failed',
      check,
      expected: expect.any(String) as string,
      actual: uri,
    });
  });

  it('refuses a file that is listed as larger than a whole skill may be', () => {
    const entry = {
      ...heldEntry(),
      files: asListed([
        { path: 'big.bin', uri: `${refundsFolder}/big.bin`, size: limits.skillBytes + 1 },
      ]),
    };
    expect(refuseBeforeRead(entry, `${refundsFolder}/big.bin`)).toMatchObject({
      check: 'limit',
      actual: '16 MiB (16,777,217 bytes)',
    });
  });
});
