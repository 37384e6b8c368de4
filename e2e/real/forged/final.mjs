import { resourceServers } from './resources.mjs';
import { Refusal } from './serve.mjs';
import { contentOf, entryOf, fileAt, typeOf } from './skills.mjs';

/** Servers of the final extension, each with what it does beyond or short of the specification. */

const extension = (settings) => ({ 'io.modelcontextprotocol/skills': settings });
const unknown = (what) => new Refusal(-32602, `Unknown ${what}`);
const get = (skills, uri, root) => {
  const entry = skills.map((skill) => entryOf(skill, root?.(skill))).find((one) => one.uri === uri);
  if (entry === undefined) throw unknown(`skill URI: ${uri}`);
  return entry;
};
const read = (skills, uri) => {
  const [, path, bytes] = fileAt(skills, uri) ?? [];
  if (path === undefined) throw unknown(`resource: ${uri}`);
  return { contents: [contentOf(uri, path, bytes)] };
};
const everyFile = (skills) =>
  skills.flatMap((skill) =>
    Object.keys(skill.files).map((path) => ({
      ...{ uri: `skill://${skill.name}/${path}`, mimeType: typeOf(path) },
      name: path === 'SKILL.md' ? skill.name : path,
    })),
  );
const cache = (ttlMs, cacheScope = 'public') => ({ ttlMs, cacheScope });
const onlyModern = (era) => {
  if (era !== 'modern') throw new Refusal(-32601, 'Method not found');
};

