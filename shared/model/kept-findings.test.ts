import { describe, expect, it } from 'vitest';
import { check, parseApprovals } from '../host/index.ts';
import { approvalsDocument, vectors } from '../host/testing/vectors.ts';
import type { ApprovalRecord } from './approval.ts';
import { keptOf } from './kept-findings.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const kept = {
  findings: [
    {
      ...{ rule: 'X01', ruleset: '1', severity: 'high', uri: 'skill://a/run.sh' },
      ...{ digest, mark: digest, state: 'open' },
    },
  ],
  more: [{ rule: 'X02', severity: 'low', state: 'folded', count: 3 }],
  notInspected: 1,
  notRead: 0,
};
/** Anything the field may hold: from this version, another one, or damaged. */
const there: readonly (readonly [string, unknown])[] = [
  ['what this version writes', kept],
  ['a field of a later version', { ...kept, later: true }],
  ['another shape', { findings: 'many' }],
  ['a severity that nobody knows', { ...kept, findings: [{ ...kept.findings[0], severity: 'x' }] }],
  ['null', null],
  ['a text', 'X01'],
];

const withFindings = (findings: unknown): unknown => {
  const document = structuredClone(approvalsDocument('approved')) as { records: object[] };
  return { ...document, records: document.records.map((record) => ({ ...record, findings })) };
};

describe('the findings that a decision keeps', () => {
  it.each(there)('change no answer of the library: %s', (_, findings) => {
    const asked = vectors.check.filter(({ approvals }) => approvals === 'approved');
    expect(asked.length).toBeGreaterThan(3);
    const [with_, without] = [withFindings(findings), approvalsDocument('approved')].map(
      parseApprovals,
    );
    for (const { query } of asked) {
      const standing = check(with_!, query).standing;
      expect(standing).toBe(check(without!, query).standing);
    }
    expect(asked.some(({ query }) => check(with_!, query).standing === 'approved')).toBe(true);
  });

  it.each(there)(
    'are read where they are whole, and are none where they are not: %s',
    (_, findings) => {
      const isWhole = typeof findings === 'object' && findings !== null && 'more' in findings;
      const isKnown = isWhole && JSON.stringify(findings).includes('"high"');
      expect(keptOf({ findings } as ApprovalRecord)).toEqual(isKnown ? findings : null);
    },
  );
});
