import { isObject, type WireMessage } from './recorder.ts';

/** The revision whose handshake is `server/discover`. */
export const modern = '2026-07-28';
/** A server decides how many versions it names, and how long they are. */
const versionsKept = 50;

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter((item): item is string => typeof item === 'string')
    : [];

/** What an error for an unsupported version names beside it. */
export const versionsIn = (data: unknown): string[] =>
  isObject(data) ? textsIn(data['supported']) : [];

/** Every version that the answer to a question of the handshake names. */
export function versionsOf({ result, error }: WireMessage): string[] {
  if (isObject(error)) return versionsIn(error['data']);
  if (!isObject(result)) return [];
  const { protocolVersion } = result;
  const one = typeof protocolVersion === 'string' ? [protocolVersion] : [];
  return [...one, ...textsIn(result['supportedVersions'])].slice(0, versionsKept);
}
