import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import type { ListPage } from '../dialect.ts';

/** What a page needs to know of the listing that it belongs to; reading a page advances it. */
export interface PagesSoFar {
  /** Entries on the pages before this one. */
  index: number;
  /** The first entry of each URI, by `twinKey`; null where it was refused. */
  readonly seen: Map<string, SkillEntry | null>;
  /** URIs, by `twinKey`, of which copies came that are not the same. */
  readonly differ: Set<string>;
  /** How often an entry came again as it was. */
  repeats: number;
}

export interface PageRead extends ListPage {
  /** Position of each of `entries` in the whole listing. */
  readonly positions: readonly number[];
  readonly nextCursor?: string;
  /** What is wrong with the page itself. The entries stand nevertheless. */
  readonly problems: readonly Problem[];
  /** Why there is more than it gives, which nobody can read: the listing ends with it. */
  readonly stop?: Problem;
}
