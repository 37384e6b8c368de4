import { describe, expect, it } from 'vitest';
import { approvalsText, vectors, type CheckVector } from '../../../shared/host/testing/vectors.ts';
import { counts, everything, listedBy } from '../../../shared/host/failures.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { skillKey } from '../../storage/approvals/loaded-records.ts';
import { parseApprovals } from '../../storage/approvals/parse.ts';
import { decide, setDigest } from './record.ts';
import { identityOf } from './identity.ts';

/** As the app has it: the store finds the record and the failures, the core judges them. */
function answer({ approvals, query }: CheckVector): object {
  const store = parseApprovals(Buffer.from(approvalsText(approvals)));
  const { uri, resources } = query;
  const key = skillKey(query.identity as Identity, uri);
  const record = store.ok ? (store.value.lines.get(key)?.record ?? null) : null;
  const files = Array.isArray(resources) ? resources : null;
  const uris = Array.isArray(resources) ? resources.map((resource) => resource.uri) : null;
  const listed = listedBy(uris, query.archive ?? null, record ?? undefined);
  const wide = skillKey(query.identity as Identity, everything);
  const kept = store.ok ? [key, wide].flatMap((of) => store.value.failures.get(of) ?? []) : [];
  const failures = kept.filter((one) => counts(one, listed));
  const standing = decide({
    problem: null,
    failures,
    content: resources === 'dynamic' ? 'dynamic' : resources === null ? 'unknown' : 'listed',
    resources: files?.every(({ digest }) => typeof digest === 'string') === true ? files : null,
    archive: query.archive ?? null,
    record,
    policy: null,
    sessionAllowed: false,
    now: query.now ?? 0,
    store: store.ok ? { status: 'ready' } : { status: 'unreadable', reason: store.error.reason },
  });
  const reason = standing.kind === 'cannot-tell' ? standing.reason : '';
  return {
    standing: standing.kind,
    ...(reason === '' ? {} : { reason: reason.includes('been read') ? 'not-read' : reason }),
    ...(standing.kind === 'changed' ? { changes: standing.changes } : {}),
    ...(standing.kind === 'refused' ? { failures: failures.map(({ file }) => file) } : {}),
    ...(record === null ? {} : { record: record.id }),
  };
}

describe('the core, by the published vectors', () => {
  it.each(vectors.identity)('gives the identity: $name', ({ config, identity }) => {
    expect(identityOf(config)).toEqual(identity);
  });

  it.each(vectors.setDigest)('gives the set digest: $name', (vector) => {
    expect(setDigest(vector.resources)).toBe(vector.setDigest);
  });

  // What makes no sense as a question is refused before it reaches the core.
  const sensible = vectors.check.filter(
    ({ expect: { reason = '' } }) => !['bad-query', 'no-identity'].includes(reason),
  );
  it.each(sensible)('answers: $name', (vector) => {
    expect(answer(vector)).toEqual(vector.expect);
  });
});
