import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { sheetWords, suitable } from './sheet.ts';

const row = (standing: SkillRow['standing'], content: SkillRow['content'] = 'listed'): SkillRow =>
  aSkill('acme', 'a', { standing, content });

describe('a decision about many', () => {
  it('skips skills that it can’t apply to', () => {
    const refused = row({ kind: 'refused', problem: { rule: 'resource-digest', message: '' } });
    expect(suitable('approve', row({ kind: 'undecided' }))).toBe(true);
    expect(suitable('approve', row({ kind: 'undecided' }, 'dynamic'))).toBe(false);
    expect(suitable('session', row({ kind: 'undecided' }, 'dynamic'))).toBe(true);
    expect(suitable('approve', refused)).toBe(false);
    expect(suitable('deny', refused)).toBe(true);
    expect(suitable('revoke', row({ kind: 'undecided' }))).toBe(false);
    expect(
      suitable('revoke', row({ kind: 'denied', at: '2026-11-12T12:00:00.000Z', note: '' })),
    ).toBe(true);
  });
  it('skips skills that must be loaded first', () => {
    const unread = aSkill('acme', 'a', { content: 'unknown', needsReadAll: true });
    expect([suitable('approve', unread), suitable('deny', unread)]).toEqual([false, true]);
  });
  it('says that a denial of many doesn’t cover later skills', () => {
    expect(sheetWords('deny', 3, undefined).meaning).toContain('adds later');
    expect(sheetWords('deny', 1, 'refunds').meaning).not.toContain('later');
  });
  it('names the one skill or the count', () => {
    expect(sheetWords('approve', 1, 'refunds')).toMatchObject({
      title: 'Approve refunds',
      button: 'Approve',
    });
    expect(sheetWords('deny', 3, undefined)).toMatchObject({
      title: 'Deny 3 skills',
      button: 'Deny 3 skills',
    });
  });
});
