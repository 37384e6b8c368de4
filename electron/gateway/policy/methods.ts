import { type JsonObject, record } from './message.ts';
import { isRecord, own } from '../../core/json.ts';

/**
 * Default deny is this table: a method that is not in it is answered "method not found", in
 * whichever direction it goes and whatever the server says that it can.
 */

/** How a request of a host's is answered. */
type MethodRoute =
  /** By the gateway alone. */
  | 'own'
  /** From the approved records, and files that are held against them. */
  | 'skills'
  /** By the server, and what it answers is gone through. */
  | 'relayed';

const both = ['legacy', 'modern'] as const;

interface Row {
  readonly eras: readonly ProtocolEra[];
  readonly way: MethodRoute;
  /** The server must declare this before the host may be told that it is there. */
  readonly needs?: string;
}

const hostRequests: Readonly<Record<string, Row>> = {
  initialize: { eras: ['legacy'], way: 'own' },
  'server/discover': { eras: ['modern'], way: 'own' },
  ping: { eras: ['legacy'], way: 'own' },
  'logging/setLevel': { eras: ['legacy'], way: 'own', needs: 'logging' },
  'resources/subscribe': { eras: ['legacy'], way: 'own', needs: 'resources' },
  'resources/unsubscribe': { eras: ['legacy'], way: 'own', needs: 'resources' },
  'subscriptions/listen': { eras: ['modern'], way: 'own' },
  'skills/list': { eras: both, way: 'skills' },
  'skills/get': { eras: both, way: 'skills' },
  'resources/directory/read': { eras: both, way: 'skills' },
  'resources/read': { eras: both, way: 'skills' },
  'resources/list': { eras: both, way: 'relayed', needs: 'resources' },
  'resources/templates/list': { eras: both, way: 'relayed', needs: 'resources' },
  'completion/complete': { eras: both, way: 'relayed', needs: 'completions' },
  'tools/list': { eras: both, way: 'relayed', needs: 'tools' },
  'tools/call': { eras: both, way: 'relayed', needs: 'tools' },
  'prompts/list': { eras: both, way: 'relayed', needs: 'prompts' },
  'prompts/get': { eras: both, way: 'relayed', needs: 'prompts' },
};

/** The row of a method, or null: the host is told that there is no such method. */
export function rowOf(method: string, era: ProtocolEra): Row | null {
  const row = Object.hasOwn(hostRequests, method) ? hostRequests[method] : undefined;
  return row !== undefined && row.eras.includes(era) ? row : null;
}

/** The answer to a list that a server behind has not, and the capability by which it would. */
export interface EmptyList {
  readonly needs: string;
  readonly result: JsonObject;
}

const resourceLists: ReadonlyMap<string, EmptyList> = new Map([
  ['resources/list', { needs: 'resources', result: { resources: [] } }],
  ['resources/templates/list', { needs: 'resources', result: { resourceTemplates: [] } }],
]);

/** `resources` is advertised for every server, so these lists have an answer for every server. */
export const emptyOf = (method: string): EmptyList | null => resourceLists.get(method) ?? null;

/** What a server may ask of its host, and the capability that the host must have for it. */
const serverRequests: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** The capability that a host must offer before a server may ask this of it; null: never. */
export const neededOfHost = (method: string): string | null =>
  Object.hasOwn(serverRequests, method) ? (serverRequests[method] ?? null) : null;

/** Requests that may wait for input of the host's. */
export const mayNeedInput: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
]);

/** Notifications of a server's that a host gets; the others end here. */
export const serverNotifications: ReadonlySet<string> = new Set([
  'notifications/message',
  'notifications/progress',
  'notifications/cancelled',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
]);

/** Notifications of a host's that a server gets. */
export const hostNotifications: ReadonlySet<string> = new Set([
  'notifications/progress',
  'notifications/roots/list_changed',
]);

/** Capabilities of a server's that are relayed, and whether it tells of changes. */
const passed = ['tools', 'prompts', 'completions', 'logging'] as const;

/**
 * What the host is told that the server behind can: what is relayed, and what is served here,
 * which is the extension, resources and notices of changes. Older keys for skills, tasks,
 * experiments and other extensions are not relayed, and so are not named.
 */
export function advertised(capabilities: JsonObject, exposesTools: boolean): JsonObject {
  const told: Record<string, unknown> = {};
  for (const name of passed) {
    const value = own(capabilities, name);
    if (isRecord(value))
      told[name] = own(value, 'listChanged') === true ? { listChanged: true } : {};
  }
  if (exposesTools) told['tools'] = { listChanged: true };
  const resources = record(capabilities, 'resources');
  return {
    ...told,
    resources: {
      listChanged: true,
      ...(own(resources, 'subscribe') === true ? { subscribe: true } : {}),
    },
    extensions: { [extension]: { directoryRead: true } },
  };
}

/** What a server may know of its host: the same of both eras, and nothing that is not relayed. */
export function offered(capabilities: JsonObject): JsonObject {
  const told: Record<string, unknown> = {};
  for (const name of ['sampling', 'elicitation', 'roots']) {
    const value = own(capabilities, name);
    if (isRecord(value)) told[name] = value;
  }
  return told;
}

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

const extension = 'io.modelcontextprotocol/skills';

/** On every result that bears skills: a host caches what it may, and a decision counts at once. */
export const uncached = { ttlMs: 0, cacheScope: 'private' } as const;
