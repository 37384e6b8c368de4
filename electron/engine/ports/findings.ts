import type { FileToInspect, FileInspection } from '../../core/findings/inspect.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import type { FindingDismissal, ForeignAnswer } from '../../../shared/model/findings.ts';
import type { Result } from '../../../shared/result.ts';

/** What a person said of findings; of who can read the approvals nobody needs it. */
export interface AnswersStore {
  /** Why nothing of the file counts, as one line for people; null while it does. */
  readonly problem: string | null;
  /** In memory: asked with every change of a skill. The same list until it changes. */
  find(identity: Identity, uri: string): readonly FindingDismissal[];
  /** Other people's dismissals from their bundles. They don't dismiss anything here. */
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
  /**
   * Called when another window or a command changed the file, or when it was damaged or repaired.
   */
  onChange(listener: () => void): () => void;
}

/** Looks at files with the rules, elsewhere than in the thread that asks. Never fails. */
export interface FileInspector {
  /** `server` names whose turn it is: whoever takes long waits behind the others. */
  inspect(file: FileToInspect, server: string): Promise<FileInspection>;
  close(): Promise<void>;
}
