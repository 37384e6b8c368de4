import { err, ok, type Result } from '../../../shared/result.ts';
import { parseGlob, type GlobPattern } from './glob.ts';
import { patternForms, wholePattern } from './uri-forms.ts';

/** A pattern in both readings: exactly, to allow; in every spelling, to deny. */
export interface PolicyPattern {
  /** As it is written. */
  readonly text: string;
  readonly exact: GlobPattern;
  readonly broad: readonly GlobPattern[];
}

/** The pattern of a word of a command line: to deny, without regard to case. */
export const wordPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, text, [text]);

/** The pattern of a skill's URI: to deny, without regard to how the same place is written. */
export const uriPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, text, patternForms(text));

/** The pattern of a server's address, which is a parsed one: it always has a path. */
export const addressPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, wholePattern(text), patternForms(text));

function compile(
  text: string,
  exactly: string,
  spellings: readonly string[],
): Result<PolicyPattern, string> {
  const written = parseGlob(text);
  if (!written.ok) return written;
  // Of a pattern as long as may be, one with the slash of its path may be longer.
  const exact = parseGlob(exactly);
  const broad: GlobPattern[] = [];
  for (const spelling of spellings) {
    const made = parseGlob(spelling, true);
    if (made.ok) broad.push(made.value);
  }
  if (broad.length === 0) return err('a pattern has no spelling');
  return ok({ text, exact: exact.ok ? exact.value : written.value, broad });
}

/** The server writes what is matched. Longer texts than this are for no person's eyes. */
const longestText = 8_192;

export const matchesExactly = ({ exact }: PolicyPattern, text: string): boolean =>
  text.length <= longestText && exact.matches(text);

/**
 * Whether a deny rule covers a text, by all its spellings, of which the first is the text itself:
 * a length that nobody would read leads past no rule.
 */
export const matchesBroadly = (
  { broad }: PolicyPattern,
  text: string,
  spellings: (text: string) => readonly string[],
): boolean =>
  text.length > longestText ||
  spellings(text).some((spelling) => broad.some((glob) => glob.matches(spelling)));
