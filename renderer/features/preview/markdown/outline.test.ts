import { describe, expect, it } from 'vitest';
import { headingsOf } from './outline.ts';
import { markdownTree } from './parse/markdown-tree.ts';

const outlineOf = (text: string) => {
  const parsed = markdownTree(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return headingsOf(parsed.tree);
};

describe('the outline of a text', () => {
  it('has every heading with its level and offset, in order', () => {
    expect(outlineOf('# One *two*\n\ntext\n\n> ### Quoted\n\n## Last\n').headings).toEqual([
      { level: 1, text: 'One two', at: 0 },
      { level: 3, text: 'Quoted', at: 21 },
      { level: 2, text: 'Last', at: 33 },
    ]);
  });
  it('names an empty heading', () => {
    expect(outlineOf('#\n').headings[0]?.text).toBe('(empty heading)');
  });
  it('is cut, and says so, in a text of headings only', () => {
    const { headings, isCut } = outlineOf('# A\n\n'.repeat(500));
    expect(headings).toHaveLength(200);
    expect(isCut).toBe(true);
  });
});
