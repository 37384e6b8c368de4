import type { WritingKind } from '../../shared/confusables/writing.ts';
import { isOrdinary, replaceInvisible } from '../../shared/invisible.ts';

/** Cuts to `max` UTF-16 units, ending in `…`; never splits a pair or an escape. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  const opened = text.lastIndexOf('\\u{', end);
  if (opened !== -1 && opened > end - 10 && text.indexOf('}', opened) >= end) end = opened;
  return `${text.slice(0, end)}…`;
}

/**
 * Looks only at what can still be on screen: 16 MiB of one name costs no more than 200 characters.
 */
const head = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max + 1) : text;

/**
 * A server's text for one line of the screen, a message or a terminal: invisible and
 * direction-changing characters, tabs and line ends become `\u{XXXX}`.
 * @param max most UTF-16 units given back; a longer text ends in `…`.
 */
export function visible(text: string, max = 200): string {
  return cut(
    replaceInvisible(head(text, max), () => false),
    max,
  );
}

/**
 * The same, keeping tabs and ordinary line ends (`\n`, `\r\n`). A lone carriage return can
 * overwrite a line and is shown.
 */
export function visibleMultiline(
  text: string,
  max = Number.POSITIVE_INFINITY,
  kind: WritingKind = 'text',
): string {
  const shown = head(text, max);
  return cut(
    replaceInvisible(shown, (point, index) => isOrdinary(shown, point, index), kind),
    max,
  );
}

/**
 * Text of several lines for a terminal: no control, escape or direction character of the
 * server's gets through. Only `\n` and tabs remain. For a single field use `visible`: a line
 * end inside a name could forge a line of output.
 */
export function terminalSafe(text: string, kind: WritingKind = 'text'): string {
  return visibleMultiline(text.replaceAll('\r\n', '\n'), Number.POSITIVE_INFINITY, kind);
}

/**
 * Escapes invisible characters in JSON the way JSON itself does, so that the value stays the same.
 */
export const escapedInvisible = (json: string): string =>
  json.replaceAll(/[\p{C}\p{Z}]/gu, (sign) =>
    sign === ' ' || sign === '\n'
      ? sign
      : sign
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );

/**
 * A text without any of these characters at its end. Read once: a pattern starts over in every run
 * of them, and a server writes long ones.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
