import { err, ok, type Result } from '../../../shared/result.ts';
import { isRawEntry, type RawServerEntry } from './server-entry.ts';

/**
 * The servers of a parsed configuration by label: `mcpServers`, else `servers` or `mcp.servers` (VS
 * Code). The error is one sentence.
 */
export function serverMapOf(file: unknown): Result<RawServerEntry, string> {
  if (!isRawEntry(file)) return err('it is not an object');
  const mcp = file['mcp'];
  const map =
    file['mcpServers'] ?? file['servers'] ?? (isRawEntry(mcp) ? mcp['servers'] : undefined) ?? {};
  return isRawEntry(map) ? ok(map) : err('mcpServers is not an object');
}

/** The path at which `serverMapOf` finds them or they're to be added. */
export function serverMapAt(file: unknown): readonly string[] {
  if (!isRawEntry(file) || isThere(file['mcpServers'])) return ['mcpServers'];
  if (isThere(file['servers'])) return ['servers'];
  const mcp = file['mcp'];
  return isRawEntry(mcp) && isThere(mcp['servers']) ? ['mcp', 'servers'] : ['mcpServers'];
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
