import { dirname } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { StoredSecret, StoredSecrets } from '../../core/import/secret-reference.ts';
import { nothing } from './vault-file.ts';
import { forgetLeft, hasLeft, leftIds, noteLeft } from './unused-keys.ts';
import type { KeyAccess, SecretVault } from './vault.ts';

/**
 * Secrets that `servers.json` refers to. What is new is here before that file refers to it, and
 * what is gone stays until it does not any more: whoever dies in between leaves a secret that is
 * not settled, and the file says what becomes of it.
 */
export interface ServerSecrets {
  /** All of them. The error is one sentence for people. Under a lock only 'at once'. */
  known(patience?: KeyAccess): Promise<StoredSecrets>;
  /**
   * Whether what is given here will be there tomorrow. Asks the keychain for the key, or makes the
   * first one, so that nobody does under a lock.
   */
  keeps(): Promise<boolean>;
  /**
   * Keeps new ones, at once, and looks whether they can be read from the disk. `leaving` are those
   * that the file will not refer to; where the vault cannot be opened they are noted beside it.
   * False where they cannot be kept.
   */
  take(added: Readonly<Record<string, StoredSecret>>, leaving: readonly string[]): Promise<boolean>;
  /** Whether the file has to say something of one of them. */
  isUnsettled(): Promise<boolean>;
  /** Drops what is not settled and not referred to, at once. */
  settle(referred: ReadonlySet<string>): Promise<void>;
  onChange(listener: () => void): () => void;
}

export function serverSecretsIn(vault: SecretVault): ServerSecrets {
  const folder = dirname(vault.path);
  const all = async (patience?: KeyAccess): Promise<StoredSecrets> => {
    const contents = await vault.read(patience);
    return contents.ok ? ok(contents.value.secrets) : err(contents.error.message);
  };
  return {
    known: all,
    async keeps() {
      if ((await vault.protection()) === 'session') return false;
      await vault.change((contents) => (contents === nothing ? { ...contents } : contents));
      return true;
    },
    async take(added, leaving) {
      const ids = Object.keys(added);
      if (ids.length + leaving.length === 0) return true;
      const kept = await vault.change(
        (contents) => ({
          ...contents,
          secrets: { ...contents.secrets, ...added },
          unsettled: [...new Set([...contents.unsettled, ...ids, ...leaving])],
        }),
        'at once',
      );
      if (!kept.ok) {
        if (leaving.length > 0) await noteLeft(folder, leaving);
        return false;
      }
      const back: Result<Readonly<Record<string, StoredSecret>>, string> = await all('at once');
      return back.ok && ids.every((id) => isSame(back.value[id], added[id]));
    },
    async isUnsettled() {
      const contents = await vault.read();
      return contents.ok && (contents.value.unsettled.length > 0 || (await hasLeft(folder)));
    },
    async settle(referred) {
      const left = await leftIds(folder);
      // What can’t be written now is not settled the next time, either.
      const done = await vault.change((contents) => {
        const open = [...contents.unsettled, ...left];
        const gone = new Set(
          open.filter((id) => !referred.has(id) && Object.hasOwn(contents.secrets, id)),
        );
        if (contents.unsettled.length === 0 && gone.size === 0) return contents;
        return {
          ...contents,
          secrets: Object.fromEntries(
            Object.entries(contents.secrets).filter(([id]) => !gone.has(id)),
          ),
          unsettled: [],
        };
      }, 'at once');
      if (done.ok) await forgetLeft(folder);
    },
    onChange: (listener) => vault.onChange(listener),
  };
}

const isSame = (one: StoredSecret | undefined, other: StoredSecret | undefined): boolean =>
  one !== undefined && one.value === other?.value && one.use === other.use;
