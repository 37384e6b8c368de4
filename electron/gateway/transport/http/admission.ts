import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, own } from '../../../core/json.ts';
import { meta } from '../../policy/era.ts';
import { record, text, type JsonObject } from '../../policy/message.ts';

/** Who has the other end of a connection, as far as the system says. */
export type ConnectionOwner = 'ours' | 'another' | 'unknown';

/**
 * Who may speak to the port. The attackers are pages in this person's browser (a name of theirs
 * may lead to 127.0.0.1) and other users of this machine: a page always says where it is from, and
 * another user may hold a key that a host showed to a port of theirs, but can't be this user. Null
 * lets it in; otherwise why not, for the log.
 */
export function refusalOf(
  headers: IncomingHttpHeaders,
  port: number,
  keys: readonly string[],
  owner: ConnectionOwner,
): 'host' | 'origin' | 'user' | 'key' | null {
  const here = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  if (!here.has(headers.host ?? '')) return 'host';
  const { origin } = headers;
  if (origin !== undefined && !(origin.startsWith('http://') && here.has(origin.slice(7))))
    return 'origin';
  if (owner === 'another') return 'user';
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const digest = digestOf(given);
  return keys.some((key) => timingSafeEqual(digest, digestOf(key))) ? null : 'key';
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Where a method's `Mcp-Name` comes from. */
const nameParams: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export const headerMismatch = -32_020;

/**
 * Compares the headers of a request of the newer revision with its body: a proxy in front of a
 * server decides by the headers, which must not tell it something else than the server reads. Null
 * when they agree.
 */
export function headersDisagree(headers: IncomingHttpHeaders, message: JsonObject): string | null {
  const claimed = text(record(record(message, 'params'), '_meta'), meta.version);
  const version = headers['mcp-protocol-version'];
  if (version !== claimed) return 'MCP-Protocol-Version doesn’t match the body.';
  const method = text(message, 'method');
  if (own(message, 'id') === undefined) return null;
  if (headers['mcp-method'] !== method) return 'Mcp-Method is not the method of the body.';
  const field =
    method !== null && Object.hasOwn(nameParams, method) ? nameParams[method] : undefined;
  if (field === undefined) return null;
  const name = text(record(message, 'params'), field);
  return name === null || decoded(headers['mcp-name']) === name
    ? null
    : `Mcp-Name is not params.${field} of the body.`;
}

/** `=?base64?…?=` stands for what a header cannot hold. */
function decoded(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const value = header.trim();
  const wrapped = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return wrapped === undefined ? value : Buffer.from(wrapped, 'base64').toString('utf8');
}

/** The message claims to be of the newer revision: each of its requests says so itself. */
export const claimsModern = (message: unknown): message is JsonObject =>
  isRecord(message) && own(record(record(message, 'params'), '_meta'), meta.version) !== undefined;
