import { identityOf, identityKey } from '../../core/decisions/identity.ts';
import { gatewayEntry } from '../../core/hosts/gateway-entry.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { parsePaste, parsePasted, type Paste } from '../../core/import/paste.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { ImportPreview } from '../../../shared/model/import.ts';
import type { Parts } from '../parts.ts';
import { fault } from '../errors.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { syncServers, type RosterParts } from './roster.ts';

/** Parsed servers, held on the main side until a person picks some: their secrets go no further. */
export interface PendingImports {
  readonly held: Map<string, readonly { readonly label: string; readonly config: ServerConfig }[]>;
}

export const createPendingImports = (): PendingImports => ({ held: new Map() });

/** Reads what a person pasted; shows what would be added and starts nothing. */
export const previewPasted = (
  parts: Pick<Parts, 'servers' | 'ids'>,
  pending: PendingImports,
  text: string,
): Promise<ImportPreview> => preview(parts, pending, parsePasted(text), 'Pasted', null);

async function preview(
  parts: Pick<Parts, 'servers' | 'ids'>,
  pending: PendingImports,
  parsed: Paste,
  source: string,
  path: string | null,
): Promise<ImportPreview> {
  const configured = await parts.servers.list();
  const taken = new Set(configured.map((server) => server.label));
  const known = new Map<string, string>();
  for (const server of configured) {
    const identity = server.config.ok ? identityOf(server.config.value) : null;
    if (identity !== null) known.set(identityKey(identity), server.label);
  }
  const candidates: ImportPreview['candidates'] = [];
  const servers: { label: string; config: ServerConfig }[] = [];
  const problems = parsed.problems.map(({ where, message }) => ({
    where: visible(where),
    message,
  }));
  for (const { label, config } of parsed.servers) {
    const gateway = gatewayEntry(config);
    if (gateway !== null) {
      // Skillgate in front of one of its own servers is no server to be added.
      const behind = configured.find((server) => server.label === gateway.server);
      if (behind?.config.ok !== true)
        problems.push({
          where: visible(label, 80),
          message: `It starts Skillgate in front of ${visible(gateway.server, 80)}, which is not among its servers.`,
        });
      else
        candidates.push({
          label: visible(label, 80),
          target: maskedTarget(behind.config.value),
          duplicateOf: behind.label,
          throughSkillgate: true,
        });
      continue;
    }
    const free = freeLabel(label, taken);
    taken.add(free);
    const identity = identityOf(config);
    const duplicateOf = identity === null ? undefined : known.get(identityKey(identity));
    servers.push({ label: free, config });
    candidates.push({
      label: free,
      target: maskedTarget(config),
      ...(free === label ? {} : { renamedFrom: visible(label, 80) }),
      ...(duplicateOf === undefined ? {} : { duplicateOf }),
    });
  }
  const importId = parts.ids.next();
  if (servers.length > 0) pending.held.set(importId, servers);
  for (const old of [...pending.held.keys()].slice(0, -50)) pending.held.delete(old);
  return { importId, source, path, candidates, problems };
}

export async function findImports(
  parts: Pick<Parts, 'servers' | 'ids' | 'imports'>,
  pending: PendingImports,
): Promise<ImportPreview[]> {
  const found = await parts.imports.find();
  const previews: ImportPreview[] = [];
  for (const { source, path, text } of found)
    previews.push(await preview(parts, pending, parsePaste(text), source, path));
  return previews;
}

/**
 * Adds the picked servers. A pasted or imported command still asks before its first start:
 * whoever wrote the text is not the person who pasted it.
 */
export async function applyImport(
  parts: RosterParts,
  pending: PendingImports,
  importId: string,
  labels: readonly string[],
): Promise<Result<{ added: string[] }, RequestError>> {
  const servers = pending.held.get(importId);
  if (servers === undefined)
    return err(fault('not-found', 'This preview is no longer held; paste or look again.'));
  const added: string[] = [];
  for (const { label, config } of servers) {
    if (!labels.includes(label)) continue;
    const written = await parts.servers.add(label, config);
    if (!written.ok)
      return err(
        fault(
          written.error === 'unwritable' ? 'store' : 'conflict',
          `${label}: ${written.error === 'unwritable' ? `${parts.servers.path} cannot be written` : 'this label is taken'}.`,
        ),
      );
    added.push(label);
  }
  pending.held.delete(importId);
  await syncServers(parts);
  return ok({ added });
}

export function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) return label;
  for (let n = 2; ; n += 1) if (!taken.has(`${label}-${n}`)) return `${label}-${n}`;
}
