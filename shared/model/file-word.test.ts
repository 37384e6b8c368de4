import { describe, expect, it } from 'vitest';
import { countWords, fileWords, inOneLine } from './file-word.ts';
import { checkIds } from './plain.ts';
import type { unverifiableReasons, Verdict } from './verdict.ts';

const failed = (check: (typeof checkIds)[number]): Verdict => ({
  status: 'failed',
  check,
  message: 'm',
});
const unverifiable = (reason: (typeof unverifiableReasons)[number]): Verdict => ({
  status: 'unverifiable',
  reason,
  message: 'm',
});

describe('the word for a file', () => {
  it('says "does not match" only of bytes that came and differ', () => {
    const differing = checkIds.filter((check) =>
      inOneLine(fileWords(failed(check))).includes('does not match'),
    );
    expect(differing).toEqual(['size', 'digest', 'frontmatter']);
  });
  it('is "could not be read" when the server gave nothing, whatever the reason', () => {
    for (const verdict of [
      failed('read'),
      unverifiable('server-unavailable'),
      unverifiable('budget'),
    ])
      expect(fileWords(verdict).word).toBe('could not be read');
  });
  it('is "not fetched" before anything was asked for, and "verified" after a match', () => {
    expect(inOneLine(fileWords(undefined))).toBe('not fetched');
    expect(inOneLine(fileWords(unverifiable('cancelled')))).toBe('not fetched: cancelled');
    expect(inOneLine(fileWords({ status: 'verified' }))).toBe('verified');
    expect(inOneLine(fileWords(failed('digest')))).toBe('failed: digest does not match');
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
