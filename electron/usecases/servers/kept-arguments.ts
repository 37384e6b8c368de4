import { masked } from '../../core/import/mask.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import type { ServerConfig } from '../ports/servers.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/**
 * The arguments that a form means, which got those of `before` with what is secret hidden, and one
 * a line. Each that it gives as it got it is the one that is stored, to the letter; null where
 * something hidden stands in an argument that was changed, and cannot be known.
 */
export function keptArguments(
  given: readonly string[],
  before: Command | null,
): readonly string[] | null {
  const shown = before === null ? [] : shownOf(before);
  const kept: string[] = [];
  let next = 0;
  for (let at = 0; at < given.length;) {
    const found = shown.findIndex(
      ({ lines }, index) => index >= next && lines.every((line, by) => given[at + by] === line),
    );
    const one = shown[found];
    if (one !== undefined) {
      kept.push(one.stored);
      next = found + 1;
      at += one.lines.length;
      continue;
    }
    const text = given[at] ?? '';
    if (text.includes(masked)) return null;
    kept.push(text);
    at += 1;
  }
  return kept;
}

/** Each argument as the form has it: the lines that it fills there. */
function shownOf(
  before: Command,
): { readonly stored: string; readonly lines: readonly string[] }[] {
  const target = maskedTarget(before);
  const texts = target.type === 'stdio' ? target.args : [];
  return before.args.map((stored, at) => ({ stored, lines: (texts[at] ?? stored).split('\n') }));
}
