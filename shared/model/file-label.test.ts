import { describe, expect, it } from 'vitest';
import { countWords, fileWords, inOneLine, tallyInWords, tallyNote } from './file-label.ts';
import { checkIds } from './plain.ts';
import type { unverifiableReasons, FileCheck } from './verdict.ts';

const failed = (check: (typeof checkIds)[number]): FileCheck => ({
  status: 'failed',
  check,
  message: 'm',
});
const unverifiable = (reason: (typeof unverifiableReasons)[number]): FileCheck => ({
  status: 'unverifiable',
  reason,
  message: 'm',
});

describe('the word for a file', () => {
  it('says "doesn’t match" only about received bytes that differ', () => {
    const differing = checkIds.filter((check) =>
      inOneLine(fileWords(failed(check))).includes('doesn’t match'),
    );
    expect(differing).toEqual(['size', 'digest', 'frontmatter']);
  });
  it('is "could not be read" when the server gave nothing, whatever the reason', () => {
    for (const verdict of [
      failed('read'),
      unverifiable('server-unavailable'),
      unverifiable('budget'),
      unverifiable('too-many-requests'),
    ])
      expect(fileWords(verdict).word).toBe('could not be read');
  });
  it('is "not checked" before anything was asked for, and "verified" after a match', () => {
    expect(inOneLine(fileWords(undefined))).toBe('not checked');
    expect(inOneLine(fileWords(unverifiable('cancelled')))).toBe('not checked: cancelled');
    expect(inOneLine(fileWords({ status: 'verified' }))).toBe('verified');
    expect(inOneLine(fileWords(failed('digest')))).toBe('failed: digest doesn’t match');
    expect(inOneLine(fileWords(unverifiable('dynamic')))).toBe(
      'cannot be verified: dynamic content',
    );
  });
  it('is counted once for each file', () => {
    expect(
      countWords([
        { status: 'verified' },
        failed('digest'),
        failed('read'),
        unverifiable('budget'),
        unverifiable('no-digest'),
      ]),
    ).toEqual({ verified: 1, failed: 1, unread: 2, unverifiable: 1 });
  });
});

describe('the words for the files of a skill', () => {
  const counts = { verified: 1, failed: 1, unread: 0, unverifiable: 0 };
  it('name what failed first, and what nobody fetched', () => {
    expect(tallyInWords(counts, 2)).toBe('1 failed, 1 verified');
    expect(tallyInWords({ ...counts, unread: 1 }, 4)).toBe(
      '1 failed, 1 could not be read, 1 verified, 1 not checked',
    );
  });
  it('never count a failed file among those that match', () => {
    expect(tallyNote(counts, 2)).toBe('1/2 · 1 failed');
    expect(tallyNote({ ...counts, failed: 0, unread: 1 }, 2)).toBe('1/2 · 1 could not be read');
    expect(tallyNote({ ...counts, failed: 0, unverifiable: 1 }, 2)).toBe('1/2');
  });
});
