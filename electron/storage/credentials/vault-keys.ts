import { err, ok, type Result } from '../../../shared/result.ts';
import { withLock } from '../disk/lock.ts';
import type { VaultKey, KeyFile } from './envelope.ts';
import type { VaultKeyring } from './keyring.ts';
import {
  vaultProblem,
  type VaultProblem,
  type VaultProtection,
  type VaultFile,
} from './vault-file.ts';

// Who owns a key's life. `credentials.json` (F) is under one key, which its text names; that key lies
// in the key file or in the keychain. A key that F is under and that is gone is everything gone, so:
//
// 1. Keys are made, put under F and taken away under one lock, `credentials-keys.lock`, of all
//    processes and of all callers in one. Whoever changes a file that is there has no need of it:
//    they write under the key that F names, and look under the lock of F whether it still does.
// 2. A key is there (kept and read back) before F is under it.
// 3. A key is taken away only after F was read again under that lock and is under another one, or
//    is not there. A file that cannot be read is one that may be under it: the key stays.
//
// What there is, and where a death at any step of an operation leaves it:
//
//   F none, no key      first change: key made | F written       -> a key of nothing stays behind, or done
//   F none, key file    first change: F written                  -> as before, or done
//                       to keychain: key file removed            -> as before, or done
//   F none, no key      to file: key file made                   -> as before, or done
//   F under chain       to file: key file made | F rewritten | chain key removed
//                         -> under chain, with a key file that the next move takes, or takes away
//                         -> under key file, with a key of nothing in the chain
//   F under key file    to keychain: chain key made | F rewritten | key file removed
//                         -> under key file, with a key of nothing in the chain
//                         -> under chain, with a key file that the next move takes away
//
// In each of them F, where it is, opens; what is left over opens nothing that is there.

export interface VaultKeys {
  /** `asks`: whether a keychain that was not asked yet may be. */
  named(id: string, asks: boolean): Promise<Result<VaultKey, VaultProblem>>;
  protection(): Promise<VaultProtection>;
  /**
   * Gives the first key to `write`, alone with the keys; what is not used is taken away. 'moved':
   * there is a file meanwhile.
   */
  first<T>(
    asks: boolean,
    write: (key: VaultKey) => Promise<Result<T, VaultProblem | 'moved'>>,
  ): Promise<Result<T, VaultProblem | 'moved'>>;
  /** Puts the file under a key that lies there, and takes the former one away. */
  move(to: 'keychain' | 'file'): Promise<Result<void, VaultProblem>>;
}

interface Around {
  readonly file: VaultFile;
  readonly keyFile: KeyFile;
  readonly keyring: VaultKeyring;
  readonly lock: string;
  /** For another one that is at the keys (ms): it may be waiting for a person in turn. */
  readonly lockWaitMs: number;
}

export function vaultKeysOf({ file, keyFile, keyring, lock, lockWaitMs }: Around): VaultKeys {
  const problem = (said: Parameters<typeof vaultProblem>[0]): { ok: false; error: VaultProblem } =>
    err(vaultProblem(said, file.path));
  const unreadable = (message: string): { ok: false; error: VaultProblem } =>
    err({ reason: 'unreadable', message: `${message}.` });
  const alone = async <T, E>(
    work: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | VaultProblem>> => {
    const done = await withLock(lock, work, lockWaitMs);
    if (done.ok) return done.value;
    return problem(done.error.reason === 'locked' ? 'busy' : 'unwritable');
  };

  const named: VaultKeys['named'] = async (id, asks) => {
    const inFile = await keyFile.read();
    if (inFile.ok && inFile.value?.id === id) return ok(inFile.value);
    const found = await keyring.get(id, asks);
    if (found.ok) return found.value === null ? problem('wrong-key') : ok(found.value);
    if (found.error === 'locked') return problem('locked');
    return inFile.ok ? problem('no-keychain') : unreadable(inFile.error);
  };

  /** Alone with the keys. Whether the file is there and under another key, or not there. */
  const isFree = async (id: string): Promise<boolean> => {
    const now = await file.read();
    return now.ok && now.value?.keyId !== id;
  };
  const drop = async (id: string): Promise<void> => {
    if (await isFree(id)) await keyring.remove(id);
  };
  const dropFile = async (): Promise<Result<void, VaultProblem>> => {
    const key = await keyFile.read();
    if (!key.ok) return unreadable(key.error);
    if (key.value === null) return ok(undefined);
    if (!(await isFree(key.value.id))) return problem('busy');
    const removed = await keyFile.remove();
    return removed.ok ? removed : err({ reason: 'unwritable', message: `${removed.error}.` });
  };
  const newInChain = async (): Promise<Result<VaultKey, VaultProblem>> => {
    const made = await keyring.make();
    return made.ok ? made : problem(made.error === 'none' ? 'session' : 'no-new-key');
  };

  const moveAlone = async (to: 'keychain' | 'file'): Promise<Result<void, VaultProblem>> => {
    const before = await file.read();
    if (!before.ok) return before;
    const from = before.value === null ? null : await named(before.value.keyId, true);
    if (from !== null && !from.ok) return from;
    const inFile = await keyFile.read();
    if (!inFile.ok) return unreadable(inFile.error);
    const isInFile = from !== null && from.value.id === inFile.value?.id;
    if (to === 'file') {
      const key = await keyFile.make();
      if (!key.ok) return unreadable(key.error);
      if (from === null || isInFile) return ok(undefined);
      const moved = await rewritten(from.value, key.value);
      // What nothing is encrypted under any more need not be there.
      if (moved.ok) await drop(from.value.id);
      return moved;
    }
    if (isInFile) {
      const key = await newInChain();
      if (!key.ok) return key;
      const moved = await rewritten(from.value, key.value);
      if (!moved.ok) {
        await drop(key.value.id);
        return moved;
      }
    } else if (!(await keyring.exists())) return problem('session');
    return dropFile();
  };
  const rewritten = async (from: VaultKey, to: VaultKey): Promise<Result<void, VaultProblem>> => {
    const done = await file.replace(from, to, (contents) => ({ ...contents }));
    if (done.ok) return ok(undefined);
    // Nobody who keeps to the lock has done that: a person put another file there.
    return done.error === 'moved' ? problem('busy') : err(done.error);
  };

  return {
    named,
    async protection() {
      const [envelope, inFile] = [await file.read(), await keyFile.read()];
      const key = inFile.ok ? inFile.value : null;
      if (envelope.ok && envelope.value !== null)
        return envelope.value.keyId === key?.id ? 'file' : 'keychain';
      if (key !== null) return 'file';
      return (await keyring.exists()) ? 'keychain' : 'session';
    },
    async first(asks, write) {
      const look = await keyFile.read();
      if (!look.ok) return unreadable(look.error);
      // A folder that cannot be written to is one without a keychain's file all the same.
      if (look.value === null && !(await keyring.exists())) return problem('session');
      if (look.value === null && (!asks || keyring.isSilent())) return problem('no-new-key');
      return alone(async () => {
        const now = await file.read();
        if (!now.ok) return now;
        if (now.value !== null) return err('moved');
        const inFile = await keyFile.read();
        if (!inFile.ok) return unreadable(inFile.error);
        if (inFile.value !== null) return write(inFile.value);
        const made = await newInChain();
        if (!made.ok) return made;
        const written = await write(made.value);
        if (!written.ok) await drop(made.value.id);
        return written;
      });
    },
    move: (to) => alone(() => moveAlone(to)),
  };
}
