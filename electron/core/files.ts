import type { FileEntry, SkillFiles, SkillEntry } from '../../shared/model/skill.ts';

export const dynamicFiles: SkillFiles = { kind: 'dynamic' };
export const unknownFiles: SkillFiles = { kind: 'unknown' };
export const asListed = (files: readonly FileEntry[]): SkillFiles => ({ kind: 'listed', files });

const none: readonly FileEntry[] = [];

/** The files that the entry lists; none where it lists none, which `kind` tells apart. */
export const listedFiles = ({ files }: Pick<SkillEntry, 'files'>): readonly FileEntry[] =>
  files.kind === 'listed' ? files.files : none;
