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

// Who owns a key's life. `credentials.json` (F) is under one key, which its text names; that key
// lies in the key file or in the keychain. A key that F is under and that is gone is everything
// gone, so:
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
// F none, no key      first change: key made | F written       -> a key of nothing stays behind, or
// done
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

interface Around {
  readonly file: VaultFile;
  readonly keyFile: KeyFile;
  readonly keyring: VaultKeyring;
  readonly lock: string;
  /** For another one that is at the keys (ms): it may be waiting for a person in turn. */
  readonly lockWaitMs: number;
}

const unreadable = (message: string): { ok: false; error: VaultProblem } =>
  err({ reason: 'unreadable', message: `${message}.` });

export class VaultKeys {
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  async #alone<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E | VaultProblem>> {
    const { lock, lockWaitMs } = this.#around;
    const done = await withLock(lock, work, lockWaitMs);
    if (done.ok) return done.value;
    return this.#problem(done.error.reason === 'locked' ? 'busy' : 'unwritable');
  }

  /** `asks`: whether a keychain that was not asked yet may be. */
  async named(id: string, asks: boolean): Promise<Result<VaultKey, VaultProblem>> {
    const inFile = await this.#around.keyFile.read();
    if (inFile.ok && inFile.value?.id === id) return ok(inFile.value);
    const found = await this.#around.keyring.get(id, asks);
    if (found.ok) return found.value === null ? this.#problem('wrong-key') : ok(found.value);
    if (found.error === 'locked') return this.#problem('locked');
    return inFile.ok ? this.#problem('no-keychain') : unreadable(inFile.error);
  }

  /** Alone with the keys. Whether the file is there and under another key, or not there. */
  async #isFree(id: string): Promise<boolean> {
    const now = await this.#around.file.read();
    return now.ok && now.value?.keyId !== id;
  }

  async #drop(id: string): Promise<void> {
    if (await this.#isFree(id)) await this.#around.keyring.remove(id);
  }

  async #dropFile(): Promise<Result<void, VaultProblem>> {
    const key = await this.#around.keyFile.read();
    if (!key.ok) return unreadable(key.error);
    if (key.value === null) return ok(undefined);
    if (!(await this.#isFree(key.value.id))) return this.#problem('busy');
    const removed = await this.#around.keyFile.remove();
    return removed.ok ? removed : err({ reason: 'unwritable', message: `${removed.error}.` });
  }

  async #newInChain(): Promise<Result<VaultKey, VaultProblem>> {
    const made = await this.#around.keyring.make();
    return made.ok ? made : this.#problem(made.error === 'none' ? 'session' : 'no-new-key');
  }

  async #moveAlone(to: 'keychain' | 'file'): Promise<Result<void, VaultProblem>> {
    const before = await this.#around.file.read();
    if (!before.ok) return before;
    const from = before.value === null ? null : await this.named(before.value.keyId, true);
    if (from !== null && !from.ok) return from;
    const inFile = await this.#around.keyFile.read();
    if (!inFile.ok) return unreadable(inFile.error);
    const isInFile = from !== null && from.value.id === inFile.value?.id;
    if (to === 'file') {
      const key = await this.#around.keyFile.make();
      if (!key.ok) return unreadable(key.error);
      if (from === null || isInFile) return ok(undefined);
      const moved = await this.#rewritten(from.value, key.value);
      // What nothing is encrypted under any more need not be there.
      if (moved.ok) await this.#drop(from.value.id);
      return moved;
    }
    if (isInFile) {
      const key = await this.#newInChain();
      if (!key.ok) return key;
      const moved = await this.#rewritten(from.value, key.value);
      if (!moved.ok) {
        await this.#drop(key.value.id);
        return moved;
      }
    } else if (!(await this.#around.keyring.exists())) return this.#problem('session');
    return this.#dropFile();
  }

  async #rewritten(from: VaultKey, to: VaultKey): Promise<Result<void, VaultProblem>> {
    const done = await this.#around.file.replace(from, to, (contents) => ({ ...contents }));
    if (done.ok) return ok(undefined);
    // Nobody who keeps to the lock has done that: a person put another file there.
    return done.error === 'moved' ? this.#problem('busy') : err(done.error);
  }

  async protection(): Promise<VaultProtection> {
    const [envelope, inFile] = [await this.#around.file.read(), await this.#around.keyFile.read()];
    const key = inFile.ok ? inFile.value : null;
    if (envelope.ok && envelope.value !== null)
      return envelope.value.keyId === key?.id ? 'file' : 'keychain';
    if (key !== null) return 'file';
    return (await this.#around.keyring.exists()) ? 'keychain' : 'session';
  }

  /**
   * Gives the first key to `write`, alone with the keys; what is not used is taken away. 'moved':
   * there is a file meanwhile.
   */
  async first<T>(
    asks: boolean,
    write: (key: VaultKey) => Promise<Result<T, VaultProblem | 'moved'>>,
  ): Promise<Result<T, VaultProblem | 'moved'>> {
    const look = await this.#around.keyFile.read();
    if (!look.ok) return unreadable(look.error);
    // A folder that cannot be written to is one without a keychain's file all the same.
    if (look.value === null && !(await this.#around.keyring.exists()))
      return this.#problem('session');
    if (look.value === null && (!asks || this.#around.keyring.isSilent()))
      return this.#problem('no-new-key');
    return this.#alone(async () => {
      const now = await this.#around.file.read();
      if (!now.ok) return now;
      if (now.value !== null) return err('moved');
      const inFile = await this.#around.keyFile.read();
      if (!inFile.ok) return unreadable(inFile.error);
      if (inFile.value !== null) return write(inFile.value);
      const made = await this.#newInChain();
      if (!made.ok) return made;
      const written = await write(made.value);
      if (!written.ok) await this.#drop(made.value.id);
      return written;
    });
  }

  /** Puts the file under a key that lies there, and takes the former one away. */
  move(to: 'keychain' | 'file'): Promise<Result<void, VaultProblem>> {
    return this.#alone(() => this.#moveAlone(to));
  }

  #problem(said: Parameters<typeof vaultProblem>[0]): { ok: false; error: VaultProblem } {
    return err(vaultProblem(said, this.#around.file.path));
  }
}
