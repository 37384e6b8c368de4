import type { AuditLog, AuditQuery } from '../../engine/ports/history.ts';

/**
 * The audit of servers and of folders as one log to look into: what is asked about a folder's label
 * comes from `folder-audit.jsonl`, whose lines name the folder's path.
 */
export function auditBySource(
  servers: AuditLog,
  folders: AuditLog,
  pathOf: (label: string) => string | undefined,
): AuditLog {
  const of = (server: string | null | undefined) => {
    const path = typeof server === 'string' ? pathOf(server) : undefined;
    return path === undefined ? null : { label: server ?? '', path };
  };
  const about = (filter: AuditQuery, path: string): AuditQuery => ({ ...filter, server: path });
  return {
    async page(filter, before, limit) {
      const folder = of(filter.server);
      if (folder === null) return servers.page(filter, before, limit);
      const { path, label } = folder;
      const { lines, more } = await folders.page(about(filter, path), before, limit);
      return { lines: lines.map((line) => ({ ...line, server: label })), more };
    },
    async text(filter) {
      const folder = of(filter.server);
      return folder === null ? servers.text(filter) : folders.text(about(filter, folder.path));
    },
    chain: (server) => (of(server) === null ? servers : folders).chain(),
  };
}
