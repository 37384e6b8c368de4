import { Refusal } from './serve.mjs';
import { contentOf, digestOf, fileAt, typeOf } from './skills.mjs';

/** Servers with `skill://index.json`, some of which declare the extension that took its place. */

const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const declared = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
const index = { uri: 'skill://index.json', name: 'index.json', mimeType: 'application/json' };
const json = (uri, value) => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }],
});
const entry = ({ name, description }) => ({
  ...{ name, type: 'skill-md', description, url: `skill://${name}/SKILL.md` },
});
const read = (skills, uri) => {
  const [, path, bytes] = fileAt(skills, uri) ?? [];
  if (path === undefined) throw new Refusal(-32603, `resource not found: ${uri}`);
  return { contents: [contentOf(uri, path, bytes)] };
};
const filesOf = (skills) =>
  skills.flatMap((skill) =>
    Object.keys(skill.files).map((path) => ({
      ...{ uri: `skill://${skill.name}/${path}`, name: path, mimeType: typeOf(path) },
    })),
  );

export const indexServers = {
  // Declares the extension, has none of its methods, and lists every file.
  'node-skills-server': {
    version: '0.1.0',
    capabilities: declared,
    methods: {
      'resources/list': (skills) => ({ resources: [index, ...filesOf(skills)] }),
      'resources/read': (skills, { uri }) =>
        uri === index.uri ? json(uri, { $schema, skills: skills.map(entry) }) : read(skills, uri),
    },
  },

  // The same with files behind a template, a form, and an address in the instructions.
  'skills-server': {
    version: '0.1.0',
    capabilities: { ...declared, completions: {} },
    instructions: 'When paying back, read skill://refunds/SKILL.md first.',
    methods: {
      'resources/list': (skills) => ({
        resources: [
          index,
          ...skills.map(({ name }) => ({ uri: `skill://${name}/SKILL.md`, name })),
        ],
      }),
      'resources/templates/list': () => ({
        resourceTemplates: [
          { uriTemplate: 'skill://{+skillFilePath}', name: 'skill-file' },
          { uriTemplate: 'skill://docs/{product}/SKILL.md', name: 'docs' },
        ],
      }),
      'completion/complete': () => ({ completion: { values: ['widget-api'] } }),
      'resources/read': (skills, { uri }) => {
        if (uri === 'skill://docs/widget-api/SKILL.md')
          return {
            contents: [{ uri, mimeType: 'text/markdown', text: '---\nname: widget-api\n---\n' }],
          };
        if (uri !== index.uri) return read(skills, uri);
        const docs = { type: 'mcp-resource-template', description: 'Documentation by product' };
        return json(uri, {
          $schema,
          skills: [...skills.map(entry), { ...docs, url: 'skill://docs/{product}/SKILL.md' }],
        });
      },
    },
  },

  // One skill made of a server's tools; nothing but its main file can be read.
  'ski-coach': {
    version: '1.0.0',
    capabilities: { resources: {}, tools: {} },
    methods: {
      'tools/list': () => ({
        tools: [{ name: 'recommend_slope', inputSchema: { type: 'object' } }],
      }),
      'resources/list': ([, skill]) => ({
        resources: [index, { uri: `skill://${skill.name}/SKILL.md`, name: skill.name }],
      }),
      'resources/read': ([, skill], { uri }) => {
        if (uri === index.uri) return json(uri, { $schema, skills: [entry(skill)] });
        if (uri !== `skill://${skill.name}/SKILL.md`)
          throw new Refusal(-32002, `Unknown resource URI: '${uri}'`);
        return { contents: [{ uri, mimeType: 'text/markdown', text: skill.text }] };
      },
    },
  },

  // The shape of June, which this server had before: the main file's digest and frontmatter.
  'hf-mcp-server-of-june': {
    version: '0.2.0',
    capabilities: declared,
    methods: {
      'resources/list': (skills) => ({ resources: [index, ...filesOf(skills)] }),
      'resources/read': (skills, { uri }) =>
        uri === index.uri
          ? json(uri, {
              skills: skills.map((skill) => ({
                url: `skill://${skill.name}/SKILL.md`,
                digest: digestOf(skill.files['SKILL.md']),
                frontmatter: skill.frontmatter,
              })),
            })
          : read(skills, uri),
    },
  },
};
