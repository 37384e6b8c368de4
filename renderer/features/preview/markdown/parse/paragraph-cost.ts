/** UTF-16 units. What is laid out as one paragraph costs the square of its changes of direction. */
const most = 20_000;
/** Letters from right to left and those that are shaped by their neighbours, and marks on letters. */
const complex =
  /[\p{M}\u0590-\u10ff\u1780-\u1cff\u1e00-\u1fff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1efff}]/u;

/**
 * True of a text with a paragraph that would hold up the page: 100,000 units of two directions take
 * six seconds, an ordinary text of that size a hundredth.
 */
export const hasEndlessParagraph = (text: string): boolean =>
  text.length > most &&
  text
    .split(/\n[ \t\r]*\n/)
    .some((paragraph) => paragraph.length > most && complex.test(paragraph));
