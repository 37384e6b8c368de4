import { createContext } from 'react';
import type { FileEntry } from '../../../../../shared/model/skill.ts';

/** What's needed to judge a link in a skill's text. */
export interface LinkContext {
  /** The skill. */
  readonly server: string;
  readonly uri: string;
  /** Path of the file that contains the link. */
  readonly from: string;
  /** The files of the skill. */
  readonly files: readonly FileEntry[];
  readonly onOpen: (uri: string) => void;
}

export const AroundLinks = createContext<LinkContext>({
  server: '',
  uri: '',
  from: '',
  files: [],
  onOpen: () => {},
});
