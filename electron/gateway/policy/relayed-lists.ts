import { isRecord, own } from '../../core/json.ts';
import { addressesOf } from './address.ts';
import {
  holdsWithheld,
  keptResources,
  keptTemplates,
  notice,
  withholding,
  type ContentFilter,
} from './contents.ts';
import { meta, uncached, type ProtocolEra } from './methods.ts';
import { list, record, text, type JsonObject, type RpcError } from './message.ts';

/** Results that bear skills or name them: a host must ask again each time. */
const bearing: ReadonlySet<string> = new Set([
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/directory/read',
]);
/** Results that say in the newer era for how long they hold. */
const cached: ReadonlySet<string> = new Set([...bearing, 'tools/list', 'prompts/list']);

type Keep = (items: readonly unknown[], sieve: ContentFilter) => readonly unknown[];
const keepAll: Keep = (items) => items;

/** Where the items of a list stand, and which of them stay. */
const lists: Readonly<Record<string, { readonly items: string; readonly keep: Keep }>> = {
  'resources/list': { items: 'resources', keep: keptResources },
  'resources/directory/read': { items: 'resources', keep: keptResources },
  'resources/templates/list': { items: 'resourceTemplates', keep: keptTemplates },
  'tools/list': { items: 'tools', keep: keepAll },
  'prompts/list': { items: 'prompts', keep: keepAll },
};

/** What a server answered, without what is withheld. */
export function withoutWithheldIn(
  method: string,
  params: JsonObject,
  result: JsonObject,
  sieve: ContentFilter,
): JsonObject {
  const of = Object.hasOwn(lists, method) ? lists[method] : undefined;
  if (of !== undefined) return listWithout(result, of.items, of.keep, sieve);
  switch (method) {
    case 'completion/complete':
      return withholding(completionWithout(params, result, sieve), sieve);
    case 'resources/read':
      return readWithout(params, result, sieve);
    default:
      return messageWithout(method, result, sieve);
  }
}

/** A result or a request that may have content: links and texts first, then shapes. */
export const messageWithout = (
  method: string,
  message: JsonObject,
  sieve: ContentFilter,
): JsonObject => withKnownBlocks(method, withholding(message, sieve), sieve);

/** The attacker puts a skill beside the items of a list, or into one that is none. */
function listWithout(
  result: JsonObject,
  name: string,
  keep: Keep,
  sieve: ContentFilter,
): JsonObject {
  const { [name]: _, ...beside } = result;
  const kept = keep(list(result, name), sieve)
    .map((item) => withholding(item, sieve))
    .filter((item) => item !== notice);
  return { ...withholding(beside, sieve), [name]: kept };
}

/** An error of a server's: `data` may be anything, and is gone through like a result. */
export const errorWithout = (
  { code, message, data }: RpcError,
  sieve: ContentFilter,
): RpcError => ({
  code,
  message,
  ...(data === undefined ? {} : { data: withholding(data, sieve) }),
});

/** A client that checks what it reads takes a notice only as contents of a resource. */
function readWithout(params: JsonObject, result: JsonObject, sieve: ContentFilter): JsonObject {
  const kept = messageWithout('resources/read', result, sieve);
  const contents = list(kept, 'contents');
  if (!contents.includes(notice)) return kept;
  const stand = { uri: text(params, 'uri') ?? '', mimeType: 'text/plain', text: notice.text };
  return { ...kept, contents: contents.map((one) => (one === notice ? stand : one)) };
}

/**
 * The template that a completion is asked for, null where it is for a prompt; undefined for a
 * reference that is neither, which some server would take for one of them.
 */
export function completedTemplate(params: JsonObject): string | null | undefined {
  const ref = record(params, 'ref');
  switch (own(ref, 'type')) {
    case 'ref/prompt':
      return null;
    case 'ref/resource':
      return text(ref, 'uri') ?? undefined;
    default:
      return undefined;
  }
}

/**
 * Values that are withheld addresses, or that make one when they're put into the template. The
 * attacker adds characters around an address that some client trims, so that it doesn't look like
 * one here: an honest server has no value that begins or ends with an invisible character.
 */
