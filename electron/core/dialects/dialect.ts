import type { Problem } from '../../../shared/model/problem.ts';
import type {
  DialectId,
  EntryOrigin,
  RefusedEntry,
  SkillEntry,
} from '../../../shared/model/skill.ts';
import type { Result } from '../../../shared/result.ts';
import type { RequestPlan, PlannedFailure, PlannedReply, PlannedRequest } from './plan.ts';

/** What a connected server declared. */
export interface ServerDeclaration {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly protocolVersion: string;
}

/** Whether and how a server speaks a dialect, and what to tell its author. */
export interface DialectRecognition {
  /**
   * `declaration`: the server declares it, correctly or in a misplaced spot that the dialect
   * checks. `question`: not declared, but worth one request; an answer means the declaration is
   * missing. `looking`: can't be declared; the server's resources reveal it. `origin`: the address
   * serves nothing else. `nothing`: not at all.
   */
  readonly by: 'declaration' | 'question' | 'looking' | 'origin' | 'nothing';
  /** The server accepts `resources/directory/read`. */
  readonly directoryRead: boolean;
  /** What the server's author should fix; none of it stops the listing. */
  readonly advice: readonly Problem[];
  /** Shown if a server answers in this dialect without declaring it. */
  readonly adviceIfUndeclared: readonly Problem[];
  /** Shown if skills were found in this dialect. */
  readonly adviceIfFound: readonly Problem[];
}

/** Rules that an entry broke, the most important first. */
export type BrokenRules = readonly [Problem, ...Problem[]];

/** A resource of `resources/list`, as far as it could be read. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** Other words of the server about it, within bounds: `title`, `annotations`, `_meta`. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

export interface ListedTemplate {
  /** RFC 6570. */
  readonly template: string;
  readonly name: string;
  readonly description: string;
}

/**
 * The results of `resources/list` and `resources/templates/list`, loaded once per listing for every
 * dialect.
 */
export interface ResourceInventory {
  readonly resources: ReadonlyMap<string, ListedResource>;
  readonly templates: readonly ListedTemplate[];
}

/** What a plan may look at. */
export interface PlanContext {
  readonly server: string;
  readonly protocolVersion: string;
  /** Dialects that the server declares. */
  readonly declared: readonly DialectId[];
  /** Every dialect: those that share a method are asked which entries are theirs. */
  readonly dialects: readonly Pick<SkillDialect, 'id' | 'claims'>[];
  readonly inventory: ResourceInventory;
  /** No dialect with its own method has answered, so an unlisted index is worth a request. */
  readonly alone: boolean;
  /** Entries of the dialects before this one. */
  readonly claimed: readonly SkillEntry[];
  /** URIs that an earlier dialect refused; a later one must not accept them. */
  readonly refused: ReadonlySet<string>;
  readonly directoryRead: boolean;
}

/** One received page of a listing. */
export interface ListPage {
  readonly entries: readonly SkillEntry[];
  readonly refused: readonly RefusedEntry[];
  /** How long the server calls the listing fresh, in milliseconds; null if it doesn't say. */
  readonly ttlMs: number | null;
}

/** What is available before a listing ends. `read` counts the values so far. */
export interface ListingProgress {
  readonly page: ListPage;
  readonly read: number;
}

/** A whole listing: valid entries, and the others refused one by one. */
export interface DialectListing {
  readonly entries: readonly SkillEntry[];
  readonly refused: readonly RefusedEntry[];
  /** Problems of the listing itself. The entries still count. */
  readonly problems: readonly Problem[];
  readonly templates: readonly ListedTemplate[];
  /** Why it ended early, or null; the entries loaded so far are kept. */
  readonly stop: Problem | null;
  /** It ended because the server doesn't have the method at all. */
  readonly lacksMethod?: true;
}

/** A plan that also reports progress; it gets no replies to that. */
export type ListingPlan = Generator<
  readonly PlannedRequest[] | ListingProgress,
  DialectListing,
  readonly PlannedReply[]
>;

