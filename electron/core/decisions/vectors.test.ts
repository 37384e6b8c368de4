import { describe, expect, it } from 'vitest';
import { approvalsText, vectors, type CheckVector } from '../../../shared/host/testing/vectors.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { parseApprovals, recordKey } from '../../storage/approvals-text.ts';
import { decide } from './decide.ts';
import { identityOf, type IdentityConfig } from './identity.ts';
import { setDigest } from './set-digest.ts';

/** As the app has it: the store finds the record, the core judges it. */
function answer({ approvals, query }: CheckVector): object {
  const store = parseApprovals(Buffer.from(approvalsText(approvals)));
  const { uri, resources } = query;
  const record = store.ok
    ? (store.value.lines.get(recordKey(query.identity as Identity, uri))?.record ?? null)
    : null;
  const bound =
    typeof resources === 'string' || resources === null
      ? null
      : resources.map((resource) => ({ ...resource }));
  const standing = decide({
    problem: null,
    content: resources === 'dynamic' ? 'dynamic' : resources === null ? 'unknown' : 'listed',
    resources: bound,
    record,
    policy: null,
    sessionAllowed: false,
    now: query.now ?? 0,
    store: store.ok ? { status: 'ready' } : { status: 'unreadable', reason: store.error.reason },
  });
  return {
    standing: standing.kind,
    ...(standing.kind === 'cannot-tell' ? { reason: standing.reason } : {}),
    ...(standing.kind === 'changed' ? { changes: standing.changes } : {}),
    ...(record === null ? {} : { record: record.id }),
  };
}

const known = (config: { type?: string; url?: string }): IdentityConfig =>
  ({
    args: [],
    ...config,
    type: config.type ?? (config.url === undefined ? 'stdio' : 'http'),
  }) as IdentityConfig;

describe('the core, by the published vectors', () => {
  it.each(vectors.identity)('gives the identity: $name', ({ config, identity }) => {
    const made = identityOf(known(config));
    expect(made.ok ? made.value : null).toEqual(identity);
  });

  it.each(vectors.setDigest)('gives the set digest: $name', (vector) => {
    expect(setDigest(vector.resources)).toBe(vector.setDigest);
  });

  it.each(vectors.check)('answers: $name', (vector) => {
    expect(answer(vector)).toEqual(vector.expect);
  });
});
