import type { WaitingFile, WaitingSkill } from '../../../shared/model/waiting.ts';
import type { Result } from '../../../shared/result.ts';

/** One skill that one host met once and did not get. `at` is ISO 8601. */
export type HostRequest = Omit<WaitingSkill, 'firstAt' | 'lastAt' | 'count'> & {
  readonly at: string;
};

/** What hosts met at gateways and did not get, for the person to decide on. */
export interface WaitingStore {
  /** The error is one line for people; a missing file is an empty one. */
  read(): Promise<Result<WaitingFile, string>>;
  /** False when it could not be written: nothing else depends on it. */
  add(met: readonly HostRequest[]): Promise<boolean>;
  /** Takes out what was decided, or what a person does not want to see. */
  remove(gone: (one: WaitingSkill) => boolean): Promise<boolean>;
  /** This or another process changed the file. */
  onChange(listener: () => void): () => void;
}
