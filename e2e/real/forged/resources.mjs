import { Refusal } from './serve.mjs';
import { contentOf, digestOf, fileAt, others, typeOf } from './skills.mjs';

/** Servers whose skills are resources, in shapes of their own from before the extension. */

const resources = { resources: { subscribe: true, listChanged: true } };
const listed = (uri, name, description, mimeType = 'text/markdown') => ({
  ...{ uri, name, mimeType },
  ...(description === undefined ? {} : { description }),
});
const json = (uri, value) => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }],
});
const missing = (uri) => new Refusal(-32602, `Resource ${uri} not found`);

/** A file at its own address, under the URI that was asked for unless another is given. */
function read(skills, uri, said = () => uri) {
  const found = fileAt(skills, uri);
  if (found === undefined) throw missing(uri);
  const [, path, bytes] = found;
  return { contents: [contentOf(said(path), path, bytes)] };
}

const manifest = (skill) => ({
  skill: skill.name,
  files: Object.entries(skill.files).map(([path, bytes]) => ({
    path,
    size: bytes.length,
    hash: digestOf(bytes),
  })),
});

/** A skill's main file and its manifest are listed; its other files have one template. */
const manifestServer = (version, template, said) => ({
  version,
  capabilities: resources,
  methods: {
    'resources/list': (skills) => ({
      resources: skills.flatMap(({ name, description }) => [
        listed(`skill://${name}/SKILL.md`, `${name}/SKILL.md`, description),
        listed(`skill://${name}/_manifest`, `${name}/_manifest`, 'Files', 'application/json'),
      ]),
    }),
    'resources/templates/list': (skills) => ({
      resourceTemplates: skills.map(({ name }) => ({
        uriTemplate: `skill://${name}/${template}`,
        name: `${name}-files`,
        mimeType: 'application/octet-stream',
      })),
    }),
    'resources/read': (skills, { uri }) => {
      const skill = skills.find(({ name }) => uri === `skill://${name}/_manifest`);
      return skill === undefined ? read(skills, uri, said(uri)) : json(uri, manifest(skill));
    },
  },
});

