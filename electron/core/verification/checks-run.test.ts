import { describe, expect, it } from 'vitest';
import { emailText, heldEntry, refundsFolder, refundsText, refundsUri } from '../entry.fixture.ts';
import { checksRun } from './before-read.ts';
import { verifyContent } from './verify.ts';

const emailUri = `${refundsFolder}/examples/email.md`;
const said = (uri: string, content: string): string[] =>
  checksRun(heldEntry(), uri, verifyContent(heldEntry(), uri, content)).map(
    ({ check, outcome }) => `${check} ${outcome}`,
  );

describe('the checks that ran on a file', () => {
  it('are reported in order, with those that the first failure prevented', () => {
    expect(said(refundsUri, refundsText)).toEqual([
      'read passed',
      'size passed',
      'digest passed',
      'frontmatter passed',
    ]);
    expect(said(emailUri, emailText.replace('Dear', 'Fear'))).toEqual([
      'read passed',
      'size passed',
      'digest failed',
    ]);
    expect(said(refundsUri, `${refundsText}!`)).toEqual([
      'read passed',
      'size failed',
      'digest not-reached',
      'frontmatter not-reached',
    ]);
  });

  it('exclude those for which the entry has nothing to compare with', () => {
    const dynamic = heldEntry({ resources: 'dynamic' });
    const verdict = verifyContent(dynamic, refundsUri, refundsText);
    expect(checksRun(dynamic, refundsUri, verdict).map(({ check }) => check)).toEqual([
      'read',
      'frontmatter',
    ]);
    expect(checksRun(dynamic, refundsUri, undefined)).toEqual([]);
    for (const reason of ['server-unavailable', 'too-many-requests'] as const)
      expect(
        checksRun(dynamic, refundsUri, { status: 'unverifiable', reason, message: '' }),
      ).toEqual([]);
  });

  it('include those before the request only if they failed', () => {
    const verdict = { status: 'failed', check: 'location', message: '' } as const;
    expect(checksRun(heldEntry(), 'skill://elsewhere', verdict)[0]).toEqual({
      check: 'location',
      outcome: 'failed',
    });
  });
});
