import { describe, expect, it } from 'vitest';
import { markdownTree, measured, type TreeNode, treeLimits } from './markdown-tree.ts';

describe('Markdown as a tree', () => {
  it('has tables, and HTML only as raw text', () => {
    const found = markdownTree('|a|b|\n|-|-|\n|1|2|\n\n<script>alert(1)</script>');
    expect(found.ok).toBe(true);
    const json = JSON.stringify(found);
    expect(json).toContain('"tagName":"table"');
    expect(json).toContain('{"type":"text","value":"<script>alert(1)</script>"}');
    expect(json).not.toContain('"tagName":"script"');
    expect(json).not.toContain('position');
  });
  it('lets text choose its direction, and never code', () => {
    const found = markdownTree('שלום `code`\n\n- item\n\n|a|\n|-|\n|b|\n\n```sh\nls\n```\n');
    const dirs = JSON.stringify(found).matchAll(
      /"tagName":"(\w+)","properties":\{[^}]*"dir":"(\w+)"/g,
    );
    expect(new Set([...dirs].map(([, tag, dir]) => `${tag} ${dir}`))).toEqual(
      new Set(['p auto', 'code ltr', 'ul ltr', 'li ltr', 'th auto', 'td auto', 'pre ltr']),
    );
  });
  it('has a list’s marks on the side where its first letter is', () => {
    const dirOf = (text: string): string | undefined =>
      /"tagName":"(?:ul|ol)","properties":\{[^}]*"dir":"(\w+)"/.exec(
        JSON.stringify(markdownTree(text)),
      )?.[1];
    expect(dirOf('- `code` שלום\n- item\n')).toBe('rtl');
    expect(dirOf('1. item שלום\n')).toBe('ltr');
    expect(dirOf('- 12\n')).toBe('ltr');
  });
  it('has a box around each written-out character, in code, links and prose', () => {
    const found = markdownTree(
      'a\\u{2215}b `c\\u{2215}` [d\\u{200B}](e) \\u{1F600}\n\n```\n\\u{2010}x\n```\n',
    );
    const boxes = JSON.stringify(found).matchAll(
      /"tagName":"mark","properties":\{\},"children":\[\{"type":"text","value":"\\\\u\{(\w+)\}"\}\]/g,
    );
    expect([...boxes].map(([, hex]) => hex)).toEqual(['2215', '2215', '200B', '2010']);
  });
  it('is refused if the text nests deeper than can be laid out', () => {
    expect(markdownTree(`${'> '.repeat(treeLimits.depth + 5)}x`)).toEqual({
      ok: false,
      reason: 'too-deep',
    });
  });
  it('is refused at any depth without recursion, and when it has too many parts', () => {
    let deep: TreeNode = { type: 'text' };
    for (let level = 0; level < 200_000; level += 1) deep = { type: 'element', children: [deep] };
    expect(measured(deep)).toEqual({ ok: false, reason: 'too-deep' });
    const wide = (count: number): TreeNode => ({
      type: 'root',
      children: Array.from({ length: count }, () => ({ type: 'text' })),
    });
    expect(measured(wide(treeLimits.nodes))).toEqual({ ok: false, reason: 'too-many' });
    expect(measured(wide(treeLimits.nodes - 1)).ok).toBe(true);
  });

  it('counts a node’s elements on the page: a picture is many', () => {
    const pictures = (count: number): TreeNode => ({
      type: 'root',
      children: Array.from({ length: count }, () => ({ type: 'element', tagName: 'img' })),
    });
    expect(measured(pictures(2_400)).ok).toBe(true);
    expect(measured(pictures(2_600))).toEqual({ ok: false, reason: 'too-many' });
    const unknown: TreeNode = { type: 'element', tagName: 'constructor' };
    expect(measured({ type: 'root', children: [unknown] }).ok).toBe(true);
  });
});
