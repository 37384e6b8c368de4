import { describe, expect, it } from 'vitest';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { worstOf } from './check-label.ts';

const verified: FileCheck = { status: 'verified' };
const differs: FileCheck = { status: 'failed', check: 'digest', message: 'm' };
const crashed: FileCheck = { status: 'failed', check: 'read', message: 'm' };
const dynamic: FileCheck = { status: 'unverifiable', reason: 'dynamic', message: 'm' };
const spent: FileCheck = { status: 'unverifiable', reason: 'budget', message: 'm' };
const [a, b] = [{ uri: 'skill://x/SKILL.md' }, { uri: 'skill://x/run.sh' }];
const of = (first: FileCheck, second?: FileCheck) =>
  worstOf([a, b], new Map([[a.uri, first], ...(second ? [[b.uri, second] as const] : [])]));

describe('a checked skill', () => {
  it('is verified when every file of it is, and not when one never came', () => {
    expect(of(verified, verified)).toBe('verified');
    expect(of(verified)).toBe('unread');
    expect(worstOf([a], new Map())).toBe('unread');
  });
  it('failed only when bytes were refused, not when its server gave none', () => {
    expect(of(verified, differs)).toBe('failed');
    expect(of(crashed, differs)).toBe('failed');
    expect(of(verified, crashed)).toBe('unread');
    expect(of(dynamic, spent)).toBe('unread');
  });
  it('cannot be verified when that is all that is known of any file', () => {
    expect(of(verified, dynamic)).toBe('unverifiable');
    expect(worstOf([], new Map([[a.uri, dynamic]]))).toBe('unverifiable');
    expect(worstOf([], new Map())).toBe('unverifiable');
  });
});
