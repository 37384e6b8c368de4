import { randomBytes } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { realpath } from 'node:fs/promises';
import { err, ok, type Result } from '../../shared/result.ts';
import { clearIn, withReferences, newlyClear, secretPlaces } from '../core/import/secret-list.ts';
import { referenceMark } from '../core/import/secret-reference.ts';
import {
  emptyServers,
  enableServer,
  putServer,
  removeServer,
  renameServer,
  readServers,
} from '../core/import/servers-document.ts';
import type {
  SecretPlace,
  ServersStore,
  WrittenServer,
  ConfiguredServer,
  ServerConfig,
} from '../engine/ports/servers.ts';
import type { ServerSecrets } from './credentials/server-secrets.ts';
import { hasLeft } from './credentials/unused-keys.ts';
import { nodeDisk, type FileSystem } from './disk/data-folder.ts';
import { ServersFile, type TextChange } from './servers-file.ts';
import { readBounded } from './disk/bounded-read.ts';
import { sharingOf } from './start-places.ts';

export interface StoredServers extends ServersStore {
  /**
   * Moves unencrypted secrets of the file to where they're protected, and finishes what a killed
   * process began. Loads nothing where there is nothing to do.
   */
  protect(): Promise<void>;
  /**
   * Unencrypted secrets of the file. Those of arguments and addresses always are: they're part of
   * the server's identity, which is compared with what hosts have.
   */
  inTheClear(): Promise<readonly SecretPlace[]>;
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
  const file = new ServersFile(folder, vault, disk);
  /** A change that brings no secret. */
  const plainly = async <E>(
    make: TextChange<E>,
  ): Promise<Result<void, E | 'unwritable' | 'secrets'>> => {
    const done = await file.change(make, { inTheClear: true });
    if (!done.ok && done.error === 'clear')
      throw new Error('invariant: a permitted change was refused');
    return done as Result<void, E | 'unwritable' | 'secrets'>;
  };

  return {
    path: file.path,
    async list() {
      const stored = await file.read('asks');
      return stored.ok
        ? stored.value.servers
        : [{ label: basename(file.path), source: 'stored', enabled: false, config: stored }];
    },
    async wouldBeClear(servers) {
      const stored = await file.read('asks');
      const before = stored.ok ? stored.value.text : emptyServers;
      const isClear = servers.some((one) => clearWhen(one, before, 'not kept').length > 0);
      if (!isClear) return [];
      const how = vault !== null && (await vault.keeps()) ? 'kept' : 'not kept';
      return servers.flatMap((one) => clearWhen(one, before, how));
    },
    add: (label, config, { enabled = true, inTheClear = false } = {}) =>
      file.change(
        (text, labels): Result<string, 'label-taken' | 'unclear'> => {
          if (labels.includes(label)) return err('label-taken');
          const put = putServer(text, label, config);
          return !put.ok || enabled ? put : enableServer(put.value, label, false);
        },
        { inTheClear },
      ),
    update: (label, newLabel, config, { inTheClear = false } = {}) =>
      file.change(
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
    onChange: (listener) => file.onChange(listener),
    async protect() {
      const stored = await file.read('asks');
      if (vault === null || !stored.ok) return;
      const { text, secrets } = stored.value;
      if (clearIn(text, secrets).length > 0) await plainly<never>((now) => ok(now));
      else if (
        (text.includes(referenceMark) || (await hasLeft(folder))) &&
        (await vault.isUnsettled())
      )
        await file.settle(vault);
    },
    async inTheClear() {
      const stored = await file.read('asks');
      if (!stored.ok) return [];
      return secretPlaces(stored.value.text);
    },
  };
}

/**
 * Which secrets of a server would be newly unencrypted in a file, by whether a vault keeps them.
 */
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

const mostBytes = 4 * 1024 * 1024;

/**
 * The servers of a file named with `--config`. The file is read once and never written:
 * changes last until the program ends. The error is one sentence for the person.
 */
export async function openSessionServers(
  path: string,
  cwd: string,
): Promise<Result<ServersStore, string>> {
  // The person named this file: that others can write it is no reason to refuse it, and neither is
  // a link.
  const named = resolve(cwd, path);
  const real = await realpath(named).catch(() => named);
  const file = await readBounded(real, mostBytes, { own: false });
  if (!file.ok) return err(file.error.message);
  const servers = readServers(file.value.bytes.toString('utf8'), 'session');
  const folder = dirname(real);
  const isShared = (await sharingOf(folder, process.getuid?.())) !== null;
  return servers.ok
    ? ok(sessionServers(real, servers.value, isShared ? null : folder))
    : err(`${path} can't be used: ${servers.error}`);
}

/**
 * The commands of a list start in the list's own folder, as in the program that it was written for.
 * The permission shows that folder: the attacker has a person look into a cloned repository, whose
 * files package runners and interpreters load. Nobody can vouch for a folder that other users can
 * write, such as `/tmp`: commands of a list in one start in Skillgate's empty folder.
 */
function startingBeside(folder: string | null, config: ServerConfig): ServerConfig {
  return folder === null || config.type !== 'stdio' || config.startIn !== undefined
    ? config
    : { ...config, startIn: folder };
}

/** A list in memory with the behavior of a stored one. `folder`: where its commands start. */
export function sessionServers(
  path: string,
  initial: readonly ConfiguredServer[],
  folder: string | null = dirname(path),
): ServersStore {
  let servers = initial.map(({ config, ...others }): ConfiguredServer => ({
    ...others,
    config: config.ok ? ok(startingBeside(folder, config.value)) : config,
  }));
  const has = (label: string): boolean => servers.some((server) => server.label === label);
  const replace = (
    label: string,
    change: (server: ConfiguredServer) => readonly ConfiguredServer[],
  ): Result<void, 'not-found'> => {
    if (!has(label)) return err('not-found');
    servers = servers.flatMap((server) => (server.label === label ? change(server) : [server]));
    return ok(undefined);
  };
  const made = (label: string, config: ServerConfig, enabled: boolean): ConfiguredServer => ({
    label,
    source: 'session',
    enabled,
    config: ok(startingBeside(folder, config)),
  });
  return {
    path,
    list: async () => servers,
    onChange: () => () => undefined,
    // Nothing of it is written.
    wouldBeClear: async () => [],
    async add(label, config, { enabled = true } = {}) {
      if (has(label)) return err('label-taken');
      servers = [...servers, made(label, config, enabled)];
      return ok(undefined);
    },
    async update(label, newLabel, config) {
      if (newLabel !== label && has(newLabel)) return err(has(label) ? 'label-taken' : 'not-found');
      return replace(label, ({ enabled }) => [made(newLabel, config, enabled)]);
    },
    remove: async (label) => replace(label, () => []),
    setEnabled: async (label, enabled) => replace(label, (server) => [{ ...server, enabled }]),
  };
}
