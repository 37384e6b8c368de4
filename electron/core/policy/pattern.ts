import { err, ok, type Result } from '../../../shared/result.ts';
import { parseGlob, type GlobPattern } from './glob.ts';
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
