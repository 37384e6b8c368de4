import { pattern } from '../pattern.ts';
import { isFenced, phrases, type MatchRefinement } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

/** Requires a letter or digit after the tag, because an empty element hides nothing. */
const content = String.raw`[^<>]*?>\s*[^<\s][^<]{7,}`;
const elements = pattern(
  ['style', 'hidden', 'opacity', 'font-size', 'fill'],
  String.raw`<(?:span|div|p|font|section|small|sup|sub|b|i|a|li|td|text|tspan|details|article|aside|label|center|h\d)\b[^<>]*?\bstyle\s*=\s*["'][^"'<>]*?(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0\d*)?\s*[;"']|font-size\s*:\s*(?:0(?:\.0\d*|\.1\d*)?(?:px|em|rem|pt|%)?|[12]px|\.[01]\d*(?:em|rem))\s*[;"']|color\s*:\s*(?:white|#fff(?:fff)?|transparent|rgba\([^)]*,\s*0\))\s*[;"']|(?:left|top|text-indent)\s*:\s*-\d{3,}|(?:width|height)\s*:\s*0(?:px)?\s*;[^"']*?overflow\s*:\s*hidden|clip\s*:\s*rect\(0|line-height\s*:\s*0\s*[;"'])${content}` +
    String.raw`|<(?:span|div|p|section|li|label|article)\b[^<>]*?\s(?:hidden|aria-hidden\s*=\s*["']true["']\s+hidden)(?:\s*=\s*["'](?:hidden|true|)["'])?[^=<>]*?>\s*[^<\s][^<]{7,}` +
    String.raw`|<(?:text|tspan)\b[^<>]*?\b(?:(?:fill-)?opacity\s*=\s*["']0(?:\.0\d*)?["']|font-size\s*=\s*["']0?\.?\d["']|fill\s*=\s*["'](?:none|transparent)["'])[^<>]*?>\s*[^<\s][^<]{7,}`,
);

/** H09. */
export const hiddenElements = rule({
  id: 'H09',
  family: 'hidden',
  severity: 'high',
  title: 'Text that its style hides',
  why:
    "White on white, zero-size or off the page: people don't see it, but a model reads the " +
    'source.',
  confusedWith:
    'Parts of a page that a script shows later. Styles in a code fence are shown as source ' +
    'and ignored.',
  *look(document) {
    const scripted = document.kind.kind === 'markup' && /<script\b/i.test(document.text);
    const refine: MatchRefinement = ({ start }) =>
      isFenced(document, start)
        ? null
        : // No heading makes what nobody sees an example.
          { role: 'instruction', ...(scripted ? { severity: 'low' } : {}) };
    yield* phrases(document, elements, refine);
  },
});
