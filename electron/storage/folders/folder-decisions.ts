import { isAbsolute, join } from 'node:path';
import { record as recordSchema } from '../../../shared/host/format.ts';
import { faultIn } from '../../../shared/host/schema.ts';
import type {
  ApprovalRecord,
  DecisionCopy,
  Failure,
  Identity,
  RestoredDecisions,
  StoreState,
} from '../../../shared/model/approval.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import type {
  ApprovalsStore,
  AuditEntry,
  RecordChange,
  RecoverFailure,
} from '../../engine/ports/decisions.ts';
import { AuditWriter } from '../audit/audit.ts';
import { applyChanges, keysOf } from '../approvals/change.ts';
import { stampAt } from '../approvals/file.ts';
import { RecordLine } from '../approvals/line.ts';
import { skillKey } from '../approvals/loaded-records.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { watchFolder } from '../disk/folder-watch.ts';
import { messageOf } from '../disk/data-folder.ts';
import { rewriteFile } from '../disk/json-file.ts';
import { identityOfFolder } from './folder-session.ts';

const format = 'skillgate/folder-decisions@1';
const mostBytes = 16 * 1_048_576;
type Committed = Awaited<ReturnType<ApprovalsStore['commit']>>;

export interface FolderDecisionsOptions {
  /** The data folder. */
  readonly folder: string;
  readonly now: () => number;
  readonly actor: string;
  readonly generator: { readonly name: string; readonly version: string };
  /** The folders of this run, without links: no other is decided about. */
  readonly paths: readonly string[];
  /** A decision was written. */
  readonly onWritten?: () => void;
}

export interface FolderDecisionsStore extends ApprovalsStore {
  /** Takes a folder, without links, as one that may be decided about. */
  include(path: string): void;
  /** Whether these are a folder's. */
  has(identity: Identity): boolean;
}

/**
 * Decisions about local folders: `folder-decisions.json` with the real path of each folder, beside
 * `folder-audit.jsonl`. They never come into `approvals.json`: its readers are apps that know
 * servers by command or address, and no app asks about a folder.
 */
export async function openFolderDecisions(
  options: FolderDecisionsOptions,
): Promise<FolderDecisionsStore> {
  const store = new FolderDecisions(options);
  await store.load();
  return store;
}

class FolderDecisions implements FolderDecisionsStore {
  readonly #options: FolderDecisionsOptions;
  readonly #path: string;
  readonly #audit: AuditWriter;
  /** Real paths by the key of the identity. */
  readonly #paths: Map<string, string>;
  readonly #counts = new Map<string, number>();
  #lines: ReadonlyMap<string, RecordLine> = new Map();
  /** Of this run: a file that changes while it's read is no server's broken promise. */
  #failures: ReadonlyMap<string, readonly Failure[]> = new Map();
  #revision = 0;
  /** Times that somebody else had written the file. */
  #others = 0;
  readonly #listeners = new Set<() => void>();
  #stopWatching: (() => void) | null = null;
  #problem: Extract<StoreState, { status: 'unreadable' }> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #isLooking = false;
  /** The state of the file at the last look. */
  #stamp = '';

  constructor(options: FolderDecisionsOptions) {
    this.#options = options;
    const { folder, now, actor, paths } = options;
    this.#path = join(folder, 'folder-decisions.json');
    this.#audit = new AuditWriter({ path: join(folder, 'folder-audit.jsonl'), now, actor });
    this.#paths = new Map();
    for (const path of paths) this.include(path);
  }

  include(path: string): void {
    this.#paths.set(identityKey(identityOfFolder(path)), path);
  }
  has(identity: Identity): boolean {
    return this.#paths.has(identityKey(identity));
  }

  /** Copies are made of `approvals.json` alone. */
  async copies(): Promise<readonly DecisionCopy[]> {
    return [];
  }

  async recover(): Promise<Result<RestoredDecisions, RecoverFailure>> {
    return err({ reason: 'no-copy', message: 'No copies are made of decisions about folders.' });
  }

