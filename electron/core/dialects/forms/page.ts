import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import type { ListPage } from '../dialect.ts';

/** What a page needs to know about its listing; reading a page advances it. */
export interface PagesSoFar {
  /** Entries on the pages before this one. */
  index: number;
  /** The first entry of each URI, by `twinKey`; null if it was refused. */
  readonly seen: Map<string, SkillEntry | null>;
  /** URIs, by `twinKey`, that had copies which differ. */
  readonly differ: Set<string>;
  /** How many entries repeated an earlier one unchanged. */
  repeats: number;
}

export interface PageRead extends ListPage {
  /** Position of each of `entries` in the whole listing. */
  readonly positions: readonly number[];
  readonly nextCursor?: string;
  /** Problems of the page itself. The entries still count. */
  readonly problems: readonly Problem[];
  /** Why the listing ends here although it has more that can't be read. */
  readonly stop?: Problem;
}
