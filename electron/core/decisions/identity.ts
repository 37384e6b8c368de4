import {
  identityKey as keyOf,
  identityWith,
  type ServerConfig,
} from '../../../shared/host/identity.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { sha256 } from '../digest.ts';

/**
 * The identity of a configured server, the same in every program that reads approvals, whatever its
 * label. Null if the entry names no server that could have one.
 */
export const identityOf = (config: ServerConfig): Identity | null => identityWith(sha256, config);

const keys = new WeakMap<Identity, string>();

/** A string that two identities share exactly when they are the same server. */
export function identityKey(identity: Identity): string {
  // Called once per skill of a server.
  let key = keys.get(identity);
  if (key === undefined) keys.set(identity, (key = keyOf(identity)));
  return key;
}

export function sameIdentity(a: Identity, b: Identity): boolean {
  return identityKey(a) === identityKey(b);
}

const pins = new WeakMap<Identity, string>();

/**
 * The value for the gateway's `--identity`, and a decision's name for its server: `sha256:…`, one
 * text per server. A command uses the fingerprint in its records; an address uses a hash of its
 * key, so that an app's file doesn't show the address a second time.
 */
export function identityPin(identity: Identity): string {
  if (identity.kind === 'stdio') return identity.fingerprint;
  // Called once per row.
  let pin = pins.get(identity);
  if (pin === undefined) pins.set(identity, (pin = sha256(identityKey(identity))));
  return pin;
}

/** The same for a value that may be null. */
export const pinOf = (identity: Identity | null): string | null =>
  identity === null ? null : identityPin(identity);
