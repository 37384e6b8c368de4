import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { isObject, type Message } from './recorder.ts';

/** The revision whose handshake is `server/discover`. */
export const modern = '2026-07-28';
/** A server decides how many versions it names, and how long they are. */
const versionsKept = 50;
const versionsNamed = 6;
const versionChars = 40;

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter((item): item is string => typeof item === 'string')
    : [];

/** What an error for an unsupported version names beside it. */
export const versionsIn = (data: unknown): string[] =>
  isObject(data) ? textsIn(data['supported']) : [];

/** Every version that the answer to a question of the handshake names. */
export function versionsOf({ result, error }: Message): string[] {
  if (isObject(error)) return versionsIn(error['data']);
  if (!isObject(result)) return [];
  const { protocolVersion } = result;
  const one = typeof protocolVersion === 'string' ? [protocolVersion] : [];
  return [...one, ...textsIn(result['supportedVersions'])].slice(0, versionsKept);
}

/** What a server speaks and Skillgate does not; null where it named none, or one of ours. */
export function versionsText(versions: ReadonlySet<string>): string | null {
  const ours = new Set([modern, ...SUPPORTED_PROTOCOL_VERSIONS]);
  if (versions.size === 0 || [...versions].some((version) => ours.has(version))) return null;
  const named = [...versions].slice(0, versionsNamed).map((each) => each.slice(0, versionChars));
  return `The server speaks MCP ${named.join(', ')}; Skillgate speaks ${modern} and ${SUPPORTED_PROTOCOL_VERSIONS.at(-1) ?? ''} to ${LATEST_PROTOCOL_VERSION}.`;
}
