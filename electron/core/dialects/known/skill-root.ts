import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { problem } from '../../problem.ts';
import { pathInEntry } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, found, recognised } from '../defaults.ts';
import type {
  Dialect,
  FilesOutcome,
  FoundFile,
  Listed,
  ListedResource,
  PlanContext,
} from '../dialect.ts';
import { documentsIndex, isIndex } from '../forms/addresses.ts';
import { readAtAddress } from '../forms/at-address.ts';
import { filesInFolder } from '../forms/folder-files.ts';
import { foreignEntry } from '../forms/foreign-entry.ts';
import { nothingFound, wholeListing } from '../forms/whole-listing.ts';
import { immediately, readResource, type Plan } from '../plan.ts';

const root = /^skill:\/\/[^/?#]+$/;

const older = problem(
  'older-dialect',
  'The server serves each skill as skill://{name}, where clients of the final specification do not look. Serve SKILL.md at skill://{name}/SKILL.md and answer skills/list with uri, frontmatter and resources.',
  {
    field: 'skill://{name}',
    expected: 'skill://{name}/SKILL.md',
    actual: 'skill://{name}',
    clause: 'Resource Mapping',
  },
);

/**
 * Skilljack: `skill://{name}` is the text of SKILL.md, `skill://{name}/` every other file in one
 * answer.
 */
export const skillRoot: Dialect = {
  ...defaults,
  id: 'skill-root',
  label: 'Skill root resource (Skilljack)',
  list: (context) => immediately(rootsIn(context)),
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  entry: (uri, { server }) => readAtAddress(rootAt(uri, server)),
  *files(entry, context): Plan<FilesOutcome> {
    const inFolder = yield* filesInFolder(entry, context);
    const all = new Map<string, FoundFile>(inFolder.files.map((file) => [file.uri, file]));
    const answer = yield* readResource(`${entry.uri}/`);
    const contents =
      answer.ok && isRecord(answer.value) ? own(answer.value, 'contents') : undefined;
    for (const content of Array.isArray(contents)
      ? (contents as unknown[]).slice(0, limits.skillFiles + 1)
      : []) {
      const uri = isRecord(content) ? own(content, 'uri') : undefined;
      if (typeof uri !== 'string' || uri === `${entry.uri}/`) continue;
      const path = pathInEntry(entry, uri);
      // The text of SKILL.md is the root resource itself; a copy of it among the files would be
      // another URI for it.
      if (path.ok && path.value !== 'SKILL.md') all.set(uri, { path: path.value, uri });
    }
    return found([...all.values()]);
  },
};

function rootAt(uri: string, server: string): Result<SkillEntry, Problem> {
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
}

function rootsIn({ inventory, server, claimed }: PlanContext): Listed {
  // Such an index says itself where the skills are.
  if (inventory.resources.has(documentsIndex)) return nothingFound;
  const claimedRoots = new Set(claimed.map(({ uri }) => uri.replace(/\/SKILL\.md$/, '')));
  const roots = [...inventory.resources.values()].filter(
    ({ uri }) => root.test(uri) && !isIndex(uri) && !claimedRoots.has(uri),
  );
  return wholeListing(roots, { server, dialect: 'skill-root' }, (value) => {
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
