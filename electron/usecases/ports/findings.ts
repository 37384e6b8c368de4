import type { FileToInspect, Inspection } from '../../core/findings/inspect.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import type { Answer } from '../../../shared/model/findings.ts';
import type { Result } from '../../../shared/result.ts';

/** What a person said of findings; of who can read the approvals nobody needs it. */
export interface AnswersStore {
  /** In memory: asked with every change of a skill. The same list until it changes. */
  find(identity: Identity, uri: string): readonly Answer[];
  put(identity: Identity, uri: string, answer: Answer): Promise<Result<void, 'unwritable'>>;
  remove(identity: Identity, uri: string, id: string): Promise<Result<void, 'unwritable'>>;
}

/** Looks at files with the rules, elsewhere than in the thread that asks. Never fails. */
export interface Inspector {
  inspect(file: FileToInspect): Promise<Inspection>;
  close(): Promise<void>;
}
