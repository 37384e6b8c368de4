import type { ProtocolEra } from './era.ts';
import type { JsonObject } from './message.ts';

/**
 * Default deny is this table: a method that is not in it is answered "method not found", in
 * whichever direction it goes and whatever the server says that it can.
 */

/** How a request of a host's is answered. */
export type MethodRoute =
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
