import type { FileToInspect, FileInspection } from '../../core/findings/inspect.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import type { FindingDismissal, ForeignAnswer } from '../../../shared/model/findings.ts';
import type { Result } from '../../../shared/result.ts';
import type { InspectedFile } from '../../core/skill-state/file-inspection.ts';

/** What a person said of findings; of who can read the approvals nobody needs it. */
export interface AnswersStore {
  /** Why nothing of the file counts, as one line for people; null while it does. */
  readonly problem: string | null;
  /** In memory: asked with every change of a skill. The same list until it changes. */
  find(identity: Identity, uri: string): readonly FindingDismissal[];
  /** What other people said of them, from their bundles. It dismisses nothing on its own. */
  others(identity: Identity, uri: string): readonly ForeignAnswer[];
  /** `full`: there are so many that a file of them could not be read again. */
  put(
    identity: Identity,
    uri: string,
    answer: FindingDismissal,
  ): Promise<Result<void, 'unwritable' | 'full'>>;
  /** Takes one away, one's own or another's. */
  remove(identity: Identity, uri: string, id: string): Promise<Result<void, 'unwritable'>>;
  /**
   * Keeps what others said, in the place of what they said before of the same. Of more than have
   * room the oldest leave; `left` are those of these that did at once.
   */
  take(
    taken: readonly {
      readonly identity: Identity;
      readonly uri: string;
      readonly answer: ForeignAnswer;
    }[],
  ): Promise<Result<{ readonly left: readonly string[] }, 'unwritable'>>;
  /** Another window or a command dismissed a finding, or the file was damaged or repaired. */
  onChange(listener: () => void): () => void;
}

/** Looks at files with the rules, elsewhere than in the thread that asks. Never fails. */
export interface FileInspector {
  /** `server` names whose turn it is: whoever takes long waits behind the others. */
  inspect(file: FileToInspect, server: string): Promise<FileInspection>;
  close(): Promise<void>;
}

/** Names one file of one skill of one server as it's listed: what a check of it holds for. */
export interface ListedFileRef {
  readonly identity: Identity;
  /** Of the skill. */
  readonly uri: string;
  readonly file: string;
  readonly digest: string;
  readonly size: number | null;
  /** SKILL.md is checked against the listed frontmatter; empty for other files. */
  readonly frontmatter: string;
}

/** A file that matched its entry; `at` in ms since the epoch. */
export interface KeptCheck {
  readonly at: number;
  readonly advice?: string | undefined;
}

/**
 * What was learned about contents, kept beyond this process. Losing any of it costs a second look
 * and never a decision, so nothing here fails.
 */
export interface ReviewMemory {
  /** Reads what is kept, once. Nothing is known before. */
  load(): Promise<void>;
  /** What rules said about these bytes under this path, whoever served them. */
  inspection(digest: string, path: string): InspectedFile | null;
  keepInspection(file: InspectedFile): void;
  check(file: ListedFileRef): KeptCheck | null;
  /** Null: it no longer matches. */
  keepCheck(file: ListedFileRef, check: KeptCheck | null): void;
  /** How much of a content a person has read; what it means is the page's business. */
  reading(file: ListedFileRef): string | null;
  keepReading(file: ListedFileRef, reading: string): void;
  /** Forgets the checks and readings of one server, or everything. */
  forget(identity: Identity | null): Promise<void>;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}
