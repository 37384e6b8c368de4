import { hostIds } from '../../../../shared/model/plain.ts';
import { hosts } from '../../hosts/host.ts';

/** Programs whose servers can be imported: the apps, and two that Skillgate doesn't change. */
export const programIds = [...hostIds, 'opencode', 'zed'] as const;
export type ProgramId = (typeof programIds)[number];

export interface ForeignProgram {
  readonly id: ProgramId;
  readonly name: string;
  readonly format: 'json' | 'toml' | 'yaml';
}

export const programs: readonly ForeignProgram[] = [
  ...hosts.map(({ id, name, format }) => ({ id, name, format })),
  { id: 'opencode', name: 'opencode', format: 'json' },
  { id: 'zed', name: 'Zed', format: 'json' },
];

export function programOf(id: ProgramId): ForeignProgram {
  const program = programs.find((one) => one.id === id);
  if (program === undefined) throw new Error(`no program ${id}`);
  return program;
}

export const isVSCode = (id: ProgramId | null): id is 'vscode' | 'vscode-insiders' =>
  id === 'vscode' || id === 'vscode-insiders';

/** Where a configuration comes from, if that affects its meaning. */
export interface ConfigOrigin {
  readonly program: ProgramId | null;
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
