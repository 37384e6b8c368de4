import { isAbsolutePath, relativePart, startFolderOf } from '../../../core/start/start-folder.ts';
import type { HostLauncher } from '../../../core/hosts/gateway-entry.ts';
import { parseServerEntry } from '../../../core/import/server-entry.ts';
import { err, ok } from '../../../../shared/result.ts';
import type { HostId } from '../../../../shared/model/plain.ts';
import type { ConfiguredServer } from '../../ports/servers.ts';
import type { HostFilePath, LedgerLine } from '../../ports/hosts.ts';
import { partialContext } from '../../testing/partial-context.ts';
import type { ServerContext } from '../../contexts.ts';

export const launcher: HostLauncher = {
  ...{ command: '/data/bin/skillgate', args: [], env: {} },
  installation: { command: '/opt/skillgate/skillgate', args: [], env: {} },
  install: async () => ok(undefined),
};

/** What an end of the process leaves: thrown where the next step would have been. */
export class Killed extends Error {}

/** A host's file on the machine below. */
export const fileOf = (id: HostId): HostFilePath => ({ id, path: `/home/${id}` });

/** A machine in memory: files, ledger, servers and consents outlive a killed process. */
export function machine(files: Partial<Record<HostId, string>>) {
  const disk = new Map(
    Object.entries(files).map(([id, text]) => [`/home/${id}`, Buffer.from(text)]),
  );
  const servers = new Map<string, ConfiguredServer>();
  const consents = new Map<string, string>();
  const programs = new Set([launcher.command, launcher.installation.command]);
  let ledger: readonly LedgerLine[] = [];
  let left = Infinity;
  let meanwhile: (() => void) | null = null;
  /** Before each write: a killed process makes none of the rest. */
  const step = (): void => {
    if (left === 0) throw new Killed();
    left -= 1;
  };
  const key = (line: Pick<LedgerLine, 'host' | 'file' | 'path'>): string =>
    JSON.stringify([line.host, line.file, line.path]);
  const parts = partialContext<ServerContext>({
    launcher: ok(launcher),
    startPlaces: {
      relativeIn: (command) =>
        isAbsolutePath(startFolderOf(command) ?? '')
          ? null
          : relativePart(command, 'linux', () => false),
      programOf: async () => null,
      loginShell: async () => ({ shell: null, folders: [], leftOut: [], problem: 'off' }),
    },
    clock: { now: () => Date.UTC(2026, 10, 1), after: () => () => {} },
    options: { autoRetry: false, allowedByList: new Set(), sessionConfig: null },
    consents: {
      state: async (label, fingerprint) =>
        consents.has(label) ? (consents.get(label) === fingerprint ? 'allowed' : 'changed') : 'new',
      allow: async (label, fingerprint) => {
        step();
        consents.set(label, fingerprint);
        return ok(undefined);
      },
      forget: async () => ok(undefined),
    },
    servers: {
      path: '/data/servers.json',
      wouldBeClear: async () => [],
      list: async () => [...servers.values()],
      add: async (label, config) => {
        step();
        if (servers.has(label)) return err('label-taken');
        servers.set(label, { label, source: 'stored', enabled: true, config: ok(config) });
        return ok(undefined);
      },
      update: async () => err('unwritable'),
      remove: async () => err('unwritable'),
      setEnabled: async () => err('unwritable'),
      onChange: () => () => {},
    },
    hostFiles: {
      files: Object.keys(files).map((id) => fileOf(id as HostId)),
      read: async (path) => {
        const bytes = disk.get(path);
        return bytes === undefined
          ? err({ reason: 'missing', message: `${path} does not exist` })
          : ok({ path, real: path, bytes, isReadOnly: false });
      },
      replace: async ({ path, bytes: before }, bytes) => {
        meanwhile?.();
        step();
        if (!disk.get(path)?.equals(before))
          return err({ reason: 'changed', message: `${path} changed meanwhile` });
        disk.set(path, Buffer.from(bytes));
        return ok(undefined);
      },
      keep: async (id, bytes) => {
        step();
        disk.set(`/data/${id}`, Buffer.from(bytes));
        return ok(`/data/${id}`);
      },
      copies: async () => [],
      canStart: async (command) => programs.has(command),
      isThere: async (path) => programs.has(path),
    },
    hostLedger: {
      where: async () => ['/data/hosts.json'],
      list: async () => ok(ledger),
      unreadBeside: async () => null,
      put: async (fresh) => {
        step();
        const keys = new Set(fresh.map(key));
        ledger = [...ledger.filter((line) => !keys.has(key(line))), ...fresh];
        return ok(undefined);
      },
      drop: async (gone) => {
        step();
        const keys = new Set(gone.map(key));
        ledger = ledger.filter((line) => !keys.has(key(line)));
        return ok(undefined);
      },
    },
  });
  return {
    parts,
    servers,
    consents,
    programs,
    get ledger() {
      return ledger;
    },
    text: (id: HostId): string => disk.get(`/home/${id}`)?.toString('utf8') ?? '',
    write: (id: HostId, text: string): void => void disk.set(`/home/${id}`, Buffer.from(text)),
    remove: (id: HostId): void => void disk.delete(`/home/${id}`),
    /** Something that happens just before a host's file is replaced. */
    meanwhile: (run: () => void): void => void (meanwhile = run),
    /** The process ends before its next write but `steps`. */
    killAfter: (steps: number): void => void (left = steps),
    configure(label: string, entry: object): void {
      const config = parseServerEntry(entry);
      servers.set(label, { label, source: 'stored', enabled: true, config });
    },
  };
}
