import type { WrittenRules } from '../../core/hosts/permission-rules.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import type { ConfiguredServer } from './servers.ts';
import type { Result } from '../../../shared/result.ts';

/** A host's file as it was read; `real` is where a link leads. */
export interface HostFile {
  readonly path: string;
  readonly real: string;
  readonly bytes: Uint8Array;
  /** Its owner, or a program that manages it, took the right to write away. */
  readonly isReadOnly: boolean;
}

/** A file in which a host keeps servers, whether it's there or not. */
export interface HostFilePath {
  readonly id: HostId;
  readonly path: string;
  /**
   * Where an administrator's list of servers would be, which the host uses in place of this one.
   */
  readonly managed?: string;
  /** It's in the folder where Skillgate runs, so the attacker may have written files beside it. */
  readonly isInProject?: true;
}

/** Files of MCP hosts, which are other programs' and a person's own. */
export interface HostFiles {
  readonly files: readonly HostFilePath[];
  read(
    path: string,
  ): Promise<
    Result<HostFile, { readonly reason: 'missing' | 'unreadable'; readonly message: string }>
  >;
  /**
   * Replaces it as a whole, with its mode; not where other bytes than `file.bytes` stand by now.
   */
  replace(
    file: HostFile,
    bytes: Uint8Array,
  ): Promise<Result<void, { readonly reason: 'changed' | 'unwritable'; readonly message: string }>>;
  /** Keeps a copy in the data folder, the last few of each host. Gives where. */
  keep(id: HostId, bytes: Uint8Array, at: string): Promise<Result<string, string>>;
  /** The paths of the copies that are kept. */
  copies(): Promise<readonly string[]>;
  canStart(command: string): Promise<boolean>;
  isThere(path: string): Promise<boolean>;
}

/** A host's settings that can hold rules, whether they're there or not. */
export interface RuleFile {
  readonly id: HostId;
  readonly path: string;
  /** Where the host's servers are named. */
  readonly serverFiles: readonly string[];
}

/** What Skillgate wrote into a host's settings, and keeps in step with decisions. */
export interface RuleRecord {
  readonly host: HostId;
  readonly file: string;
  /** Where the host's servers are named: another process may have another environment. */
  readonly serverFiles: readonly string[];
  readonly written: WrittenRules;
  /** Skillgate made the file. */
  readonly madeFile: boolean;
  /** ISO 8601: when a person turned it on. */
  readonly since: string;
}

/** A local skill as it's now, against what was approved. */
export type FolderSkillState = 'unchanged' | 'changed' | 'unknown';

/** Hosts' own settings, and the record of the rules in them that are Skillgate's. */
export interface RuleStore {
  /** Decisions about servers are kept by version, those about folders by name. */
  readonly about: 'servers' | 'folders';
  /** Reads a local skill again. `unknown`: it isn't there, or can't be read. */
  stateOf(record: ApprovalRecord): Promise<FolderSkillState>;
  /**
   * The real paths of the folders where the host looks for a person's skills, and of links in them.
   */
  linkedFolders(id: HostId): Promise<readonly string[]>;
  files(): Promise<readonly RuleFile[]>;
  /** Every server that Skillgate has, also in a gateway, which is for one of them. */
  servers(): Promise<readonly ConfiguredServer[]>;
  /**
   * Why the host doesn't use a person's own rules now, according to an administrator; null if it
   * does.
   */
  managed(file: RuleFile): Promise<string | null>;
  /** Null if it isn't there. The error says in one sentence why it must not be written. */
  read(file: RuleFile): Promise<Result<HostFile | null, string>>;
  /**
   * Replaces, makes (`from` is null) or deletes (`bytes` is null) a file; not where other bytes
   * than those of `from` are there by now.
   */
  write(
    file: RuleFile,
    from: HostFile | null,
    bytes: Uint8Array | null,
  ): Promise<Result<void, { readonly reason: 'changed' | 'unwritable'; readonly message: string }>>;
  list(): Promise<Result<readonly RuleRecord[], string>>;
  /**
   * Runs `work` while no other Skillgate changes rules or their record. The error is one sentence.
   */
  exclusively<T>(
    work: (
      records: readonly RuleRecord[],
      keep: (records: readonly RuleRecord[]) => Promise<Result<void, string>>,
    ) => Promise<T>,
  ): Promise<Result<T, string>>;
}

/** An entry of a host's file that was put through the gateway. */
export interface LedgerLine {
  readonly host: HostId;
  readonly file: string;
  /** Keys from the top of the file. */
  readonly path: readonly string[];
  /** Skillgate's label of the server behind it. */
  readonly server: string;
  /** As it was written, with whatever secrets it has. */
  readonly before: string;
  readonly after: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What stood there before, kept before anything is changed. The error is one line for people. */
export interface HostLedger {
  /** The paths of its files that are there. */
  where(): Promise<readonly string[]>;
  list(): Promise<Result<readonly LedgerLine[], string>>;
  /** Why what's kept beside this file of an app can't be read; null if it can, or nothing is. */
  unreadBeside(file: string): Promise<string | null>;
  /** In place of lines about the same entries. */
  put(lines: readonly LedgerLine[]): Promise<Result<void, string>>;
  drop(lines: readonly Pick<LedgerLine, 'host' | 'file' | 'path'>[]): Promise<Result<void, string>>;
}
