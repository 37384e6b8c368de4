// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { ApprovalAbout } from './ApprovalAbout.tsx';

const at = '2026-11-01T12:00:00.000Z';
const told = (more: Partial<SkillChanges>, isLocal = false): string =>
  drawn(
    <ApprovalAbout
      changes={{ approvedAt: at, files: [], frontmatter: [], ...more }}
      isLocal={isLocal}
    />,
  ).container.textContent;

describe('notes on an approval beside its differences', () => {
  it('say that it ended if nothing differs any more', () => {
    expect(told({ lapsedAt: at })).toMatch(
      /^Your approval ended on 1 Nov 2026, when the server sent something else/,
    );
    expect(told({ lapsedAt: at }, true)).toMatch(/, when something else was in the folder/);
    const frontmatter = [{ field: 'description', expected: '"a"', actual: '"b"' }];
    expect(told({ lapsedAt: at, frontmatter })).toBe('');
    expect(told({})).toBe('');
  });

  it('say that it was restored and has to be confirmed', () => {
    expect(told({ restoredFrom: at })).toMatch(/the copy of 1 Nov 2026 that you restored/);
  });

  it('name both dialects, with hidden characters written out', () => {
    expect(told({ dialects: { approved: 'manifest', now: 'skills-ext' } })).toBe(
      'You approved it as manifest; the server now lists it as SEP-2640.',
    );
    expect(told({ dialects: { approved: 'a\u202Eb', now: 'constructor' } })).not.toContain(
      '\u202E',
    );
  });
});
