import type { RequestError } from '../../../shared/contract.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { fault } from '../options.ts';
import type { ServerContext } from '../contexts.ts';
import { permissionState } from './permission.ts';
import { syncServers } from './roster.ts';
import { storeFault } from './store-fault.ts';

/**
 * Has a stored command start in `folder`; null: in the empty one that Skillgate provides. The person
 * named the folder themselves, so a command that was allowed stays so, and another one still waits.
 */
export async function setStartFolder(
  parts: ServerContext,
  label: string,
  folder: string | null,
): Promise<Result<void, RequestError>> {
  const stored = (await parts.servers.list()).find((one) => one.label === label)?.config;
  if (stored?.ok !== true || stored.value.type !== 'stdio')
    return err(fault('not-found', `There’s no command named ${label}.`));
  const { startIn: _, ...others } = stored.value;
  const config = folder === null ? others : { ...others, startIn: folder };
  const isAllowed = (await permissionState(parts, label, stored.value)) === 'allowed';
  // Before it's written: whoever watches the file starts it at once.
  if (isAllowed && !(await parts.consents.allow(label, consentFingerprint(config))).ok)
    return err(fault('store', 'Couldn’t save the permission to start it. Nothing was changed.'));
  const written = await parts.servers.update(label, label, config);
  if (!written.ok) {
    if (isAllowed) await parts.consents.allow(label, consentFingerprint(stored.value));
    return err(storeFault(parts, written.error, label));
  }
  await syncServers(parts, false);
  return ok(undefined);
}
