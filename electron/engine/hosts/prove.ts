import { visible } from '../../core/text.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { TriedServer } from '../../../shared/model/hosts.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { fault } from '../options.ts';
import type { ServerContext } from '../contexts.ts';
import { holdBack } from '../servers/roster.ts';
import { addServers } from './apply.ts';
import { planThrough, type HostPlan, type PlannedChange } from './plan.ts';
import { isWorse, trialText, tryServer } from './trial.ts';
import { makeEntryKey } from './view.ts';

/** A plan without the entries that would work worse than before, and what was seen of each. */
export interface ProvedPlan {
  readonly plan: HostPlan;
  readonly tried: readonly TriedServer[];
}

/**
 * Starts each server of a confirmed plan through Skillgate and directly, before anything is
 * written: an entry that works only directly is left unchanged, and its server isn't added. What
 * works neither way is written, because an app may have what it lacks here, such as a variable.
 * Null if `signal` aborted: then nothing is added. Only what `shown.servers` names is started.
 */
export async function provePlan(
  parts: ServerContext,
  shown: HostPlan,
  signal: AbortSignal,
  progress: (line: string, done: number, total: number) => void,
): Promise<Result<ProvedPlan | null, RequestError>> {
  const { launcher } = parts;
  if (!launcher.ok) return err(fault('refused', launcher.error));
  const installed = await launcher.value.install();
  if (!installed.ok) return err(fault('store', installed.error));
  // A window that watches the list would start each a third time, and two may want the same port.
  const release = holdBack(
    parts.catalogue,
    shown.servers.map(({ label }) => label),
  );
  try {
    const added = await addServers(parts, shown.servers);
    if (!added.ok) return added;
    const tried = new Map<string, TriedServer>();
    const changes = shown.changes.flatMap((change) => {
      const planned = shown.servers.find(({ label }) => label === change.server);
      // Only how the app is shown skills changes for an entry that goes through Skillgate already.
      return planned === undefined || change.config === null ? [] : [{ ...change, planned }];
    });
    for (const [at, { entry, server, planned }] of changes.entries()) {
      const label = visible(entry.label, 80);
      const verb = planned.config.type === 'stdio' ? 'Starting' : 'Contacting';
      progress(
        `${verb} ${label} directly and through Skillgate, ${at + 1} of ${changes.length}`,
        ...([at, changes.length] as const),
      );
      const compared = await tryServer(parts, launcher.value, {
        ...{ label: entry.label, server, config: planned.config, signal },
      });
      if (signal.aborted) break;
      tried.set(makeEntryKey(entry), {
        ...{ label, project: visible(entry.project, 300) },
        ...{ isLeft: isWorse(compared), text: trialText(compared) },
        isSame: compared.differences.length === 0,
      });
    }
    const proved = signal.aborted ? ok(null) : await replanned(parts, shown, tried);
    const kept = proved.ok ? (proved.value?.plan.changes ?? []) : [];
    await removeUnused(parts, shown, kept);
    return proved;
  } finally {
    release();
  }
}

/** The plan for what's left of it, over the same bytes: nothing else was shown. */
async function replanned(
  parts: ServerContext,
  shown: HostPlan,
  tried: ReadonlyMap<string, TriedServer>,
): Promise<Result<ProvedPlan, RequestError>> {
  const at = { id: shown.host.id, path: shown.file.path };
  const kept = new Set(
    shown.changes
      .map(({ entry }) => makeEntryKey(entry))
      .filter((key) => tried.get(key)?.isLeft !== true),
  );
  const { exposes } = shown;
  const plan = await planThrough(parts, at, (entry) => kept.has(makeEntryKey(entry)), { exposes });
  if (!plan.ok) return plan;
  if (!Buffer.from(plan.value.file.bytes).equals(shown.file.bytes))
    return err(
      fault(
        'stale',
        `${shown.file.path} changed in the meantime; Skillgate wrote nothing. Try again.`,
      ),
    );
  const left = [...tried.values()].flatMap(({ label, project, isLeft, text }) =>
    isLeft ? [{ label, project, reason: text }] : [],
  );
  return ok({
    plan: { ...plan.value, left: [...shown.left, ...left] },
    tried: [...tried.values()],
  });
}

/** Removes servers that were added for entries that are left unchanged. */
async function removeUnused(
  { servers: store, consents, hostLedger }: ServerContext,
  { servers }: HostPlan,
  kept: readonly PlannedChange[],
): Promise<void> {
  const ledger = await hostLedger.list();
  const isInUse = (label: string): boolean =>
    !ledger.ok || ledger.value.some(({ server }) => server === label);
  for (const { label, isNew } of servers) {
    if (!isNew || isInUse(label) || kept.some(({ server }) => server === label)) continue;
    await store.remove(label);
    await consents.forget(label);
  }
}
