import type { HostId } from '../../../../shared/model/plain.ts';

/** Where a configuration comes from, if that affects its meaning. */
export interface ConfigOrigin {
  readonly program: HostId | null;
  /** The person's home folder; null if unknown, as for pasted text. */
  readonly home: string | null;
  /** The project's folder, for a project's own file. */
  readonly folder: string | null;
  readonly windows: boolean;
  /** Labels that another file of the program has turned off. */
  readonly off: readonly unknown[];
}

export const nowhere: ConfigOrigin = {
  program: null,
  home: null,
  folder: null,
  windows: false,
  off: [],
};
