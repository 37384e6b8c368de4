import {
  identityKey as keyOf,
  identityWith,
  type ServerConfig,
} from '../../../shared/host/identity.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { sha256 } from '../digest.ts';

/**
 * Who a configured server is, the same in every program that reads approvals, whatever its
 * label; null when the entry names no server that could have one.
 */
export const identityOf = (config: ServerConfig): Identity | null => identityWith(sha256, config);

const keys = new WeakMap<Identity, string>();

/** A string that two identities share exactly when they are the same server. */
export function identityKey(identity: Identity): string {
  // Asked once per skill of a server.
  let key = keys.get(identity);
  if (key === undefined) keys.set(identity, (key = keyOf(identity)));
  return key;
}

export function sameIdentity(a: Identity, b: Identity): boolean {
  return identityKey(a) === identityKey(b);
}

const pins = new WeakMap<Identity, string>();

/**
 * What `--identity` of the gateway takes, and what a decision names its server by: `sha256:…`, one
 * text for one server. Of a command it is the fingerprint that records have; of an address it is
 * made of its key, so that a host's file shows no address a second time.
 */
export function identityPin(identity: Identity): string {
  if (identity.kind === 'stdio') return identity.fingerprint;
  // Asked once per row.
  let pin = pins.get(identity);
  if (pin === undefined) pins.set(identity, (pin = sha256(identityKey(identity))));
  return pin;
}

/** The same where there may be none. */
export const pinOf = (identity: Identity | null): string | null =>
  identity === null ? null : identityPin(identity);
