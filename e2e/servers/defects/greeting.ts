import { found } from './changes.ts';
import { without, type Defect } from './defect.ts';

const serverInfo = 'io.modelcontextprotocol/serverInfo';

/** Faults in what a server of the newer era answers first. */
export const greetingDefects: Readonly<Record<string, Defect>> = {
  'discover-uncached': found(
    'skillgate/discover-result',
    'server/discover has no ttlMs and no cacheScope',
    { discovered: (result) => without(result, 'ttlMs', 'cacheScope') },
  ),
  'discover-untyped': found('skillgate/discover-result', 'server/discover has no resultType', {
    discovered: (result) => without(result, 'resultType'),
  }),
  'discover-ttl-text': found('skillgate/discover-result', 'ttlMs of server/discover is a text', {
    discovered: (result) => ({ ...result, ttlMs: '60000' }),
  }),
  'server-info-nameless': found('skillgate/server-info', 'serverInfo in _meta has no version', {
    discovered: (result) => ({ ...result, _meta: { [serverInfo]: { name: 'planted' } } }),
  }),
};
