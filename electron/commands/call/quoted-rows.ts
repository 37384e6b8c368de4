/** How much of a quoted line is on one row: less than any usual terminal is wide. */
const rowChars = 74;

/**
 * One line that a server wrote, marked as a quotation. A server can pad a line so that the terminal
 * wraps it and its end looks like a line of ours; so each row gets the mark.
 */
export const quotedRows = (line: string): string[] =>
  (line.match(new RegExp(`.{1,${rowChars}}`, 'gsu')) ?? ['']).map((row) => `  | ${row}`);
