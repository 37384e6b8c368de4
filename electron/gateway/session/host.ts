import { meta, versions, type Era } from '../policy/era.ts';
import { record, text, type Id, type Json, type Request } from '../policy/message.ts';

/** A host as it introduced itself. Its words are relayed and shown, never matched on. */
export interface Host {
  readonly era: Era;
  /** The revision that it is spoken with. */
  readonly version: string;
  readonly info: Json;
  readonly capabilities: Json;
}

/** The way back to a host. `related`: the request of the host's that a message belongs to. */
export type Send = (message: Json, related: Id | null) => void;

/** How a request opens a session: as which host, or why it cannot. */
export type Opening =
  | { readonly kind: 'host'; readonly host: Host }
  | { readonly kind: 'unsupported'; readonly requested: string };

/**
 * Who is asking, from the first request: the newer revision says it in the `_meta` of each, the
 * older ones in `initialize`. What says nothing is of the older era.
 */
export function openingOf({ method, params }: Request): Opening {
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
