import { describe, expect, it } from 'vitest';
import { foreignEntry } from './dialects/forms/foreign-entry.ts';
import { mainFileOf, pathInEntry, resolveInEntry, rootOf } from './skill-place.ts';

const entry = (uri: string, more: object = {}) =>
  foreignEntry({ server: 's', uri, name: 'x', dialect: 'flat', raw: null, ...more });

describe("the place of a skill's files", () => {
  it('is beside SKILL.md, or below a root of their own', () => {
    expect(rootOf(entry('skill://x/SKILL.md'))).toBe('skill://x');
    const rooted = entry('skill://x', { root: 'skill://x/document' });
    expect(resolveInEntry(rooted, 'a/b.md')).toEqual({
      ok: true,
      value: 'skill://x/document/a/b.md',
    });
    expect(resolveInEntry(rooted, './SKILL.md')).toEqual({ ok: true, value: 'skill://x' });
    expect(pathInEntry(rooted, 'skill://x')).toEqual({ ok: true, value: 'SKILL.md' });
    expect(pathInEntry(rooted, 'skill://x/document/a%20b.md')).toEqual({
      ok: true,
      value: 'a b.md',
    });
    for (const uri of [
      'skill://x/other.md',
      'skill://y/document/a.md',
      'file:///etc/passwd',
      'skill://x/document/../a.md',
    ])
      expect(pathInEntry(rooted, uri).ok).toBe(false);
  });

  it('is the address itself where that names no SKILL.md', () => {
    const single = entry('skill://tools/x');
    expect(rootOf(single)).toBe('skill://tools/x');
    expect(pathInEntry(single, 'skill://tools/x')).toEqual({ ok: true, value: 'SKILL.md' });
    expect(resolveInEntry(entry('skill://x/SKILL.md'), 'SKILL.md')).toEqual({
      ok: true,
      value: 'skill://x/SKILL.md',
    });
  });

  it('is inside the archive, where there is one', () => {
    const packed = entry('skill://x/SKILL.md', { archives: [{ url: 'skill://x.tar.gz' }] });
    expect(mainFileOf(packed)).toBe('skill://x.tar.gz#SKILL.md');
    expect(resolveInEntry(packed, 'references/a b.md')).toEqual({
      ok: true,
      value: 'skill://x.tar.gz#references/a b.md',
    });
    expect(resolveInEntry(packed, '../up.md').ok).toBe(false);
    expect(pathInEntry(packed, 'skill://x.tar.gz#references/a.md')).toEqual({
      ok: true,
      value: 'references/a.md',
    });
    expect(pathInEntry(packed, 'skill://y.tar.gz#references/a.md').ok).toBe(false);
    for (const main of ['skill://x.tar.gz#SKILL.md', 'skill://x/SKILL.md'])
      expect(pathInEntry(packed, main)).toEqual({ ok: true, value: 'SKILL.md' });
    expect(resolveInEntry(packed, 'skill://x.tar.gz#a b')).toEqual({
      ok: true,
      value: 'skill://x.tar.gz#a b',
    });
    expect(resolveInEntry(packed, 'a%20b.md')).toEqual({
      ok: true,
      value: 'skill://x.tar.gz#a b.md',
    });
  });
});
