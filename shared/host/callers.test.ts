import { describe, expect, it } from 'vitest';
import { check, identityOf, parseApprovals } from './index.ts';
import { approvalsDocument, approvalsText, vectors } from './testing/vectors.ts';

const approvals = parseApprovals(approvalsText('approved'));
const { query } = vectors;
const files = query.resources as { uri: string; digest: string }[];
const badQuery = { standing: 'cannot-tell', reason: 'bad-query' };
const ask = (changes: object): object => check(approvals, { ...query, ...changes });

describe('a caller that hands over something else than it should', () => {
  it.each([undefined, null, 'x', 7, true, [], () => query, Promise.resolve(query)])(
    'is told that the question makes no sense (%#)',
    (question) => {
      expect(check(approvals, question as unknown as typeof query)).toEqual(badQuery);
    },
  );

  it.each([undefined, null, 'x', 7, [], {}, () => ({}), Promise.resolve({})])(
    'is told that there is no such server (%#)',
    (config) => {
      expect(identityOf(config as object)).toBeNull();
    },
  );

  it('is told so when a field throws, and nothing is thrown at it', () => {
    const trap = {
      get url(): string {
        throw new Error('no');
      },
      get uri(): string {
        throw new Error('no');
      },
    };
    expect(identityOf(trap)).toBeNull();
    expect(check(approvals, trap as unknown as typeof query)).toEqual(badQuery);
    expect(check(trap, query)).toMatchObject({ standing: 'cannot-tell' });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(identityOf(proxy)).toBeNull();
    expect(check(approvals, proxy as unknown as typeof query)).toEqual(badQuery);
    expect(check(proxy, query)).toMatchObject({ standing: 'cannot-tell' });
  });

  it.each([[[]], [new Date()], ['1'], [Number.NaN], [Infinity], [10n]])(
    'cannot pass %o for a time',
    (now) => {
      expect(ask({ now })).toEqual(badQuery);
    },
  );

  it.each(['', 'x', 7, true, {}, { length: 0 }])('cannot pass %j for the files', (resources) => {
    expect(ask({ resources })).toEqual(badQuery);
  });

  it('cannot pass for the archive what JSON makes nothing of, as if there were none', () => {
    const endless: Record<string, unknown> = { digest: 'sha256:00' };
    endless['self'] = endless;
    expect(ask({ archive: endless })).toEqual(badQuery);
    expect(ask({ archive: 'https://h.example/a.zip' })).toEqual(badQuery);
    expect(ask({ archive: undefined })).toEqual(check(approvals, query));
  });

  it('cannot make a set of a list with holes, or with methods of its own', () => {
    const holes = [files[0]];
    holes.length = 2;
    expect(ask({ resources: holes })).toEqual(badQuery);
    const lying = Object.assign([{ uri: 'skill://evil', digest: 'x' }], {
      every: () => true,
      map: () => files,
      [Symbol.iterator]: () => files[Symbol.iterator](),
    });
    expect(ask({ resources: lying })).toMatchObject({ standing: 'changed' });
    const endless: unknown[] = [];
    endless.push(endless);
    expect(ask({ resources: endless })).toEqual(badQuery);
  });

  it('cannot have a document read by what its lists say of themselves', () => {
    const document = structuredClone(approvalsDocument('denied')) as { records: unknown[] };
    Object.assign(document.records, { map: () => [], every: () => true, length: 1 });
    expect(check(document, query)).toMatchObject({ standing: 'denied' });
    document.records.length = 2;
    expect(check(document, query)).toMatchObject({ standing: 'cannot-tell', reason: 'corrupt' });
  });

  it('is given a decision only where there is one', () => {
    const failed = approvalsDocument('failed') as { records: unknown[] };
    expect(Object.keys(check(failed, query))).toEqual(['standing', 'failures', 'record']);
    expect(Object.keys(check({ ...failed, records: [] }, query))).toEqual(['standing', 'failures']);
  });

  it('cannot have arguments taken for others', () => {
    const args: string[] = ['a'];
    args.length = 2;
    expect(identityOf({ command: 'x', args })).toBeNull();
    const lying = Object.assign(['evil'], { map: () => ['good'], every: () => true });
    expect(identityOf({ command: 'x', args: lying })).toEqual(
      identityOf({ command: 'x', args: ['evil'] }),
    );
  });

  it('hears of one address the same however often it asks', () => {
    const asked = Array.from({ length: 5_000 }, () => [
      identityOf({ url: 'https://münchen.example/' }),
      identityOf({ url: 'https://h.example/' })?.kind,
    ]);
    expect(new Set(asked.map((one) => JSON.stringify(one)))).toEqual(new Set(['[null,"http"]']));
  });
});
