import { imitationAt } from './confusables/imitations.ts';
import { suspects } from './invisible.ts';
import { lookalikes } from './lookalikes.ts';

/** Spaces other than the keyboard's: they look like it, or like nothing. */
const strangeSpaces = /(?! )\p{Zs}/gu;

/**
 * A text that must be read exactly, such as a command before it starts: anything that draws
 * nothing, changes direction, only looks like a space or imitates an ASCII sign becomes `\u{XXXX}`,
 * wherever it is. That includes an emoji's parts, because a program doesn't care that they belong
 * together.
 */
export const writtenOut = (text: string): string =>
  [...text].some((char) => char > '\x7e' || char < ' ')
    ? imitationsOut(text).replace(suspects, escaped).replace(strangeSpaces, escaped)
    : text;

function imitationsOut(text: string): string {
  const posing = new Set(lookalikes(text, 'code').map(({ index }) => index));
  return text.replace(/[^\0-\x7f]/gu, (char, index: number) =>
    posing.has(index) || imitationAt(char.codePointAt(0) ?? 0)?.isLetter === false
      ? escaped(char)
      : char,
  );
}

const escaped = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;
