import { entryOf } from '../support/served-skill.ts';
import type { ServedSkill } from '../support/served-skill.ts';
import { tarGz } from '../support/tar.ts';
import {
  afterScheme,
  contents,
  describe,
  digestOf,
  fields,
  fileIn,
  text,
  uriParam,
  type Dialect,
} from './dialect.ts';

const extension = { extensions: { 'io.modelcontextprotocol/skills': {} }, resources: {} };
const main = (skill: ServedSkill): string => `skill://${skill.path}/SKILL.md`;
const packed = (skill: ServedSkill): string => `skill://${skill.path}.tar.gz`;

/**
 * `resources/read` of an index, of files one by one, and of archives, as far as the server has
 * them.
 */
const reading =
  (
    index: (skills: readonly ServedSkill[]) => object,
    has: { readonly files: boolean; readonly archives: boolean },
  ): Dialect['methods'][string] =>
  (skills, params) => {
    const uri = uriParam(params);
    if (uri === 'skill://index.json') return contents(uri, JSON.stringify(index(skills)));
    const archived = has.archives ? skills.find((skill) => packed(skill) === uri) : undefined;
    if (archived !== undefined) return contents(uri, tarGz(archived.files));
    return contents(uri, has.files ? fileIn(skills, afterScheme(uri)) : undefined);
  };

const archive = (skill: ServedSkill): object => ({
  url: packed(skill),
  mimeType: 'application/gzip',
  digest: digestOf(tarGz(skill.files)),
});
const june = (
  skill: ServedSkill,
  has: { readonly files: boolean; readonly archives: boolean },
): object => ({
  ...(has.files ? { url: main(skill), digest: digestOf(text(skill)) } : {}),
  frontmatter: fields(skill),
  ...(has.archives ? { archives: [archive(skill)] } : {}),
  ...skill.entry,
});
const juneServer = (has: { readonly files: boolean; readonly archives: boolean }): Dialect => ({
  capabilities: extension,
  methods: {
    'resources/read': reading(
      (skills) => ({ skills: skills.map((skill) => june(skill, has)) }),
      has,
    ),
  },
});

const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const april = (archives: boolean): Dialect => ({
  capabilities: { ...extension, completions: {} },
  methods: {
    'resources/read': reading(
      (skills) => ({
        $schema,
        skills: [
          ...skills.map((skill) => ({
            ...describe(skill),
            type: archives ? 'archive' : 'skill-md',
            url: archives ? packed(skill) : main(skill),
          })),
          {
            type: 'mcp-resource-template',
            description: 'Any skill by its name',
            url: 'skill://{name}/SKILL.md',
          },
          {
            type: 'something-else',
            name: 'other',
            description: 'Of a type from the future',
            url: 'skill://other/SKILL.md',
          },
        ],
      }),
      { files: !archives, archives },
    ),
    'completion/complete': (skills, params) => {
      const { value } = params['argument'] as { value: string };
      const values = skills.map(({ path }) => path).filter((path) => path.startsWith(value));
      return { completion: { values, total: values.length, hasMore: false } };
    },
  },
});

/** Drafts of the extension: the same skills in the revisions of April, June and July 2026. */
export const indexDialects: Readonly<Record<string, Dialect>> = {
  'skills-ext-draft': {
    capabilities: extension,
    methods: {
      'skills/list': (skills) => ({
        skills: skills.map((skill) => {
          const entry = entryOf(skill);
          return {
            ...entry,
            resources: (entry['resources'] as { uri: string; digest: string }[]).map(
              ({ uri, digest }) => ({ uri, digest }),
            ),
          };
        }),
      }),
      'skills/get': (skills, params) => ({
        skill: entryOf(skills.find((skill) => main(skill) === params['uri']) as ServedSkill),
      }),
      'resources/read': (skills, params) =>
        contents(uriParam(params), fileIn(skills, afterScheme(uriParam(params)))),
    },
  },
  'index-2026-06': juneServer({ files: true, archives: false }),
  'index-2026-06-archive': juneServer({ files: false, archives: true }),
  'index-2026-06-both': juneServer({ files: true, archives: true }),
  'index-2026-04': april(false),
  'index-2026-04-archive': april(true),
};
