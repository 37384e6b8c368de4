/** UTF-16 units. Laying out one paragraph costs the square of its direction changes. */
const mostComplex = 20_000;
/** Right-to-left letters, letters shaped by their neighbors, and combining marks. */
const complex =
  /[\p{M}\u0590-\u10ff\u1780-\u1cff\u1e00-\u1fff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1efff}]/u;

/**
 * Characters that may start or end markup. The parser merges plain ones one at a time and moves the
 * rest of the paragraph for each, which costs the square of their number.
 */
const markup = /[![\]*_`<&\\~]/g;
const mostMarkup = 20_000;

/**
 * True if a paragraph would block the page: 100,000 units of mixed direction or 75,000 markup
 * characters take six seconds; ordinary text of that size takes a hundredth of that.
 */
export const hasEndlessParagraph = (text: string): boolean =>
  text.length > Math.min(mostComplex, mostMarkup) &&
  text
    .split(/\n[ \t\r]*\n/)
    .some(
      (paragraph) =>
        (paragraph.length > mostComplex && complex.test(paragraph)) || hasEndlessMarkup(paragraph),
    );

const hasEndlessMarkup = (paragraph: string): boolean =>
  paragraph.length > mostMarkup && (paragraph.match(markup)?.length ?? 0) > mostMarkup;
