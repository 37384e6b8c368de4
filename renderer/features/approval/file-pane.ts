import type { ComponentType } from 'react';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';

/** What shows one file's content. The app hands it in: features do not know each other. */
export type FilePaneComponent = ComponentType<{
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly mode: 'preview' | 'source' | 'mismatch';
}>;

/** What shows the findings of a skill. */
export type FindingsTabComponent = ComponentType<{
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
}>;
