import {
  specTypeSchemas,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import { isRecord, own } from '../core/json.ts';
import { describe } from '../core/problem.ts';
import type { WireMessage } from './recorder.ts';
import { modern } from './versions.ts';

/** Requests whose answers say who the server is. */
export type HelloMethod = 'initialize' | 'server/discover';

const extensionId = 'io.modelcontextprotocol/skills';

/** A server says something of itself that no client can take. */
export class HelloError extends Error {}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

/**
 * The server's first answer as the SDK takes it. How it declares the extension, and its resources,
 * is what its author wants to be told of: where that is malformed it is left out here, and stands
 * in the answer that was kept. Whatever else is malformed nobody would hear of: then it throws a
 * HelloError that names it. The server chose all of it.
 */
export function forSdk(method: HelloMethod, hello: WireMessage): WireMessage {
  let taken = hello;
  for (const { path, expected } of issuesIn(method, hello)) {
    // The rest of it is the SDK's to judge, as it always was.
    if (!judged.has(path[0])) continue;
    if (!isLookedAt(path)) throw new HelloError(wordsFor(method, hello, path, expected));
    taken = without(taken, path);
  }
  return taken;
}

function issuesIn(method: HelloMethod, hello: WireMessage): Issue[] {
  const schema =
    method === 'initialize' ? specTypeSchemas.InitializeResult : specTypeSchemas.DiscoverResult;
  const result = schema['~standard'].validate(hello);
  // Both check at once; what is not known yet is for the SDK to say.
  if (result instanceof Promise || result.issues === undefined) return [];
  return result.issues.map((issue) => ({
    path: (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part)),
    expected: 'expected' in issue && typeof issue.expected === 'string' ? issue.expected : '',
  }));
}

const judged: ReadonlySet<PropertyKey | undefined> = new Set([
  'capabilities',
  'serverInfo',
  'instructions',
]);

/** A check of the server, or advice for its author, is about this declaration. */
const isLookedAt = ([first, second, third, ...deeper]: Issue['path']): boolean =>
  first === 'capabilities' &&
  deeper.length === 0 &&
  (third === undefined
    ? second === 'extensions' || second === 'resources'
    : third === extensionId && (second === 'extensions' || second === 'experimental'));

function without(value: WireMessage, [key, ...deeper]: Issue['path']): WireMessage {
  if (typeof key !== 'string') return value;
  const { [key]: part, ...rest } = value;
  if (deeper.length === 0 || !isRecord(part)) return rest;
  return { ...value, [key]: without(part, deeper) };
}

const wanted: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'an array',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
};

function wordsFor(
  method: HelloMethod,
  hello: WireMessage,
  path: Issue['path'],
  expected: string,
): string {
  const value = path.reduce<unknown>(
    (part, key) =>
      Array.isArray(part)
        ? (part as unknown[])[Number(key)]
        : isRecord(part)
          ? own(part, String(key))
          : undefined,
    hello,
  );
  const place = path
    .map(String)
    .map((key, at) =>
      /^[A-Za-z_]\w*$/.test(key) ? `${at === 0 ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`,
    )
    .join('');
  const belongs = wanted[expected];
  const why = belongs === undefined ? 'which is not allowed there' : `where ${belongs} belongs`;
  return `The server’s answer to ${method} can’t be used: ${place} is ${describe(value)}, ${why}.`;
}

const versionsNamed = 6;
const versionChars = 40;

/** What a server speaks and Skillgate does not; null where it named none, or one of ours. */
export function versionsText(versions: ReadonlySet<string>): string | null {
  const ours = new Set([modern, ...SUPPORTED_PROTOCOL_VERSIONS]);
  if (versions.size === 0 || [...versions].some((version) => ours.has(version))) return null;
  const named = [...versions].slice(0, versionsNamed).map((each) => each.slice(0, versionChars));
  return (
    `The server supports MCP ${named.join(', ')}; Skillgate supports ${modern} ` +
    `and ${SUPPORTED_PROTOCOL_VERSIONS.at(-1) ?? ''} to ${LATEST_PROTOCOL_VERSION}.`
  );
}
