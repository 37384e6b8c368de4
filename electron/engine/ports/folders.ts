import type { FoundFolder } from '../../../shared/model/server.ts';
import type { Result } from '../../../shared/result.ts';

/** Local folders that a person looks at as servers. Implemented in `electron/storage/folders`. */

export interface FolderList {
  /** Those with skills where apps look for them. Opens no file. */
  found(): Promise<readonly FoundFolder[]>;
  /**
   * Adds the folder that a person named; one that's there already is only named. Opens no file. The
   * error is one sentence for people; `isUnwritable`: the list couldn't be saved.
   */
  add(
    given: string,
  ): Promise<Result<{ readonly label: string }, { message: string; isUnwritable: boolean }>>;
}