  get state(): StoreState {
    return (
      this.#problem ?? {
        ...{ status: 'ready', path: this.#path },
        ...{ revision: this.#revision, records: this.#lines.size },
      }
    );
  }

  find(identity: Identity, uri: string): ApprovalRecord | null {
    return this.#lines.get(skillKey(identity, uri))?.record ?? null;
  }
  count(identity: Identity, uri: string): number {
    return this.#others + (this.#counts.get(skillKey(identity, uri)) ?? 0);
  }
  failures(identity: Identity, uri: string): readonly Failure[] {
    return this.#failures.get(skillKey(identity, uri)) ?? [];
  }
  allFailures(): readonly Failure[] {
    return [...this.#failures.values()].flat();
  }
  strayRecords(): number {
    return 0;
  }
  all(): readonly ApprovalRecord[] {
    return [...this.#lines.values()].map(({ record }) => record);
  }
  ending(): Iterable<ApprovalRecord> {
    return this.all().filter(({ expiresAt }) => expiresAt !== null);
  }

  commit(changes: readonly RecordChange[]): Promise<Committed> {
    const turn = this.#queue.then(() => this.#commit(changes));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  lapse(
    identity: Identity,
    uri: string,
    seen: string | null,
    at: string,
  ): ReturnType<ApprovalsStore['commit']> {
    const audit = this.#entry('changed-seen', identity, uri, 'the approval is no longer valid');
    return this.commit([{ kind: 'lapse', identity, uri, seen, record: null, at, audit }]);
  }

  noteFailure(failure: Failure): ReturnType<ApprovalsStore['commit']> {
    const { server, uri, file } = failure;
    const audit = this.#entry('verification-failed', server.identity, uri, file);
    return this.commit([{ kind: 'fail', failure, audit }]);
  }

  clearFailure(
    identity: Identity,
    uri: string,
    file: string | null = null,
  ): ReturnType<ApprovalsStore['commit']> {
    const audit = this.#entry('verification-cleared', identity, uri, file ?? 'every file');
    return this.commit([{ kind: 'clear', identity, uri, file, audit }]);
  }

  /** Of a folder by its path; what a command says of a label has no line. */
  async note(entries: readonly AuditEntry[]): Promise<void> {
    const paths = new Set(this.#paths.values());
    const known = entries.filter(({ server }) => paths.has(server));
    // Failing keeps nobody from deciding, and the next decision says that it can't be written.
    if (known.length > 0) await this.#audit.append(known).catch(() => {});
  }
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopWatching ??= watchFolder(this.#path, () => this.#look());
    return () => void this.#listeners.delete(listener);
  }
  async close(): Promise<void> {
    this.#stopWatching?.();
    await this.#queue;
  }

  /** Another window or a command may have written the file. */
  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const turn = this.#queue.then(async () => {
      const stamp = await stampAt(this.#path).catch(() => 'unknown');
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      const before = [this.#revision, this.#problem?.message].join();
      await this.load();
      if (before !== [this.#revision, this.#problem?.message].join())
        for (const listener of this.#listeners) listener();
    });
    this.#queue = turn.catch(() => undefined).finally(() => (this.#isLooking = false));
  }

  /**
   * Reads the file. One that can't be understood is left unchanged, and nothing is decided then.
   */
  async load(): Promise<void> {
    const fail = (reason: 'corrupt' | 'newer-format' | 'io', message: string): void => {
      this.#lines = new Map();
      this.#problem = { ...{ status: 'unreadable', path: this.#path }, reason, message };
    };
    this.#problem = null;
    const file = await readBounded(this.#path, mostBytes);
    if (!file.ok) {
      if (file.error.reason !== 'missing') fail('io', file.error.message);
      else if (this.#revision > 0) {
        this.#lines = new Map();
        this.#revision = 0;
        this.#others += 1;
      }
      return;
    }
    const parsed = parseDecisions(file.value.bytes.toString('utf8'));
    if (!parsed.ok) return fail(parsed.error.reason, `${this.#path} ${parsed.error.message}`);
    if (this.#revision !== parsed.value.revision) this.#others += 1;
    this.#revision = parsed.value.revision;
    this.#lines = new Map(
      parsed.value.records.map((record) => {
        const line = RecordLine.made(record);
        return [line.of.key, line];
      }),
    );
    for (const { server } of parsed.value.records)
      this.#paths.set(identityKey(server.identity), server.label);
  }

  async #commit(changes: readonly RecordChange[]): Promise<Committed> {
    let failed: Committed | null = null;
    const written = await rewriteFile(
      this.#path,
      async (): Promise<Result<string, 'not-written'>> => {
        await this.load();
        if (this.#problem !== null) {
          failed = err({ reason: 'unreadable', message: this.#problem.message });
          return err('not-written');
        }
        const named = changes.map((change) => this.#named(change));
        const applied = applyChanges({ lines: this.#lines, failures: this.#failures }, named, {
          count: (key) => this.#others + (this.#counts.get(key) ?? 0),
          lapsed: () => undefined,
        });
        if (!applied.ok) {
          const message = 'Another decision about this skill was made meanwhile.';
          failed = err({ reason: 'replaced', message, ...applied.error });
          return err('not-written');
        }
        const { lines, failures, audit } = applied.value;
        this.#failures = failures;
        const isKept = named.some(({ kind }) => kind !== 'fail' && kind !== 'clear');
        if (audit.length === 0 || !isKept) {
          failed = ok({ revision: this.#revision });
          return err('not-written');
        }
        try {
          await this.#audit.append(audit);
        } catch (error) {
          failed = err({ reason: 'write-failed', message: messageOf(error) });
          return err('not-written');
        }
        this.#lines = lines;
        this.#revision += 1;
        for (const key of keysOf(named)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
        return ok(this.#text());
      },
    );
    if (written.ok) {
      this.#stamp = written.value;
      this.#options.onWritten?.();
      return ok({ revision: this.#revision });
    }
    if (failed !== null) return failed;
    await this.load();
    return err({ reason: 'write-failed', message: `${this.#path} can’t be written.` });
  }

  /** A record and its audit name the folder by the path, whatever the person typed. */
  #named(change: RecordChange): RecordChange {
    switch (change.kind) {
      case 'forget':
      case 'fail':
        return change;
      case 'remove':
      case 'lapse':
      case 'clear':
        return { ...change, audit: { ...change.audit, server: this.#pathOf(change.identity) } };
      case 'put':
      case 'restore': {
        const { identity } = change.record.server;
        const path = this.#pathOf(identity);
        return {
          ...change,
          record: { ...change.record, server: { label: path, display: path, identity } },
          audit: { ...change.audit, server: path },
        };
      }
    }
  }

  #pathOf(identity: Identity): string {
    const path = this.#paths.get(identityKey(identity));
    if (path === undefined) throw new Error('invariant: a decision is about no folder');
    return path;
  }

  #entry(
    action: AuditEntry['action'],
    identity: Identity,
    uri: string,
    detail: string,
  ): AuditEntry {
    return { action, server: this.#pathOf(identity), uri, setDigest: null, detail };
  }

  #text(): string {
    const { now, generator } = this.#options;
    const decisions = this.all().map(({ server, ...record }) => ({
      folder: this.#pathOf(server.identity),
      ...record,
    }));
    const updatedAt = new Date(now()).toISOString();
    const head = { format, revision: this.#revision, updatedAt, generator };
    return `${JSON.stringify({ ...head, decisions }, null, 1)}\n`;
  }
}

interface ParsedDecisions {
  readonly revision: number;
  readonly records: readonly ApprovalRecord[];
}
type ParseFailure = { readonly reason: 'corrupt' | 'newer-format'; readonly message: string };

function parseDecisions(text: string): Result<ParsedDecisions, ParseFailure> {
  const corrupt = (message: string): Result<never, ParseFailure> =>
    err({ reason: 'corrupt', message: `can’t be used: ${message}` });
  let file: Readonly<Record<string, unknown>>;
  try {
    file = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return corrupt("it isn't JSON.");
  }
  const { format: written, revision, decisions } = file;
  if (typeof written === 'string' && /^skillgate\/folder-decisions@(?!1$)\d+$/.test(written))
    return err({ reason: 'newer-format', message: `was written by a newer version (${written}).` });
  if (written !== format) return corrupt(`its format is not ${format}.`);
  if (typeof revision !== 'number' || !Array.isArray(decisions))
    return corrupt('its revision or its decisions are missing.');
  const records: ApprovalRecord[] = [];
  for (const [index, value] of (decisions as unknown[]).entries()) {
    const { folder, ...rest } = Object(value) as Readonly<Record<string, unknown>>;
    if (typeof folder !== 'string' || !isAbsolute(folder))
      return corrupt(`decision ${index + 1} names no folder.`);
    const identity = identityOfFolder(folder);
    const record = { ...rest, server: { label: folder, display: folder, identity } };
    const fault = faultIn(recordSchema, record);
    if (fault !== null) return corrupt(`decision ${index + 1}: its ${fault} is invalid.`);
    records.push(record as unknown as ApprovalRecord);
  }
  return ok({ revision, records });
}
