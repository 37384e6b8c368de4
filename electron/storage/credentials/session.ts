import { ok } from '../../../shared/result.ts';
import {
  mostGrants,
  type CredentialStore,
  type SignInGrant,
} from '../../engine/ports/credentials.ts';

/** Credentials in memory: what there is where no keychain can protect more. Gone with the process. */
export function sessionCredentials(): CredentialStore {
  let kept: readonly SignInGrant[] = [];
  const listeners = new Set<() => void>();
  const turns = new Map<string, Promise<unknown>>();
  const change = (next: readonly SignInGrant[]) => {
    kept = next;
    for (const listener of listeners) listener();
    return ok(undefined);
  };
  const isOf =
    (resource: string, issuer: string | null) =>
    (grant: SignInGrant): boolean =>
      grant.resource === resource && (issuer === null || grant.issuer === issuer);
  return {
    protection: async () => 'session',
    grants: async (resource) => ok(kept.filter(isOf(resource, null))),
    put: async (grant) => {
      const same = isOf(grant.resource, grant.issuer);
      const others = kept.filter((one) => !same(one));
      const beside = others.filter(isOf(grant.resource, null)).slice(0, mostGrants - 1);
      const stays = (one: SignInGrant): boolean =>
        one.resource !== grant.resource || beside.includes(one);
      return change([grant, ...others.filter(stays)]);
    },
    drop: async (resource, issuer) => {
      const gone = isOf(resource, issuer);
      return change(kept.filter((one) => !gone(one)));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    exclusively(resource, work) {
      const run = async () => ok(await work());
      const turn = (turns.get(resource) ?? Promise.resolve()).then(run, run);
      turns.set(
        resource,
        turn.then(
          () => {},
          () => {},
        ),
      );
      return turn;
    },
  };
}
