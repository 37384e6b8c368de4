import { hostOf, type SkillExposure } from '../../core/hosts/host.ts';
import { startView } from '../../core/start/view.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { HostChange } from '../../../shared/model/hosts.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { fault } from '../errors.ts';
import type { EngineParts } from '../parts.ts';
import { syncServers, type RosterParts } from '../servers/roster.ts';
import { applyPlan } from './apply.ts';
import { type HostPlan, placeOf, planBack, planThrough } from './plan.ts';
import { planRepair } from './repair.ts';
import { makeEntryKey, type HostParts } from './view.ts';

/** Changes that a window was shown, held on the main side: secrets and texts go no further. */
export type PendingChanges = Map<string, HostPlan>;

const mostPending = 20;

/** What turning the switches of these entries would write. Writes nothing. */
export async function previewHost(
  parts: HostParts & Pick<EngineParts, 'ids'>,
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
    readonly exposes?: readonly SkillExposure[] | undefined;
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
    added: servers.map(({ label, config, isNew }) => ({
      label,
      isNew,
      start: config.type === 'stdio' ? startView(config, file.path) : null,
    })),
    left: [...left],
  });
}

/** Writes what was shown under this id, once. */
export async function applyHost(
  parts: HostParts & RosterParts & Pick<EngineParts, 'options'>,
  pending: PendingChanges,
  changeId: string,
): Promise<Result<{ path: string; backup: string | null }, RequestError>> {
  const plan = pending.get(changeId);
  pending.delete(changeId);
  if (plan === undefined)
    return err(fault('not-found', 'This change has expired. Review the app again.'));
  const done = await applyPlan(parts, plan);
  // Also where it stopped half way: a server may have been added by then.
  await syncServers(parts);
  return done.ok ? ok({ path: plan.file.path, backup: done.value.backup }) : done;
}
