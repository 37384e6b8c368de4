import type { FileEntry, SkillFiles, SkillEntry } from '../../shared/model/skill.ts';

export const dynamicFiles: SkillFiles = { kind: 'dynamic' };
export const unknownFiles: SkillFiles = { kind: 'unknown' };
export const asListed = (files: readonly FileEntry[]): SkillFiles => ({ kind: 'listed', files });

const emptyList: readonly FileEntry[] = [];

/** The files that the entry lists; empty if it lists none, in which case `kind` says why. */
export const listedFiles = ({ files }: Pick<SkillEntry, 'files'>): readonly FileEntry[] =>
  files.kind === 'listed' ? files.files : emptyList;
