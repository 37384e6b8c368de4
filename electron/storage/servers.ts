import { basename, join } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import {
  emptyServers,
  entryOf,
  putEntry,
  rawEntry,
  readServers,
  removeEntry,
  renameEntry,
  withEnabled,
} from '../core/import/servers-document.ts';
import type { ConfiguredServer, ServersStore } from '../usecases/ports/servers.ts';
import { stampAt } from './approvals/file.ts';
import { readBounded } from './disk/bounded-read.ts';
import { watchFolder } from './disk/folder-watch.ts';
import type { FileStamp } from './disk/file-stamp.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 4 * 1024 * 1024;

type Change<E> = (text: string, labels: readonly string[]) => Result<string, E>;

/**
 * The servers of `servers.json`. A file that can not be read or parsed is never written; it
 * stands in the list as one server named after the file that says what is wrong.
 */
export function openServers(folder: string): ServersStore {
  const path = join(folder, 'servers.json');
  let known: FileStamp | null = null;

  const read = async (): Promise<
    Result<{ readonly text: string; readonly servers: readonly ConfiguredServer[] }, string>
  > => {
    const file = await readBounded(path, mostBytes, { own: false });
    if (!file.ok && file.error.reason !== 'missing') return err(file.error.message);
    const text = file.ok ? file.value.bytes.toString('utf8').replace(/^\uFEFF/, '') : '';
    const servers = readServers(text, 'stored');
    return servers.ok
      ? ok({ text: text.trim() === '' ? emptyServers : text, servers: servers.value })
      : err(`${path} can not be used: ${servers.error}`);
  };

  const change = async <E>(make: Change<E>): Promise<Result<void, E | 'unwritable'>> => {
    const written = await rewriteFile(path, async (): Promise<Result<string, E | 'unwritable'>> => {
      const stored = await read();
      return stored.ok
        ? make(
            stored.value.text,
            stored.value.servers.map(({ label }) => label),
          )
        : err('unwritable');
    });
    if (!written.ok) return written;
    known = written.value;
    return ok(undefined);
  };

  return {
    path,
    async list() {
      const stored = await read();
      return stored.ok
        ? stored.value.servers
        : [{ label: basename(path), source: 'stored', enabled: false, config: stored }];
    },
    add: (label, config) =>
      change((text, labels) =>
        labels.includes(label)
          ? err('label-taken')
          : ok(putEntry(text, label, entryOf(config, undefined))),
      ),
    update: (label, newLabel, config) =>
      change((text, labels): Result<string, 'not-found' | 'label-taken'> => {
        if (!labels.includes(label)) return err('not-found');
        if (newLabel !== label && labels.includes(newLabel)) return err('label-taken');
        const put = putEntry(text, label, entryOf(config, rawEntry(text, label)));
        return ok(newLabel === label ? put : renameEntry(put, label, newLabel));
      }),
    remove: (label) =>
      change((text, labels) =>
        labels.includes(label) ? ok(removeEntry(text, label)) : err('not-found'),
      ),
    setEnabled: (label, enabled) =>
      change((text, labels) =>
        labels.includes(label)
          ? ok(putEntry(text, label, withEnabled(rawEntry(text, label), enabled)))
          : err('not-found'),
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
      return watchFolder(path, () => void look());
    },
  };
}
