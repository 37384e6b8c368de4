import { suspects } from './invisible.ts';

/** Spaces that are not the one of the keyboard: they look like it, or like nothing. */
const strangeSpaces = /(?! )\p{Zs}/gu;

/**
 * A text that must be read exactly, such as a command before it starts: whatever draws nothing,
 * changes direction or only looks like a space becomes `\u{XXXX}`, wherever it stands. An emoji's
 * parts, too: a program does not care that they belong together.
 */
export const writtenOut = (text: string): string =>
  text.replace(suspects, escaped).replace(strangeSpaces, escaped);

const escaped = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;
