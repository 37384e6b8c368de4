import { posix, win32 } from 'node:path';
import type { HostId } from '../../../shared/model/plain.ts';
import type { Place } from '../disk/data-folder.ts';

/** The file of a person's own in which each host keeps its servers, whether it is there or not. */
export function hostPaths({ platform, home, env }: Place): Readonly<Record<HostId, string>> {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  const xdg = env['XDG_CONFIG_HOME'] ?? '';
  // The XDG specification: a relative path is to be ignored.
  const config = isAbsolute(xdg) ? xdg : join(home, '.config');
  const settings =
    platform === 'win32'
      ? env['APPDATA'] || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : config;
  return {
    'claude-desktop': join(settings, 'Claude', 'claude_desktop_config.json'),
    'claude-code': join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
    vscode: join(settings, 'Code', 'User', 'mcp.json'),
    'vscode-insiders': join(settings, 'Code - Insiders', 'User', 'mcp.json'),
    cursor: join(home, '.cursor', 'mcp.json'),
    windsurf: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    codex: join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    gemini: join(home, '.gemini', 'settings.json'),
    goose:
      platform === 'win32'
        ? join(settings, 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml'),
  };
}
