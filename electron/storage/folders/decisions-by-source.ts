import type { Failure, Identity } from '../../../shared/model/approval.ts';
import type {
  ApprovalsStore,
  AuditEntry,
  CommitFailure,
  RecordChange,
  AuditLog,
  AuditQuery,
} from '../../engine/ports/decisions.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { FolderDecisionsStore } from './folder-decisions.ts';

type Committed = Result<{ readonly revision: number }, CommitFailure>;

/**
 * Decisions about servers and about folders as one store, each in its own file: nothing about a
 * folder comes into `approvals.json`, whose readers are apps that no folder asks.
 */
export function decisionsBySource(
  servers: ApprovalsStore,
  folders: FolderDecisionsStore,
  pathOf: (label: string) => string | undefined,
): ApprovalsStore {
  const of = (identity: Identity): ApprovalsStore => (folders.has(identity) ? folders : servers);
  return {
    folders,
    get state() {
      return servers.state;
    },
    find: (identity, uri) => of(identity).find(identity, uri),
    count: (identity, uri) => of(identity).count(identity, uri),
    failures: (identity, uri) => of(identity).failures(identity, uri),
    allFailures: (): readonly Failure[] => [...servers.allFailures(), ...folders.allFailures()],
    strayRecords: (label, identity) => of(identity).strayRecords(label, identity),
    all: () => servers.all(),
    ending: () => [...servers.ending(), ...folders.ending()],
    commit: (changes) => commit(servers, folders, changes),
    lapse: (identity, ...seen) => of(identity).lapse(identity, ...seen),
    noteFailure: (failure) => of(failure.server.identity).noteFailure(failure),
    clearFailure: (identity, ...which) => of(identity).clearFailure(identity, ...which),
    // A folder's decisions have an audit of their own.
    async note(entries) {
      const local: AuditEntry[] = [];
      const others: AuditEntry[] = [];
      for (const entry of entries) {
        const path = pathOf(entry.server);
        if (path === undefined) others.push(entry);
        else local.push({ ...entry, server: path });
      }
      if (local.length > 0) await folders.note(local);
      if (others.length > 0) await servers.note(others);
    },
    copies: () => servers.copies(),
    recover: (copy) => servers.recover(copy),
    onChange(listener) {
      const stops = [servers.onChange(listener), folders.onChange(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async close() {
      await Promise.all([servers.close(), folders.close()]);
    },
  };
}

/**
 * Each change in its file. The attacker writes a folder's decisions unreadable, so that what was
 * seen of servers isn't written: one file's failure doesn't keep the other from being written. A
 * batch of decisions has those of one file (`commitRest`).
 */
async function commit(
  servers: ApprovalsStore,
  folders: FolderDecisionsStore,
  changes: readonly RecordChange[],
): Promise<Committed> {
  const indexed = changes.map((change, index) => ({ change, index }));
  const isOfFolder = ({ change }: { readonly change: RecordChange }): boolean =>
    change.kind !== 'forget' && folders.has(identityIn(change));
  const local = indexed.filter(isOfFolder);
  const isForgotten = ({ change }: { readonly change: RecordChange }): boolean =>
    change.kind === 'forget' && (change.everything === true || local.length > 0);
  const others = indexed.filter(
    (one) =>
      !isOfFolder(one) &&
      // Of a folder alone nothing is forgotten in the servers' file.
      (one.change.kind !== 'forget' || one.change.everything === true || local.length === 0),
  );
  const all = local.length === 0 ? [] : [...local, ...indexed.filter(isForgotten)];
  const [inFolders, inServers] = [
    all.length === 0 ? null : await folders.commit(all.map(({ change }) => change)),
    all.length > 0 && others.length === 0
      ? null
      : await servers.commit(others.map(({ change }) => change)),
  ];
  if (inServers?.ok === false) return within(others, inServers);
  if (inFolders !== null) return within(all, inFolders);
  return inServers ?? ok({ revision: 0 });
}

/** A failure names the change by its place in the whole batch. */
function within(part: readonly { readonly index: number }[], done: Committed): Committed {
  if (done.ok || done.error.reason !== 'replaced') return done;
  const index = part[done.error.index]?.index ?? done.error.index;
  return { ok: false, error: { ...done.error, index } };
}

function identityIn(change: Exclude<RecordChange, { kind: 'forget' }>): Identity {
  switch (change.kind) {
    case 'put':
    case 'restore':
      return change.record.server.identity;
    case 'fail':
      return change.failure.server.identity;
    case 'remove':
    case 'lapse':
    case 'clear':
      return change.identity;
  }
}

/**
 * The audit of servers and of folders as one log to look into: what is asked about a folder's label
 * comes from `folder-audit.jsonl`, whose lines name the folder's path.
 */
export function auditBySource(
  servers: AuditLog,
  folders: AuditLog,
  pathOf: (label: string) => string | undefined,
): AuditLog {
  const of = (server: string | null | undefined) => {
    const path = typeof server === 'string' ? pathOf(server) : undefined;
    return path === undefined ? null : { label: server ?? '', path };
  };
  const about = (filter: AuditQuery, path: string): AuditQuery => ({ ...filter, server: path });
  return {
    async page(filter, before, limit) {
      const folder = of(filter.server);
      if (folder === null) return servers.page(filter, before, limit);
      const { path, label } = folder;
      const { lines, more } = await folders.page(about(filter, path), before, limit);
      return { lines: lines.map((line) => ({ ...line, server: label })), more };
    },
    async text(filter) {
      const folder = of(filter.server);
      return folder === null ? servers.text(filter) : folders.text(about(filter, folder.path));
    },
    chain: (server) => (of(server) === null ? servers : folders).chain(),
  };
}
