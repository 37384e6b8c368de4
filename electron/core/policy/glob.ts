import { err, ok, type Result } from '../../../shared/result.ts';

/** Longest pattern, in UTF-16 units; with it the cost of a match is linear in the text. */
export const longestPattern = 512;

const one = Symbol('?');
const run = Symbol('*');
const any = Symbol('**');
type Token = string | typeof one | typeof run | typeof any;

export interface GlobPattern {
  readonly pattern: string;
  /** Whether the whole text matches. */
  matches(text: string): boolean;
}

/**
 * A pattern of a managed policy. `**` stands for any run of characters, `*` for any run without
 * `/`, `?` and `#`, `?` for exactly one character but those three; everything else for itself.
 * `*` stops at `?` and `#`, too, because the host of `https://evil.example?.acme.example/` ends
 * there. No escapes, no regular expression: all states are followed at once, so neither a
 * careless pattern nor a server's URI can make a match slow.
 * @param isBroad for rules that deny: compares letters without regard to case, and `?` stands for
 *   `?` and `#`, too, so that an address written with its query is covered.
 */
export function parseGlob(pattern: string, isBroad = false): Result<GlobPattern, string> {
  if (pattern === '') return err('a pattern is empty');
  if (pattern.length > longestPattern)
    return err(`a pattern is longer than ${longestPattern} characters`);
  const tokens = tokensOf(isBroad ? pattern.toLowerCase() : pattern);
  return ok({
    pattern,
    matches: (text) =>
      isBroad
        ? follow(tokens, text.toLowerCase(), (character) => character !== '/')
        : follow(tokens, text, (character) => !isEdge(character)),
  });
}

function tokensOf(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [part] of pattern.matchAll(/\*+|[^]/gu)) {
    const token = part === '?' ? one : part === '*' ? run : part.startsWith('*') ? any : part;
    tokens.push(token);
  }
  return tokens;
}

const isEdge = (character: string): boolean =>
  character === '/' || character === '?' || character === '#';

function follow(
  tokens: readonly Token[],
  text: string,
  isOne: (character: string) => boolean,
): boolean {
  let states = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  states[0] = 1;
  skipRuns(tokens, states);
  for (const character of text) {
    next.fill(0);
    let alive = false;
    for (let at = 0; at < tokens.length; at += 1) {
      if (states[at] !== 1) continue;
      const token = tokens[at];
      const stays = token === any || (token === run && !isEdge(character));
      if (stays) next[at] = 1;
      else if (token === character || (token === one && isOne(character))) next[at + 1] = 1;
      else continue;
      alive = true;
    }
    if (!alive) return false;
    skipRuns(tokens, next);
    [states, next] = [next, states];
  }
  return states[tokens.length] === 1;
}

/** A run may be empty. */
function skipRuns(tokens: readonly Token[], states: Uint8Array): void {
  for (let at = 0; at < tokens.length; at += 1)
    if (states[at] === 1 && (tokens[at] === run || tokens[at] === any)) states[at + 1] = 1;
}
