import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

const active =
  /<script\b|<foreignObject\b|<iframe\b|<embed\b|<object\b|\son(?:load|error|click|mouseover|begin|focus)\s*=|(?:xlink:)?href\s*=\s*["']\s*(?:javascript|data:text\/html)|<!ENTITY\b/gi;
const outside = /<(?:image|use|feImage)\b[^>]{0,300}(?:xlink:)?href\s*=\s*["']https?:/gi;

/** F05. */
export const activeDrawing = rule({
  id: 'F05',
  family: 'files',
  severity: 'high',
  title: 'Drawing that runs code or calls out',
  why: 'In a browser, it can do what a page can: run a program, and report that you opened it.',
  confusedWith: "Pages need scripts and are ignored; a picture doesn't.",
  *look({ path, text, kind }): Iterable<RuleHit> {
    if (
      kind.kind !== 'markup' ||
      !/\.svgz?$|<svg\b/i.test(`${path}\n${text.slice(0, 500)}`) ||
      /<html\b/i.test(text.slice(0, 2_000))
    )
      return;
    const found = [...text.matchAll(active), ...text.matchAll(outside)];
    for (const { 0: part, index } of found.sort((a, b) => a.index - b.index))
      yield at({ start: index, end: index + part.length });
  },
});
