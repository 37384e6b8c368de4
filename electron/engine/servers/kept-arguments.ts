import { masked } from '../../core/import/mask.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import type { ServerConfig } from '../ports/servers.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/** A line break as a text field gives it: it makes one sign of each. */
const lineBreak = /\r\n|\r|\n/;

/**
 * The arguments that a form means. The form got those of `before` with their secrets hidden, one a
 * line. Lines that didn't change at both ends keep exactly what is stored. Null where a hidden
 * value is among the changed lines, or would end up behind another option. `hides` tells whether
 * any of them has a part that the form doesn't show.
 */
export function keptArguments(
  given: readonly string[],
  before: Command | null,
): { readonly args: readonly string[]; readonly hides: boolean } | null {
  const shown = before === null ? [] : shownOf(before);
  if (shown.flatMap(({ lines }) => lines).join('\n') === given.join('\n'))
    return { args: before === null ? given : before.args, hides: shown.some(isHidden) };
  const first = sameAt(given, shown);
  const rest = given.slice(first.lines);
  const last = sameAtEnd(rest, shown.slice(first.arguments));
  const added = rest.slice(0, rest.length - last.lines);
  const removed = shown.slice(first.arguments, shown.length - last.arguments);
  const kept = [...shown.slice(0, first.arguments), ...shown.slice(shown.length - last.arguments)];
  if (added.some((line) => line.includes(masked))) return null;
  if (kept.some(isHidden)) {
    const behind = shown[shown.length - last.arguments];
    if (behind !== undefined && isHidden(behind) && !behind.stored.startsWith('-')) return null;
    // Of two that look alike nobody can tell which was taken away.
    if (removed.some((one) => isHidden(one) && kept.some((other) => looksAs(one, other))))
      return null;
  }
  const args = [
    ...shown.slice(0, first.arguments).map(({ stored }) => stored),
    ...added,
    ...shown.slice(shown.length - last.arguments).map(({ stored }) => stored),
  ];
  // What is hidden because of its neighbours must not be shown for want of them.
  const after = before === null ? [] : shownOf({ ...before, args });
  const again = [...after.slice(0, first.arguments), ...after.slice(args.length - last.arguments)];
  return kept.every(({ lines }, at) => lines.join('\n') === again[at]?.lines.join('\n'))
    ? { args, hides: kept.some(isHidden) }
    : null;
}

interface Shown {
  readonly stored: string;
  /** The lines that it fills in the form. */
  readonly lines: readonly string[];
}

const isHidden = ({ stored, lines }: Shown): boolean =>
  lines.some((line) => line.includes(masked)) && !stored.includes(masked);
const looksAs = (one: Shown, other: Shown): boolean =>
  one.stored !== other.stored && one.lines.join('\n') === other.lines.join('\n');

function shownOf(before: Command): Shown[] {
  const target = maskedTarget(before);
  const texts = target.type === 'stdio' ? target.args : [];
  return before.args.map((stored, at) => ({
    stored,
    lines: (texts[at] ?? stored).split(lineBreak),
  }));
}

/** How many arguments, and lines of them, stand at the start as they were. */
function sameAt(given: readonly string[], shown: readonly Shown[]) {
  let lines = 0;
  let count = 0;
  for (const { lines: own } of shown) {
    const start = lines;
    if (!own.every((line, by) => given[start + by] === line)) break;
    lines += own.length;
    count += 1;
  }
  return { arguments: count, lines };
}

/** The same of the end. */
function sameAtEnd(given: readonly string[], shown: readonly Shown[]) {
  const turned = shown.map((one) => ({ ...one, lines: one.lines.toReversed() })).toReversed();
  return sameAt(given.toReversed(), turned);
}
