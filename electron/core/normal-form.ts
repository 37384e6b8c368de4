/**
 * Normal forms of a server's text, for finding texts that a person or a file system takes for one
 * another. Sorting the marks over one letter takes time that grows with the square of their number,
 * so that 8,192 of them cost a tenth of a second: those after the thirtieth are dropped first (no
 * writing has as many; UAX #15, "Stream-Safe Text Format"). Texts that differ only there count as
 * equal, which is the careful side.
 */
const longRun = /(\p{M}{30})\p{M}+/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const ascii = /^[\x20-\x7e]*$/;

/** The text in the given form, at a cost that grows with its length only. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC'): string =>
  ascii.test(text) ? text : text.replace(longRun, '$1').normalize(form);

/** Invisible characters dropped, NFC, case folded. */
export function foldedForm(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // Upper case first, so that ß meets ss and final sigma meets sigma.
  const folded = normalForm(text.replace(ignorable, ''), 'NFC').toUpperCase().toLowerCase();
  return normalForm(folded, 'NFC');
}
