import type { SkillEntry } from '../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import { describe, problem } from '../problem.ts';
import { pathInEntry } from '../skill-place.ts';
import { skillFolder } from '../uri.ts';
import type { DialectAdapter, FoundFile } from './adapter.ts';
import { encodePath, foreignEntry, textOf } from './foreign-entry.ts';
import { jsonContent } from './skill-index.ts';
import { nothingFound, wholeListing, type Broken } from './whole-listing.ts';

const indexUri = 'skill://index';
const clause = 'Skills over MCP, skill://index';

/** Skills over MCP: `skill://index`, and per skill a list of documents beside it. */
export const indexDocuments: DialectAdapter = {
  id: 'index-documents',
  label: 'skill://index with documents',
  listing: {
    kind: 'plan',
    *plan({ inventory, server }) {
      if (!inventory.resources.has(indexUri)) return nothingFound;
      const [answer] = yield [{ method: 'resources/read', params: { uri: indexUri } }];
      const document = answer?.ok === true ? jsonContent(answer.value, indexUri) : undefined;
      const skills = isRecord(document) ? own(document, 'skills') : document;
      if (!Array.isArray(skills)) {
        return {
          ...nothingFound,
          problems: [
            problem('listing-shape', 'The server lists skill://index, and it is no index.', {
              field: indexUri,
              expected: 'a JSON array of skills',
              actual: answer?.ok === false ? answer.error.message : describe(document),
              clause,
            }),
          ],
        };
      }
      return wholeListing(skills, { server, dialect: 'index-documents' }, (value) =>
        readEntry(value, server),
      );
    },
  },
  detect: () => ({ speaks: false, tries: true, probe: false, directoryRead: false, advice: [] }),
  advice: () => [
    problem(
      'older-dialect',
      'The server lists its skills in skill://index, which clients of the final specification do not read. Serve SKILL.md and its files under skill://{name}/ and answer skills/list with uri, frontmatter and resources.',
      { field: indexUri, expected: 'skills/list', actual: indexUri, clause: 'Listing Skills' },
    ),
  ],
  *discover(entry) {
    const files: FoundFile[] = [{ path: 'SKILL.md', uri: entry.uri }];
    const given = isRecord(entry.raw) ? own(entry.raw, 'documentsUri') : undefined;
    if (isRecord(entry.raw) && own(entry.raw, 'documentCount') === 0)
      return { files, problems: [] };
    // Another place than the skill's own would have another skill's list taken for this one's.
    const uri =
      typeof given === 'string' && given.startsWith(`${entry.uri}/`)
        ? given
        : `${entry.uri}/documents`;
    const [answer] = yield [{ method: 'resources/read', params: { uri } }];
    const document = answer?.ok === true ? jsonContent(answer.value, uri) : undefined;
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
    return { files, problems: [] };
  },
};

function readEntry(value: unknown, server: string): Result<SkillEntry, Broken> {
  if (!isRecord(value))
    return err([
      problem('entry-not-object', 'The entry is not an object.', {
        expected: 'an object',
        actual: describe(value),
        clause,
      }),
    ]);
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
  if (typeof name !== 'string' || name === '')
    return err([
      problem('name-missing', 'The entry has no name.', {
        field: 'name',
        expected: 'a string that is not empty',
        actual: describe(name),
        clause,
      }),
    ]);
  const place = skillFolder(`${uri}/document/SKILL.md`);
  if (!place.ok) return err([place.error]);
  return ok(
    foreignEntry({
      server,
      uri,
      root: `${uri}/document`,
      name,
      description,
      frontmatter: description === '' ? { name } : { name, description },
      dialect: 'index-documents',
      raw: value,
    }),
  );
}
