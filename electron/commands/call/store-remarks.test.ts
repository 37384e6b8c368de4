import { expect, it } from 'vitest';
import { describeStore } from './store-remarks.ts';

const ready = { status: 'ready', path: '/approvals.json', revision: 1, records: 1 } as const;

it('nothing is said of a file of decisions that was read and written as it should be', () => {
  expect(describeStore(ready)).toEqual([]);
});

it('what a decision could not do beside being in force is said, and that it is in force', () => {
  const problems = {
    flushProblem: 'EIO',
    mirrorProblem: '/copy.json: the disk is full',
    auditProblem: 'audit.jsonl can’t be written: EIO',
  };
  expect(describeStore({ ...ready, ...problems })).toEqual([
    'The decision is in force, but may not outlast a loss of power: EIO',
    'The second copy of the decisions could not be written: /copy.json: the disk is full',
    'The audit could not be added to: audit.jsonl can’t be written: EIO',
  ]);
});

it('of a file that cannot be read it is said what it means for skills', () => {
  const message = '/approvals.json is missing, but audit.jsonl records decisions.';
  expect(
    describeStore({ status: 'unreadable', path: ready.path, reason: 'missing', message }),
  ).toEqual([`Every skill counts as not approved: ${message}`]);
});
