import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError, RequestInput } from '../../../shared/contract.ts';
import type { AppliedHost, HostRulesView, RulesChange } from '../../../shared/model/hosts.ts';
import { fault } from '../errors.ts';
import type { DecisionContext } from '../contexts.ts';
import { applyRules, planRules, ruleViews, type RulePlan } from './rules.ts';

/** Changes that a window was shown, held on the main side. */
export type PendingRules = Map<string, RulePlan & { readonly byName: boolean }>;

const mostPending = 20;

const partsFor = (parts: DecisionContext, byName: boolean): DecisionContext | null =>
  byName ? parts.folderRules && { ...parts, ...parts.folderRules } : parts;

/** How apps' own settings stand. */
export async function windowRules(parts: DecisionContext): Promise<HostRulesView[]> {
  // A decision that was just made is about to be kept there, too.
  await parts.hostRules.settled();
  const folders = partsFor(parts, true);
  return [...(await ruleViews(parts)), ...(folders === null ? [] : await ruleViews(folders))];
}

/** What turning an app's rules on or off would write. Writes nothing. */
export async function previewRules(
  parts: DecisionContext,
  pending: PendingRules,
  { host, byName, to }: RequestInput<'previewHostRules'>,
): Promise<Result<RulesChange, RequestError>> {
  const chosen = partsFor(parts, byName);
  if (chosen === null) return err(fault('refused', 'This window shows no local folders.'));
  const plan = await planRules(chosen, host, to);
  if (!plan.ok) return plan;
  const changeId = parts.ids.next();
  pending.set(changeId, { ...plan.value, byName });
  for (const old of [...pending.keys()].slice(0, -mostPending)) pending.delete(old);
  const { at, file, text, line, lines, left } = plan.value;
  return ok({
    ...{ changeId, host, byName, to, line, path: at.path },
    isWhole: file === null || text === null,
    lines: [...lines],
    left: [...left],
  });
}

/** Writes what was shown under this id, once. */
export async function applyShownRules(
  parts: DecisionContext,
  pending: PendingRules,
  changeId: string,
): Promise<Result<AppliedHost, RequestError>> {
  const plan = pending.get(changeId);
  pending.delete(changeId);
  const chosen = plan === undefined ? null : partsFor(parts, plan.byName);
  if (plan === undefined || chosen === null)
    return err(fault('stale', 'These lines were shown too long ago. Review them again.'));
  const done = await applyRules(chosen, plan);
  // What hindered the last attempt may have gone with it.
  parts.hostRules.changed();
  return done.ok ? ok({ path: plan.at.path, outcome: 'written', tried: [] }) : done;
}
