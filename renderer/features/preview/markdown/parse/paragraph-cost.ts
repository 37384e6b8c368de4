/** UTF-16 units. What is laid out as one paragraph costs the square of its changes of direction. */
const mostComplex = 20_000;
/** Letters from right to left and those that are shaped by their neighbors, and marks on letters. */
const complex =
  /[\p{M}\u0590-\u10ff\u1780-\u1cff\u1e00-\u1fff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1efff}]/u;

/**
 * Signs that may begin or end markup. The parser merges what turns out to be text one piece at a
 * time and moves the whole rest of the paragraph for each, so it costs the square of their number.
 */
const markup = /[![\]*_`<&\\~]/g;
const mostMarkup = 20_000;

/**
 * True of a text with a paragraph that would hold up the page: 100,000 units of two directions take
 * six seconds, and so do 75,000 signs of markup; an ordinary text of that size takes a hundredth.
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
