import { identityOf, identityPin } from '../../core/decisions/identity.ts';
import { entriesOf, textOf } from '../../core/hosts/document.ts';
import { carried } from '../../core/hosts/entry-purpose.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { visible } from '../../core/text.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { fault } from '../errors.ts';
import type { HostParts } from './view.ts';

/** What an app calls a server, and who that is, directly or behind the gateway. */
export interface HostServerName {
  readonly name: string;
  /** As `identityPin` writes it. */
  readonly pin: string;
}

/** Every server of an app whose identity is known. Reads the app's files; starts nothing. */
export async function hostServerNames(
  { hostFiles, servers }: Pick<HostParts, 'hostFiles' | 'servers'>,
  id: HostId,
): Promise<Result<readonly HostServerName[], RequestError>> {
  const host = hostOf(id);
  const known = await servers.list();
  const pins = new Map<string, string>();
  for (const { label, config } of known) {
    const identity = config.ok ? identityOf(config.value) : null;
    if (identity !== null) pins.set(label, identityPin(identity));
  }
  const found: HostServerName[] = [];
  for (const { path } of hostFiles.files.filter((one) => one.id === id)) {
    const file = await hostFiles.read(path);
    if (!file.ok) {
      if (file.error.reason === 'missing') continue;
      return err(fault('refused', file.error.message));
    }
    const entries = entriesOf(textOf(file.value.bytes)?.text ?? '', host);
    if (!entries.ok) return err(fault('refused', `${path} can’t be used: ${entries.error}`));
    for (const { label, value } of entries.value) {
      const says = carried(value, id);
      if (!says.ok) continue;
      const pin =
        says.value.kind === 'server' ? says.value.pin : pins.get(says.value.gateway.server);
      if (pin !== undefined) found.push({ name: visible(label, 200), pin });
    }
  }
  return ok(found);
}
