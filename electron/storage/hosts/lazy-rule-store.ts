import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostFiles, RuleStore } from '../../engine/ports/hosts.ts';
import { ok } from '../../../shared/result.ts';
import type { MachineInfo } from '../disk/data-folder.ts';

/** What Skillgate wrote into hosts' own settings. */
export const ruleRecordPath = (folder: string, about: RuleStore['about']): string =>
  join(folder, about === 'servers' ? 'host-rules.json' : 'folder-rules.json');

/** Hosts' own settings, whose code is loaded only where a person turned rules on, or asks. */
export function ruleStoreOnUse(
  place: MachineInfo,
  folder: string,
  about: RuleStore['about'],
  hostFiles: Pick<HostFiles, 'files' | 'read' | 'replace'>,
  servers: RuleStore['servers'],
): RuleStore {
  let opened: Promise<RuleStore> | null = null;
  const store = (): Promise<RuleStore> =>
    (opened ??= import('./rule-store.ts').then(({ openRuleStore }) =>
      openRuleStore(place, folder, about, hostFiles, servers),
    ));
  return {
    ...{ about, servers },
    stateOf: async (record) => (await store()).stateOf(record),
    linkedFolders: async (id) => (await store()).linkedFolders(id),
    files: async () => (await store()).files(),
    managed: async (file) => (await store()).managed(file),
    read: async (file) => (await store()).read(file),
    write: async (...given) => (await store()).write(...given),
    async list() {
      const isThere = await access(ruleRecordPath(folder, about)).then(
        () => true,
        (error: { readonly code?: string }) => error.code !== 'ENOENT',
      );
      return isThere ? (await store()).list() : ok([]);
    },
    exclusively: async (work) => (await store()).exclusively(work),
  };
}