/** The dialect doesn't support this. */
export interface NoWay {
  readonly kind: 'no-way';
}

/** The result of requesting one skill by its URI. */
export type EntryOutcome =
  | { readonly kind: 'entry'; readonly entry: SkillEntry; readonly ttlMs: number | null }
  /** The answer breaks these rules, so the earlier entry is dropped. */
  | { readonly kind: 'refused'; readonly problems: BrokenRules }
  /** The address doesn't serve a skill. */
  | {
      readonly kind: 'no-skill';
      readonly code: 'server-error' | 'refused';
      readonly message: string;
    }
  | { readonly kind: 'failed'; readonly error: PlannedFailure }
  /** The URI can't be a skill in this dialect, so nothing was requested. */
  | { readonly kind: 'not-here'; readonly problem: Problem }
  | NoWay;

/** A file found by *Read all*, before it is read. */
export interface FoundFile {
  readonly path: string;
  readonly uri: string;
}

export interface FoundFiles {
  readonly kind: 'found';
  readonly files: readonly FoundFile[];
  readonly problems: readonly Problem[];
}

export type FilesOutcome = FoundFiles | NoWay;

/**
 * The response for one file, shaped like that of `resources/read`. `named`: the server may give the
 * content another URI than the requested one; only if a digest binds it.
 */
export type FileReply =
  | { readonly ok: true; readonly value: unknown; readonly named: 'exactly' | 'any' }
  | { readonly ok: false; readonly error: PlannedFailure };

export interface DirectoryChild {
  readonly uri: string;
  readonly name: string;
  readonly folder: boolean;
  readonly mimeType?: string;
}

export interface DirectoryPage {
  readonly children: readonly DirectoryChild[];
  /** How many children were left out: over `limits.directoryChildren`, or without a usable URI. */
  readonly left: number;
  readonly nextCursor?: string;
}

/** What a folder contains now. `incomplete` says why there may be more, or is null. */
export type FolderOutcome =
  | {
      readonly kind: 'listed';
      readonly children: readonly DirectoryChild[];
      readonly incomplete: string | null;
    }
  | { readonly kind: 'malformed'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly error: PlannedFailure }
  | NoWay;

/** A method that several dialects share, and why its entries were requested. */
export interface SharedMethod {
  readonly method: string;
  readonly origin: EntryOrigin;
  readonly server: string;
  readonly declared: readonly DialectId[];
}

/**
 * Called once per listing, then with all values of each page in turn. Returns, for each value, this
 * dialect's entry or its problems; null if the value belongs to another dialect.
 */
export type ClaimReader = (
  page: readonly unknown[],
) => (value: unknown) => Result<SkillEntry, BrokenRules> | null;

/**
 * One way of serving skills: how to recognize it and what to request. Pure: the use cases send the
 * requests. A server can send any JSON, so nothing here throws on it; what a dialect doesn't
 * support comes from `defaults`, and no dialect knows another.
 */
export interface SkillDialect {
  readonly id: DialectId;
  readonly label: string;
  recognise(declaration: ServerDeclaration): DialectRecognition;
  /** Every skill that the server lists. Two dialects with the identical plan share one listing. */
  list(context: PlanContext): ListingPlan;
  /** One skill by its URI, listed or not. */
  entry(uri: string, context: PlanContext): RequestPlan<EntryOutcome>;
  /** The files of a skill without a manifest, for an explicit *Read all*. */
  files(entry: SkillEntry, context: PlanContext): RequestPlan<FilesOutcome>;
  /**
   * One response may hold several files, so each question is asked once while a whole skill is
   * read.
   */
  readonly collects?: true;
  /** One file, or one archive. */
  read(fileUri: string, entry: SkillEntry): RequestPlan<FileReply>;
  /** What a folder contains now. */
  folder(uri: string): RequestPlan<FolderOutcome>;
  /** Which entries of a shared method belong to this dialect. */
  claims(of: SharedMethod): ClaimReader;
}

/**
 * The internal capability by which a plain HTTP session names its origin; no server declares it.
 */
export const webCapability = 'web';
