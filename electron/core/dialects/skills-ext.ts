import type { SkillEntry } from '../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isRecord, own } from '../json.ts';
import { describe, problem } from '../problem.ts';
import type { DialectAdapter, GetContext } from './adapter.ts';
import { readCaching } from './skills-ext-caching.ts';
import { detectSkillsExt, undeclaredProblems } from './skills-ext-detection.ts';
import { parseDirectoryPage } from './skills-ext-directory.ts';
import { breaksLikeDraft, readDraftEntry } from './skills-ext-draft-entry.ts';
import { readEntry, type Broken } from './skills-ext-entry.ts';
import { parseListing } from './skills-ext-listing.ts';

const clause = 'Getting a Skill';

function withCursor(cursor: string | undefined): Readonly<Record<string, unknown>> {
  return cursor === undefined ? {} : { cursor };
}

/** SEP-2640 Final: `specification/stable/skills.mdx`. */
export const skillsExt = {
  id: 'skills-ext',
  label: 'Skills extension (SEP-2640)',
  detect: detectSkillsExt,
  undeclared: undeclaredProblems,
  listing: {
    kind: 'pages',
    method: 'skills/list',
    request: (cursor?: string) => ({ method: 'skills/list', params: withCursor(cursor) }),
    parse: parseListing,
  },
  getRequest: (uri: string) => ({ method: 'skills/get', params: { uri } }),
  parseGet(result: unknown, uri: string, context: GetContext): Result<SkillEntry, Broken> {
    if (!isRecord(result))
      return err([
        problem('listing-shape', 'The answer to skills/get is not an object.', {
          field: 'result',
          expected: 'an object',
          actual: describe(result),
          clause,
        }),
      ]);
    const value = own(result, 'skill');
    const final = readEntry(value, context.server, 'by-uri');
    const draft =
      final.ok || !breaksLikeDraft(value, final.error)
        ? null
        : readDraftEntry(value, context.server, 'by-uri');
    const read = draft?.ok === true ? draft : final;
    if (!read.ok) return read;
    // A server could answer one question with another skill's entry, and so move an approval.
    if (read.value.uri !== uri)
      return err([
        problem('uri-mismatch', 'The server answered with the entry of another URI.', {
          field: 'skill.uri',
          expected: uri,
          actual: read.value.uri,
          clause,
        }),
      ]);
    const { problems } = readCaching(result, context.protocolVersion, clause);
    return ok(
      problems.length === 0
        ? read.value
        : { ...read.value, problems: [...read.value.problems, ...problems] },
    );
  },
  directoryRequest: (uri: string, cursor?: string) => ({
    method: 'resources/directory/read',
    params: { uri, ...withCursor(cursor) },
  }),
  parseDirectory: parseDirectoryPage,
} satisfies DialectAdapter;
