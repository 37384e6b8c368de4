import { identityOf, identityPin } from '../../core/decisions/identity.ts';
import { carried } from '../../core/hosts/entry.ts';
import { difference } from '../../core/hosts/difference.ts';
import { entriesOf, putThrough } from '../../core/hosts/document.ts';
import {
  isDirect,
  strangersIn,
  type GatewayEntry,
  type GatewayLauncher,
} from '../../core/hosts/gateway-entry.ts';
import { visible } from '../../core/text.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { err, ok } from '../../../shared/result.ts';
import { fault } from '../options.ts';
import type { HostFilePath, LedgerLine } from '../ports/hosts.ts';
import type { ConfiguredServer } from '../ports/servers.ts';
import {
  findEntry,
  leaveEntry,
  lineOf,
  openHostFile,
  type EntryFilter,
  type PlannedChange,
  type PlannedHost,
  type SkippedEntry,
} from './plan.ts';
import { makeEntryKey } from './view.ts';
import type { ServerContext } from '../contexts.ts';

/**
 * Points the entries of a host that Skillgate once wrote at this Skillgate: after an upgrade, a
 * move, or a Node that's gone. What stood there before is still what an undo restores. The attacker
 * writes an entry that only looks like Skillgate: one that Skillgate has no record of, or that does
 * more, is left unchanged.
 */
export async function planRepair(
  parts: ServerContext,
  at: HostFilePath,
  wanted: EntryFilter,
): PlannedHost {
  const { launcher } = parts;
  if (!launcher.ok) return err(fault('refused', launcher.error));
  const ledger = await parts.hostLedger.list();
  if (!ledger.ok) return err(fault('store', ledger.error));
  const opened = await openHostFile(parts, at);
  if (!opened.ok) return opened;
  const { host, file, text } = opened.value;
  const entries = entriesOf(text.text, host);
  if (!entries.ok) return err(fault('refused', `${file.path} can’t be used: ${entries.error}`));
  const servers = await parts.servers.list();
  const lines = ledger.value.filter((line) => line.host === host.id && line.file === file.path);
  const changes: PlannedChange[] = [];
  const left: SkippedEntry[] = [];
  let now = text.text;
  for (const entry of entries.value) {
    const says = carried(entry.value, host.id);
    if (!says.ok || says.value.kind !== 'gateway') continue;
    const { gateway, config } = says.value;
    if (!wanted(entry, gateway.server)) continue;
    const line = lines.find((one) => makeEntryKey(one) === makeEntryKey(entry));
    const isRight = isDirect(gateway, launcher.value);
    const problem =
      (isRight ? null : entryProblem(line, strangersIn(config, launcher.value))) ??
      serverProblem(gateway, servers);
    if (problem !== null) left.push(leaveEntry(entry, problem));
    if (problem !== null || line === undefined || isRight) continue;
    const change = putThrough(now, host, findEntry(now, host, entry), {
      ...gateway,
      ...namedBy(launcher.value),
    });
    if (!change.ok) {
      left.push(leaveEntry(entry, change.error));
      continue;
    }
    changes.push({
      entry,
      ...{ server: gateway.server, config: null },
      change: { ...change.value, before: line.before },
      line: lineOf(text.text, entry),
      lines: difference(now, change.value, config, entry.value),
    });
    now = change.value.text;
  }
  const about = { host, file, text: { ...text, text: now } };
  return ok({ to: 'through', ...about, changes, servers: [], left, gone: [], exposes: null });
}

const namedBy = ({ command, args, env }: GatewayLauncher): GatewayLauncher => ({
  ...{ command, args, env },
});

function entryProblem(line: LedgerLine | undefined, strangers: readonly string[]): string | null {
  if (line === undefined)
    return 'Skillgate has no record of it. Write its original entry back, then protect it';
  return strangers.length === 0
    ? null
    : `it has ${strangers.map((name) => visible(name, 100)).join(', ')}, ` +
        'which Skillgate doesn’t write';
}

function serverProblem(
  { server, pin }: GatewayEntry,
  servers: readonly ConfiguredServer[],
): string | null {
  const behind = servers.find(({ label }) => label === server);
  const identity = behind?.config.ok === true ? identityOf(behind.config.value) : null;
  return identity !== null && (pin === null || identityPin(identity) === pin)
    ? null
    : `Skillgate no longer has the server ${quoted(visible(server, 80))}. ` +
        'Undo it, then protect it again';
}
