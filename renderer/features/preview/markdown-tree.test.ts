import { describe, expect, it } from 'vitest';
import { markdownTree } from './markdown-tree.ts';

describe('markdown as a tree', () => {
  it('has tables, and HTML only as raw text', () => {
    const found = markdownTree('|a|b|\n|-|-|\n|1|2|\n\n<script>alert(1)</script>');
    expect(found.ok).toBe(true);
    const json = JSON.stringify(found);
    expect(json).toContain('"tagName":"table"');
    expect(json).toContain('{"type":"raw","value":"<script>alert(1)</script>"}');
    expect(json).not.toContain('"tagName":"script"');
    expect(json).not.toContain('position');
  });
  it('is refused when it nests too deep, even deeper than the parser can follow', () => {
    expect(markdownTree(`${'> '.repeat(300)}x`)).toEqual({ ok: false, reason: 'too-deep' });
    expect(markdownTree('>'.repeat(6_000)).ok).toBe(false);
  });
  it('is refused when it has too many parts', () => {
    expect(markdownTree('\\\n'.repeat(10_500))).toEqual({ ok: false, reason: 'too-many' });
  });
});
