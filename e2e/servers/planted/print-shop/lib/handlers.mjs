import { childrenOf } from './directory.mjs';
import { contentOf, typeOf } from './media.mjs';
import { pageOf } from './paging.mjs';
import { codes, RpcError } from './rpc.mjs';
import { uriOf } from './manifest.mjs';

const serverInfo = { name: 'printshop-skills', version: '1.3.0' };
const instructions =
  'Skills of the print shop: begin with skill://office/quote/SKILL.md when a customer asks for a price.';
const capabilities = {
  resources: {},
  extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
};
const olderVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];

const complete = { resultType: 'complete' };
/** Nothing changes while the server runs, and nothing is anybody's secret. */
const cached = { ...complete, ttlMs: 60_000, cacheScope: 'public' };

const resourcesPerPage = 10;
const childrenPerPage = 4;

/** All methods by name; each takes the params and gives the result. */
export function handlersFor(catalogue) {
  const text = (params, key) => {
    if (typeof params[key] !== 'string') throw new RpcError(codes.params, `${key} is missing`);
    return params[key];
  };
  const resources = catalogue.skills.flatMap(resourcesOf);

  return {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: olderVersions.includes(protocolVersion) ? protocolVersion : olderVersions[0],
      capabilities,
      serverInfo,
      instructions,
    }),
    'server/discover': () => ({
      ...cached,
      supportedVersions: ['2026-07-28', ...olderVersions],
      capabilities,
      serverInfo,
      instructions,
    }),
    ping: () => ({}),

    'skills/list': ({ cursor }) => ({ ...cached, ...catalogue.list(cursor) }),
    'skills/get': (params) => ({ ...cached, skill: catalogue.get(text(params, 'uri')) }),

    'resources/list': ({ cursor }) => {
      const { page, ...more } = pageOf(resources, {
        list: 'resources',
        cursor,
        size: resourcesPerPage,
      });
      return { ...cached, resources: page, ...more };
    },
    'resources/templates/list': () => ({ ...cached, resourceTemplates: [] }),
    'resources/read': (params) => {
      const uri = text(params, 'uri');
      const { path, bytes } = catalogue.file(uri);
      return { ...cached, contents: [contentOf(uri, path, bytes)] };
    },
    'resources/directory/read': (params) => {
      const uri = text(params, 'uri');
      const { page, ...more } = pageOf(childrenOf(catalogue, uri), {
        list: uri,
        cursor: params.cursor,
        size: childrenPerPage,
      });
      return { ...complete, resources: page, ...more };
    },
  };
}

/** The files of a skill as resources; its SKILL.md has the skill's own name. */
function resourcesOf(skill) {
  const { name, description } = skill.frontmatter;
  return [...skill.files.keys()].map((path) => {
    const resource = { uri: uriOf(skill, path), mimeType: typeOf(path) };
    return path === 'SKILL.md'
      ? { ...resource, name, description }
      : { ...resource, name: path.slice(path.lastIndexOf('/') + 1) };
  });
}
