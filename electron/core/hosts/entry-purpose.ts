import type { HostId } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { identityOf, identityPin } from '../decisions/identity.ts';
import { nowhere } from '../import/foreign/config-origin.ts';
import { respelled } from '../import/foreign/standard.ts';
import { asItsProgramReads } from '../import/implied-type.ts';
import { targetKeys, parseServerEntry, type RawServerEntry } from '../import/server-entry.ts';
import type { ServerConfig } from '../server-config.ts';
import { gatewayEntry, type GatewayEntry } from './gateway-entry.ts';

/** What an app's entry starts or contacts. */
export type EntryPurpose =
  | {
      readonly kind: 'gateway';
      readonly gateway: GatewayEntry;
      /** Fields with everything that is started. */
      readonly config: Extract<ServerConfig, { type: 'stdio' }>;
    }
  | { readonly kind: 'server'; readonly config: ServerConfig; readonly pin: string };

/** Fields where an app says it will fill in something that only it has. */
const hostsOwn: readonly string[] = [
  'bearer_token_env_var',
  'env_http_headers',
  'env_vars',
  'env_keys',
  'envFile',
  'headersHelper',
  'oauth',
  'auth',
  'authProviderType',
  'requestOptions',
];

/**
 * What an entry means, if Skillgate can do the same in the app's place. The error is one sentence
 * without secrets. `host` settles what an entry leaves open.
 */
export function carried(entry: RawServerEntry, host: HostId | null): Result<EntryPurpose, string> {
  const config = parseServerEntry(respelledEntry(asItsProgramReads(entry, host), host));
  if (!config.ok) return config;
  const gateway = gatewayEntry(config.value);
  if (gateway !== null && config.value.type === 'stdio')
    return ok({ kind: 'gateway', gateway, config: config.value });
  const own = hostsOwn.find((key) => isSaid(entry[key]));
  if (own !== undefined)
    return err(`${own} can be filled in only by the app; enter the value itself`);
  if (config.value.type === 'well-known') return err('it isn’t an MCP server');
  const identity = identityOf(config.value);
  return identity === null
    ? err('it names no server that decisions can be tied to')
    : ok({ kind: 'server', config: config.value, pin: identityPin(identity) });
}

/** With placeholders that only the app can fill in spelled so that they're recognized. */
const respelledEntry = (entry: RawServerEntry, host: HostId | null): RawServerEntry =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      targetKeys.has(key) ? respelled(value, key, { ...nowhere, program: host }) : value,
    ]),
  );

function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
