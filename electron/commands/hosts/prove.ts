import { addServers } from '../../engine/hosts/apply.ts';
import { planThrough, type HostPlan, type PlannedChange } from '../../engine/hosts/plan.ts';
import { makeEntryKey } from '../../engine/hosts/view.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { visible } from '../../core/text.ts';
import { CommandError } from '../call/command.ts';
import { hidesTools, trialText, tryServer, type TrialRunner } from './trial.ts';

/** A plan without the entries that would work worse than before, and what was seen of each. */
export interface ProvedPlan {
  readonly plan: HostPlan;
  readonly lines: readonly string[];
}

/**
 * Starts each server of a confirmed plan through Skillgate and directly, before anything is written: an
 * entry that works only directly is left unchanged. What works neither way is written,
 * because an app may have what it lacks here, such as a variable.
 */
export async function provePlan(
  ctx: EngineParts,
  shown: HostPlan,
  run: TrialRunner,
  {
    progress,
    exposes,
  }: {
    readonly progress: (line: string) => void;
    readonly exposes: readonly string[] | null;
  },
): Promise<ProvedPlan> {
  const { launcher } = ctx;
  if (!launcher.ok) throw new CommandError(launcher.error, 'refused');
  const installed = await launcher.value.install();
  if (!installed.ok) throw new CommandError(installed.error, 'store');
  const added = await addServers(ctx, shown.servers);
  if (!added.ok) throw new CommandError(added.error.message, added.error.code);
  const worse = new Map<string, string>();
  const lines: string[] = [];
  for (const { entry, server, config } of shown.changes) {
    progress(`Starting ${entry.label} of ${shown.host.name}`);
    const trial = await tryServer(run, launcher.value, {
      ...{ label: entry.label, server, mayHide: hidesTools(ctx) },
      config: config?.type === 'well-known' ? null : config,
    });
    if (trial.direct?.outcome === 'ready' && trial.differences.length > 0)
      worse.set(makeEntryKey(entry), trial.differences.join(' '));
    else lines.push(`${visible(entry.label, 80)}: ${trialText(trial)}`);
  }
  const isKept = (entry: Pick<PlannedChange['entry'], 'path'>): boolean =>
    !worse.has(makeEntryKey(entry));
  const kept = new Set(
    shown.changes.filter(({ entry }) => isKept(entry)).map(({ entry }) => makeEntryKey(entry)),
  );
  await removeUnused(
    ctx,
    shown,
    shown.changes.filter(({ entry }) => isKept(entry)),
  );
  const at = { id: shown.host.id, path: shown.file.path };
  const plan = await planThrough(ctx, at, (entry) => kept.has(makeEntryKey(entry)), { exposes });
  if (!plan.ok) throw new CommandError(plan.error.message, plan.error.code);
  // Something else than what was shown must not be written.
  if (!Buffer.from(plan.value.file.bytes).equals(shown.file.bytes))
    throw new CommandError(
      `${shown.file.path} changed in the meantime; Skillgate wrote nothing. Try again.`,
      'stale',
    );
  const left = shown.changes.flatMap(({ entry: { label, project, path } }) => {
    const reason = worse.get(makeEntryKey({ path }));
    return reason === undefined
      ? []
      : [{ label: visible(label, 80), project: visible(project, 300), reason }];
  });
  return { plan: { ...plan.value, left: [...shown.left, ...left] }, lines };
}

/** Removes servers that were added for entries that are left unchanged. */
async function removeUnused(
  ctx: EngineParts,
  { servers }: HostPlan,
  kept: readonly PlannedChange[],
): Promise<void> {
  const ledger = await ctx.hostLedger.list();
  const isInUse = (label: string): boolean =>
    !ledger.ok || ledger.value.some(({ server }) => server === label);
  for (const { label, isNew } of servers) {
    if (!isNew || isInUse(label) || kept.some(({ server }) => server === label)) continue;
    await ctx.servers.remove(label);
    await ctx.consents.forget(label);
  }
}
