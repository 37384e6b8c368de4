import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok } from '../../../shared/result.ts';
import type { CredentialStore, SecretKeeping } from '../../engine/ports/credentials.ts';
import type { StoredServers } from '../servers.ts';
import type { ServerSecrets } from './server-secrets.ts';
import type { SecretVault } from './vault.ts';

interface Around {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The command line as another program starts it; null: unknown, and so no keychain. */
  readonly command: { readonly command: string; readonly args: readonly string[] } | null;
  /** The keychain has not answered for a moment: a person may not have seen what it asks. */
  readonly onWait?: () => void;
}

/** The vault of this program, of which nothing is loaded before somebody asks for a secret. */
export interface VaultOnUse {
  open(): Promise<SecretVault>;
  readonly secrets: ServerSecrets;
  readonly credentials: CredentialStore;
}

interface Opened {
  readonly vault: SecretVault;
  readonly secrets: ServerSecrets;
  readonly credentials: CredentialStore;
}

export function vaultOnUse(around: Around): VaultOnUse {
  const listeners = new Set<() => void>();
  let opened: Promise<Opened> | null = null;
  const load = async (): Promise<Opened> => {
    const [{ openVault }, { serverSecretsIn }, { grantsIn }, keychain] = await Promise.all([
      import('./vault.ts'),
      import('./server-secrets.ts'),
      import('./grants.ts'),
      keychainOf(around),
    ]);
    const vault = openVault(around.folder, {
      keychain,
      ...(around.onWait && { onWait: around.onWait }),
    });
    if (listeners.size > 0) vault.onChange(tell);
    return {
      vault,
      secrets: serverSecretsIn(vault),
      credentials: grantsIn(vault, around.folder),
    };
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const secrets = async (): Promise<ServerSecrets> => (await (opened ??= load())).secrets;
  const credentials = async (): Promise<CredentialStore> => (await (opened ??= load())).credentials;
  const file = join(around.folder, 'credentials.json');
  const isEmpty = async (): Promise<boolean> =>
    opened === null && (await lstat(file).catch(() => null)) === null;
  return {
    open: async () => (await (opened ??= load())).vault,
    credentials: {
      protection: async () => (await credentials()).protection(),
      // Every connection asks; most people have none.
      grants: async (resource) =>
        (await isEmpty()) ? ok([]) : (await credentials()).grants(resource),
      put: async (grant) => (await credentials()).put(grant),
      drop: async (resource, issuer) =>
        (await isEmpty()) ? ok(undefined) : (await credentials()).drop(resource, issuer),
      // Asked by what goes on living, such as a window.
      onChange(listener) {
        let isOver = false;
        let stop = (): void => {
          isOver = true;
        };
        void credentials().then((store) => {
          if (!isOver) stop = store.onChange(listener);
        });
        return () => stop();
      },
      exclusively: async (resource, work) => (await credentials()).exclusively(resource, work),
    },
    secrets: {
      known: async (patience) => (await secrets()).known(patience),
      keeps: async () => (await secrets()).keeps(),
      take: async (...given) => (await secrets()).take(...given),
      isUnsettled: async () => (await secrets()).isUnsettled(),
      settle: async (referred) => (await secrets()).settle(referred),
      onChange(listener) {
        const isFirst = listeners.size === 0;
        listeners.add(listener);
        if (isFirst) void opened?.then(({ vault }) => vault.onChange(tell));
        return () => void listeners.delete(listener);
      },
    },
  };
}

async function keychainOf({ platform, env, command }: Around) {
  if (command === null || env['SKILLGATE_KEYCHAIN'] === 'none') return null;
  // Without a bus nobody can be asked: a server, a container, most logins over SSH.
  if (platform === 'linux' && !env['DBUS_SESSION_BUS_ADDRESS'] && !env['XDG_RUNTIME_DIR'])
    return null;
  return (await import('./system-keychain.ts')).systemKeychain(command, env);
}

/** `servers`: null where this run's list comes from a `--config` file, which is never written. */
export function secretKeeping(
  { open }: VaultOnUse,
  servers: Pick<StoredServers, 'protect' | 'inTheClear'> | null,
): SecretKeeping {
  return {
    async state() {
      const vault = await open();
      const contents = await vault.read();
      return {
        protection: await vault.protection(),
        path: vault.path,
        problem: contents.ok ? null : contents.error.message,
        clear: (await servers?.inTheClear()) ?? [],
      };
    },
    async keepKeyIn(place) {
      const moved = await (await open()).moveKey(place);
      if (!moved.ok) return err(moved.error.message);
      await servers?.protect();
      return ok(undefined);
    },
  };
}
