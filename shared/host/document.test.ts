import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { findFailures, findRecord, isRead, majorOf, parseApprovals } from './document.ts';
import type { ApprovalRecord } from './format.ts';
import { approvalsDocument } from './testing/vectors.ts';

const document = approvalsDocument('approved') as {
  readonly revision: number;
  readonly records: readonly ApprovalRecord[];
};
const [record] = document.records as [ApprovalRecord];
const { identity } = record.server;

describe('a file of decisions that cannot be used', () => {
  it.each<[unknown, string, string]>([
    ['{', 'corrupt', 'it is not JSON, or it is cut short'],
    ['\uFEFF\uFEFF{}', 'corrupt', 'it is not JSON, or it is cut short'],
    ['null', 'corrupt', 'it is not an object'],
    ['[]', 'corrupt', 'it is not an object'],
    ['7', 'corrupt', 'it is not an object'],
    ['{}', 'corrupt', 'its format is not skillgate/approvals@2'],
    [{ format: 'skillgate/approvals@0' }, 'corrupt', 'its format is not skillgate/approvals@2'],
    [{ format: 'skillgate/approvals@3' }, 'newer-format', 'it was written by a newer version'],
    [
      { ...document, records: [record, record] },
      'corrupt',
      'it has two records of the same server and URI',
    ],
    [{ ...document, revision: -1 }, 'corrupt', 'its revision is invalid'],
    [{ ...document, records: [{ ...record, uri: 7 }] }, 'corrupt', 'its records.0.uri is invalid'],
    [
      { status: 'unreadable', reason: 'symlink' },
      'symlink',
      'it was already unusable where it was read',
    ],
    [{ status: 'ready' }, 'corrupt', 'it did not come from a decisions file'],
  ])('says why: %#', (given, reason, message) => {
    expect(parseApprovals(given)).toEqual({ status: 'unreadable', reason, message });
  });

  it('is known as one that was looked at, so that it is not read again', () => {
    expect(isRead(parseApprovals('{'))).toBe(true);
    expect(isRead({ status: 'unreadable' })).toBe(false);
    expect(isRead(null)).toBe(false);
    expect(findRecord(parseApprovals('{'), identity, record.uri)).toBeUndefined();
    expect(findFailures(parseApprovals('{'), identity, record.uri)).toEqual([]);
  });
});

describe('a file of decisions', () => {
  it.each(['run.sh', '../x', 7, null])(
    'is read alike by every version whatever it has for the path of a file: %j',
    (path) => {
      const resources = record.resources.map((resource) => ({ ...resource, path }));
      const now = Date.parse(record.decidedAt);
      const named = { ...document, records: [{ ...record, resources }] };
      const query = { identity, uri: record.uri, resources: record.resources, now };
      expect(check(named, query).standing).toBe('approved');
      expect(check(document, query).standing).toBe('approved');
    },
  );

  it('may begin with a byte order mark', () => {
    expect(parseApprovals(`\uFEFF${JSON.stringify(document)}`).status).toBe('ready');
  });

  it('has its decisions by server and URI, and none of another', () => {
    const read = parseApprovals(document);
    expect(read).toMatchObject({ status: 'ready', revision: document.revision });
    expect(findRecord(read, identity, record.uri)?.id).toBe(record.id);
    expect(findRecord(read, identity, `${record.uri}x`)).toBeUndefined();
    const other = { kind: 'http', url: 'https://other.example/' } as const;
    expect(findRecord(read, other, record.uri)).toBeUndefined();
  });

  it('has failures of one skill in their order, then those of the whole server, each once', () => {
    const failure = (uri: string, file: string): object => ({
      server: record.server,
      uri,
      file,
      check: 'digest',
      expected: null,
      actual: null,
      at: '2026-11-20T12:00:00.000Z',
    });
    const read = parseApprovals({
      ...document,
      failures: [failure('', ''), failure('a', '1'), failure('b', '2'), failure('a', '3')],
    });
    const files = (uri: string): string[] =>
      findFailures(read, identity, uri).map((one) => `${one.uri} ${one.file}`);
    expect(files('a')).toEqual(['a 1', 'a 3', ' ']);
    expect(files('c')).toEqual([' ']);
    expect(files('')).toEqual([' ']);
  });

  it.each([
    ['skillgate/approvals@2', 2],
    ['skillgate/approvals@2.10.3', 2],
    ['skillgate/approvals@123456789', 123_456_789],
    ['skillgate/approvals@1234567890', null],
    ['skillgate/approvals@2.', null],
    ['skillgate/approvals@', null],
    ['xskillgate/approvals@2', null],
    ['skillgate/approvals@2x', null],
    [2, null],
    [undefined, null],
  ])('of the format %j has the major version %j', (format, major) => {
    expect(majorOf(format)).toBe(major);
  });
});
