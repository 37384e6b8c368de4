import { isRecord, own } from '../../core/json.ts';
import { meta, versions, type ProtocolEra } from '../policy/methods.ts';
import { record, text, type RpcId, type JsonObject, type RpcRequest } from '../policy/message.ts';
import type { ContentFilter } from '../policy/contents.ts';
import type { ServerConnection } from './server-connection.ts';

/** A host as it introduced itself. Its words are relayed and shown, never matched on. */
export interface HostClient {
  readonly era: ProtocolEra;
  /** The revision that it is spoken with. */
  readonly version: string;
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
}

/** The way back to a host. `related`: the request of the host's that a message belongs to. */
export type SendToHost = (message: JsonObject, related: RpcId | null) => void;

/** How a request opens a session: as which host, or why it cannot. */
type SessionOpening =
  | { readonly kind: 'host'; readonly host: HostClient }
  | { readonly kind: 'unsupported'; readonly requested: string }
  /** It lacks what every request of its revision carries; `reason` is for its developer. */
  | { readonly kind: 'incomplete'; readonly reason: string };

/**
 * What's missing from the `_meta` of a request of the 2026-07-28 revision (base protocol, `_meta`
 * envelope), or null. Without capabilities nobody knows what the server may ask this client for.
 */
export const incompleteEnvelope = (said: JsonObject): string | null =>
  isRecord(own(said, meta.clientCapabilities))
    ? null
    : `_meta lacks ${meta.clientCapabilities}, which every request of this revision carries.`;

/**
 * Who is asking, from the first request: the newer revision says it in the `_meta` of each, the
 * older ones in `initialize`. What says nothing is of the older era.
 */
export function openingOf({ method, params }: RpcRequest): SessionOpening {
  const said = record(params, '_meta');
  const claimed = text(said, meta.version);
  if (claimed !== null) {
    if (!(versions.modern as readonly string[]).includes(claimed))
      return { kind: 'unsupported', requested: claimed };
    const reason = incompleteEnvelope(said);
    if (reason !== null) return { kind: 'incomplete', reason };
    return {
      kind: 'host',
      host: {
        era: 'modern',
        version: claimed,
        info: record(said, meta.clientInfo),
        capabilities: record(said, meta.clientCapabilities),
      },
    };
  }
  const asked = method === 'initialize' ? text(params, 'protocolVersion') : null;
  const known = (versions.legacy as readonly string[]).find((version) => version === asked);
  return {
    kind: 'host',
    host: {
      era: 'legacy',
      version: known ?? versions.legacy[0],
      info: record(params, 'clientInfo'),
      capabilities: record(params, 'capabilities'),
    },
  };
}

/** What requests are passed on between, and what is left out of answers. */
export interface RelayingParts {
  readonly host: HostClient;
  readonly upstream: ServerConnection;
  readonly send: SendToHost;
  /** Requests of one era's `host` may be of several programs. */
  readonly isShared: boolean;
  readonly sieve: (where: string) => ContentFilter;
}
