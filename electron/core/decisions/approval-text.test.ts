import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { entryOf, recordOn } from '../skill-state/held.fixture.ts';
import { approvalWords } from './display.ts';

const approval = (changes: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  recordOn(entryOf(), { coverage: { verified: 2, shown: 1, total: 2 }, ...changes });
const granting = (...allowedTools: string[]) => ({
  grants: { allowedTools, codeExecution: false },
});
const end = '2027-01-31T00:00:00.000Z';

describe('the line of the audit about an approval', () => {
  it('says what was checked and shown, what is granted, when it ends, and the note', () => {
    expect(approvalWords(approval(), null)).toBe(
      '2 of 2 files matched, 1 read; allows no tools; no expiry',
    );
    const all = approval({ ...granting('Read', 'Bash(*)'), expiresAt: end, note: 'looked at it' });
    expect(approvalWords(all, null)).toBe(
      `2 of 2 files matched, 1 read; allows "Read", "Bash(*)"; expires ${end}; note: looked at it`,
    );
  });

  it('says which end and which tools the approval before it had, where they were others', () => {
    const before = approval({ ...granting('Read'), expiresAt: end });
    expect(approvalWords(approval(), before)).toBe(
      `2 of 2 files matched, 1 read; allows no tools (before: allows "Read"); no expiry (before: expires ${end})`,
    );
    expect(approvalWords(before, before)).not.toContain('before');
    expect(approvalWords(approval(), { ...before, decision: 'denied' })).not.toContain('before');
  });

  it('lets no tool read as a part of the line', () => {
    const tool = 'Read; no expiry; note: "safe"';
    expect(approvalWords(approval(granting(tool)), null)).toContain(
      `allows ${JSON.stringify(tool)};`,
    );
  });
});
