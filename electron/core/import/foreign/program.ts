import { hostIds } from '../../../../shared/model/plain.ts';
import { hosts } from '../../hosts/host.ts';

/** Programs whose servers can be taken over: the hosts, and two that Skillgate does not change. */
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

/** Where a configuration comes from, as far as that says what stands in it. */
export interface ConfigOrigin {
  readonly program: ProgramId | null;
  /** Home of the person; null where it is not known, as of a text that was pasted. */
  readonly home: string | null;
  /** The project's folder of a file that is a project's own. */
  readonly folder: string | null;
  readonly windows: boolean;
  /** Labels that another file of the program has switched off. */
  readonly off: readonly unknown[];
}

export const nowhere: ConfigOrigin = {
  program: null,
  home: null,
  folder: null,
  windows: false,
  off: [],
};
