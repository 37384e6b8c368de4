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

/** Whether and how a server speaks a dialect, and what can be said of that to its author. */
export interface DialectRecognition {
  /**
   * `declaration`: the server says so, rightly or in a place where the dialect knows to look.
   * `question`: not declared, and worth one question: an answer means that the declaration is
   * missing. `looking`: nothing can declare it, what its listing finds among the server's
   * resources shows it. `origin`: there is nothing else at the address. `nothing`: not at all.
   */
  readonly by: 'declaration' | 'question' | 'looking' | 'origin' | 'nothing';
  /** `resources/directory/read` may be called. */
  readonly directoryRead: boolean;
  /** What the server's author should mend; none of it stops the listing. */
  readonly advice: readonly Problem[];
  /** Said of a server that answers in this dialect and does not declare it. */
  readonly adviceIfUndeclared: readonly Problem[];
  /** Said when skills were found in this dialect. */
  readonly adviceIfFound: readonly Problem[];
}

/** Rules that an entry broke. The first is the one to name. */
export type BrokenRules = readonly [Problem, ...Problem[]];

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
  /** Every dialect: who shares a method is asked which entries are whose. */
  readonly dialects: readonly Pick<SkillDialect, 'id' | 'claims'>[];
  readonly inventory: ResourceInventory;
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

/** One page of a listing, as it arrives. */
export interface ListPage {
  readonly entries: readonly SkillEntry[];
  readonly refused: readonly RefusedEntry[];
  /** Milliseconds for which the server calls the listing fresh; null when it did not say. */
  readonly ttlMs: number | null;
}

/** What is there before a listing is at its end. `read` counts the values up to here. */
export interface ListingProgress {
  readonly page: ListPage;
  readonly read: number;
}

/** A whole listing: good entries, and the others refused one by one. */
export interface DialectListing {
  readonly entries: readonly SkillEntry[];
  readonly refused: readonly RefusedEntry[];
  /** What is wrong with the listing itself. The entries stand nevertheless. */
  readonly problems: readonly Problem[];
  readonly templates: readonly ListedTemplate[];
  /** Why it ended early, or null; the entries loaded so far are kept. */
  readonly stop: Problem | null;
  /** It ended because the server has not the method at all. */
  readonly lacksMethod?: true;
}

/** A plan that also tells what has arrived so far; it is given no replies for that. */
export type ListingPlan = Generator<
  readonly PlannedRequest[] | ListingProgress,
  DialectListing,
  readonly PlannedReply[]
>;

/** No way to do this in the dialect. */
export interface NoWay {
  readonly kind: 'no-way';
}

/** What asking for one skill by its URI came to. */
export type EntryOutcome =
  | { readonly kind: 'entry'; readonly entry: SkillEntry; readonly ttlMs: number | null }
  /** The answer breaks these rules; what was held of the skill is held no longer. */
  | { readonly kind: 'refused'; readonly problems: BrokenRules }
  /** What is served at the address is no skill. */
  | {
      readonly kind: 'no-skill';
      readonly code: 'server-error' | 'refused';
      readonly message: string;
    }
  | { readonly kind: 'failed'; readonly error: PlannedFailure }
  /** The URI cannot be that of a skill in this dialect; nothing was asked. */
  | { readonly kind: 'not-here'; readonly problem: Problem }
  | NoWay;

/** A file found at *Read all*, before it is read. */
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
 * The answer for one file, shaped as that of `resources/read`. `named`: the server may name the
 * content otherwise than it was asked for; only where a digest binds it.
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
  /**
   * Children that were left out: over `limits.directoryChildren`, or without a URI to name them by.
   */
  readonly left: number;
  readonly nextCursor?: string;
}

/** What a folder shows now. `incomplete` says why it may have more, or is null. */
export type FolderOutcome =
  | {
      readonly kind: 'listed';
      readonly children: readonly DirectoryChild[];
      readonly incomplete: string | null;
    }
  | { readonly kind: 'malformed'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly error: PlannedFailure }
  | NoWay;

/** A method that several dialects have, and how its entries came to be asked for. */
export interface SharedMethod {
  readonly method: string;
  readonly origin: EntryOrigin;
  readonly server: string;
  readonly declared: readonly DialectId[];
}

/**
 * Made once for a listing, called with all values of each page in turn. Gives for each value the
 * entry, or what is wrong with it, where it is this dialect's; else null.
 */
export type ClaimReader = (
  page: readonly unknown[],
) => (value: unknown) => Result<SkillEntry, BrokenRules> | null;

/**
 * One way of serving skills: how to tell that a server has it, and what to ask for. Pure; the use
 * cases send. An answer is whatever JSON the server sent, so nothing here throws on it. What a
 * dialect has no way to do it takes from `defaults`, which say so; none knows another.
 */
export interface SkillDialect {
  readonly id: DialectId;
  readonly label: string;
  recognise(declaration: ServerDeclaration): DialectRecognition;
  /** Every skill that the server tells of. Two dialects with the very same plan share one walk. */
  list(context: PlanContext): ListingPlan;
  /** One skill by its URI, listed or not. */
  entry(uri: string, context: PlanContext): RequestPlan<EntryOutcome>;
  /** The files of a skill without a manifest, for an explicit *Read all*. */
  files(entry: SkillEntry, context: PlanContext): RequestPlan<FilesOutcome>;
  /**
   * One answer may have several files: while a whole skill is read, every question is asked once.
   */
  readonly collects?: true;
  /** One file, or one archive. */
  read(fileUri: string, entry: SkillEntry): RequestPlan<FileReply>;
  /** What a folder shows now. */
  folder(uri: string): RequestPlan<FolderOutcome>;
  /** Which entries of a shared method are this dialect's. */
  claims(of: SharedMethod): ClaimReader;
}
