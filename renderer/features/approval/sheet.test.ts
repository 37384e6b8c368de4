import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { sheetWords, suitable } from './sheet.ts';

const row = (standing: SkillRow['standing'], content: SkillRow['content'] = 'listed'): SkillRow => ({
  server: 'acme', uri: 'skill://acme/a/SKILL.md', name: 'a', description: '', dialect: 'skills-ext', origin: 'listed', standing, content, fileCount: 1, totalSize: 1,
  setDigest: null, checked: { verified: 0, failed: 0, unverifiable: 0, total: 1 }, requests: { tools: [], declarative: [], executables: [] }, problems: [],
});

describe('a decision about many', () => {
  it('leaves out what it cannot be made about', () => {
    const refused = row({ kind: 'refused', problem: { rule: 'resource-digest', message: '' } });
    expect(suitable('approve', row({ kind: 'undecided' }))).toBe(true);
    expect(suitable('approve', row({ kind: 'undecided' }, 'dynamic'))).toBe(false);
    expect(suitable('session', row({ kind: 'undecided' }, 'dynamic'))).toBe(true);
    expect(suitable('approve', refused)).toBe(false);
    expect(suitable('deny', refused)).toBe(false);
    expect(suitable('revoke', row({ kind: 'undecided' }))).toBe(false);
    expect(suitable('revoke', row({ kind: 'denied', at: '2026-11-12T12:00:00.000Z', note: '' }))).toBe(true);
  });
  it('names the one skill or the count', () => {
    expect(sheetWords('approve', 1, 'refunds')).toMatchObject({ title: 'Approve refunds', button: 'Approve', done: 'Approved refunds.' });
    expect(sheetWords('deny', 3, undefined)).toMatchObject({ title: 'Deny 3 skills', button: 'Deny 3 skills' });
  });
});
