import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import { clearIn, withReferences, newlyClear } from '../core/import/secret-list.ts';
import {
  noSecrets,
  referenceMark,
  referencesIn,
  type StoredSecrets,
} from '../core/import/secret-reference.ts';
import { emptyServers, readServers } from '../core/import/servers-document.ts';
import type { ConfiguredServer } from '../engine/ports/servers.ts';
import { stampAt } from './approvals/file.ts';
import type { ServerSecrets } from './credentials/server-secrets.ts';
import type { KeyAccess } from './credentials/vault.ts';
import { readBounded, type FileStamp } from './disk/bounded-read.ts';
import { watchFolder } from './disk/folder-watch.ts';
import type { FileSystem } from './disk/data-folder.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 4 * 1024 * 1024;

/** Gives the next text; `labels` are those of its servers. */
export type TextChange<E> = (text: string, labels: readonly string[]) => Result<string, E>;

/** What a change may store unencrypted: nothing that isn't there already, or anything. */
interface ClearBounds {
  readonly inTheClear: boolean;
  readonly renamed?: { readonly from: string; readonly to: string };
}

interface ServersText {
  readonly text: string;
  readonly secrets: StoredSecrets;
  readonly servers: readonly ConfiguredServer[];
}

/**
 * `servers.json` and the vault with its secrets, for which the file has references. A file that
 * can't be read or parsed is never written. Without a vault secrets stay in the file.
 */
export class ServersFile {
  readonly path: string;
  private readonly vault: ServerSecrets | null;
  private readonly disk: FileSystem;
  private known: FileStamp | null = null;
  private isSettled = true;

  constructor(folder: string, vault: ServerSecrets | null, disk: FileSystem) {
    this.path = join(folder, 'servers.json');
    this.vault = vault;
    this.disk = disk;
  }

  async read(patience: KeyAccess): Promise<Result<ServersText, string>> {
    const file = await readBounded(this.path, mostBytes, { own: false, disk: this.disk });
    if (!file.ok && file.error.reason !== 'missing') return err(file.error.message);
    const text = file.ok ? file.value.bytes.toString('utf8').replace(/^\uFEFF/, '') : '';
    const { vault } = this;
    const refers = vault !== null && text.includes(referenceMark);
    const secrets = refers ? await vault.known(patience) : noSecrets;
    const servers = readServers(text, 'stored', secrets);
    return servers.ok
      ? ok({ text: text.trim() === '' ? emptyServers : text, secrets, servers: servers.value })
      : err(`${this.path} can’t be used: ${servers.error}`);
  }

  /**
   * The text as it may be written over `before`: its secrets are in the vault when this resolves. A
   * secret that cannot be kept stops what would bring it into the file, and nothing else.
   */
  private async sealed(
    vault: ServerSecrets,
    before: ServersText,
    text: string,
  ): Promise<Result<string, 'secrets'>> {
    const clear = (one: string): string[] =>
      clearIn(one, before.secrets).map(({ use, value }) => JSON.stringify([use, value]));
    const stays = (): Result<string, 'secrets'> => {
      const there = new Set(clear(before.text));
      return clear(text).every((one) => there.has(one)) ? ok(text) : err('secrets');
    };
    if (!before.secrets.ok) {
      const still = referencesIn(text);
      const stayed = stays();
      if (stayed.ok)
        await vault.take(
          {},
          [...referencesIn(before.text)].filter((id) => !still.has(id)),
        );
      return stayed;
    }
    const made = withReferences(text, before.secrets.value, () => randomBytes(16).toString('hex'));
    if (made === null) return stays();
    const referred = referencesIn(made.text);
    const leaving = [...referencesIn(before.text)].filter((id) => !referred.has(id));
    if (leaving.length + Object.keys(made.added).length > 0) this.isSettled = false;
    return (await vault.take(made.added, leaving)) || Object.keys(made.added).length === 0
      ? ok(made.text)
      : stays();
  }

  /** Under the lock of the file: nobody is on the way between vault and file. */
  async settle(vault: ServerSecrets): Promise<void> {
    await rewriteFile<'done'>(
      this.path,
      async () => {
        const stored = await this.read('at once');
        if (stored.ok) await vault.settle(referencesIn(stored.value.text));
        return err('done');
      },
      this.disk,
    );
  }

  private async tryChange<E>(
    make: TextChange<E>,
    { inTheClear, renamed }: ClearBounds,
  ): Promise<Result<void, E | 'unwritable' | 'secrets' | 'clear'>> {
    const made = (stored: ServersText): Result<string, E> =>
      make(
        stored.text,
        stored.servers.map(({ label }) => label),
      );
    const concerns = (text: string): boolean =>
      text.includes(referenceMark) || clearIn(text).length > 0;
    const { vault } = this;
    const first = await this.read('asks');
    const tried = first.ok ? made(first.value) : null;
    // The keychain may ask a person: before the lock, for which others wait.
    const isVaults =
      vault !== null &&
      tried?.ok === true &&
      first.ok &&
      (concerns(tried.value) || concerns(first.value.text)) &&
      (await vault.keeps());
    const written = await rewriteFile<E | 'unwritable' | 'secrets' | 'clear' | 'same'>(
      this.path,
      async () => {
        const stored = await this.read('at once');
        if (!stored.ok) return err('unwritable');
        const next = made(stored.value);
        if (!next.ok) return next;
        const text = isVaults ? await this.sealed(vault, stored.value, next.value) : next;
        if (!text.ok) return text;
        // The keychain may have gone since a person was asked, so this is where it counts.
        const isOpen = !inTheClear && newlyClear(stored.value.text, text.value, renamed).length > 0;
        if (isOpen) return err('clear');
        return text.value === stored.value.text ? err('same') : text;
      },
      this.disk,
    );
    if (!written.ok && written.error !== 'same') return err(written.error);
    if (written.ok) this.known = written.value;
    if (isVaults && !this.isSettled) {
      this.isSettled = true;
      await this.settle(vault);
    }
    return ok(undefined);
  }

  /** The key may have been moved between the look before the lock and the one under it. */
  async change<E>(
    make: TextChange<E>,
    bounds: ClearBounds,
  ): Promise<Result<void, E | 'unwritable' | 'secrets' | 'clear'>> {
    const done = await this.tryChange(make, bounds);
    return !done.ok && done.error === 'secrets' ? this.tryChange(make, bounds) : done;
  }

  /** Tells of changes that others made. Returns how to stop. */
  onChange(listener: () => void): () => void {
    const look = async (): Promise<void> => {
      const now = await stampAt(this.path).catch(() => 'unknown');
      if (now === this.known) return;
      const first = this.known === null;
      this.known = now;
      if (!first) listener();
    };
    void look();
    const stops = [watchFolder(this.path, () => void look()), this.vault?.onChange(listener)];
    return () => {
      for (const stop of stops) stop?.();
    };
  }
}
