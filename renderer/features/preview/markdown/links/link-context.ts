import { createContext } from 'react';
import type { FileEntry } from '../../../../../shared/model/skill.ts';

/** What a link of a skill's text is judged by. */
export interface LinkContext {
  /** Path of the file that holds it. */
  readonly from: string;
  /** The files of the skill. */
  readonly files: readonly FileEntry[];
  readonly onOpen: (uri: string) => void;
}

export const AroundLinks = createContext<LinkContext>({ from: '', files: [], onOpen: () => {} });
