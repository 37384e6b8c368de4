import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../../../../shared/model/skill.ts';
import type { FileCheck } from '../../../../shared/model/verdict.ts';
import { inOrder, toOpen, type KnownFile } from './panel-text.ts';

const file = (path: string): FileEntry => ({ path, uri: `skill://x/${path}` });
const failed: FileCheck = { status: 'failed', check: 'digest', message: '' };
const unread: FileCheck = { status: 'failed', check: 'read', message: '' };
const known = (more: Partial<KnownFile> = {}): KnownFile => ({
  verdict: undefined,
  shown: 'no',
  isExecutable: false,
  ...more,
});

describe('the list of files', () => {
  it('starts with failed files, then unreadable ones, scripts, and unread ones', () => {
    const of: Record<string, KnownFile> = {
      'shown.md': known({ shown: 'shown' }),
      'blob.bin': known({ shown: 'unreadable' }),
      'part.md': known({ shown: 'part' }),
      'a.md': known(),
      'run.sh': known({ isExecutable: true }),
      'gone.md': known({ verdict: unread }),
      'seen.sh': known({ shown: 'shown', isExecutable: true }),
      'bad.md': known({ verdict: failed, shown: 'shown' }),
      'b.md': known({ verdict: { status: 'verified' } }),
    };
    const files = Object.keys(of).map(file);
    expect(inOrder(files, ({ path }) => of[path] ?? known()).map(({ path }) => path)).toEqual([
      ...['bad.md', 'gone.md', 'run.sh', 'a.md', 'b.md', 'part.md'],
      ...['blob.bin', 'shown.md', 'seen.sh'],
    ]);
  });

  it('opens the focused file, or from the open one the next unread one, wrapping around', () => {
    const files = ['a', 'b', 'c', 'd'].map(file);
    const unopened = new Set(['b', 'd']);
    const next = (at: number, open: string | null): number | null =>
      toOpen(files, at, open && `skill://x/${open}`, ({ path }) => unopened.has(path));
    expect(next(0, null)).toBe(0);
    expect(next(2, 'a')).toBe(2);
    expect(next(0, 'a')).toBe(1);
    expect(next(1, 'b')).toBe(3);
    expect(next(3, 'd')).toBe(1);
    unopened.clear();
    expect(next(3, 'd')).toBeNull();
    expect(toOpen([], 0, null, () => true)).toBeNull();
  });
});
