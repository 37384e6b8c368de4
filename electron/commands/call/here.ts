import type { ComposeOptions } from '../../compose-core.ts';
import type { Person } from './person.ts';
import type { Place } from '../../storage/disk/data-folder.ts';
import type { Parts } from '../../usecases/parts.ts';

/** Where a command runs; an argument, so that a test can be somewhere else. */
export interface Here {
  readonly place: Place;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Whoever can be asked; null with `--json` and where nobody sits at a terminal. */
  readonly person: Person | null;
  /** `--config FILE`, else what the environment says. */
  composing(config?: string): ComposeOptions;
  /**
   * The held state, made when it is first asked for. Only `with-findings` do rules look at what is
   * read. Throws a CommandError when it cannot.
   */
  core(config?: string, findings?: 'with-findings'): Promise<Parts>;
}
