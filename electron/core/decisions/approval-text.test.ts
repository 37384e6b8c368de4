import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { entryOf, recordOn } from '../skill-state/held.fixture.ts';
import { approvalWords } from './approval-text.ts';

const approval = (changes: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  recordOn(entryOf(), { coverage: { verified: 2, shown: 1, total: 2 }, ...changes });
const granting = (...allowedTools: string[]) => ({
  grants: { allowedTools, codeExecution: false },
});
const end = '2027-01-31T00:00:00.000Z';

describe('the line of the audit about an approval', () => {
  it('says what was checked and shown, what is granted, when it ends, and the note', () => {
    expect(approvalWords(approval(), null)).toBe(
      '2 of 2 files matched, 1 shown; grants no tool; no end',
    );
    const all = approval({ ...granting('Read', 'Bash(*)'), expiresAt: end, note: 'looked at it' });
    expect(approvalWords(all, null)).toBe(
      `2 of 2 files matched, 1 shown; grants "Read", "Bash(*)"; ends ${end}; note: looked at it`,
    );
  });

  it('says which end and which tools the approval before it had, where they were others', () => {
    const before = approval({ ...granting('Read'), expiresAt: end });
    expect(approvalWords(approval(), before)).toBe(
      `2 of 2 files matched, 1 shown; grants no tool (before: grants "Read"); no end (before: ends ${end})`,
    );
    expect(approvalWords(before, before)).not.toContain('before');
    expect(approvalWords(approval(), { ...before, decision: 'denied' })).not.toContain('before');
  });

  it('lets no tool read as a part of the line', () => {
    const tool = 'Read; no end; note: "safe"';
    expect(approvalWords(approval(granting(tool)), null)).toContain(
      `grants ${JSON.stringify(tool)};`,
    );
  });
});
