import type { ConfiguredServer, ServerConfig } from '../../core/server-config.ts';
import type { Result } from '../../../shared/result.ts';

/** Servers that are configured, and what a person allowed them. Implemented in `electron/storage`. */

export type { ConfiguredServer, ServerConfig };

export interface ServersStore {
  list(): Promise<readonly ConfiguredServer[]>;
  /** `label` must be free. Unknown keys of the file survive every write. */
  add(label: string, config: ServerConfig): Promise<Result<void, 'label-taken' | 'unwritable'>>;
  update(
    label: string,
    newLabel: string,
    config: ServerConfig,
  ): Promise<Result<void, 'not-found' | 'label-taken' | 'unwritable'>>;
  remove(label: string): Promise<Result<void, 'not-found' | 'unwritable'>>;
  setEnabled(label: string, enabled: boolean): Promise<Result<void, 'not-found' | 'unwritable'>>;
  /** Somebody else changed the list (a session list never changes). */
  onChange(listener: () => void): () => void;
  /** Path of the file, for messages. */
  readonly path: string;
}

/** Which exact commands a person has allowed to start. */
export interface ConsentStore {
  /** 'changed' = this label was allowed with another fingerprint. */
  state(label: string, fingerprint: string): Promise<'allowed' | 'new' | 'changed'>;
  allow(label: string, fingerprint: string): Promise<Result<void, 'unwritable'>>;
  /** Asks again for whatever comes under this label. */
  forget(label: string): Promise<Result<void, 'unwritable'>>;
}

/** Servers found in other programs' configuration files. Reads only; starts nothing. */
export interface ImportSources {
  find(): Promise<
    readonly { readonly source: string; readonly path: string; readonly text: string }[]
  >;
}
