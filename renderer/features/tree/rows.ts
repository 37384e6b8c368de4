import type { ServerView } from '../../../shared/model/server.ts';
import type { FileEntry, RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { TreeRow } from '../../components/VirtualTree/tree-rows.ts';
import type { AppState } from '../../store/state.ts';
import { skillKey } from '../../store/state.ts';

type Body =
  | { readonly kind: 'server'; readonly server: ServerView }
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly skills: number;
      readonly apart: number;
    }
  /**
   * `place`: distinguishes this skill from others with the same name. `apart`: where a long name
   * starts to differ from its neighbors.
   */
  | {
      readonly kind: 'skill';
      readonly row: SkillRow;
      readonly place: string | null;
      readonly apart: number;
    }
  | { readonly kind: 'files'; readonly row: SkillRow }
  | {
      readonly kind: 'file';
      readonly row: SkillRow;
      readonly file: FileEntry;
      readonly apart: number;
    }
  | { readonly kind: 'refused-group'; readonly count: number }
  | { readonly kind: 'refused'; readonly entry: RefusedEntry }
  | { readonly kind: 'note'; readonly note: string };
export type TreeItem = TreeRow & Body;
export const ids = {
  server: (label: string) => `s:${label}`,
  skill: (server: string, uri: string) => `k:${skillKey(server, uri)}`,
  file: (server: string, uri: string, file: string) => `f:${skillKey(server, uri)}\n${file}`,
  refused: (server: string, key: string) => `r:${server}\n${key}`,
};
/** The `skillKey` of a skill row's id; null for other rows. */
export const pickedKey = (id: string) => (id.startsWith('k:') ? id.slice(2) : null);

export type TreeInput = Pick<
  AppState,
  'servers' | 'skills' | 'refused' | 'details' | 'toggled' | 'filterText' | 'filterStanding'
>;
