import type { DialectId, RefusedEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import type { Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { problem } from '../../problem.ts';
import { visible } from '../../text.ts';
import { twinKey } from '../../uri.ts';
import type { BrokenRules, DialectListing } from '../dialect.ts';
import { duplicateProblem, isSameEntry, repeatedProblem } from './copies.ts';

/**
 * A listing in a single document: each value is read on its own, and differing copies of a URI are
 * refused, since nobody can tell which the server means.
 */
export function wholeListing(
  values: readonly unknown[],
  about: { readonly server: string; readonly dialect: DialectId },
  read: (value: unknown) => Result<SkillEntry, BrokenRules>,
): DialectListing {
  const { server, dialect } = about;
  const refused: RefusedEntry[] = [];
  const good: { entry: SkillEntry; index: number }[] = [];
  const firsts = new Map<string, SkillEntry>();
  const differ = new Set<string>();
  let repeats = 0;
  values.slice(0, limits.listEntries).forEach((value, index) => {
    const answer = read(value);
    if (!answer.ok) {
      const [first, ...others] = answer.error;
      refused.push({ server, index, problem: first, others, dialect, ...namesOf(value) });
      return;
    }
    const key = twinKey(answer.value.uri);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, answer.value);
    else if (!differ.has(key) && isSameEntry(first, answer.value)) {
      repeats += 1;
      return;
    } else differ.add(key);
    good.push({ entry: answer.value, index });
  });
  const alone = good.filter(({ entry, index }) => {
    if (!differ.has(twinKey(entry.uri))) return true;
    refused.push({
      server,
      index,
      uri: entry.uri,
      name: visible(entry.name, 100),
      problem: duplicateProblem(entry.uri),
      others: [],
      dialect,
    });
    return false;
  });
  return {
    entries: alone.map(({ entry }) => entry),
    refused: refused.sort((a, b) => a.index - b.index),
    problems: [...repeatedProblem(repeats)],
    templates: [],
    stop: values.length > limits.listEntries ? tooManyEntries : null,
  };
}

/** Nothing beyond this is read, in whatever form it was sent. */
export const tooManyEntries = problem(
  'listing-limit',
  `The listing has more than ${limits.listEntries} entries; the rest weren’t read.`,
  {
    expected: `at most ${limits.listEntries}`,
    turn: 'author',
    next: 'Skillgate doesn’t read past this limit.',
  },
);

export const nothingFound: DialectListing = {
  entries: [],
  refused: [],
  problems: [],
  templates: [],
  stop: null,
};

/** What a refused value calls itself; all of it is the server's text. */
function namesOf(value: unknown): Pick<RefusedEntry, 'uri' | 'name'> {
  if (!isRecord(value)) return {};
  const uri = own(value, 'url') ?? own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const name = own(value, 'name') ?? (isRecord(frontmatter) ? own(frontmatter, 'name') : undefined);
  return {
    ...(typeof uri === 'string' ? { uri: visible(uri, 2_048) } : {}),
    ...(typeof name === 'string' ? { name: visible(name, 100) } : {}),
  };
}