export const resourceServers = {
  fastmcp: manifestServer('3.0.0', '{path*}', (uri) => () => uri),

  // What its template gives says that it stands at another address than was asked for.
  skillsdotnet: manifestServer(
    '1.0.0',
    '{+path}',
    (uri) => (path) => (path === 'SKILL.md' ? uri : `skill://resource/${path}`),
  ),

  // Files stand in the collection alone, each decoded as UTF-8 whatever it is.
  skilljack: {
    version: '0.5.1',
    capabilities: {
      ...resources,
      ...{ tools: { listChanged: true }, prompts: { listChanged: true }, completions: {} },
    },
    methods: {
      'tools/list': () => ({
        tools: [tool('skill', 'Load a skill'), tool('skill-resource', 'Read files of a skill')],
      }),
      'resources/list': (skills) => ({
        resources: [
          ...skills.map(({ name, description }) => listed(`skill://${name}`, name, description)),
          ...skills.map(({ name }) =>
            listed(`skill://${name}/`, `${name}/`, `All files in ${name}`, 'text/plain'),
          ),
        ],
      }),
      'resources/templates/list': () => ({
        resourceTemplates: [
          { uriTemplate: 'skill://{skillName}', name: 'Skill', mimeType: 'text/markdown' },
          { uriTemplate: 'skill://{skillName}/', name: 'Skill Directory', mimeType: 'text/plain' },
        ],
      }),
      'resources/read': (skills, { uri }) => {
        const skill = skills.find(({ name }) =>
          [`skill://${name}`, `skill://${name}/`].includes(uri),
        );
        if (skill === undefined) throw missing(uri);
        if (!uri.endsWith('/'))
          return { contents: [{ uri, mimeType: 'text/markdown', text: skill.text }] };
        return {
          contents: others(skill).map((path) => ({
            uri: `${uri}${path}`,
            mimeType: typeOf(path).startsWith('text/') ? typeOf(path) : 'text/plain',
            text: skill.files[path].toString('utf8'),
          })),
        };
      },
    },
  },

  'skills-over-mcp': {
    version: '0.1.0',
    capabilities: resources,
    methods: {
      'resources/list': (skills) => ({
        resources: [
          listed('skill://index', 'skills-index', 'All skills', 'application/json'),
          listed('skill://prompt-xml', 'skills-prompt-xml', 'For prompts', 'application/xml'),
          ...skills.flatMap(({ name, description }) => [
            listed(`skill://${name}`, name, description),
            listed(`skill://${name}/documents`, `${name}-documents`, '', 'application/json'),
          ]),
        ],
      }),
      'resources/templates/list': (skills) => ({
        resourceTemplates: skills.map(({ name }) => ({
          uriTemplate: `skill://${name}/document/{+documentPath}`,
          name: `${name}-document`,
        })),
      }),
      'resources/read': (skills, { uri }) => {
        const [name, kind, ...rest] = uri.slice('skill://'.length).split('/');
        if (uri === 'skill://index')
          return json(
            uri,
            skills.map((skill) => ({
              ...{ name: skill.name, description: skill.description, uri: `skill://${skill.name}` },
              ...(others(skill).length === 0
                ? {}
                : { documentsUri: `skill://${skill.name}/documents` }),
              documentCount: others(skill).length,
            })),
          );
        const skill = skills.find((one) => one.name === name);
        if (skill === undefined) throw missing(uri);
        if (kind === undefined)
          return { contents: [{ uri, mimeType: 'text/markdown', text: skill.text }] };
        if (kind === 'documents')
          return json(
            uri,
            others(skill).map((path) => ({
              ...{ path, mimeType: typeOf(path), size: skill.files[path].length },
              uri: `skill://${name}/document/${path}`,
            })),
          );
        const path = rest.join('/');
        if (skill.files[path] === undefined) throw missing(uri);
        return { contents: [contentOf(uri, path, skill.files[path])] };
      },
    },
  },

  // One text beside the tools, with no frontmatter; its address is in the instructions.
  'mcp-granola': {
    version: '0.2.0',
    capabilities: { ...resources, tools: { listChanged: true } },
    instructions:
      'Before using tools, read the skill://granola/usage resource for tool selection guidance.',
    methods: {
      'tools/list': () => ({ tools: [tool('search_meetings', 'Search meeting notes')] }),
      'resources/list': () => ({
        resources: [
          listed('skill://granola/usage', 'granola_skill', 'How to use the tools', 'text/plain'),
        ],
      }),
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'resources/read': (skills, { uri }) => {
        if (uri !== 'skill://granola/usage') throw missing(uri);
        return { contents: [{ uri, mimeType: 'text/plain', text: skills[0].body }] };
      },
    },
  },

  // Every file is listed, under a scheme of its own.
  'gateway-skills': {
    version: '1.0.0',
    capabilities: resources,
    methods: {
      'resources/list': (skills) => ({
        resources: skills.flatMap((skill) => [
          listed(`gw-skill://${skill.name}`, skill.name, skill.description),
          ...others(skill).map((path) =>
            listed(`gw-skill://${skill.name}/${path}`, path, undefined, typeOf(path)),
          ),
        ]),
      }),
      'resources/read': (skills, { uri }) => {
        const skill = skills.find(({ name }) => uri === `gw-skill://${name}`);
        if (skill !== undefined)
          return { contents: [{ uri, mimeType: 'text/markdown', text: skill.text }] };
        const [, path, bytes] = fileAt(skills, uri, 'gw-skill://') ?? [];
        if (path === undefined) throw missing(uri);
        return { contents: [contentOf(uri, path, bytes)] };
      },
    },
  },

  frontmcp: {
    version: '1.0.0',
    capabilities: { ...resources, tools: {}, completions: {} },
    methods: {
      'tools/list': () => ({ tools: [] }),
      'resources/list': () => ({
        resources: [listed('skills://catalog', 'skills-catalog', 'All skills', 'application/json')],
      }),
      'resources/templates/list': () => ({
        resourceTemplates: [
          { uriTemplate: 'skills://{skillName}', name: 'skill-content' },
          { uriTemplate: 'skills://{skillName}/references', name: 'skill-references' },
        ],
      }),
      'resources/read': (skills, { uri }) => {
        if (uri === 'skills://catalog')
          return json(
            uri,
            skills.map(({ name, description }) => ({
              ...{ id: name, name, uri: `skills://${name}`, description },
              ...{ tags: [], hasReferences: false, hasExamples: false, tools: [] },
            })),
          );
        const skill = skills.find(({ name }) => uri === `skills://${name}`);
        if (skill === undefined) throw missing(uri);
        return { contents: [{ uri, mimeType: 'text/markdown', text: `# Skill: ${skill.text}` }] };
      },
    },
  },

  // Skills are found by no listing: by templates and what completes their variables.
  'github-mcp-server': {
    version: '0.1.0',
    capabilities: { resources: {}, completions: {} },
    methods: {
      'resources/list': () => ({ resources: [] }),
      'resources/templates/list': () => ({
        resourceTemplates: [
          'skill://{owner}/{repo}/{skill_name}/SKILL.md',
          'skill://{owner}/{repo}/{skill_name}/_manifest',
          'repo://{owner}/{repo}/contents/{+path}',
        ].map((uriTemplate) => ({ uriTemplate, name: uriTemplate })),
      }),
      'completion/complete': (skills, { argument }) => {
        const values = { owner: ['acme'], repo: ['skills'] }[argument.name];
        return { completion: { values: values ?? skills.map(({ name }) => name) } };
      },
      'resources/read': (skills, { uri }) => {
        const inside = uri.replace('skill://acme/skills/', 'skill://');
        const skill = skills.find(({ name }) => inside === `skill://${name}/_manifest`);
        if (skill !== undefined)
          return json(uri, {
            skill: skill.name,
            files: Object.entries(skill.files).map(([path, bytes]) => ({
              ...{ path, size: bytes.length },
              uri: `repo://acme/skills/contents/${skill.name}/${path}`,
            })),
          });
        const files = uri.replace('repo://acme/skills/contents/', 'skill://');
        const [, path, bytes] = fileAt(skills, inside) ?? fileAt(skills, files) ?? [];
        // Says that it does not know, as content.
        if (path === undefined) return { contents: [{ uri, text: '# Error\n\nNot found.' }] };
        return { contents: [contentOf(uri, path, bytes)] };
      },
    },
  },
};

function tool(name, description) {
  return { name, description, inputSchema: { type: 'object', properties: {} } };
}
