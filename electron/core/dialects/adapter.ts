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
  /** Nothing can declare it: its plan is run, and what it finds shows that the server speaks it. */
  readonly tries?: boolean;
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

/** What came of a planned request: whatever JSON the server sent, or why nothing did. */
export type PlannedReply =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: { readonly reason: string; readonly code?: number; readonly message: string };
    };

/**
 * A conversation without input or output: yields requests, all of which may be sent at once,
 * and is given their replies in the same order. The caller sends and bounds.
 */
export type Plan<T> = Generator<readonly PlannedRequest[], T, readonly PlannedReply[]>;

/** A plan that asks nothing: its outcome is known from the inventory. */
export function* immediately<T>(value: T): Plan<T> {
  yield* [];
  return value;
}

/** A resource of `resources/list`, as far as it could be read. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface ListedTemplate {
  /** RFC 6570. */
  readonly template: string;
  readonly name: string;
  readonly description: string;
}

/**
 * What `resources/list` and `resources/templates/list` gave; walked once per listing for every
 * dialect.
 */
export interface Inventory {
  readonly resources: ReadonlyMap<string, ListedResource>;
  readonly templates: readonly ListedTemplate[];
}

/** What a plan may look at. */
export interface PlanContext {
  readonly server: string;
  readonly inventory: Inventory;
  /**
   * No dialect with a method of its own has answered: an index that nobody lists is worth a
   * question.
   */
  readonly alone: boolean;
  /** Entries of the dialects before this one. */
  readonly claimed: readonly SkillEntry[];
  /** URIs that a dialect before this one refused: another must not take them in. */
  readonly refused: ReadonlySet<string>;
  readonly directoryRead: boolean;
}

/** A file found at *Read all*, before it is read. */
export interface FoundFile {
  readonly path: string;
  readonly uri: string;
}

export interface Discovery {
  readonly files: readonly FoundFile[];
  readonly problems: readonly Problem[];
}

/**
 * How a dialect is listed: page by page with a method of its own, or by a plan over the server's
 * resources.
 */
export type DialectListing =
  | {
      readonly kind: 'pages';
      /** Two dialects with the same method share one walk. */
      readonly method: string;
      request(cursor?: string): PlannedRequest;
      /**
       * Keeps the good entries and refuses the others one by one. `context` is that of the listing.
       */
      parse(result: unknown, context: ListContext): ListPage;
    }
  | { readonly kind: 'plan'; plan(context: PlanContext): Plan<ListPage> }
  /** Entries of another dialect's listing, recognised by their shape. */
  | { readonly kind: 'adopted' };

/**
 * What a page needs to know of the listing that it belongs to. One per listing; `parseList`
 * advances it.
 */
export interface ListContext {
  readonly server: string;
  readonly protocolVersion: string;
  /** Entries on the pages before this one. */
  index: number;
  /** How often each URI came so far, by `twinKey`. */
  readonly seen: Map<string, number>;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Whether an entry came that only the final specification knows; then no entry is a draft's. */
  final: boolean;
}

export function listContext(
  server: string,
  protocolVersion: string,
  capabilities: Readonly<Record<string, unknown>> = {},
): ListContext {
  return { server, protocolVersion, index: 0, seen: new Map(), capabilities, final: false };
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
  readonly templates?: readonly ListedTemplate[];
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
  /**
   * Children that were left out: over `limits.directoryChildren`, or without a URI to name them by.
   */
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
  readonly listing: DialectListing;
  detect(declaration: ServerDeclaration): Detection;
  /** Said of a server that answers in this dialect and does not declare it. */
  undeclared?(declaration: Pick<ServerDeclaration, 'capabilities'>): readonly Problem[];
  /** What a server's author could mend, said when skills were found in this dialect. */
  advice?(): readonly Problem[];
  /** Absent when the dialect has no way to ask for one skill. */
  getRequest?(uri: string): PlannedRequest;
  /** The entry for `uri`, or every rule that it breaks, the gravest first. */
  parseGet?(
    result: unknown,
    uri: string,
    context: GetContext,
  ): Result<SkillEntry, readonly [Problem, ...Problem[]]>;
  /**
   * An entry for a URI that no listing has, from the address alone; confirmed when its file is
   * read.
   */
  entryAt?(uri: string, server: string): Result<SkillEntry, Problem>;
  /** Another request than `resources/read` of the file's own URI. */
  readRequest?(fileUri: string, entry: SkillEntry): PlannedRequest;
  /** Several requests for one file; gives a result shaped as that of `resources/read`. */
  read?(fileUri: string, entry: SkillEntry): Plan<PlannedReply>;
  /**
   * The server may name the content otherwise than it was asked for; only where a digest binds it.
   */
  readonly contentUri?: 'any';
  /** The files of a skill without a manifest, for an explicit *Read all*. */
  discover?(entry: SkillEntry, context: PlanContext): Plan<Discovery>;
  directoryRequest?(uri: string, cursor?: string): PlannedRequest;
  parseDirectory?(result: unknown): Result<DirectoryPage, Problem>;
}
