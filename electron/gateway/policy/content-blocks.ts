import { isRecord, own } from '../../core/json.ts';
import type { ContentFilter } from './contents.ts';
import { list, record, text, type JsonObject } from './message.ts';

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
export function withKnownBlocks(
  method: string,
  message: JsonObject,
  sieve: ContentFilter,
): JsonObject {
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
