import { escapeOf } from './invisible.ts';

/**
 * Characters that look like our closing mark, in one piece: straight, curly, low, heavy and wide
 * double marks, double primes, ditto marks and similar letters and signs.
 */
const double =
  '"\\u02ba\\u02dd\\u02ee\\u02f5\\u02f6\\u05f2\\u05f4\\u1cd3\\u201c-\\u201f\\u2033\\u2034\\u2036\\u2037\\u2057' +
  '\\u275d\\u275e\\u2760\\u2e42\\u3003\\u301d-\\u301f\\uff02\\u{1f676}-\\u{1f678}';
/** Harmless alone, as in “don’t”; two of them side by side look like a double mark. */
const single =
  "'`\\u00b4\\u02b9\\u02bb-\\u02bf\\u02c8\\u02ca\\u02cb\\u02f4\\u0374\\u0384\\u055a\\u055b\\u055d\\u05f3\\u07f4\\u07f5" +
  '\\u144a\\u16cc\\u1fbd\\u1fbf\\u1fef\\u1ffd\\u1ffe\\u2018-\\u201b\\u2032\\u2035\\u275b\\u275c\\u275f' +
  '\\ua78b\\ua78c\\uff07\\uff40\\u{16f51}\\u{16f52}';
const isDouble = new RegExp(`[${double}]`, 'u');
const runs = new RegExp(`[${double}${single}]+`, 'gu');
/**
 * Accents without a letter under them: two strokes above a space also look like a quotation mark.
 */
const strayAccents = /(?<=^|[^\p{L}\p{M}])[\u0300-\u036f]+/gu;

/**
 * A server's words inside our sentence: in quotation marks that it can't close, so that "✓ Approved
 * by you" in an error text remains someone else's. Of marks that look like the closing one, the
 * first becomes a single mark and any right after it `\u{XXXX}`.
 * @param text already free of invisible characters and line endings.
 */
export const quoted = (text: string): string =>
  `“${text.replaceAll(strayAccents, writtenOut).replaceAll(runs, defused)}”`;

const writtenOut = (text: string): string =>
  [...text].map((char) => escapeOf(char.codePointAt(0) ?? 0)).join('');

function defused(run: string): string {
  const [first = '', ...rest] = run;
  return (isDouble.test(first) ? "'" : first) + writtenOut(rest.join(''));
}

/**
 * A skill's name inside our sentence: unquoted if the specification allows it, because that's too
 * little to say anything, and quoted if another dialect allows any text.
 */
export const quoteName = (name: string): string =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : quoted(name);
