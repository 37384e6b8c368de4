import { withoutEnd } from '../../core/text.ts';

/** What an address goes on with after its scheme's colon. */
const uriRest = /\/[^\s<>"'`()[\]{}]+/y;
const inScheme = /[a-z0-9+.-]/i;
/** What a list item begins with, up to its first word. */
const itemStart = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+[*_`<"'([]*$/;
/** Of a list item, in characters: longer white space would cost time at every address after it. */
const longestStart = 200;
/** What joins an address to the one before it, or to the one after it. */
const joinsBefore = /(?:\s*,\s*|\s+)(?:(?:and|or)\s+)?$/i;
const joinsAfter = /^\s*(?:,\s*(?:(?:and|or)\s+)?|(?:and|or)\s+)/i;
/** What may stand around an address and says nothing without it. */
const around: Readonly<Record<string, string>> = {
  '`': '`',
  '<': '>',
  '(': ')',
  '[': ']',
  '"': '"',
  "'": "'",
};

/**
 * The server's instructions without the addresses of withheld skills. A list item that begins with
 * one goes whole, as the rest describes that skill. Best effort: a server can write of a skill
 * without its address, and that is text like any other.
 */
export function withoutWithheld(
  instructions: string,
  isWithheld: (uri: string) => boolean,
): { readonly text: string; readonly removed: readonly string[] } {
  const removed: string[] = [];
  let text = instructions;
  // The attacker puts an address around another, so that removing one joins the rest into a third.
  for (let pass = 0; pass <= mostPasses; pass += 1) {
    const before = removed.length;
    const next = onePass(text, isWithheld, removed);
    if (removed.length === before) return { text, removed };
    text = next.trim();
  }
  return { text: '', removed };
}

const mostPasses = 8;

/**
 * The addresses of a line, read once: from each colon back to where its scheme begins. The attacker
 * is a server that writes one long word, in which a pattern looks for a scheme from every letter.
 */
function* urisIn(line: string): Generator<{ readonly start: number; readonly end: number }> {
  let done = 0;
  for (let colon = line.indexOf(':'); colon !== -1; colon = line.indexOf(':', colon + 1)) {
    if (colon < done || line[colon + 1] !== '/') continue;
    let first = colon;
    let start = colon;
    while (first > done && inScheme.test(line.charAt(first - 1))) {
      first -= 1;
      if (/[a-z]/i.test(line.charAt(first))) start = first;
    }
    uriRest.lastIndex = colon + 1;
    if (start === colon || !uriRest.test(line)) continue;
    yield { start, end: uriRest.lastIndex };
    done = uriRest.lastIndex;
  }
}

function onePass(text: string, isWithheld: (uri: string) => boolean, removed: string[]): string {
  const lines = text.split('\n').flatMap((line) => {
    const kept: string[] = [];
    let done = 0;
    for (const found of urisIn(line)) {
      const uri = withoutEnd(line.slice(found.start, found.end), '.,;:!?');
      if (!isWithheld(uri)) continue;
      removed.push(uri);
      if (found.start < longestStart && itemStart.test(line.slice(0, found.start))) return [];
      let { start } = found;
      let end = start + uri.length;
      while (start > done && end < line.length && around[line[start - 1] ?? ''] === line[end]) {
        start -= 1;
        end += 1;
      }
      const joint = joinsBefore.exec(line.slice(Math.max(done, start - 20), start))?.[0] ?? '';
      const next = /\S/.test(joint) ? '' : (joinsAfter.exec(line.slice(end, end + 20))?.[0] ?? '');
      const before = line.slice(done, next === '' ? start - joint.length : start);
      // "One more: <address>." names nothing any more after its colon.
      const isLast = /^\s{0,20}(?:[.;!?]|$)/.test(line.slice(end, end + 21));
      kept.push(isLast && next === '' ? before.replace(/:$/, '') : before);
      done = end + next.length;
    }
    return [kept.join('') + line.slice(done)];
  });
  return lines.join('\n');
}
