import type { ComponentType } from 'react';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';

/**
 * The component that shows a file's content. The app passes it in, because features don't import
 * each other.
 */
export type FilePaneComponent = ComponentType<{
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly mode: 'preview' | 'source' | 'mismatch';
}>;

/** The component that shows a skill's findings. */
export type FindingsTabComponent = ComponentType<{
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
}>;
