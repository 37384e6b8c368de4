import type { Problem } from '../../../shared/model/problem.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { Result } from '../../../shared/result.ts';
import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import { describe, problem } from '../problem.ts';
import { visible } from '../text.ts';
import { twinKey } from '../uri.ts';
import type { ListContext, ListPage } from './adapter.ts';
import { duplicateProblem } from './listing.ts';
import { readCaching } from './skills-ext-caching.ts';
import { declaresNames, isNameOnly, readNameOnly } from './sep-2076-entry.ts';
import { breaksLikeDraft, isDraftPage, readDraftEntry } from './skills-ext-draft-entry.ts';
import { readEntry, type Broken } from './skills-ext-entry.ts';

const clause = 'Listing Skills';

/**
 * One page of `skills/list` ("Listing Skills"): good entries are kept, the others refused one by
 * one.
 */
export function parseListing(result: unknown, context: ListContext): ListPage {
  if (!isRecord(result))
    return badPage('The answer to skills/list is not an object.', 'result', 'an object', result);
  const skills = own(result, 'skills');
  if (!Array.isArray(skills))
    return badPage(
      'The answer to skills/list has no array of skills.',
      'result.skills',
      'an array',
      skills,
    );
  const { ttlMs, problems } = readCaching(result, context.protocolVersion, clause);
  const room = Math.max(0, limits.listEntries - context.index);
  if (skills.length > room) {
    problems.push(
      problem(
        'listing-limit',
        `The listing has more than ${limits.listEntries} entries; the rest was not read.`,
        { expected: `at most ${limits.listEntries}`, clause },
      ),
    );
  }
  const page = sortOut(skills.length > room ? skills.slice(0, room) : skills, context);
  const nextCursor = own(result, 'nextCursor');
  if (nextCursor !== undefined && nextCursor !== null && typeof nextCursor !== 'string') {
    problems.push(
      problem(
        'listing-shape',
        'The cursor of the next page is not a string; the listing ends here.',
        { field: 'result.nextCursor', expected: 'a string', actual: describe(nextCursor), clause },
      ),
    );
  }
  return { ...page, ttlMs, problems, ...(typeof nextCursor === 'string' ? { nextCursor } : {}) };
}

function badPage(message: string, field: string, expected: string, actual: unknown): ListPage {
  return {
    entries: [],
    positions: [],
    refused: [],
    ttlMs: null,
    problems: [
      problem('listing-shape', message, { field, expected, actual: describe(actual), clause }),
    ],
  };
}

/** A copy of a URI that came before is refused here; the earlier ones are by `finishListing`. */
function sortOut(
  values: readonly unknown[],
  context: ListContext,
): Pick<ListPage, 'entries' | 'positions' | 'refused'> {
  const entries: SkillEntry[] = [];
  const positions: number[] = [];
  const refused: RefusedEntry[] = [];
  for (const value of values) {
    const index = context.index;
    context.index += 1;
    const named = isNameOnly(value) && declaresNames(context.capabilities);
    const dialect = named ? 'sep-2076' : 'skills-ext';
    const read = named
      ? readNameOnly(value, context.server)
      : readFinalOrDraft(value, values, context);
    // A name without a URI is counted by the address that it gets here.
    const uri = named
      ? read.ok
        ? read.value.uri
        : undefined
      : isRecord(value)
        ? own(value, 'uri')
        : undefined;
    if (typeof uri === 'string' && countCopy(uri, context) > 1)
      refused.push({
        ...refusedEntry(
          value,
          index,
          context.server,
          [duplicateProblem(uri), ...(read.ok ? [] : read.error)],
          dialect,
        ),
        ...(named ? { uri } : {}),
      });
    else if (!read.ok)
      refused.push(refusedEntry(value, index, context.server, read.error, dialect));
    else {
      entries.push(read.value);
      positions.push(index);
    }
  }
  return { entries, positions, refused };
}

/**
 * The entry as the final revision has it, or as its drafts have it where every entry of the page is
 * one; else what the final one finds wrong.
 */
function readFinalOrDraft(
  value: unknown,
  page: readonly unknown[],
  context: ListContext,
): Result<SkillEntry, Broken> {
  const read = readEntry(value, context.server, 'listed');
  if (read.ok) context.final = true;
  if (read.ok || context.final || !breaksLikeDraft(value, read.error) || !isDraftPage(page))
    return read;
  const draft = readDraftEntry(value, context.server, 'listed');
  return draft.ok ? draft : read;
}

/** How often the listing has had this URI, or a twin of it, by now. */
function countCopy(uri: string, context: ListContext): number {
  const key = twinKey(uri);
  const copies = (context.seen.get(key) ?? 0) + 1;
  context.seen.set(key, copies);
  return copies;
}

/** A refused entry shows what it calls itself; both texts are the server's. */
export function refusedEntry(
  value: unknown,
  index: number,
  server: string,
  broken: readonly [Problem, ...Problem[]],
  dialect: RefusedEntry['dialect'] = 'skills-ext',
): RefusedEntry {
  const [first, ...others] = broken;
  const refused: RefusedEntry = { server, index, problem: first, others, dialect };
  if (!isRecord(value)) return refused;
  const uri = own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const name = isRecord(frontmatter) ? own(frontmatter, 'name') : own(value, 'name');
  // The URI stays as received while it can be one, so that it can be asked for again.
  if (typeof uri === 'string') refused.uri = uri.length <= 2_048 ? uri : visible(uri, 2_048);
  if (typeof name === 'string') refused.name = visible(name, 100);
  return refused;
}
