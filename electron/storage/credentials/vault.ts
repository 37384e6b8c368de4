import { join } from 'node:path';
import { ok, type Result } from '../../../shared/result.ts';
import { stampAt } from '../approvals/file.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import type { FileStamp } from '../disk/bounded-read.ts';
import { watchedListeners, watchFolder } from '../disk/folder-watch.ts';
import {
  nothing,
  type VaultContents,
  type VaultFile,
  type VaultProblem,
  type VaultProtection,
  vaultFileAt,
} from './vault-file.ts';
import { type SealedFile, type VaultKey, keyFileAt } from './envelope.ts';
import type { SystemKeychain } from './keychain.ts';
import { keyringIn } from './keyring.ts';
import { VaultKeys } from './vault-keys.ts';

/** While a keychain may be asking a person (ms): then the program goes on without. */
const defaultWaitMs = 8_000;

/**
 * 'at once': by a key that is known, and without asking a keychain, which others would wait for.
 */
export type KeyAccess = 'asks' | 'at once';

/** The person's secrets: one encrypted file, and the way to its key. */
export interface SecretVault {
  readonly path: string;
  protection(): Promise<VaultProtection>;
  /** What is in the file now; nothing where there is none. */
  read(patience?: KeyAccess): Promise<Result<VaultContents, VaultProblem>>;
  /**
   * Changes it under its lock. The same object back writes nothing. A file that cannot be opened is
   * never overwritten.
   */
  change(
    edit: (contents: VaultContents) => VaultContents,
    patience?: KeyAccess,
  ): Promise<Result<void, VaultProblem>>;
  /** Another process changed it, or the keychain gave the key at last. */
  onChange(listener: () => void): () => void;
  /** Puts the key into the keychain or into a file of its own, and takes it from where it was. */
  moveKey(to: 'keychain' | 'file'): Promise<Result<void, VaultProblem>>;
}

export interface VaultOptions {
  /** Null: there is none. */
  readonly keychain: SystemKeychain | null;
  readonly waitMs?: number;
  /** Called when a keychain has not answered for a moment, once. */
  readonly onWait?: () => void;
  readonly disk?: FileSystem;
}

/** The vault of a data folder. Reads nothing and asks nobody before it is used. */
export function openVault(folder: string, options: VaultOptions): SecretVault {
  const { keychain, waitMs = defaultWaitMs, onWait, disk = nodeDisk } = options;
  const path = join(folder, 'credentials.json');
  const listeners = watchedListeners(() => watch());
  const file = vaultFileAt(path, disk);
  const keys = new VaultKeys({
    file,
    keyFile: keyFileAt(join(folder, 'credentials-key'), disk),
    keyring: keyringIn(keychain, { waitMs, onLate: listeners.tell, ...(onWait && { onWait }) }),
    lock: join(folder, 'credentials-keys.lock'),
    lockWaitMs: waitMs + 2_000,
  });
  let known: FileStamp | null = null;
  /**
   * The last change of this process: while it's on its way, the file may have a stamp that isn't
   * known yet.
   */
  let writing: Promise<unknown> = Promise.resolve();

  const change: SecretVault['change'] = async (edit, patience = 'asks') => {
    for (;;) {
      const there = await sealedFile(file, keys, patience === 'asks');
      if (!there.ok) return there;
      if (there.value === null && edit(nothing) === nothing) return ok(undefined);
      const key = there.value?.key;
      const write = async (): ReturnType<typeof file.replace> => {
        // Before the lock: nobody may have to wait for a person's answer to somebody else's dialog.
        const written =
          key === undefined
            ? await keys.first(patience === 'asks', (first) => file.replace(null, first, edit))
            : await file.replace(key, key, edit);
        if (written.ok) known = written.value ?? known;
        return written;
      };
      const work = write();
      writing = work.catch(() => undefined);
      const written = await work;
      if (written.ok) return ok(undefined);
      const { error } = written;
      if (error !== 'moved') return { ok: false, error };
    }
  };

  const watch = (): (() => void) => {
    const look = async (): Promise<void> => {
      let before: Promise<unknown>;
      let now: FileStamp | null;
      do {
        before = writing;
        await before;
        now = await stampAt(path, disk).catch(() => 'unknown');
      } while (writing !== before);
      if (now === known) return;
      const isFirst = known === null;
      known = now;
      if (!isFirst) listeners.tell();
    };
    void look();
    return watchFolder(path, () => void look());
  };

  return {
    path,
    protection: () => keys.protection(),
    async read(patience = 'asks') {
      const there = await sealedFile(file, keys, patience === 'asks');
      if (!there.ok) return there;
      return there.value === null
        ? ok(nothing)
        : file.opened(there.value.envelope, there.value.key);
    },
    change,
    onChange: listeners.add,
    moveKey: (to) => keys.move(to),
  };
}

/** The file and its key, null where there is none. */
async function sealedFile(
  file: Pick<VaultFile, 'read'>,
  keys: Pick<VaultKeys, 'named'>,
  asks: boolean,
): Promise<Result<{ envelope: SealedFile; key: VaultKey } | null, VaultProblem>> {
  for (;;) {
    const before = await file.read();
    if (!before.ok) return before;
    if (before.value === null) return ok(null);
    const key = await keys.named(before.value.keyId, asks);
    if (key.ok) return ok({ envelope: before.value, key: key.value });
    // Its key was moved, and taken away, between the two looks.
    const now = await file.read();
    if (!now.ok || now.value?.keyId === before.value.keyId) return key;
  }
}
