import { bytesOf, contentOf } from '../support/served-skill.ts';
import type { ServedSkill } from '../support/served-skill.ts';
import {
  afterScheme,
  contents,
  describe,
  digestOf,
  fields,
  fileIn,
  resource,
  skillNamed,
  text,
  uriParam,
  type Dialect,
} from './dialect.ts';

const others = (skill: ServedSkill): string[] =>
  Object.keys(skill.files).filter((path) => path !== 'SKILL.md');
const resources = { resources: { listChanged: true } };

/** SEP-2076 and the dialects that are made of resources alone. */
export const resourceDialects: Readonly<Record<string, Dialect>> = {
  'sep-2076': {
    capabilities: { skills: { listChanged: true } },
    methods: {
      'skills/list': (skills) => ({
        skills: skills.map((skill) => ({ ...describe(skill), tags: ['test'] })),
      }),
      'skills/read': (skills, { name }) => {
        const skill = skillNamed(skills, name);
        const instructions = text(skill).replace(/^---[\s\S]*?\n---\n\n?/, '');
        return {
          skill: {
            ...describe(skill),
            instructions,
            references: others(skill).map((path) => ({ name: path })),
            scripts: [{ name: 'collect', description: 'Collects', path: 'scripts/collect.sh' }],
          },
        };
      },
      'skills/read_reference': (skills, { name, reference }) => {
        const skill = skillNamed(skills, name);
        return {
          content: {
            uri: `reference:${String(reference)}`,
            mimeType: 'text/markdown',
            text: bytesOf(skill.files[String(reference)] ?? '').toString('utf8'),
          },
        };
      },
    },
  },
  manifest: {
    capabilities: resources,
    methods: {
      'resources/list': (skills) => ({
        resources: skills.flatMap((skill) => [
          resource(
            `skill://${skill.path}/SKILL.md`,
            `${skill.path}/SKILL.md`,
            describe(skill).description,
          ),
          resource(
            `skill://${skill.path}/_manifest`,
            `${skill.path}/_manifest`,
            'File listing',
            'application/json',
          ),
        ]),
      }),
      'resources/templates/list': (skills) => ({
        resourceTemplates: skills.map((skill) => ({
          uriTemplate: `skill://${skill.path}/{path*}`,
          name: `${skill.path}_files`,
        })),
      }),
      'resources/read': (skills, params) => {
        const uri = uriParam(params);
        const [name = '', ...rest] = afterScheme(uri).split('/');
        if (rest.join('/') !== '_manifest') return contents(uri, fileIn(skills, afterScheme(uri)));
        const skill = skillNamed(skills, name);
        return contents(
          uri,
          JSON.stringify({
            skill: name,
            files: Object.entries(skill.files).map(([path, content]) => ({
              path,
              size: bytesOf(content).length,
              hash: digestOf(content),
            })),
          }),
        );
      },
    },
  },
  'skill-root': {
    capabilities: { resources: { listChanged: true, subscribe: true }, completions: {} },
    methods: {
      'resources/list': (skills) => ({
        resources: skills.map((skill) =>
          resource(`skill://${skill.path}`, skill.path, describe(skill).description),
        ),
      }),
      'resources/templates/list': () => ({
        resourceTemplates: [
          { uriTemplate: 'skill://{skillName}', name: 'Skill' },
          { uriTemplate: 'skill://{skillName}/{+filePath}', name: 'Skill File' },
        ],
      }),
      'resources/subscribe': () => ({}),
      'completion/complete': (skills) => ({
        completion: { values: skills.map(({ path }) => path) },
      }),
      'resources/read': (skills, params) => {
        const uri = uriParam(params);
        const rest = afterScheme(uri);
        if (!rest.includes('/')) return contents(uri, text(skillNamed(skills, rest)));
        if (!rest.endsWith('/')) return contents(uri, fileIn(skills, rest));
        const skill = skillNamed(skills, rest.slice(0, -1));
        return {
          contents: others(skill).map((path) =>
            contentOf(`skill://${skill.path}/${path}`, skill.files[path] ?? ''),
          ),
        };
      },
    },
  },
  'index-documents': {
    capabilities: resources,
    methods: {
      'resources/list': (skills) => ({
        resources: [
          resource('skill://index', 'index', 'All skills', 'application/json'),
          resource('skill://prompt-xml', 'prompt', 'For a prompt', 'application/xml'),
          ...skills.map((skill) =>
            resource(`skill://${skill.path}`, skill.path, describe(skill).description),
          ),
        ],
      }),
      'resources/templates/list': () => ({
        resourceTemplates: [{ uriTemplate: 'skill://lookup/{name}', name: 'lookup' }],
      }),
      'resources/read': (skills, params) => {
        const uri = uriParam(params);
        const [name = '', kind = '', ...rest] = afterScheme(uri).split('/');
        if (uri === 'skill://index') {
          return contents(
            uri,
            JSON.stringify(
              skills.map((skill) => ({
                ...describe(skill),
                uri: `skill://${skill.path}`,
                documentsUri: `skill://${skill.path}/documents`,
                documentCount: others(skill).length,
              })),
            ),
          );
        }
        const skill = skillNamed(skills, name);
        if (kind === '') return contents(uri, text(skill));
        if (kind === 'documents')
          return contents(
            uri,
            JSON.stringify(
              others(skill).map((path) => ({
                path,
                uri: `skill://${skill.path}/document/${path}`,
              })),
            ),
          );
        return contents(uri, fileIn(skills, `${name}/${rest.join('/')}`));
      },
    },
  },
  flat: {
    capabilities: resources,
    methods: {
      'resources/list': (skills) => ({
        resources: [
          ...skills.map((skill) =>
            resource(`skill://tools/${skill.path}`, skill.path, describe(skill).description),
          ),
          resource('docs://readme', 'readme', 'No skill'),
        ],
      }),
      // Answers for what it does not have with a text, as some servers do.
      'resources/read': (skills, params) => {
        const skill = skills.find(({ path }) => `skill://tools/${path}` === uriParam(params));
        return contents(
          uriParam(params),
          skill === undefined ? '# Error\n\nResource not found.\n' : text(skill),
        );
      },
    },
  },
  /**
   * One set of skills in three dialects at once; the older index describes one of them otherwise.
   */
  several: {
    capabilities: { ...resources, extensions: { 'io.modelcontextprotocol/skills': {} } },
    methods: {
      'skills/list': (skills) => ({
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'private',
        skills: skills.map((skill) => ({
          uri: `skill://${skill.path}/SKILL.md`,
          frontmatter: fields(skill),
          resources: Object.entries(skill.files).map(([path, content]) => ({
            uri: `skill://${skill.path}/${path}`,
            digest: digestOf(content),
            size: bytesOf(content).length,
          })),
        })),
      }),
      'resources/list': (skills) => ({
        resources: [
          resource('skill://index.json', 'index', 'Index', 'application/json'),
          ...skills.flatMap((skill) => [
            resource(`skill://${skill.path}/SKILL.md`, skill.path, ''),
            resource(`skill://${skill.path}/_manifest`, skill.path, '', 'application/json'),
          ]),
        ],
      }),
      'resources/read': (skills, params) => {
        const uri = uriParam(params);
        if (uri === 'skill://index.json')
          return contents(
            uri,
            JSON.stringify({
              skills: skills.map((skill, at) => ({
                url: `skill://${skill.path}/SKILL.md`,
                digest: digestOf(text(skill)),
                frontmatter:
                  at === 0
                    ? { ...fields(skill), description: 'Another description' }
                    : fields(skill),
              })),
            }),
          );
        const [name = '', ...rest] = afterScheme(uri).split('/');
        if (rest.join('/') !== '_manifest') return contents(uri, fileIn(skills, afterScheme(uri)));
        return contents(
          uri,
          JSON.stringify({
            skill: name,
            files: Object.entries(skillNamed(skills, name).files).map(([path, content]) => ({
              path,
              size: bytesOf(content).length,
              hash: digestOf(content),
            })),
          }),
        );
      },
    },
  },
};
