import type { AppSettings } from '../../../shared/model/settings.ts';
import type { Result } from '../../../shared/result.ts';

export interface SettingsStore {
  load(): Promise<AppSettings>;
  save(settings: AppSettings): Promise<Result<void, 'unwritable'>>;
}

/** Names of skills in the person's own skill folders: names only, nothing else is read. */
export interface LocalSkills {
  list(): Promise<readonly { readonly name: string; readonly folder: string }[]>;
}

export interface SystemClock {
  now(): number;
  /** Calls back after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

export interface IdSource {
  /** Unique and sortable by time. */
  next(): string;
}
