import type { HiddenCharacter } from '../../shared/model/file-view.ts';
import {
  isOrdinary,
  isPartOfEmoji,
  nameOf,
  replaceInvisible,
  suspects,
} from '../../shared/invisible.ts';

/** Cuts to `max` UTF-16 units, with `…` as the last; never through a pair or an escape. */
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
 * Only what can still be on screen is looked at: 16 MiB of one name costs no more than 200
 * characters.
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
export function visibleMultiline(text: string, max = Number.POSITIVE_INFINITY): string {
  const shown = head(text, max);
  return cut(
    replaceInvisible(shown, (point, index) => isOrdinary(shown, point, index)),
    max,
  );
}

/**
 * Text of several lines for a terminal: no control, escape or direction character of the
 * server's gets through. Only `\n` and tabs remain. For a single field use `visible`: a line
 * end inside a name could forge a line of output.
 */
export function terminalSafe(text: string): string {
  return visibleMultiline(text.replaceAll('\r\n', '\n'));
}

/**
 * Where a file's text holds characters that a reader cannot see. Tabs, line ends and a byte
 * order mark at the very start are ordinary.
 * @param limit most places given back.
 * @returns places in file order; lines and columns count from 1, columns in UTF-16 units.
 */
export function hiddenCharacters(text: string, limit = 200): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(suspects)) {
    if (found.length >= limit) break;
    const index = match.index;
    const point = match[0].codePointAt(0) ?? 0;
    if (point === 0x0a) {
      line += 1;
      lineStart = index + 1;
    } else if (
      !isOrdinary(text, point, index) &&
      !(point === 0xfeff && index === 0) &&
      !isPartOfEmoji(text, index, point)
    ) {
      found.push({
        line,
        column: index - lineStart + 1,
        codePoint: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`,
        name: nameOf(point),
      });
    }
  }
  return found;
}
