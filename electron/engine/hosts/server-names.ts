import { identityOf, identityPin } from '../../core/decisions/identity.ts';
import { entriesOf, textOf } from '../../core/hosts/document.ts';
import { carried } from '../../core/hosts/entry.ts';
import type { GatewayEntry } from '../../core/hosts/gateway-entry.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { visible } from '../../core/text.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { fault } from '../options.ts';
import type { ServerContext } from '../contexts.ts';

/** What an app calls a server, and who that is, directly or behind the gateway. */
export interface HostServerName {
  readonly name: string;
  /** As `identityPin` writes it; null if what the app would start isn't known. */
  readonly pin: string | null;
}

/** Every server in an app's files. Reads them; starts nothing. */
export async function hostServerNames(
  {
    hostFiles,
    servers,
  }: {
    readonly hostFiles: ServerContext['hostFiles'];
    readonly servers: Pick<ServerContext['servers'], 'list'>;
  },
  id: HostId,
  paths: readonly string[] = hostFiles.files.filter((one) => one.id === id).map(({ path }) => path),
): Promise<Result<readonly HostServerName[], RequestError>> {
  const host = hostOf(id);
  const known = await servers.list();
  const pins = new Map<string, string>();
  for (const { label, config } of known) {
    const identity = config.ok ? identityOf(config.value) : null;
    if (identity !== null) pins.set(label, identityPin(identity));
  }
  const found: HostServerName[] = [];
  for (const path of paths) {
    const file = await hostFiles.read(path);
    if (!file.ok) {
      if (file.error.reason === 'missing') continue;
      return err(fault('refused', file.error.message));
    }
    const entries = entriesOf(textOf(file.value.bytes)?.text ?? '', host);
    if (!entries.ok) return err(fault('refused', `${path} can’t be used: ${entries.error}`));
    for (const { label, value } of entries.value) {
      const says = carried(value, id);
      const pin = !says.ok
        ? null
        : says.value.kind === 'server'
          ? says.value.pin
          : pinBehind(says.value.gateway, pins);
      found.push({ name: visible(label, 200), pin });
    }
  }
  return ok(found);
}

/** A gateway doesn't start a server that isn't the one its entry was made for. */
function pinBehind(
  { server, pin }: GatewayEntry,
  pins: ReadonlyMap<string, string>,
): string | null {
  const known = pins.get(server) ?? null;
  return pin === null || pin === known ? known : null;
}
