/** `same`: the end of the approval that is made again; `longest`: as long as a policy allows. */
export type ExpiryTerm = 'same' | 'never' | '30' | '90' | '365' | 'longest' | 'date';

/** What a person has filled in of a decision and not sent: only what they touched. */
export interface DecisionDraft {
  /** The content that it is about: another one drops it. */
  readonly about: string;
  readonly note?: string;
  readonly expiry?: ExpiryTerm;
  /** `2026-11-22`, as typed. */
  readonly date?: string;
  /** Tools that were ticked or unticked by hand. */
  readonly ticks: ReadonlyMap<string, boolean>;
}