export const finalServers = {
  // Over HTTP alone; a tag of its own, and how long it holds, stand in answers of the newer era.
  'hf-mcp-server': {
    ...{ version: '0.3.0', http: true },
    capabilities: { resources: {}, tools: {}, extensions: extension({ directoryRead: true }) },
    methods: {
      'tools/list': () => ({ tools: [] }),
      'resources/list': (skills) => ({ resources: everyFile(skills) }),
      'skills/list': (skills, params, era) => ({
        skills: skills.map((skill) => entryOf(skill)),
        ...(era === 'modern' ? { ...cache(300_000), tag: 'f3b1' } : {}),
      }),
      'skills/get': (skills, { uri }, era) => ({
        skill: get(skills, uri),
        ...(era === 'modern' ? cache(300_000) : {}),
      }),
      'resources/read': (skills, { uri }) => read(skills, uri),
      'resources/directory/read': (skills, { uri }) => ({ resources: childrenOf(skills, uri) }),
    },
  },

  // Answers in the newer era alone.
  'github-stars-contrib-mcp-server': {
    ...{ version: '0.3.1', eras: 'both' },
    capabilities: { resources: {}, tools: {}, prompts: {}, extensions: extension({}) },
    methods: {
      'tools/list': () => ({ tools: [] }),
      'resources/list': (skills) => ({ resources: everyFile(skills) }),
      'skills/list': (skills, params, era) => {
        onlyModern(era);
        return { skills: skills.map((skill) => entryOf(skill)), ...cache(300_000) };
      },
      'skills/get': (skills, { uri }, era) => {
        onlyModern(era);
        return { skill: get(skills, uri), ...cache(300_000) };
      },
      'resources/read': (skills, { uri }) => read(skills, uri),
    },
  },

  // The same, with a page for each skill, opaque cursors and its own data in `_meta`.
  'agentskills-mcp-server': {
    ...{ version: '0.7.0', eras: 'both' },
    capabilities: { resources: {}, extensions: extension({}) },
    methods: {
      'resources/list': (skills) => ({ resources: everyFile(skills) }),
      'skills/list': (skills, { cursor }, era) => {
        onlyModern(era);
        const at = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
        const next = Buffer.from(String(at + 1)).toString('base64url');
        return {
          skills: [entryOf(skills[at])],
          ...(at + 1 < skills.length ? { nextCursor: next } : {}),
          ...cache(0, 'private'),
          _meta: { 'io.agentskills/catalog': { generation: 'a1', stale: false } },
        };
      },
      'skills/get': (skills, { uri }, era) => {
        onlyModern(era);
        return { skill: get(skills, uri), ...cache(0, 'private') };
      },
      'resources/read': (skills, { uri }) => read(skills, uri),
    },
  },

  // The older era, with cache fields in the listing and none in a single answer.
  mcpkit: {
    version: '0.1.0',
    capabilities: { resources: {}, extensions: extension({ directoryRead: true }) },
    methods: {
      'resources/list': (skills) => ({ resources: everyFile(skills) }),
      'skills/list': (skills) => ({
        skills: skills.map((skill) => entryOf(skill)),
        ...cache(60_000),
        _meta: { 'io.mcpkit.skills/version': '7' },
      }),
      'skills/get': (skills, { uri }) => ({ skill: get(skills, uri) }),
      'resources/read': (skills, { uri }) => read(skills, uri),
      'resources/directory/read': (skills, { uri }) => ({ resources: childrenOf(skills, uri) }),
    },
  },

  // Its resources, as in 3.0, and the extension beside them, over one set of addresses.
  'fastmcp-extension': {
    ...{ version: '4.1.6', eras: 'both' },
    capabilities: { resources: {}, extensions: extension({}) },
    methods: {
      'resources/list': (skills) => ({
        resources: skills.flatMap(({ name }) => [
          { uri: `skill://${name}/SKILL.md`, name: `${name}/SKILL.md`, mimeType: 'text/markdown' },
          { uri: `skill://${name}/_manifest`, name: `${name}/_manifest` },
        ]),
      }),
      'resources/templates/list': (skills) => ({
        resourceTemplates: skills.map(({ name }) => ({
          ...{ uriTemplate: `skill://${name}/{path*}`, name: `${name}_files` },
        })),
      }),
      'skills/list': (skills) => ({
        skills: skills.map((skill) => entryOf(skill)),
        ...cache(0, 'private'),
      }),
      'skills/get': (skills, { uri }) => ({ skill: get(skills, uri), ...cache(0, 'private') }),
      'resources/read': resourceServers.fastmcp.methods['resources/read'],
    },
  },

  // The extension, every file as a resource and the index of before; a prefix in each path.
  'skilljack-next': {
    ...{ version: '0.9.0', eras: 'both' },
    capabilities: {
      ...{ resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } },
      extensions: extension({}),
    },
    methods: {
      'tools/list': () => ({
        tools: [{ name: 'skill', description: 'Load', inputSchema: { type: 'object' } }],
      }),
      'resources/list': (skills) => ({
        resources: [
          { uri: 'skill://index.json', name: 'Skill Index', mimeType: 'application/json' },
          ...everyFile(skills).map((one) => ({ ...one, uri: prefixed(one.uri) })),
        ],
      }),
      'skills/list': (skills) => ({
        skills: skills.map((skill) => entryOf(skill, rootOf(skill))),
        ...cache(0, 'private'),
      }),
      'skills/get': (skills, { uri }) => ({
        skill: get(skills, uri, rootOf),
        ...cache(0, 'private'),
      }),
      'resources/read': (skills, { uri }) =>
        uri === 'skill://index.json'
          ? { contents: [{ uri, mimeType: 'application/json', text: indexOf(skills) }] }
          : { contents: read(skills, plain(uri)).contents.map((one) => ({ ...one, uri })) },
    },
  },
};

const prefixed = (uri) => uri.replace('skill://', 'skill://local/');
const plain = (uri) => uri.replace('skill://local/', 'skill://');
const rootOf = ({ name }) => `skill://local/${name}`;
const indexOf = (skills) =>
  JSON.stringify({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map((skill) => ({
      ...{ name: skill.name, type: 'skill-md', description: skill.description },
      url: `${rootOf(skill)}/SKILL.md`,
    })),
  });

function childrenOf(skills, uri) {
  const root = `${uri.replace(/\/$/, '')}/`;
  const below = everyFile(skills).filter((file) => file.uri.startsWith(root));
  if (below.length === 0) throw unknown(`directory: ${uri}`);
  const names = [...new Set(below.map((file) => file.uri.slice(root.length).split('/', 1)[0]))];
  return names.map((name) => ({
    ...{ uri: root + name, name },
    mimeType: below.find((file) => file.uri === root + name)?.mimeType ?? 'inode/directory',
  }));
}
