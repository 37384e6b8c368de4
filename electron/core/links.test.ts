import { describe, expect, it } from 'vitest';
import { linksIn } from './links.ts';

describe('the links of a text', () => {
  it('are its relative ones, in order, each once, without fragment', () => {
    expect(
      linksIn(
        '[a](references/a.md) ![b](<b c.png>) [c](./c.md#part) [a](references/a.md) [d](https://x.example) [e](/etc/passwd) [f](#top) [g](folder/) [h](mailto:x@y) [i](../up.md)',
      ),
    ).toEqual(['references/a.md', 'b c.png', './c.md', '../up.md']);
  });

  it('are bounded in number and cheap to find in hostile text', () => {
    expect(
      linksIn(Array.from({ length: 2_000 }, (_, at) => `[x](f${at}.md)`).join(' ')),
    ).toHaveLength(512);
    expect(linksIn('](('.repeat(200_000))).toEqual([]);
    expect(linksIn(`](${'a'.repeat(1_000_000)}`)).toEqual([]);
  });
});
