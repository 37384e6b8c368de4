import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { AppliedHost, HostRulesView, RulesChange } from '../../../shared/model/hosts.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { fault } from '../errors.ts';
import type { EngineParts } from '../parts.ts';
import { applyRules, planRules, ruleViews, type RulePlan, type RuleParts } from './rules.ts';

/** Changes that a window was shown, held on the main side. */
export type PendingRules = Map<string, RulePlan>;

const mostPending = 20;

type WindowParts = RuleParts & Pick<EngineParts, 'hostRules' | 'ids'>;

/** How apps' own settings stand. */
export async function windowRules(parts: WindowParts): Promise<HostRulesView[]> {
  // A decision that was just made is about to be kept there, too.
  await parts.hostRules.settled();
  return ruleViews(parts);
}

/** What turning an app's rules on or off would write. Writes nothing. */
export async function previewRules(
  parts: WindowParts,
  pending: PendingRules,
  { host, to }: { readonly host: HostId; readonly to: RulePlan['to'] },
): Promise<Result<RulesChange, RequestError>> {
  const plan = await planRules(parts, host, to);
  if (!plan.ok) return plan;
  const changeId = parts.ids.next();
  pending.set(changeId, plan.value);
  for (const old of [...pending.keys()].slice(0, -mostPending)) pending.delete(old);
  const { at, file, text, line, lines, left } = plan.value;
  return ok({
    ...{ changeId, host, to, line, path: at.path },
    isWhole: file === null || text === null,
    lines: [...lines],
    left: [...left],
  });
}

/** Writes what was shown under this id, once. */
export async function applyShownRules(
  parts: WindowParts,
  pending: PendingRules,
  changeId: string,
): Promise<Result<AppliedHost, RequestError>> {
  const plan = pending.get(changeId);
  pending.delete(changeId);
  if (plan === undefined)
    return err(fault('stale', 'These lines were shown too long ago. Review them again.'));
  const done = await applyRules(parts, plan);
  // What hindered the last attempt may have gone with it.
  parts.hostRules.changed();
  return done.ok ? ok({ path: plan.at.path, outcome: 'written', tried: [] }) : done;
}
