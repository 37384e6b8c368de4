import { methods } from './methods.mjs';

export const version = '2026-07-28';
const serverInfo = { name: 'tool-library', version: '2.0.1' };

/** An area is declared when it can be listed, so that a new method needs no line here. */
const areas = ['tools', 'prompts', 'resources'];

export function discover() {
  const capabilities = {
    extensions: {
      'io.modelcontextprotocol/skills': { directoryRead: 'resources/directory/read' in methods },
    },
  };
  for (const area of areas) if (`${area}/list` in methods) capabilities[area] = {};
  return {
    resultType: 'complete',
    supportedVersions: [version],
    capabilities,
    serverInfo,
    instructions: 'How each tool of the library is lent out. One skill for each tool.',
    ttlMs: 300_000,
    cacheScope: 'public',
  };
}
