import type { TextSpan } from './entry.ts';
import { targetKeys, typeKeys } from '../import/server-entry.ts';
import { gatewayArgs, type GatewayEntry } from './gateway-entry.ts';
import type { EntryKeys } from './host.ts';

/** A key and its value in a table written line by line. */
export interface LinePair extends TextSpan {
  readonly key: string;
}

/** How a format writes one line. */
export interface LineStyle {
  readonly indent: string;
  readonly keys: EntryKeys;
  line(key: string, value: string): string;
  /** A map of texts on one line. */
  env(gateway: GatewayEntry): string;
}

/**
 * The text with the entry's target pairs replaced; comments, blank lines and all other pairs stay
 * where they are. `at` is where the new lines go: the start of a line, or after the dash of a list.
 */
export function rewritten(
  text: string,
  at: number,
  pairs: readonly LinePair[],
  gateway: GatewayEntry,
  style: LineStyle,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const texts: [string, string][] = [
    [style.keys.command, JSON.stringify(gateway.command)],
    [
      'args',
      `[${gatewayArgs(gateway)
        .map((arg) => JSON.stringify(arg))
        .join(', ')}]`,
    ],
  ];
  if (Object.keys(gateway.env).length > 0) texts.push([style.keys.env, style.env(gateway)]);
  const lines = texts.map(([key, value]) => style.indent + style.line(key, value) + eol).join('');
  const isInLine = at > 0 && text[at - 1] !== '\n';
  const fresh = isInLine ? lines.slice(style.indent.length) : lines;
  const edits: (TextSpan & { readonly text: string })[] = [{ start: at, end: at, text: fresh }];
  for (const pair of pairs) {
    if (targetKeys.has(pair.key)) edits.push({ ...wholeLines(text, pair), text: '' });
    else if (typeKeys.includes(pair.key))
      edits.push({
        start: pair.start,
        end: pair.end,
        text: style.line(pair.key, typeOf(text, pair)),
      });
  }
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let from = 0;
  for (const edit of edits) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** Unchanged if it already says stdio, so that its quotes stay. */
function typeOf(text: string, pair: LinePair): string {
  const [, written = ''] = /[:=]\s*(\S+)/.exec(text.slice(pair.start, pair.end)) ?? [];
  return /^["']?stdio["']?$/.test(written) ? written : '"stdio"';
}

/**
 * From the start of its first line, or the dash of a list there, to the end of its last, with the
 * line ending.
 */
export function wholeLines(text: string, { start, end }: TextSpan): TextSpan {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const first = text.slice(line, start).trim() === '' ? line : start;
  if (end > first && text[end - 1] === '\n') return { start: first, end };
  const last = text.indexOf('\n', end);
  return { start: first, end: last === -1 ? text.length : last + 1 };
}
