import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import {
  mostGrants,
  type CredentialProblem,
  type CredentialStore,
  type SignInGrant,
} from '../../engine/ports/credentials.ts';
import { withLock } from '../disk/lock.ts';
import type { VaultContents, VaultProblem } from './vault-file.ts';
import type { SecretVault } from './vault.ts';

/** For another process to have its tokens renewed (ms). */
const longestMs = 30_000;

/**
 * Sign-ins in the vault; in memory, for this session, where nothing protects a file. `folder` is
 * the data folder, for locks.
 */
export function grantsIn(vault: SecretVault, folder: string, waitMs = longestMs): CredentialStore {
  const session = sessionCredentials();
  const listeners = new Set<() => void>();
  let stop: (() => void) | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const changed = (
    done: Result<void, VaultProblem>,
  ): Result<void, CredentialProblem | 'session'> => {
    if (!done.ok) return err(done.error.reason);
    tell();
    return ok(undefined);
  };
  return {
    protection: () => vault.protection(),
    async grants(resource) {
      const here = await session.grants(resource);
      const contents = await vault.read();
      if (!contents.ok)
        // A file that was there is not what was kept meanwhile; without one there is nothing else.
        return contents.error.reason === 'session' ? here : err(contents.error.reason);
      const kept = contents.value.grants.filter(isGrant).filter(isOf(resource, null));
      return ok([...(here.ok ? here.value : []), ...kept]);
    },
    async put(grant) {
      const same = isOf(grant.resource, grant.issuer);
      const done = changed(
        await vault.change((contents) => {
          const others = contents.grants.filter((one) => !(isGrant(one) && same(one)));
          const beside = others
            .filter((one) => isGrant(one) && one.resource === grant.resource)
            .slice(0, mostGrants - 1);
          const stays = (one: (typeof others)[number]): boolean =>
            one['resource'] !== grant.resource || beside.includes(one);
          return { ...contents, grants: [{ ...grant }, ...others.filter(stays)] };
        }),
      );
      if (done.ok) return ok(undefined);
      if (done.error !== 'session') return err(done.error);
      const put = await session.put(grant);
      tell();
      return put;
    },
    async drop(resource, issuer) {
      await session.drop(resource, issuer);
      const gone = isOf(resource, issuer);
      const done = changed(
        await vault.change((contents): VaultContents => {
          const grants = contents.grants.filter((one) => !(isGrant(one) && gone(one)));
          return grants.length === contents.grants.length ? contents : { ...contents, grants };
        }),
      );
      if (done.ok) return ok(undefined);
      return done.error === 'session' ? ok(undefined) : err(done.error);
    },
    onChange(listener) {
      listeners.add(listener);
      stop ??= vault.onChange(tell);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    async exclusively(resource, work) {
      const name = createHash('sha256').update(resource).digest('hex').slice(0, 16);
      const locked = await withLock(join(folder, `credentials-${name}.lock`), work, waitMs);
      if (locked.ok) return locked;
      if (locked.error.reason === 'locked') return err('busy');
      // What is kept in memory alone is nobody else's.
      return (await vault.protection()) === 'session'
        ? session.exclusively(resource, work)
        : err('unwritable');
    },
  };
}

const isGrant = (value: Readonly<Record<string, unknown>>): value is SignInGrant & typeof value =>
  typeof value['resource'] === 'string' && typeof value['issuer'] === 'string';

const isOf =
  (resource: string, issuer: string | null) =>
  (grant: SignInGrant): boolean =>
    grant.resource === resource && (issuer === null || grant.issuer === issuer);

/**
 * Credentials in memory: what there is where no keychain can protect more. Gone with the process.
 */
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
