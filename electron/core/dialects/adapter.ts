import type { Problem } from '../../../shared/model/problem.ts';
import type { DialectId, RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { Result } from '../../../shared/result.ts';

/** What a connected server declared. */
export interface ServerDeclaration {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly protocolVersion: string;
}

/** Whether and how a server speaks a dialect. */
export interface Detection {
  /** Declared, rightly or in a place where the adapter knows to look. */
  readonly speaks: boolean;
  /** Not declared, but worth one `listRequest`: an answer means that the declaration is missing. */
  readonly probe: boolean;
  /** `resources/directory/read` may be called. */
  readonly directoryRead: boolean;
  /** What the server's author should mend; none of it stops the listing. */
  readonly advice: readonly Problem[];
}

/** A request to send, as plain data. */
export interface PlannedRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a page needs to know of the listing that it belongs to. One per listing; `parseList` advances it. */
export interface ListContext {
  readonly server: string;
  readonly protocolVersion: string;
  /** Entries on the pages before this one. */
  index: number;
  /** How often each URI came so far, by `twinKey`. */
  readonly seen: Map<string, number>;
}

export function listContext(server: string, protocolVersion: string): ListContext {
  return { server, protocolVersion, index: 0, seen: new Map() };
}

export interface ListPage {
  readonly entries: readonly SkillEntry[];
  /** Position of each of `entries` in the whole listing. */
  readonly positions: readonly number[];
  readonly refused: readonly RefusedEntry[];
  readonly nextCursor?: string;
  /** Milliseconds for which the server calls the listing fresh; null when it did not say. */
  readonly ttlMs: number | null;
  /** What is wrong with the page itself. The entries stand nevertheless. */
  readonly problems: readonly Problem[];
}

export interface GetContext {
  readonly server: string;
  readonly protocolVersion: string;
}

export interface DirectoryChild {
  readonly uri: string;
  readonly name: string;
  readonly folder: boolean;
  readonly mimeType?: string;
}

export interface DirectoryPage {
  readonly children: readonly DirectoryChild[];
  /** Children that were left out: over `limits.directoryChildren`, or without a URI to name them by. */
  readonly left: number;
  readonly nextCursor?: string;
}

/**
 * One way of serving skills: what to request, and how to read the reply. Pure; the use cases
 * send. A result is whatever JSON the server sent, so every parse takes `unknown` and never
 * throws on it.
 */
export interface DialectAdapter {
  readonly id: DialectId;
  readonly label: string;
  detect(declaration: ServerDeclaration): Detection;
  /** Said of a server that answered the probe. */
  undeclared(): Problem;
  listRequest(cursor?: string): PlannedRequest;
  /** Keeps the good entries and refuses the others one by one. `context` is that of the listing. */
  parseList(result: unknown, context: ListContext): ListPage;
  /** Absent when the dialect has no way to ask for one skill. */
  getRequest?(uri: string): PlannedRequest;
  /** The entry for `uri`, or every rule that it breaks, the gravest first. */
  parseGet?(result: unknown, uri: string, context: GetContext): Result<SkillEntry, readonly [Problem, ...Problem[]]>;
  readRequest(fileUri: string): PlannedRequest;
  directoryRequest?(uri: string, cursor?: string): PlannedRequest;
  parseDirectory?(result: unknown): Result<DirectoryPage, Problem>;
}
