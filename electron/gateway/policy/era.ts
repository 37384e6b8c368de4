/** The two eras of the protocol: with a handshake and sessions, and without. */
export type ProtocolEra = 'legacy' | 'modern';

/** What the gateway speaks to hosts; the newest of each era first. */
export const versions = {
  legacy: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
  modern: ['2026-07-28'],
} as const;

export const newest = { legacy: versions.legacy[0], modern: versions.modern[0] } as const;

export const isModern = (version: string): boolean => version >= versions.modern[0];

/** Keys of `_meta` that the newer revision gives a meaning to. */
export const meta = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;

export const extension = 'io.modelcontextprotocol/skills';

/** On every result that bears skills: a host caches what it may, and a decision counts at once. */
export const uncached = { ttlMs: 0, cacheScope: 'private' } as const;
