import { realpath } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { ImportSources } from '../usecases/ports.ts';
import { readBounded } from './disk/bounded-read.ts';
import type { Place } from './disk/data-folder.ts';

const mostBytes = 1024 * 1024;

/** Where a program keeps its MCP servers. */
export interface KnownSource {
  readonly source: string;
  readonly path: string;
}

/**
 * Every known configuration file of this platform, whether it is there or not. `cwd` may hold a
 * project's `.mcp.json`.
 */
export function knownSources({ platform, home, env }: Place, cwd: string): readonly KnownSource[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const settings =
    platform === 'win32'
      ? env['APPDATA'] || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : env['XDG_CONFIG_HOME'] || join(home, '.config');
  return [
    { source: 'Claude Desktop', path: join(settings, 'Claude', 'claude_desktop_config.json') },
    { source: 'Claude Code', path: join(home, '.claude.json') },
    { source: 'Claude Code (this folder)', path: join(cwd, '.mcp.json') },
    { source: 'VS Code', path: join(settings, 'Code', 'User', 'mcp.json') },
    { source: 'VS Code Insiders', path: join(settings, 'Code - Insiders', 'User', 'mcp.json') },
    { source: 'VS Code (this folder)', path: join(cwd, '.vscode', 'mcp.json') },
    { source: 'Cursor', path: join(home, '.cursor', 'mcp.json') },
    { source: 'Cursor (this folder)', path: join(cwd, '.cursor', 'mcp.json') },
    { source: 'Windsurf', path: join(home, '.codeium', 'windsurf', 'mcp_config.json') },
    { source: 'Codex', path: join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml') },
    { source: 'Gemini CLI', path: join(home, '.gemini', 'settings.json') },
    {
      source: 'goose',
      path:
        platform === 'win32'
          ? join(settings, 'Block', 'goose', 'config', 'config.yaml')
          : join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'goose', 'config.yaml'),
    },
  ];
}

/**
 * Reads the configuration files that are there, at most 1 MiB each; `parsePaste` understands
 * all of their formats. A link is followed: people keep these files in a dotfiles folder.
 */
export function importSources(place: Place, cwd: string): ImportSources {
  return {
    async find() {
      const found = await Promise.all(
        knownSources(place, cwd).map(async ({ source, path }) => {
          const real = await realpath(path).catch(() => null);
          const file = real === null ? null : await readBounded(real, mostBytes, { own: false });
          return file?.ok === true
            ? [{ source, path, text: file.value.bytes.toString('utf8') }]
            : [];
        }),
      );
      return found.flat();
    },
  };
}
