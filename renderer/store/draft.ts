/**
 * `same`: the expiry of the approval being renewed; `longest`: the longest that a policy allows.
 */
export type ExpiryTerm = 'same' | 'never' | '30' | '90' | '365' | 'longest' | 'date';

/** What a person changed in an unsent decision: only what they touched. */
export interface DecisionDraft {
  /** The content that it's about; other content discards it. */
  readonly about: string;
  readonly note?: string;
  readonly expiry?: ExpiryTerm;
  /** `2026-11-22`, as typed. */
  readonly date?: string;
  /** Tools selected or cleared by hand. */
  readonly ticks: ReadonlyMap<string, boolean>;
}
