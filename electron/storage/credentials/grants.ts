import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import {
  mostGrants,
  type CredentialProblem,
  type CredentialStore,
  type SignInGrant,
} from '../../engine/ports/credentials.ts';
import { watchedListeners } from '../disk/folder-watch.ts';
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
  const listeners = watchedListeners(() => vault.onChange(listeners.tell));
  const changed = (
    done: Result<void, VaultProblem>,
  ): Result<void, CredentialProblem | 'session'> => {
    if (!done.ok) return err(done.error.reason);
    listeners.tell();
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
      const done = changed(
        await vault.change((contents) => ({
          ...contents,
          grants: withGrant(contents.grants, grant),
        })),
      );
      if (done.ok) return ok(undefined);
      if (done.error !== 'session') return err(done.error);
      const put = await session.put(grant);
      listeners.tell();
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
    onChange: listeners.add,
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

/** In the place of that of the same resource and issuer; of the resource the oldest goes. */
function withGrant(
  kept: VaultContents['grants'],
  grant: SignInGrant,
): Readonly<Record<string, unknown>>[] {
  const isSame = isOf(grant.resource, grant.issuer);
  const others = kept.filter((one) => !(isGrant(one) && isSame(one)));
  const beside = others
    .filter((one) => isGrant(one) && one.resource === grant.resource)
    .slice(0, mostGrants - 1);
  const stays = (one: (typeof others)[number]): boolean =>
    one['resource'] !== grant.resource || beside.includes(one);
  return [{ ...grant }, ...others.filter(stays)];
}

/**
 * Credentials in memory: what there is where no keychain can protect more. Gone with the process.
 */
export function sessionCredentials(): CredentialStore {
  let kept: VaultContents['grants'] = [];
  const listeners = watchedListeners(() => () => {});
  const turns = new Map<string, Promise<unknown>>();
  const change = (next: VaultContents['grants']) => {
    kept = next;
    listeners.tell();
    return ok(undefined);
  };
  return {
    protection: async () => 'session',
    grants: async (resource) => ok(kept.filter(isGrant).filter(isOf(resource, null))),
    put: async (grant) => change(withGrant(kept, grant)),
    drop: async (resource, issuer) => {
      const gone = isOf(resource, issuer);
      return change(kept.filter((one) => !(isGrant(one) && gone(one))));
    },
    onChange: listeners.add,
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
