import { expect, it } from 'vitest';
import { describeStore } from './store-remarks.ts';

const ready = { status: 'ready', path: '/approvals.json', revision: 1, records: 1 } as const;

it('says nothing about a decisions file without problems', () => {
  expect(describeStore(ready)).toEqual([]);
});

it('says that a decision is in force and what else failed', () => {
  const problems = {
    flushProblem: 'EIO',
    mirrorProblem: '/copy.json: the disk is full',
    auditProblem: 'audit.jsonl can’t be written: EIO',
  };
  expect(describeStore({ ...ready, ...problems })).toEqual([
    'The decision is in force, but might be lost in a power failure: EIO',
    "Couldn't write the second copy of your decisions: /copy.json: the disk is full",
    "Couldn't write to the audit log: audit.jsonl can’t be written: EIO",
  ]);
});

it('says what an unreadable file means for skills', () => {
  const message = '/approvals.json is missing, but audit.jsonl records decisions.';
  expect(
    describeStore({ status: 'unreadable', path: ready.path, reason: 'missing', message }),
  ).toEqual([`Every skill counts as not approved: ${message}`]);
});
