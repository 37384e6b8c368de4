import { describe, expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { rules } from './registry.ts';
import { parsingWith } from './reading/parsing.ts';
import { tracesOf } from './traces.ts';
import { grammars } from './testing/cases.ts';

/**
 * What somebody who wants rules to take forever repeats: the beginnings of what they look for. A
 * rule that goes over such a text once takes milliseconds, one that does so from every place of it
 * longer than a test may. Of texts that no grammar parses: how a parser mends is its own.
 */
const beginnings = [
  ...[' ', '\t', 'a', '<', '`', '[', '](', '"', '\\', '-', '|', '/', '../', '\n', '\r', ' \n', '4'],
  ...['<!--', '<a ', '&#', '<div style="display', 'style="', '<image ', '<use href=', '![', '{{'],
  ...['a@', 'a.', 'a_', 'a://', 'http://', 'skill://a', 'mcp__a', '\u200b', '\u202e', '\u{E0041}'],
  ...['ignore all ', 'not ', 'avoid "a", ', 'FROM ', 'uses: a/', 'branch =', 'image: ', '- ', '# '],
  ...['"postinstall": "', '"a": "', 'cmdclass=', 'import ', 'Zz9', '\\x41', 'os.environ', 'TOKEN'],
];
const bytes = 60_000;

describe.each(['SKILL.md', 'a.txt', 'a.svg', 'package.json', 'requirements.txt', '.gitmodules'])(
  'rules over %s',
  (path) => {
    it.each(beginnings)(
      'go once over one that repeats %j',
      async (beginning) => {
        const text = beginning.repeat(Math.ceil(bytes / beginning.length));
        const document = await documentOf(
          { path, bytes: Buffer.from(text) },
          parsingWith(grammars),
        );
        const outside = rules.flatMap((rule) =>
          [...rule.look(document)].filter(({ start, end }) => start < 0 || end > text.length),
        );
        expect(outside).toEqual([]);
        expect(tracesOf(document).traces.length).toBeLessThanOrEqual(360);
      },
      5_000,
    );
  },
);
