import type { HostId } from '../../../shared/model/plain.ts';

/** An app, and where its file keeps servers. */
export interface KnownHost {
  readonly id: HostId;
  readonly name: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** Path of the map of servers in the file. */
  readonly root: readonly string[];
  /** Claude Code also keeps `projects.FOLDER.mcpServers`. */
  readonly projects?: true;
}

const json = { format: 'json', root: ['mcpServers'] } as const;

/**
 * Each as its documentation describes its file. Project files (`.mcp.json`, `.vscode/mcp.json`) are
 * left out, because they're shared with people who don't have Skillgate.
 */
export const hosts: readonly KnownHost[] = [
  { id: 'claude-desktop', name: 'Claude Desktop', ...json },
  { id: 'claude-code', name: 'Claude Code', ...json, projects: true },
  { id: 'vscode', name: 'VS Code', format: 'json', root: ['servers'] },
  { id: 'vscode-insiders', name: 'VS Code Insiders', format: 'json', root: ['servers'] },
  { id: 'cursor', name: 'Cursor', ...json },
  { id: 'windsurf', name: 'Windsurf', ...json },
  { id: 'codex', name: 'Codex', format: 'toml', root: ['mcp_servers'] },
  { id: 'gemini', name: 'Gemini CLI', ...json },
  { id: 'goose', name: 'goose', format: 'yaml', root: ['extensions'] },
];

export function hostOf(id: HostId): KnownHost {
  const host = hosts.find((one) => one.id === id);
  if (host === undefined) throw new Error(`no host ${id}`);
  return host;
}
