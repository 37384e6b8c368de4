import { describe, expect, it } from 'vitest';
import { check, identityOf, parseApprovals, setDigest } from './index.ts';
import { approvalsText, vectors, type CheckVector } from './testing/vectors.ts';

const answered = ({ approvals, query }: CheckVector): object => {
  const { record, failures, ...answer } = check(parseApprovals(approvalsText(approvals)), query);
  return {
    ...answer,
    ...(record === undefined ? {} : { record: record.id }),
    ...(failures === undefined ? {} : { failures: failures.map(({ file }) => file) }),
  };
};

describe('the host library', () => {
  it.each(vectors.identity)('gives the identity: $name', ({ config, identity }) => {
    expect(identityOf(config)).toEqual(identity);
  });

  it.each(vectors.setDigest)('gives the set digest: $name', (vector) => {
    expect(setDigest(vector.resources)).toBe(vector.setDigest);
  });

  it.each([...vectors.check, ...vectors.label])('answers: $name', (vector) => {
    expect(answered(vector)).toEqual(vector.expect);
  });

  it('has a vector for every standing that a file of decisions can give, and at least eighty in all', () => {
    expect(new Set(vectors.check.map(({ expect: { standing } }) => standing))).toEqual(
      new Set(['approved', 'undecided', 'denied', 'changed', 'expired', 'refused', 'cannot-tell']),
    );
    expect(vectors.check.length).toBeGreaterThanOrEqual(80);
  });

  it('takes a parsed document as well as one that it has read', () => {
    const document = JSON.parse(approvalsText('approved')) as object;
    const vector = vectors.check.find(({ name }) => name === 'approved');
    expect(check(document, vector!.query).standing).toBe('approved');
    expect(check({ ...document, format: 'skillgate/approvals@3' }, vector!.query)).toEqual({
      standing: 'cannot-tell',
      reason: 'newer-format',
    });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a promise that was not awaited', Promise.resolve()],
    ['records that nothing has checked', { status: 'ready', revision: 1, records: [] }],
  ])('cannot tell from %s', (_, approvals) => {
    expect(check(approvals, vectors.check[0]!.query)).toEqual({
      standing: 'cannot-tell',
      reason: 'corrupt',
    });
  });

  it.each<[string, object]>([
    ['a set that is text', { resources: 'static' }],
    ['a set of texts', { resources: ['skill://a'] }],
    ['a file whose digest is no text', { resources: [{ uri: 'skill://a', digest: 1 }] }],
    ['no set', { resources: undefined }],
    ['no URI', { uri: undefined }],
  ])('cannot tell about %s', (_, changes) => {
    expect(
      check(parseApprovals(approvalsText('approved')), { ...vectors.check[0]!.query, ...changes }),
    ).toEqual({ standing: 'cannot-tell', reason: 'bad-query' });
  });

  it('cannot tell about a server without an identity', () => {
    const { uri, resources } = vectors.check[0]!.query;
    expect(check(parseApprovals(approvalsText('approved')), { uri, resources })).toEqual({
      standing: 'cannot-tell',
      reason: 'no-identity',
    });
  });

  it('uses the clock when no time is given', () => {
    const { now: _, ...query } = vectors.check.find(
      ({ name }) => name === 'expired at the very millisecond',
    )!.query;
    const later = approvalsText('expires').replace(
      /"expiresAt":"[^"]+"/,
      '"expiresAt":"9999-01-01T00:00:00.000Z"',
    );
    expect(check(parseApprovals(later), query).standing).toBe('approved');
    expect(check(parseApprovals(later.replace('9999', '2020')), query).standing).toBe('expired');
  });
});
