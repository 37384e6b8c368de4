import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import { clearIn, withReferences } from '../core/import/secrets-document.ts';
import {
  noSecrets,
  referenceMark,
  referencesIn,
  type StoredSecrets,
} from '../core/import/secret-reference.ts';
import { newlyClear, secretPlaces } from '../core/import/secret-list.ts';
import { emptyServers, readServers } from '../core/import/servers-document.ts';
import {
  enableServer,
  putServer,
  removeServer,
  renameServer,
} from '../core/import/servers-edit.ts';
import type {
  ConfiguredServer,
  SecretPlace,
  ServersStore,
  WrittenServer,
} from '../engine/ports/servers.ts';
import { stampAt } from './approvals/file.ts';
import { hasLeft } from './credentials/unused-keys.ts';
import type { ServerSecrets } from './credentials/server-secrets.ts';
import type { KeyAccess } from './credentials/vault.ts';
import { readBounded } from './disk/bounded-read.ts';
import { watchFolder } from './disk/folder-watch.ts';
import { nodeDisk, type FileSystem } from './disk/disk.ts';
import type { FileStamp } from './disk/file-stamp.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 4 * 1024 * 1024;

type Change<E> = (text: string, labels: readonly string[]) => Result<string, E>;

/** What a change may bring into the file in the clear: nothing that is not there, or anything. */
interface Bounds {
  readonly inTheClear: boolean;
  readonly renamed?: { readonly from: string; readonly to: string };
}

export interface StoredServers extends ServersStore {
  /**
   * Moves secrets that stand in the file in the clear to where they are protected, and goes on with
   * what a process that died had begun. Loads nothing where there is nothing to do.
   */
  protect(): Promise<void>;
  /**
   * Secrets that stand in the file in the clear. Those of arguments and addresses do so always: they
   * are part of who a server is, which is compared with what hosts have.
   */
  inTheClear(): Promise<readonly SecretPlace[]>;
}

interface Read {
  readonly text: string;
  readonly secrets: StoredSecrets;
  readonly servers: readonly ConfiguredServer[];
}

/**
 * The servers of `servers.json`, with their secrets, for which the file has references. A file that
 * cannot be read or parsed is never written; it stands in the list as one server named after the
 * file that says what is wrong. Without `vault` secrets stay in the file.
 */
