/**
 * Normal forms of a server's text, for finding texts that a person or file system could confuse.
 * Sorting the marks over one letter takes quadratic time (8,192 cost a tenth of a second), so those
 * after the thirtieth are dropped first (UAX #15, "Stream-Safe Text Format"). Texts that differ
 * only there count as equal, which is the cautious choice.
 */
const longRun = /(\p{M}{30})\p{M}+/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const ascii = /^[\x20-\x7e]*$/;

/** The text in the given form, in linear time. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC'): string =>
  ascii.test(text) ? text : text.replace(longRun, '$1').normalize(form);

/** Without invisible characters, NFC, case folded. */
export function foldedForm(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // Upper case first, so that ß meets ss and final sigma meets sigma.
  const folded = normalForm(text.replace(ignorable, ''), 'NFC').toUpperCase().toLowerCase();
  return normalForm(folded, 'NFC');
}
