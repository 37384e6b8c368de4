import { err, ok } from '../../../shared/result.ts';
import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import { problem } from '../problem.ts';
import { pathInEntry } from '../skill-place.ts';
import { skillFolder } from '../uri.ts';
import {
  immediately,
  type DialectAdapter,
  type FoundFile,
  type ListedResource,
  type ListPage,
  type PlanContext,
} from './adapter.ts';
import { discoverInFolder } from './folder-discovery.ts';
import { foreignEntry } from './foreign-entry.ts';
import { nothingFound, wholeListing } from './whole-listing.ts';

const root = /^skill:\/\/[^/?#]+$/;
/** Resources of other dialects that have the same form. */
const taken = new Set(['skill://index', 'skill://index.json', 'skill://prompt-xml']);
const documentsIndex = 'skill://index';

/**
 * Skilljack: `skill://{name}` is the text of SKILL.md, `skill://{name}/` every other file in one
 * answer.
 */
export const skillRoot: DialectAdapter = {
  id: 'skill-root',
  label: 'Skill root resource (Skilljack)',
  listing: {
    kind: 'plan',
    plan: (context) => immediately(rootsIn(context)),
  },
  detect: () => ({ speaks: false, tries: true, probe: false, directoryRead: false, advice: [] }),
  advice: () => [
    problem(
      'older-dialect',
      'The server serves each skill as skill://{name}, where clients of the final specification do not look. Serve SKILL.md at skill://{name}/SKILL.md and answer skills/list with uri, frontmatter and resources.',
      {
        field: 'skill://{name}',
        expected: 'skill://{name}/SKILL.md',
        actual: 'skill://{name}',
        clause: 'Resource Mapping',
      },
    ),
  ],
  entryAt(uri, server) {
    const place = skillFolder(`${uri}/SKILL.md`);
    if (!place.ok || !root.test(uri))
      return err(
        problem('uri-malformed', 'The address is not that of a skill of this dialect.', {
          field: 'uri',
          expected: 'skill://{name}',
          actual: uri,
          clause: 'Skill URIs',
        }),
      );
    return ok(
      foreignEntry({
        server,
        uri,
        root: uri,
        name: place.value.name,
        dialect: 'skill-root',
        origin: 'by-uri',
        raw: { uri },
      }),
    );
  },
  *discover(entry, context) {
    const { files } = yield* discoverInFolder(entry, context);
    const found = new Map<string, FoundFile>(files.map((file) => [file.uri, file]));
    const [answer] = yield [{ method: 'resources/read', params: { uri: `${entry.uri}/` } }];
    const contents =
      answer?.ok === true && isRecord(answer.value) ? own(answer.value, 'contents') : undefined;
    for (const content of Array.isArray(contents)
      ? (contents as unknown[]).slice(0, limits.skillFiles + 1)
      : []) {
      const uri = isRecord(content) ? own(content, 'uri') : undefined;
      if (typeof uri !== 'string' || uri === `${entry.uri}/`) continue;
      const path = pathInEntry(entry, uri);
      // The text of SKILL.md is the root resource itself; a copy of it among the files would be
      // another URI for it.
      if (path.ok && path.value !== 'SKILL.md') found.set(uri, { path: path.value, uri });
    }
    return { files: [...found.values()], problems: [] };
  },
};

function rootsIn({ inventory, server, claimed }: PlanContext): ListPage {
  if (inventory.resources.has(documentsIndex)) return nothingFound;
  const claimedRoots = new Set(claimed.map(({ uri }) => uri.replace(/\/SKILL\.md$/, '')));
  const found = [...inventory.resources.values()].filter(
    ({ uri }) => root.test(uri) && !taken.has(uri) && !claimedRoots.has(uri),
  );
  return wholeListing(found, { server, dialect: 'skill-root' }, (value) => {
    const { uri, name, description } = value as ListedResource;
    const place = skillFolder(`${uri}/SKILL.md`);
    if (!place.ok) return err([place.error]);
    return ok(
      foreignEntry({
        server,
        uri,
        root: uri,
        name: place.value.name,
        description,
        dialect: 'skill-root',
        raw: { uri, name, description },
      }),
    );
  });
}
