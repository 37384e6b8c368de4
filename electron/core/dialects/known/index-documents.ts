import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe, problem } from '../../problem.ts';
import { pathInEntry } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import {
  documentsIndex,
  promptText,
  jsonContent,
  nothingFound,
  wholeListing,
} from '../forms/index-document.ts';
import { defaults, found, recognised } from '../defaults.ts';
import type {
  BrokenRules,
  SkillDialect,
  FilesOutcome,
  FoundFile,
  ListingPlan,
  ResourceInventory,
} from '../dialect.ts';
import {
  encodePath,
  foreignEntry,
  textOf,
  noName,
  notAnObject,
  olderListing,
} from '../forms/foreign-entry.ts';
import { readResource, type RequestPlan } from '../plan.ts';

const clause = 'Skills over MCP, skill://index';

const older = olderListing(
  documentsIndex,
  'The server lists its skills in skill://index, ' +
    'which clients of the final specification don’t read. Serve SKILL.md and its files ' +
    'under skill://{name}/ and answer skills/list with uri, frontmatter and resources.',
);

const lookup = 'skill://lookup/{name}';

/** Texts about skills for a prompt. The server can put anything into them, approved or not. */
function promptTexts({ resources, templates }: ResourceInventory): Problem[] {
  const offered = [
    ...(resources.has(promptText) ? [promptText] : []),
    ...(templates.some(({ template }) => template === lookup) ? [lookup] : []),
  ];
  if (offered.length === 0) return [];
  const actual = offered.join(' and ');
  return [
    problem(
      'older-dialect',
      `The server also offers ${actual}: texts that apps may put into a prompt and ` +
        'that no decision covers. Read them on the protocol page with resources/read.',
      { field: promptText, expected: 'skills that a person decides on one by one', actual, clause },
    ),
  ];
}

/** Skills over MCP: `skill://index` plus a document list beside each skill. */
export const indexDocuments: SkillDialect = {
  ...defaults,
  id: 'index-documents',
  label: 'skill://index with documents',
  *list({ inventory, server }): ListingPlan {
    if (!inventory.resources.has(documentsIndex)) return nothingFound;
    const answer = yield* readResource(documentsIndex);
    const document = answer.ok ? jsonContent(answer.value, documentsIndex) : undefined;
    const skills = isRecord(document) ? own(document, 'skills') : document;
    if (!Array.isArray(skills)) {
      return {
        ...nothingFound,
        problems: [
          problem('listing-shape', 'The server lists skill://index, but it isn’t an index.', {
            field: documentsIndex,
            expected: 'a JSON array of skills',
            actual: answer.ok ? describe(document) : answer.error.words,
            clause,
          }),
        ],
      };
    }
    const listing = wholeListing(skills, { server, dialect: 'index-documents' }, (value) =>
      readEntry(value, server),
    );
    return { ...listing, problems: [...listing.problems, ...promptTexts(inventory)] };
  },
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  *files(entry): RequestPlan<FilesOutcome> {
    const files: FoundFile[] = [{ path: 'SKILL.md', uri: entry.uri }];
    const given = isRecord(entry.raw) ? own(entry.raw, 'documentsUri') : undefined;
    if (isRecord(entry.raw) && own(entry.raw, 'documentCount') === 0) return found(files);
    // At any other place, another skill's list would be taken for this one's.
    const uri =
      typeof given === 'string' && given.startsWith(`${entry.uri}/`)
        ? given
        : `${entry.uri}/documents`;
    const answer = yield* readResource(uri);
    const document = answer.ok ? jsonContent(answer.value, uri) : undefined;
    const documents = isRecord(document)
      ? (own(document, 'documents') ?? own(document, 'files'))
      : document;
    for (const item of Array.isArray(documents)
      ? (documents as unknown[]).slice(0, limits.skillFiles + 1)
      : []) {
      const named = isRecord(item) ? own(item, 'uri') : undefined;
      const path = isRecord(item) ? (own(item, 'path') ?? own(item, 'name')) : item;
      const at =
        typeof named === 'string'
          ? named
          : typeof path === 'string'
            ? `${entry.uri}/document/${encodePath(path)}`
            : null;
      const inside = at === null ? null : pathInEntry(entry, at);
      if (at !== null && inside?.ok === true)
        files.push({ path: typeof path === 'string' ? path : inside.value, uri: at });
    }
    return found(files);
  },
};

function readEntry(value: unknown, server: string): Result<SkillEntry, BrokenRules> {
  if (!isRecord(value)) return err([notAnObject(value, clause)]);
  const uri = own(value, 'uri');
  const name = own(value, 'name');
  const description = textOf(own(value, 'description'));
  if (typeof uri !== 'string')
    return err([
      problem('uri-missing', 'The entry has no URI.', {
        field: 'uri',
        expected: 'a URI',
        actual: describe(uri),
        clause,
      }),
    ]);
  if (typeof name !== 'string' || name === '') return err([noName(name, clause)]);
  const place = skillFolder(`${uri}/document/SKILL.md`);
  if (!place.ok) return err([place.error]);
  return ok(
    foreignEntry({
      server,
      uri,
      root: `${uri}/document`,
      pathsAreStated: true,
      name,
      description,
      frontmatter: description === '' ? { name } : { name, description },
      dialect: 'index-documents',
      raw: value,
    }),
  );
}
