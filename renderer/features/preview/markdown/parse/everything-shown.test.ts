import { describe, expect, it } from 'vitest';
import { rendered } from './testing/rendered.tsx';

/** Numerical Recipes' generator: the same texts on every machine. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Words of a text; markdown's own letters are those of a reference, which are shown as written. */
const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}@$%^?{},/]+/gu) ?? [];

const label =
  /not rendered · (?:comment|HTML|link (?:definition|target|label)|title|cells without a column|(?:image |code )?source)/g;

/** Words of the source that are on screen fewer times than they are there. */
function missing(source: string): readonly string[] {
  const page = rendered(source);
  if (page === null) return [];
  const counts = new Map<string, number>();
  for (const word of words(source)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const joined = page.joined.replaceAll(label, ' ');
  return [...counts].flatMap(([word, count]) =>
    Math.max(joined.split(word).length, page.text.split(word).length) - 1 < count ? word : [],
  );
}

const hidden: readonly (readonly [what: string, markdown: string, secret: string])[] = [
  ['a comment', 'a\n\n<!-- secret -->\n\nb', 'secret'],
  ['a comment in a line', 'a <!-- secret --> b', 'secret'],
  ['a definition that nothing uses', '[//]: # (secret)\n\ntext', 'secret'],
  ['a definition whose title is used', '[a]\n\n[a]: x "secret"', 'secret'],
  ['a second definition of a label', '[a]\n\n[a]: one\n[a]: secret', 'secret'],
  ['a title of a link', '[a](b "secret")', 'secret'],
  ['a title of a picture', "![a](b 'secret')", 'secret'],
  ['a target of a link', '[a](https://secret.example)', 'secret'],
  ['a target that is text', '[a](mailto:secret)', 'secret'],
  ['a target in brackets', '[a](<secret path>)', 'secret path'],
  ['a fragment', '[a](#secret)', 'secret'],
  ['a label of a reference', '[a][secret]\n\n[secret]: b', '[secret]'],
  ['a label of a footnote', 'a[^secret]\n\n[^secret]: b', '[^secret]'],
  ['a footnote that nothing refers to', 'a\n\n[^x]: secret', 'secret'],
  ['a second footnote of a label', 'a[^x]\n\n[^x]: one\n\n[^x]: secret', 'secret'],
  ['the info string of a fence', '```sh secret\nls\n```', 'secret'],
  ['the language of a fence', '~~~secret\nls\n~~~', 'secret'],
  ['cells without a column', '|a|b|\n|-|-|\n|1|2|secret|3|', 'secret'],
  ['markup in a picture’s text', '![a [b](https://secret.example) c](d)', 'secret'],
  ['a character reference', '&#115;ecret &zwj; &lt;', '&#115;ecret &zwj; &lt;'],
  ['HTML', '<div data-x="secret">\n\na', 'secret'],
  ['an instruction', '<?secret ?>\n\na', 'secret'],
  ['a declaration', '<!SECRET x>\n\na', 'SECRET'],
  ['a target that markdown escapes', '[a](\\)secret)', 'secret'],
  ['the number of a list', '1. a\n7. b\n\n99999. c', '99999'],
  ['a definition in a quotation', '> a\n>\n> [x]: secret', 'secret'],
  ['a definition in a list', '- a\n\n  [x]: secret', 'secret'],
  ['a comment in a cell', '|a|\n|-|\n|b <!-- secret -->|', 'secret'],
  ['a picture by reference', '![secret][x]\n\n[x]: y', 'secret'],
];

describe('the rendered page', () => {
  it.each(hidden)('shows %s', (_, markdown, secret) => {
    expect(rendered(markdown)?.text.replaceAll(/\s+/g, ' ')).toContain(secret);
  });
  it('still resolves references to a definition', () => {
    const page = rendered('![secret][x] and [text][x]\n\n[x]: https://y.example/z');
    expect(page?.text).toContain('not loaded');
    expect(page?.html.match(/https:\/\/y\.example\/z<\/code>/g)).toHaveLength(3);
  });
  it('marks each as not rendered', () => {
    for (const [what, markdown] of hidden.slice(0, 7))
      expect(rendered(markdown)?.text, what).toContain('not rendered');
  });
  it('marks nothing in ordinary text', () => {
    const ordinary = [
      '# Title\n\nText with *some* **marks**, `code` and ~~more~~.\nAnother line\\\nbroken  \nhere.',
      '- one\n- two\n  - three\n\n1. a\n2. b\n\n- [x] done\n- [ ] not',
      '> quoted\n> text\n>\n> - in it\n>   more\n\n***\n\nTitle\n===\n\nOther\n---',
      '|a|b|\n|:-|-:|\n| 1 | `x\\|y` |\n|2|',
      '    indented\n    code\n\n```\nfenced\n\n  code\n```\n\n> ```\n> quoted\n> ```',
      'See <https://a.example>, https://b.example and www.c.example, or mail a@b.example.',
      'Escaped \\*stars\\* and \\[brackets\\]; 5 < 6 & 7 > 3; a_b_c',
      '* a\n\n  b\n\n* c\n\t- d\n\n10) x\n11) y',
    ];
    for (const text of ordinary) expect(rendered(text)?.text, text).not.toContain('not rendered');
  });
  it('shows every word of 400 random texts', () => {
    const pieces = [
      ...['#', '##', '>', '> ', '- ', '* ', '1. ', '12) ', '    ', '\t', '\n', '\n\n', '\n\n', ' '],
      ...[
        '*',
        '**',
        '_',
        '~~',
        '`',
        '``',
        '```\n',
        '```js x\n',
        '~~~\n',
        '[',
        ']',
        '(',
        ')',
        '![',
        '](',
      ],
      ...[
        '](<',
        '>)',
        '"t"',
        " 'u'",
        ' (v)',
        '[^',
        '[^a]',
        '[^a]: ',
        '[a]: ',
        '[a]',
        '][a]',
        '|',
        '|-|-|\n',
      ],
      ...[
        '<!--',
        '-->',
        '<b>',
        '</b>',
        '<div>\n',
        '&amp;',
        '&#120;',
        '&lt',
        '\\',
        '\\*',
        '===\n',
        '---\n',
      ],
      ...[
        'https://e.example/x',
        'www.f.example',
        'g@h.example',
        '- [x] ',
        '- [ ] ',
        '  \n',
        '\\\n',
        '!',
      ],
      ...[
        'alpha',
        'beta',
        'gamma ',
        'delta',
        ' epsilon',
        'zeta?',
        'eta%',
        'äöü',
        '日本',
        '{x}',
        '$y$',
      ],
    ];
    const next = random(20_261_121);
    for (let round = 0; round < 400; round += 1) {
      let source = '';
      const length = 3 + next(30);
      for (let step = 0; step < length; step += 1) source += pieces[next(pieces.length)] ?? '';
      expect(missing(source), JSON.stringify(source)).toEqual([]);
    }
  }, 120_000);
  it('has blocks that cover all of the source in order', () => {
    const texts = [
      ...hidden.map(([, markdown]) => markdown),
      '# a\n\n- b\n  - c\n- d\n\n|e|f|\n|-|-|\n|g|h|\n\n> i\n\n```\nj\n```\n\n[^k]: l\n\n    m\n',
    ];
    for (const text of texts) {
      const blocks = rendered(text)?.blocks ?? [];
      expect(blocks[0]?.[0], text).toBe(0);
      expect(blocks.at(-1)?.[1], text).toBe(text.length);
      blocks.slice(1).forEach(([from], index) => expect(from, text).toBe(blocks[index]?.[1]));
    }
  });
});
