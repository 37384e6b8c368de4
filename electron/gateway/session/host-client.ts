import { meta, versions, type ProtocolEra } from '../policy/era.ts';
import { record, text, type RpcId, type JsonObject, type RpcRequest } from '../policy/message.ts';

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
export type SessionOpening =
  | { readonly kind: 'host'; readonly host: HostClient }
  | { readonly kind: 'unsupported'; readonly requested: string };

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
