import { hostOf, type SkillExposure } from '../../core/hosts/host.ts';
import { startView } from '../../core/start/view.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError, RequestInput } from '../../../shared/contract.ts';
import type {
  AppliedHost,
  HostChange,
  HostRulesView,
  RulesChange,
} from '../../../shared/model/hosts.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { fault } from '../options.ts';
import type { WorkProgress } from '../operations.ts';
import type { ServerContext, DecisionContext } from '../contexts.ts';
import { syncServers } from '../servers/roster.ts';
import { applyPlan } from './apply.ts';
import { type HostPlan, placeOf, planBack, planThrough } from './plan.ts';
import { provePlan, type ProvedPlan } from './prove.ts';
import { planRepair } from './repair.ts';
import { makeEntryKey } from './view.ts';
import { applyRules, planRules, ruleViews, type RulePlan } from './rules.ts';

/** Changes that a window was shown, held on the main side: secrets and texts go no further. */
export type PendingChanges = Map<string, HostPlan>;

const mostPending = 20;

/** What turning the switches of these entries would write. Writes nothing. */
export async function previewHost(
  parts: ServerContext,
  pending: PendingChanges,
  {
    host,
    path,
    keys,
    to,
    exposes,
  }: {
    readonly host: HostId;
    readonly path: string;
    readonly keys: readonly string[];
    readonly to: HostPlan['to'] | 'repair';
    readonly exposes?: readonly SkillExposure[] | 'usual' | undefined;
  },
): Promise<Result<HostChange, RequestError>> {
  const asked = new Set(keys);
  const wanted = (entry: Parameters<typeof makeEntryKey>[0]): boolean =>
    asked.has(makeEntryKey(entry));
  const at = parts.hostFiles.files.find((one) => one.id === host && one.path === path);
  if (at === undefined)
    return err(fault('not-found', `${hostOf(host).name} has no file at ${visible(path, 300)}.`));
  const plan =
    to === 'through'
      ? await planThrough(parts, at, wanted, { exposes: exposes ?? null })
      : await (to === 'repair' ? planRepair : planBack)(parts, at, wanted);
  if (!plan.ok) return plan;
  const changeId = parts.ids.next();
  pending.set(changeId, plan.value);
  for (const old of [...pending.keys()].slice(0, -mostPending)) pending.delete(old);
  const { changes, servers, left, file } = plan.value;
  return ok({
    changeId,
    host,
    name: plan.value.host.name,
    path: placeOf(file),
    entries: changes.map(({ entry, server, line, lines }) => ({
      label: visible(entry.label, 80),
      project: visible(entry.project, 300),
      server,
      line,
      lines: [...lines],
    })),
    added: servers.map(({ label, config, isNew, isAllowed, program, origin }) => ({
      ...{ label, isNew, isAllowed },
      start: config.type === 'stdio' ? startView(config, origin, program) : null,
    })),
    left: [...left],
  });
}

/**
 * Writes what was shown under this id, once; before that, it's tried unless the person said
 * otherwise. Only protection is: restoring and repairing change no server for the app.
 */
export async function applyHost(
  parts: ServerContext,
  pending: PendingChanges,
  { changeId, isUntested }: { readonly changeId: string; readonly isUntested: boolean },
): Promise<Result<AppliedHost, RequestError>> {
  const plan = pending.get(changeId);
  pending.delete(changeId);
  if (plan === undefined)
    return err(fault('not-found', 'This change has expired. Review the app again.'));
  const done = await (isUntested || plan.servers.length === 0
    ? write(parts, { plan, tried: [] })
    : tryAndWrite(parts, plan));
  // Also where it stopped half way: a server may have been added by then.
  await syncServers(parts);
  return done;
}

async function write(
  parts: ServerContext,
  { plan, tried }: ProvedPlan,
): Promise<Result<AppliedHost, RequestError>> {
  const { path } = plan.file;
  if (plan.changes.length + plan.gone.length === 0)
    return ok({ path, outcome: 'unchanged', tried: [...tried] });
  const done = await applyPlan(parts, plan);
  return done.ok ? ok({ path, outcome: 'written', tried: [...tried] }) : done;
}

/** The same as work that windows show and can cancel. */
const tryAndWrite = (
  parts: ServerContext,
  plan: HostPlan,
): Promise<Result<AppliedHost, RequestError>> =>
  new Promise((resolve, reject) => {
    const total = plan.changes.length;
    parts.operations.start({ kind: 'protect', total }, async (signal, progress) => {
      const done = tryThenWrite(parts, plan, signal, progress);
      done.then(resolve, reject);
      const result = await done;
      return result.ok
        ? { message: result.value.outcome === 'written' ? 'file saved' : 'nothing was written' }
        : { message: result.error.message, isFailure: true };
    });
  });

async function tryThenWrite(
  parts: ServerContext,
  plan: HostPlan,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<Result<AppliedHost, RequestError>> {
  const proved = await provePlan(parts, plan, signal, (line, done, total) =>
    progress.report(done, total, 0, line),
  );
  if (!proved.ok) return proved;
  return proved.value === null
    ? ok({ path: plan.file.path, outcome: 'cancelled', tried: [] })
    : write(parts, proved.value);
}

/** Changes that a window was shown, held on the main side. */
export type PendingRules = Map<string, RulePlan & { readonly byName: boolean }>;

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