export function openServers(
  folder: string,
  vault: ServerSecrets | null = null,
  disk: FileSystem = nodeDisk,
): StoredServers {
  const path = join(folder, 'servers.json');
  let known: FileStamp | null = null;
  let isSettled = true;

  const read = async (patience: KeyAccess): Promise<Result<Read, string>> => {
    const file = await readBounded(path, mostBytes, { own: false, disk });
    if (!file.ok && file.error.reason !== 'missing') return err(file.error.message);
    const text = file.ok ? file.value.bytes.toString('utf8').replace(/^\uFEFF/, '') : '';
    const refers = vault !== null && text.includes(referenceMark);
    const secrets = refers ? await vault.known(patience) : noSecrets;
    const servers = readServers(text, 'stored', secrets);
    return servers.ok
      ? ok({ text: text.trim() === '' ? emptyServers : text, secrets, servers: servers.value })
      : err(`${path} can’t be used: ${servers.error}`);
  };

  /**
   * The text as it may be written over `before`: its secrets are in the vault when this resolves. A
   * secret that cannot be kept stops what would bring it into the file, and nothing else.
   */
  const sealed = async (
    vault: ServerSecrets,
    before: Read,
    text: string,
  ): Promise<Result<string, 'secrets'>> => {
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
    if (leaving.length + Object.keys(made.added).length > 0) isSettled = false;
    return (await vault.take(made.added, leaving)) || Object.keys(made.added).length === 0
      ? ok(made.text)
      : stays();
  };

  /** Under the lock of the file: nobody is on the way between vault and file. */
  const settle = async (vault: ServerSecrets): Promise<void> => {
    await rewriteFile<'done'>(
      path,
      async () => {
        const stored = await read('at once');
        if (stored.ok) await vault.settle(referencesIn(stored.value.text));
        return err('done');
      },
      disk,
    );
  };

  const tryChange = async <E>(
    make: Change<E>,
    { inTheClear, renamed }: Bounds,
  ): Promise<Result<void, E | 'unwritable' | 'secrets' | 'clear'>> => {
    const made = (stored: Read): Result<string, E> =>
      make(
        stored.text,
        stored.servers.map(({ label }) => label),
      );
    const concerns = (text: string): boolean =>
      text.includes(referenceMark) || clearIn(text).length > 0;
    const first = await read('asks');
    const tried = first.ok ? made(first.value) : null;
    // The keychain may ask a person: before the lock, for which others wait.
    const isVaults =
      vault !== null &&
      tried?.ok === true &&
      first.ok &&
      (concerns(tried.value) || concerns(first.value.text)) &&
      (await vault.keeps());
    const written = await rewriteFile<E | 'unwritable' | 'secrets' | 'clear' | 'same'>(
      path,
      async () => {
        const stored = await read('at once');
        if (!stored.ok) return err('unwritable');
        const next = made(stored.value);
        if (!next.ok) return next;
        const text = isVaults ? await sealed(vault, stored.value, next.value) : next;
        if (!text.ok) return text;
        // The keychain may have gone since a person was asked, so this is where it counts.
        const isOpen = !inTheClear && newlyClear(stored.value.text, text.value, renamed).length > 0;
        if (isOpen) return err('clear');
        return text.value === stored.value.text ? err('same') : text;
      },
      disk,
    );
    if (!written.ok && written.error !== 'same') return err(written.error);
    if (written.ok) known = written.value;
    if (isVaults && !isSettled) {
      isSettled = true;
      await settle(vault);
    }
    return ok(undefined);
  };

  /** The key may have been moved between the look before the lock and the one under it. */
  const change: typeof tryChange = async (make, bounds) => {
    const done = await tryChange(make, bounds);
    return !done.ok && done.error === 'secrets' ? tryChange(make, bounds) : done;
  };
  /** A change that brings no secret. */
  const plainly = async <E>(
    make: Change<E>,
  ): Promise<Result<void, E | 'unwritable' | 'secrets'>> => {
    const done = await change(make, { inTheClear: true });
    if (!done.ok && done.error === 'clear')
      throw new Error('invariant: a permitted change was refused');
    return done as Result<void, E | 'unwritable' | 'secrets'>;
  };

  return {
    path,
    async list() {
      const stored = await read('asks');
      return stored.ok
        ? stored.value.servers
        : [{ label: basename(path), source: 'stored', enabled: false, config: stored }];
    },
    async wouldBeClear(servers) {
      const stored = await read('asks');
      const before = stored.ok ? stored.value.text : emptyServers;
      const isClear = servers.some((one) => clearWhen(one, before, 'not kept').length > 0);
      if (!isClear) return [];
      const how = vault !== null && (await vault.keeps()) ? 'kept' : 'not kept';
      return servers.flatMap((one) => clearWhen(one, before, how));
    },
    add: (label, config, { enabled = true, inTheClear = false } = {}) =>
      change(
        (text, labels): Result<string, 'label-taken' | 'unclear'> => {
          if (labels.includes(label)) return err('label-taken');
          const put = putServer(text, label, config);
          return !put.ok || enabled ? put : enableServer(put.value, label, false);
        },
        { inTheClear },
      ),
    update: (label, newLabel, config, { inTheClear = false } = {}) =>
      change(
        (text, labels): Result<string, 'not-found' | 'label-taken' | 'unclear'> => {
          if (!labels.includes(label)) return err('not-found');
          if (newLabel !== label && labels.includes(newLabel)) return err('label-taken');
          const put = putServer(text, label, config);
          return !put.ok || newLabel === label ? put : renameServer(put.value, label, newLabel);
        },
        { inTheClear, renamed: { from: label, to: newLabel } },
      ),
    remove: (label) =>
      plainly((text, labels): Result<string, 'not-found' | 'unclear'> =>
        labels.includes(label) ? removeServer(text, label) : err('not-found'),
      ),
    setEnabled: (label, enabled) =>
      plainly((text, labels): Result<string, 'not-found' | 'unclear'> =>
        labels.includes(label) ? enableServer(text, label, enabled) : err('not-found'),
      ),
    onChange(listener) {
      const look = async (): Promise<void> => {
        const now = await stampAt(path).catch(() => 'unknown');
        if (now === known) return;
        const first = known === null;
        known = now;
        if (!first) listener();
      };
      void look();
      const stops = [watchFolder(path, () => void look()), vault?.onChange(listener)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    async protect() {
      const stored = await read('asks');
      if (vault === null || !stored.ok) return;
      const { text, secrets } = stored.value;
      if (clearIn(text, secrets).length > 0) await plainly<never>((now) => ok(now));
      else if (
        (text.includes(referenceMark) || (await hasLeft(folder))) &&
        (await vault.isUnsettled())
      )
        await settle(vault);
    },
    async inTheClear() {
      const stored = await read('asks');
      if (!stored.ok) return [];
      return secretPlaces(stored.value.text);
    },
  };
}

/** Which secrets of a server would be new in the clear in a file, by whether a vault keeps them. */
function clearWhen(
  { label, config, replaces }: WrittenServer,
  before: string,
  how: 'kept' | 'not kept',
): readonly SecretPlace[] {
  const put = putServer(emptyServers, label, config);
  if (!put.ok) return [];
  const newId = (): string => randomBytes(16).toString('hex');
  const after = how === 'kept' ? withReferences(put.value, {}, newId)?.text : put.value;
  const there = replaces === undefined ? emptyServers : before;
  return newlyClear(there, after ?? put.value, { from: replaces ?? label, to: label });
}
