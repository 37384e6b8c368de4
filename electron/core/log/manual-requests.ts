import { err, ok, type Result } from '../../../shared/result.ts';
import { masked, maskSecrets } from '../import/mask.ts';
import { isRecord } from '../json.ts';
import { escapedInvisible } from '../text.ts';
import { deepestNesting, isNestedDeeper } from '../json-text.ts';
import type { LogEntry } from './entry.ts';

/**
 * Every method that a person may send by hand: those that only read. A closed set, never a pattern:
 * a server's own `skills/push` or `resources/delete` starts the same way and has effects.
 */
export const readingMethods = [
  'skills/list',
  'skills/get',
  'skills/read',
  'skills/read_reference',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/directory/read',
  'completion/complete',
  'prompts/list',
  'tools/list',
] as const;
const reading: ReadonlySet<string> = new Set(readingMethods);
/** From this revision on there is no `ping`. */
const withoutPing = '2026-07-28';
const mostParams = 1024 * 1024;

export interface ByHand {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The methods that may be sent by hand to a server with this revision. */
export const methodsFor = (protocolVersion: string): readonly string[] =>
  hasPing(protocolVersion) ? [...readingMethods, 'ping'] : readingMethods;

const hasPing = (protocolVersion: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(protocolVersion) && protocolVersion < withoutPing;

/** Why a method can't be sent by hand; null if it can. */
export function notByHand(method: string, protocolVersion: string): string | null {
  if (reading.has(method)) return null;
  if (method === 'ping')
    return hasPing(protocolVersion) ? null : 'The protocol revision this server uses has no ping.';
  return 'You can only send read-only requests. This method may change something.';
}

/**
 * A request as the person typed it; the error belongs next to the field. `params` is JSON text,
 * empty for none.
 */
export function byHand(
  method: string,
  params: string,
  protocolVersion: string,
): Result<ByHand, string> {
  const refused = notByHand(method, protocolVersion);
  if (refused !== null) return err(refused);
  if (params.trim() === '') return ok({ method, params: {} });
  if (params.length > mostParams) return err('The parameters are longer than 1 MiB.');
  let value: unknown;
  try {
    value = JSON.parse(params);
  } catch (error) {
    return err(`This is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!isRecord(value)) return err('The parameters must be a JSON object: { … }');
  if (isNestedDeeper(value, deepestNesting))
    return err(`The parameters are nested deeper than ${deepestNesting} levels.`);
  if (JSON.stringify(value).includes(masked))
    return err(`A secret is masked here (${masked}). Enter its value or remove the field.`);
  return ok({ method, params: value });
}

/** Why a row's request can't be sent again by hand; null if it can. */
export function notSentAgain(
  { kind, direction, method }: Pick<LogEntry, 'kind' | 'direction' | 'method'>,
  protocolVersion: string | null,
): string | null {
  if (kind !== 'exchange' || direction !== 'sent') return 'Only requests can be sent again.';
  if (protocolVersion === null) return 'The server isn’t connected.';
  return notByHand(method, protocolVersion);
}

/** What newer revisions add to `_meta` automatically. */
const ownMeta = 'io.modelcontextprotocol/';

/**
 * The parameters of a recorded request without those that every request carries; null: not kept in
 * full.
 */
export function paramsOf(raw: string | null): Readonly<Record<string, unknown>> | null {
  if (raw === null) return null;
  let message: unknown;
  try {
    message = JSON.parse(raw);
  } catch {
    return null;
  }
  const params = isRecord(message) ? (message['params'] ?? {}) : null;
  if (!isRecord(params)) return null;
  const { _meta: meta, ...rest } = params;
  if (!isRecord(meta)) return params;
  const kept = Object.entries(meta).filter(([name]) => !name.startsWith(ownMeta));
  return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
}

/**
 * Parameters as text for a field: secrets masked, and invisible characters as JSON escapes, so that
 * they're visible and sent unchanged.
 */
export function editable(
  params: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): string {
  return escapedInvisible(maskSecrets(JSON.stringify(params, null, 2), secrets));
}
