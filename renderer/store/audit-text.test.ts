import { describe, expect, it } from 'vitest';
import { auditActions, dialectIds } from '../../shared/model/plain.ts';
import { auditLooks, chainInWords, moment } from './audit-text.ts';
import { dialectWords, integrityWords } from './dialects.ts';

describe('the words of audit and dialects', () => {
  it('name the first broken line of the chain and its reason', () => {
    expect(chainInWords({ ok: false, line: 17, reason: 'its hash is another one' })).toMatchObject({
      tone: 'bad',
      title: 'The chain is broken at line 17',
    });
    expect(chainInWords({ ok: false, line: 17, reason: 'its hash is another one' }).detail).toMatch(
      /^Its hash is another one\. /,
    );
  });
  it('say that the file can’t be read at all', () => {
    expect(chainInWords({ ok: false, line: 0, reason: 'permission denied' })).toEqual({
      tone: 'bad',
      title: 'Couldn’t read the audit file',
      detail: 'Permission denied.',
    });
  });
  it('say what an unbroken chain can’t show', () => {
    expect(chainInWords({ ok: true, lines: 1 }).title).toBe('Log intact (1 entry)');
    expect(chainInWords({ ok: true, lines: 12_000 }).title).toBe('Log intact (12,000 entries)');
    expect(chainInWords({ ok: true, lines: 2 }).detail).toContain('running as you');
  });
  it('never claim more than is proven', () => {
    const text = JSON.stringify([
      auditActions.map((action) => auditLooks[action]),
      dialectIds.map((id) => dialectWords[id]),
      integrityWords,
      chainInWords({ ok: true, lines: 1 }),
    ]);
    expect(text).not.toMatch(/\b(safe|secure|trusted|verified by)\b/i);
  });
  it('return an invalid time unchanged', () => {
    expect(moment('soon')).toBe('soon');
  });
});
