import { describe, expect, it } from 'vitest';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { worstOf, verdictLine } from './check-label.ts';
import { sha256 } from '../../core/digest.ts';
import { emailText, heldEntry, refundsFolder } from '../../core/entry.fixture.ts';
import { verifyFile } from '../../core/verification/verify.fixture.ts';

const verified: FileCheck = { status: 'verified' };
const differs: FileCheck = { status: 'failed', check: 'digest', message: 'm' };
const crashed: FileCheck = { status: 'failed', check: 'read', message: 'm' };
const dynamic: FileCheck = { status: 'unverifiable', reason: 'dynamic', message: 'm' };
const spent: FileCheck = { status: 'unverifiable', reason: 'budget', message: 'm' };
const [a, b] = [{ uri: 'skill://x/SKILL.md' }, { uri: 'skill://x/run.sh' }];
const of = (first: FileCheck, second?: FileCheck) =>
  worstOf([a, b], new Map([[a.uri, first], ...(second ? [[b.uri, second] as const] : [])]));

describe('a checked skill', () => {
  it('is verified if every file is, and not if one is missing', () => {
    expect(of(verified, verified)).toBe('verified');
    expect(of(verified)).toBe('unread');
    expect(worstOf([a], new Map())).toBe('unread');
  });
  it('failed only if bytes were refused, not if the server sent none', () => {
    expect(of(verified, differs)).toBe('failed');
    expect(of(crashed, differs)).toBe('failed');
    expect(of(verified, crashed)).toBe('unread');
    expect(of(dynamic, spent)).toBe('unread');
  });
  it('is unverifiable if nothing better is known about any file', () => {
    expect(of(verified, dynamic)).toBe('unverifiable');
    expect(worstOf([], new Map([[a.uri, dynamic]]))).toBe('unverifiable');
    expect(worstOf([], new Map())).toBe('unverifiable');
  });
});

it('explains what changed a mismatching file, if that is certain', () => {
  const uri = `${refundsFolder}/examples/email.md`;
  const line = (arrived: string): string =>
    verdictLine(verifyFile(heldEntry(), uri, Buffer.from(arrived), arrived));
  expect(line(`${emailText}\r\n`)).toMatch(
    / The expected digest matches the same text without its last line ending\.$/,
  );
  const other = emailText.toUpperCase();
  expect(line(other).endsWith(`, actual ${sha256(other)})`)).toBe(true);
});