function completionWithout(
  params: JsonObject,
  result: JsonObject,
  { shelf, removed }: ContentFilter,
): JsonObject {
  const template = completedTemplate(params) ?? '';
  const name = text(record(params, 'argument'), 'name') ?? '';
  const isWithheld = (value: unknown): boolean => {
    if (typeof value !== 'string' || isPadded(value)) return true;
    const isAddress =
      /^[a-z][a-z0-9+.-]*:/i.test(value) || addressesOf(value).some(({ scheme }) => scheme !== '');
    if (isAddress && shelf.whereabouts(value).kind === 'withheld') return true;
    if (holdsWithheld(value, { shelf })) return true;
    if (template === '') return false;
    const filled = template.replace(/\{[+/#.;?&]?([^{}]*)\}/g, (found, names: string) =>
      names.replace(/[*:].*$/, '') === name ? value : found,
    );
    return shelf.whereabouts(filled).kind === 'withheld';
  };
  const completion = record(result, 'completion');
  const given = list(completion, 'values');
  const values = given.slice(0, mostValues);
  const more = values.length < given.length ? { hasMore: true } : {};
  const kept = values.filter((value) => !isWithheld(value));
  if (kept.length === given.length) return result;
  if (kept.length < values.length) removed({ uri: template });
  // A total would say how many there are.
  const { total: _, ...rest } = completion;
  return { ...result, completion: { ...rest, ...more, values: kept } };
}

/** Of a completion: the protocol's own limit. A server that sends more has the session wait for it. */
const mostValues = 100;

const isPadded = (value: string): boolean => /^[\s\p{C}\p{Z}]|[\s\p{C}\p{Z}]$/u.test(value);

/** The result as the host's era writes it, whichever the server speaks. */
export function inEraOf(host: ProtocolEra, method: string, result: JsonObject): JsonObject {
  if (host === 'legacy') {
    const { resultType: _, ttlMs: __, cacheScope: ___, ...rest } = result;
    return bearing.has(method) ? { ...rest, ...uncached } : rest;
  }
  const known = { resultType: 'complete', ...result };
  if (bearing.has(method)) return { ...known, ...uncached };
  return cached.has(method) ? { ...uncached, ...known } : known;
}

const envelope: ReadonlySet<string> = new Set([
  meta.version,
  meta.clientInfo,
  meta.clientCapabilities,
  meta.logLevel,
]);

/** All that a server is told of a request for one address: a second one would be read as well. */
const addressFields: ReadonlySet<string> = new Set([
  'uri',
  '_meta',
  'inputResponses',
  'requestState',
]);

/** The parameters that a server gets; whatever else the host wrote is left out of a read. */
export const toldOf = (method: string, params: JsonObject): JsonObject =>
  method === 'resources/read'
    ? Object.fromEntries(Object.entries(params).filter(([key]) => addressFields.has(key)))
    : params;

/** The host's own `_meta` without what one revision wants of each request. */
export function withoutEnvelope(params: JsonObject): JsonObject {
  const given = own(params, '_meta');
  if (!isRecord(given)) return params;
  const { _meta: _, ...rest } = params;
  const left = Object.entries(given).filter(([key]) => !envelope.has(key));
  return left.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(left) };
}

/** Types of content blocks in every revision that is spoken here. */
const knownTypes: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
  'tool_use',
  'tool_result',
]);

const unknownContent = {
  type: 'text',
  text: '(Skillgate withheld content of an unknown type.)',
} as const;

/**
 * Withholds blocks of a type that is not known where a host looks for content. The attacker is a
 * server whose block is a link or an embedded resource to some lenient client and none to a walk
 * that looks for links: `Resource_Link`, a list of one type, or no type at all.
 */
function withKnownBlocks(method: string, message: JsonObject, sieve: ContentFilter): JsonObject {
  switch (method) {
    case 'tools/call':
      return withAsked(withContent(message, sieve), sieve);
    case 'prompts/get':
    case 'sampling/createMessage':
      return withAsked(withMessages(message, sieve), sieve);
    default:
      return withAsked(message, sieve);
  }
}

/** Requests for input stand in a result of the newer revision. */
function withAsked(message: JsonObject, sieve: ContentFilter): JsonObject {
  const asked = own(message, 'inputRequests');
  if (!isRecord(asked)) return message;
  const inputRequests = Object.fromEntries(
    Object.entries(asked).map(([key, request]) => {
      if (!isRecord(request)) return [key, request];
      const params = record(request, 'params');
      return text(request, 'method') === 'sampling/createMessage'
        ? [key, { ...request, params: withMessages(params, sieve) }]
        : [key, request];
    }),
  );
  return { ...message, inputRequests };
}

function withMessages(message: JsonObject, sieve: ContentFilter): JsonObject {
  if (!Array.isArray(own(message, 'messages'))) return message;
  const messages = list(message, 'messages').map((one) =>
    isRecord(one) ? withContent(one, sieve) : one,
  );
  return { ...message, messages };
}

/** `content` is a list of blocks, or in a message one block. */
function withContent(message: JsonObject, sieve: ContentFilter): JsonObject {
  const content = own(message, 'content');
  if (Array.isArray(content))
    return { ...message, content: content.map((block: unknown) => knownBlock(block, sieve)) };
  return isRecord(content) ? { ...message, content: knownBlock(content, sieve) } : message;
}

function knownBlock(block: unknown, sieve: ContentFilter): unknown {
  const type = isRecord(block) ? own(block, 'type') : undefined;
  const isShaped = type !== 'resource' || (isRecord(block) && isRecord(own(block, 'resource')));
  if (!isRecord(block) || !knownTypes.has(type) || !isShaped) {
    sieve.removed({ uri: isRecord(block) ? (text(block, 'uri') ?? '') : '' });
    return unknownContent;
  }
  return type === 'tool_result' ? withContent(block, sieve) : block;
}
