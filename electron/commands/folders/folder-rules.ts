import { syncRules, type RuleParts } from '../../engine/hosts/rules.ts';
import type { ApprovalsStore } from '../../engine/ports/decisions.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { dataFolderPath } from '../../storage/disk/data-folder.ts';
import { openFolderDecisions } from '../../storage/folders/folder-decisions.ts';
import { ruleStoreOnUse } from '../../storage/hosts/lazy-rule-store.ts';
import type { CommandContext } from '../call/command.ts';

type Here = Pick<CommandContext, 'place' | 'cwd' | 'composing'>;

/** Decisions about all folders, which a run over servers doesn't open. */
export const folderDecisions = async ({ place, cwd, composing }: Here): Promise<ApprovalsStore> => {
  const { userName, version } = composing();
  return openFolderDecisions({
    ...{ folder: dataFolderPath(place, cwd), now: Date.now, actor: userName, paths: [] },
    generator: { name: 'skillgate', version },
  });
};

/** What keeps decisions about folders in apps' own settings, for a run over servers. */
export const folderRuleParts = async (
  { policy, clock, hostFiles }: EngineParts,
  here: Here,
): Promise<RuleParts> => ({
  ...{ policy, clock, hostFiles, approvals: await folderDecisions(here) },
  ruleStore: folderRuleStore(hostFiles, here),
});

/** The same, or null if no app's settings follow them. */
export const folderRulesInUse = async (
  parts: EngineParts,
  here: Here,
): Promise<RuleParts | null> => {
  const records = await folderRuleStore(parts.hostFiles, here).list();
  return records.ok && records.value.length === 0 ? null : folderRuleParts(parts, here);
};

/** Brings apps' settings in step. Gives why one isn't; null if all are, or none follows. */
export const syncFolderRules = async (parts: EngineParts, here: Here): Promise<string | null> => {
  const rules = await folderRulesInUse(parts, here);
  return rules === null ? null : (await syncRules(rules)).problem;
};

const folderRuleStore = (
  hostFiles: EngineParts['hostFiles'],
  { place, cwd }: Here,
): RuleParts['ruleStore'] =>
  ruleStoreOnUse(place, dataFolderPath(place, cwd), 'folders', hostFiles, async () => []);
