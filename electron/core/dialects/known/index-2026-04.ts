import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import { skillFolder } from '../../uri.ts';
import { defaults, recognised } from '../defaults.ts';
import type { BrokenRules, SkillDialect, ListedTemplate, ListingPlan } from '../dialect.ts';
import { readFolder, filesInFolder } from '../forms/folder.ts';
import {
  entryAt,
  readAtAddress,
  describedEntry,
  textOf,
  nameOfAnotherFolder,
  noDescription,
  noName,
  notAnObject,
  olderListing,
  unknownType,
} from '../forms/foreign-entry.ts';
import {
  discoverySchema,
  isAprilIndex,
  readIndex,
  nothingFound,
  wholeListing,
} from '../forms/index-document.ts';

const clause = 'Enumeration via skill://index.json (April 2026)';
const isTemplate = (value: unknown): boolean =>
  isRecord(value) && own(value, 'type') === 'mcp-resource-template';

const older = olderListing(
  'skill://index.json',
  'The server lists its skills in skill://index.json, a draft of April 2026 without digests. ' +
    'Clients of the final specification don’t read it. Answer skills/list and skills/get ' +
    'with uri, frontmatter and resources, with a digest and size for each file.',
);

/** The April 2026 draft: the Agent Skills discovery index as a resource. */
export const index202604: SkillDialect = {
  ...defaults,
  id: 'index-2026-04',
  label: 'skill://index.json, draft of April 2026',
  *list(context): ListingPlan {
    const index = yield* readIndex(context);
    if (index === null || !index.ok || !isAprilIndex(index.value)) return nothingFound;
    const { schema, skills } = index.value;
    if (schema !== undefined && schema !== discoverySchema) {
      return {
        ...nothingFound,
        problems: [
          problem(
            'schema-unknown',
            'The index names an unknown schema, so Skillgate didn’t read it.',
            { field: '$schema', expected: discoverySchema, actual: describe(schema), clause },
          ),
        ],
      };
    }
    const page = wholeListing(
      skills.filter((skill) => !isTemplate(skill)),
      { server: context.server, dialect: 'index-2026-04' },
      (value) => readEntry(value, context.server),
    );
    return { ...page, templates: skills.filter(isTemplate).flatMap(templateOf) };
  },
  recognise: () => recognised('looking', { adviceIfFound: [older] }),
  entry: (uri, { server }) => readAtAddress(entryAt(uri, server, 'index-2026-04')),
  files: filesInFolder,
  folder: readFolder,
};

function templateOf(value: unknown): ListedTemplate[] {
  const url = isRecord(value) ? own(value, 'url') : undefined;
  const description = textOf(isRecord(value) ? own(value, 'description') : undefined);
  return typeof url === 'string' && url.length <= 2_048
    ? [{ template: url, name: '', description }]
    : [];
}

const archiveSuffix = /(?:\.tar\.gz|\.tgz|\.zip)$/i;

function readEntry(value: unknown, server: string): Result<SkillEntry, BrokenRules> {
  if (!isRecord(value)) return err([notAnObject(value, clause)]);
  const type = own(value, 'type');
  const name = own(value, 'name');
  const url = own(value, 'url');
  const description = own(value, 'description');
  if (type !== 'skill-md' && type !== 'archive')
    return err([unknownType(type, '"skill-md", "archive" or "mcp-resource-template"', clause)]);
  if (typeof name !== 'string' || name === '') return err([noName(name, clause)]);
  if (typeof description !== 'string' || description.trim() === '')
    return err([noDescription(description, clause)]);
  if (typeof url !== 'string')
    return err([
      problem('uri-missing', 'The entry has no URL.', {
        field: 'url',
        expected: 'a URI',
        actual: describe(url),
        clause,
      }),
    ]);
  // "The skill path is the archive url with its archive suffix stripped."
  const uri =
    type === 'skill-md'
      ? url
      : archiveSuffix.test(url)
        ? `${url.replace(archiveSuffix, '')}/SKILL.md`
        : `${url}/SKILL.md`;
  const folder = skillFolder(uri);
  if (!folder.ok) return err([folder.error]);
  if (folder.value.name !== name)
    return err([nameOfAnotherFolder('name', folder.value.name, name)]);
  return ok(
    describedEntry({
      server,
      uri,
      name,
      description,
      dialect: 'index-2026-04',
      archives: type === 'archive' ? [{ url }] : [],
      raw: value,
    }),
  );
}
