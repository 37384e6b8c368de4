import { syncRules } from '../../engine/hosts/rules.ts';
import type { ApprovalsStore } from '../../engine/ports/decisions.ts';
import type { AppContext, DecisionContext } from '../../engine/contexts.ts';
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
export const folderRuleParts = async (parts: AppContext, here: Here): Promise<DecisionContext> => ({
  ...parts,
  approvals: await folderDecisions(here),
  ruleStore: folderRuleStore(parts.hostFiles, here),
});

/** The same, or null if no app's settings follow them. */
export const folderRulesInUse = async (
  parts: AppContext,
  here: Here,
): Promise<DecisionContext | null> => {
  const records = await folderRuleStore(parts.hostFiles, here).list();
  return records.ok && records.value.length === 0 ? null : folderRuleParts(parts, here);
};

/** Brings apps' settings in step. Gives why one isn't; null if all are, or none follows. */
export const syncFolderRules = async (parts: AppContext, here: Here): Promise<string | null> => {
  const rules = await folderRulesInUse(parts, here);
  return rules === null ? null : (await syncRules(rules)).problem;
};

const folderRuleStore = (
  hostFiles: DecisionContext['hostFiles'],
  { place, cwd }: Here,
): DecisionContext['ruleStore'] =>
  ruleStoreOnUse(place, dataFolderPath(place, cwd), 'folders', hostFiles, async () => []);
