import type { Problem } from '../../../shared/model/problem.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { err, ok } from '../../../shared/result.ts';
import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import { describe, problem } from '../problem.ts';
import { visible } from '../text.ts';
import { twinKey } from '../uri.ts';
import type { DialectAdapter, DirectoryPage, ListContext, ListPage } from './adapter.ts';
import { duplicateProblem } from './listing.ts';
import { readCaching } from './skills-ext-caching.ts';
import { detectSkillsExt, undeclaredProblem } from './skills-ext-detection.ts';
import { readEntry } from './skills-ext-entry.ts';

export { mentionedUris } from './mentioned-uris.ts';

const listing = 'Listing Skills';

function withCursor(cursor: string | undefined): Readonly<Record<string, unknown>> {
  return cursor === undefined ? {} : { cursor };
}

function badPage(message: string, field: string, expected: string, actual: unknown): ListPage {
  return { entries: [], positions: [], refused: [], ttlMs: null, problems: [problem('listing-shape', message, { field, expected, actual: describe(actual), clause: listing })] };
}

/** Refused entries show what they call themselves; both texts are the server's. */
function refusedEntry(value: unknown, index: number, server: string, broken: readonly [Problem, ...Problem[]]): RefusedEntry {
  const [first, ...others] = broken;
  const refused: RefusedEntry = { server, index, problem: first, others, dialect: 'skills-ext' };
  if (!isRecord(value)) return refused;
  const uri = own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const name = isRecord(frontmatter) ? own(frontmatter, 'name') : undefined;
  // The URI stays as received while it can be one, so that it can be asked for again.
  if (typeof uri === 'string') refused.uri = uri.length <= 2_048 ? uri : visible(uri, 2_048);
  if (typeof name === 'string') refused.name = visible(name, 100);
  return refused;
}

function parseList(result: unknown, context: ListContext): ListPage {
  if (!isRecord(result)) return badPage('The answer to skills/list is not an object.', 'result', 'an object', result);
  const skills = own(result, 'skills');
  if (!Array.isArray(skills)) return badPage('The answer to skills/list has no array of skills.', 'result.skills', 'an array', skills);
  const { ttlMs, problems } = readCaching(result, context.protocolVersion, listing);
  const entries: SkillEntry[] = [];
  const positions: number[] = [];
  const refused: RefusedEntry[] = [];
  const room = Math.max(0, limits.listEntries - context.index);
  if (skills.length > room) {
    problems.push(problem('listing-limit', `The listing has more than ${limits.listEntries} entries; the rest was not read.`, { expected: `at most ${limits.listEntries}`, clause: listing }));
  }
  for (const value of skills.slice(0, room) as unknown[]) {
    const index = context.index;
    context.index += 1;
    const uri = isRecord(value) ? own(value, 'uri') : undefined;
    const copies = typeof uri === 'string' ? countCopy(uri, context) : 1;
    const read = readEntry(value, context.server, 'listed');
    if (typeof uri === 'string' && copies > 1) refused.push(refusedEntry(value, index, context.server, [duplicateProblem(uri), ...(read.ok ? [] : read.error)]));
    else if (!read.ok) refused.push(refusedEntry(value, index, context.server, read.error));
    else {
      entries.push(read.value);
      positions.push(index);
    }
  }
  const nextCursor = own(result, 'nextCursor');
  if (nextCursor !== undefined && nextCursor !== null && typeof nextCursor !== 'string') {
    problems.push(problem('listing-shape', 'The cursor of the next page is not a string; the listing ends here.', { field: 'result.nextCursor', expected: 'a string', actual: describe(nextCursor), clause: listing }));
  }
  const page = { entries, positions, refused, ttlMs, problems };
  return typeof nextCursor === 'string' ? { ...page, nextCursor } : page;
}

function countCopy(uri: string, context: ListContext): number {
  const key = twinKey(uri);
  const copies = (context.seen.get(key) ?? 0) + 1;
  context.seen.set(key, copies);
  return copies;
}

/** SEP-2640 Final, `specification/stable/skills.mdx`. */
export const skillsExt = {
  id: 'skills-ext',
  label: 'Skills extension (SEP-2640)',
  detect: detectSkillsExt,
  undeclared: undeclaredProblem,
  listRequest: (cursor) => ({ method: 'skills/list', params: withCursor(cursor) }),
  parseList,
  getRequest: (uri) => ({ method: 'skills/get', params: { uri } }),
  parseGet(result, uri, context) {
    const clause = 'Getting a Skill';
    if (!isRecord(result)) return err([problem('listing-shape', 'The answer to skills/get is not an object.', { field: 'result', expected: 'an object', actual: describe(result), clause })]);
    const read = readEntry(own(result, 'skill'), context.server, 'by-uri');
    if (!read.ok) return read;
    // A server could answer one question with another skill's entry, and so move an approval.
    if (read.value.uri !== uri) return err([problem('uri-mismatch', 'The server answered with the entry of another URI.', { field: 'skill.uri', expected: uri, actual: read.value.uri, clause })]);
    const { problems } = readCaching(result, context.protocolVersion, clause);
    return ok(problems.length === 0 ? read.value : { ...read.value, problems: [...read.value.problems, ...problems] });
  },
  readRequest: (uri) => ({ method: 'resources/read', params: { uri } }),
  directoryRequest: (uri, cursor) => ({ method: 'resources/directory/read', params: { uri, ...withCursor(cursor) } }),
  parseDirectory(result) {
    const resources = isRecord(result) ? own(result, 'resources') : undefined;
    if (!isRecord(result) || !Array.isArray(resources)) {
      return err(problem('listing-shape', 'The answer to resources/directory/read has no array of resources.', { field: 'result.resources', expected: 'an array', actual: describe(resources), clause: 'Reading Directories' }));
    }
    const children: DirectoryPage['children'][number][] = [];
    for (const child of resources.slice(0, limits.directoryChildren) as unknown[]) {
      if (!isRecord(child)) continue;
      const uri = own(child, 'uri');
      const name = own(child, 'name');
      const mimeType = own(child, 'mimeType');
      if (typeof uri !== 'string') continue;
      const made = { uri, name: typeof name === 'string' ? name : '', folder: mimeType === 'inode/directory' };
      children.push(typeof mimeType === 'string' ? { ...made, mimeType } : made);
    }
    const nextCursor = own(result, 'nextCursor');
    return ok(typeof nextCursor === 'string' ? { children, nextCursor } : { children });
  },
} as const satisfies DialectAdapter;
