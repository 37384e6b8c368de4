import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import { readServers } from '../core/import/servers-document.ts';
import type { ConfiguredServer, ServerConfig, ServersStore } from '../engine/ports/servers.ts';
import { readBounded } from './disk/bounded-read.ts';

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
  return servers.ok
    ? ok(sessionServers(real, servers.value))
    : err(`${path} can’t be used: ${servers.error}`);
}

/**
 * The commands of a list start in the list's own folder, as for the program that it was written for.
 * It is shown and asked about: the attacker has a person look into a cloned repository, whose files
 * package runners and interpreters load.
 */
function startingBeside(folder: string, config: ServerConfig): ServerConfig {
  return config.type !== 'stdio' || config.startIn !== undefined
    ? config
    : { ...config, startIn: folder };
}

/** A list in memory with the behaviour of a stored one. */
export function sessionServers(path: string, initial: readonly ConfiguredServer[]): ServersStore {
  const folder = dirname(path);
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
