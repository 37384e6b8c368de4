import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { problem } from '../../problem.ts';
import { pathInEntry } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, found, readExactly, recognised } from '../defaults.ts';
import type {
  SkillDialect,
  FileReply,
  FilesOutcome,
  FoundFile,
  DialectListing,
  ListedResource,
  PlanContext,
} from '../dialect.ts';
import { documentsIndex, isIndex, nothingFound, wholeListing } from '../forms/index-document.ts';
import { readAtAddress, entryAsListed, foreignEntry } from '../forms/foreign-entry.ts';
import { filesInFolder } from '../forms/folder.ts';
import { immediately, readResource, type RequestPlan } from '../plan.ts';

const root = /^skill:\/\/[^/?#]+$/;

const older = problem(
  'older-dialect',
  'The server serves each skill as skill://{name}, ' +
    'where clients of the final specification don’t look. Serve SKILL.md at ' +
    'skill://{name}/SKILL.md and answer skills/list with uri, frontmatter and resources.',
  {
    field: 'skill://{name}',
    expected: 'skill://{name}/SKILL.md',
    actual: 'skill://{name}',
    clause: 'Resource Mapping',
  },
);

/**
 * Skilljack: `skill://{name}` is the text of SKILL.md, and `skill://{name}/` returns every other
 * file in one response.
 */
export const skillRoot: SkillDialect = {
  ...defaults,
  id: 'skill-root',
  label: 'Skill root resource (Skilljack)',
  list: (context) => immediately(rootsIn(context)),
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  entry: (uri, { server }) => readAtAddress(rootAt(uri, server)),
  *files(entry, context): RequestPlan<FilesOutcome> {
    const inFolder = yield* filesInFolder(entry, context);
    const all = new Map<string, FoundFile>(inFolder.files.map((file) => [file.uri, file]));
    const answer = yield* readResource(collectionOf(entry));
    const together = answer.ok ? contentsIn(answer.value) : [];
    let decoded = 0;
    for (const content of together.slice(0, limits.skillFiles + 1)) {
      const uri = own(content, 'uri');
      if (typeof uri !== 'string' || uri === collectionOf(entry)) continue;
      const path = pathInEntry(entry, uri);
      // SKILL.md is the root resource itself; a copy of it among the files would be a second URI
      // for it.
      if (!path.ok || path.value === 'SKILL.md') continue;
      all.set(uri, { path: path.value, uri });
      if (own(content, 'blob') === undefined) decoded += 1;
    }
    return { ...found([...all.values()]), problems: decoded === 0 ? [] : [decodedText(decoded)] };
  },
  collects: true,
  *read(fileUri, entry): RequestPlan<FileReply> {
    const single = yield* readExactly(fileUri);
    if (single.ok || fileUri === entry.uri || single.error.reason !== 'error-response')
      return single;
    // Skilljack 0.5 serves its supporting files only there.
    const answer = yield* readResource(collectionOf(entry));
    const its = answer.ok
      ? contentsIn(answer.value).filter((content) => own(content, 'uri') === fileUri)
      : [];
    // If there are two, nobody knows which is meant.
    return its.length === 1 ? { ok: true, value: { contents: its }, named: 'exactly' } : single;
  },
};

/** Where all other files of a skill are served in one response. */
const collectionOf = (entry: SkillEntry): string => `${entry.uri}/`;

function contentsIn(answer: unknown): Record<string, unknown>[] {
  const contents = isRecord(answer) ? own(answer, 'contents') : undefined;
  return Array.isArray(contents) ? (contents as unknown[]).filter(isRecord) : [];
}

/** The server decoded its files to text, so bytes that aren't UTF-8 differ here. */
const decodedText = (files: number): Problem =>
  problem(
    'served-together',
    'The server gives ' +
      `${files === 1 ? 'the supporting file' : `the ${files} supporting files`} ` +
      'as decoded text in one response for the folder, ' +
      'so bytes that aren’t valid UTF-8 differ from those on its disk.',
    { field: 'skill://{name}/', expected: 'each file by its own URI, with its bytes' },
  );

function rootAt(uri: string, server: string): Result<SkillEntry, Problem> {
  const place = skillFolder(`${uri}/SKILL.md`);
  if (!place.ok || !root.test(uri))
    return err(
      problem('uri-malformed', 'The URI can’t be a skill in this dialect.', {
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
}

function rootsIn({ inventory, server, claimed }: PlanContext): DialectListing {
  // Such an index already says where the skills are.
  if (inventory.resources.has(documentsIndex)) return nothingFound;
  const claimedRoots = new Set(claimed.map(({ uri }) => uri.replace(/\/SKILL\.md$/, '')));
  const roots = [...inventory.resources.values()].filter(
    ({ uri }) => root.test(uri) && !isIndex(uri) && !claimedRoots.has(uri),
  );
  return wholeListing(roots, { server, dialect: 'skill-root' }, (value) => {
    const listed = value as ListedResource;
    const { uri, description } = listed;
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
        raw: entryAsListed(listed),
      }),
    );
  });
}
