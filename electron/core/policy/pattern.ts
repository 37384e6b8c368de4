import { err, ok, type Result } from '../../../shared/result.ts';
import { patternForms, wholePattern } from './uri-forms.ts';

/** A pattern in both readings: exact for allowing, in every spelling for denying. */
export interface PolicyPattern {
  /** As written. */
  readonly text: string;
  readonly exact: GlobPattern;
  readonly broad: readonly GlobPattern[];
}

/** The pattern of a command-line word: case-insensitive when denying. */
export const wordPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, text, [text]);

/** The pattern of a skill's URI: when denying, however the same place is written. */
export const uriPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, text, patternForms(text));

/** The pattern of a server's parsed address, which always has a path. */
export const addressPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, wholePattern(text), patternForms(text));

function compile(
  text: string,
  exactly: string,
  spellings: readonly string[],
): Result<PolicyPattern, string> {
  const written = parseGlob(text);
  if (!written.ok) return written;
  // Adding the path's slash may exceed the maximum length of a pattern.
  const exact = parseGlob(exactly);
  const broad: GlobPattern[] = [];
  for (const spelling of spellings) {
    const made = parseGlob(spelling, true);
    if (made.ok) broad.push(made.value);
  }
  if (broad.length === 0) return err('a pattern has no spelling');
  return ok({ text, exact: exact.ok ? exact.value : written.value, broad });
}

/** The server controls the matched text. Nobody reads texts longer than this. */
const longestText = 8_192;

export const matchesExactly = ({ exact }: PolicyPattern, text: string): boolean =>
  text.length <= longestText && exact.matches(text);

/**
 * Whether a deny rule covers a text in any spelling, the text itself first: an unreadable length
 * doesn't evade a rule.
 */
export const matchesBroadly = (
  { broad }: PolicyPattern,
  text: string,
  spellings: (text: string) => readonly string[],
): boolean =>
  text.length > longestText ||
  spellings(text).some((spelling) => broad.some((glob) => glob.matches(spelling)));

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
