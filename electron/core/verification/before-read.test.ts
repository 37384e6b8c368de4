import { describe, expect, it } from 'vitest';
import {
  heldEntry,
  refundsFolder,
  refundsText,
  refundsUri,
  resource,
  emailText,
} from '../entry.fixture.ts';
import { linkedFile, checksRun } from './before-read.ts';
import { verifyContent } from './verify.ts';

const at = (path: string): string => `${refundsFolder}/${path}`;
const entry = heldEntry({
  resources: [
    resource(refundsUri, refundsText),
    ...['a%20b.md', '%C3%A9.md', '100%25.md', 'a%23b.md', 'x.md'].map((path) =>
      resource(at(path), path),
    ),
  ],
});

describe('a linked file', () => {
  it.each([
    ['x.md', 'x.md'],
    ['./x.md#part', 'x.md'],
    ['a%20b.md', 'a%20b.md'],
    ['a b.md', 'a%20b.md'],
    ['é.md', '%C3%A9.md'],
    ['100%.md', '100%25.md'],
    ['a#b.md', 'a%23b.md'],
    ['%78.md', 'x.md'],
    ['SKILL.md', 'SKILL.md'],
    [at('x.md'), 'x.md'],
  ])('%s is the listed %s', (ref, path) => {
    expect(linkedFile(entry, ref)).toEqual({ ok: true, value: at(path) });
  });

  it('that is not listed is returned as resolved, to be refused before a read', () => {
    expect(linkedFile(entry, 'y.md')).toEqual({ ok: true, value: at('y.md') });
    expect(linkedFile(entry, 'X.md')).toEqual({ ok: true, value: at('X.md') });
    expect(linkedFile(heldEntry({ resources: 'dynamic' }), 'any.md')).toEqual({
      ok: true,
      value: at('any.md'),
    });
  });

  it.each(['../x.md', '%2e%2e/x.md', 'file:///etc/passwd', 'skill://other/x.md', '/x.md'])(
    'cannot be %s',
    (ref) => {
      expect(linkedFile(entry, ref).ok).toBe(false);
    },
  );
});

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
