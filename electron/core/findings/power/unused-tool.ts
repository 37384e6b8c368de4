import { toolsOf } from '../../requests.ts';
import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

/** Tools whose use is visible in the text, and the words that show it. */
const traces: readonly (readonly [RegExp, RegExp])[] = [
  [/^web_?fetch/i, /https?:|fetch|web|url|download|online|page/i],
  [/^web_?search/i, /search|web|online|look\s?up|research/i],
  [
    /^bash$|^bash\(\*\)$/i,
    /```|`[^`\n]+ [^`\n]+`|\b(?:run|execute|command|script|shell|terminal|install|build|test)/i,
  ],
  [/^task$/i, /\b(?:task|agent|parallel|delegate)/i],
];

/** A07. */
export const unusedTool = rule({
  id: 'A07',
  family: 'power',
  severity: 'info',
  title: 'Asks for a tool that its text never uses',
  why: 'A right that nothing uses is there for another purpose, or by mistake.',
  confusedWith: 'Fields copied from another skill.',
  *look({ frontmatter, text, path, blocks }) {
    if (!/(?:^|\/)SKILL\.md$/i.test(path)) return;
    const body = text.slice(blocks[0]?.kind === 'frontmatter' ? blocks[0].end : 0);
    for (const [name, field] of frontmatter ?? []) {
      const asked = toolsOf({ [name]: field.value });
      if (asked.some((tool) => traces.some(([of, trace]) => of.test(tool) && !trace.test(body))))
        yield at(field);
    }
  },
});
