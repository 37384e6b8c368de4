import { posix, win32 } from 'node:path';
import type { HostId } from '../../../shared/model/plain.ts';
import type { MachineInfo } from '../disk/data-folder.ts';

const joining = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

/** `XDG_CONFIG_HOME` or `~/.config`, which some programs use on every system. */
export function xdgConfig({ platform, home, env }: MachineInfo): string {
  const { isAbsolute, join } = joining(platform);
  const xdg = env['XDG_CONFIG_HOME'] ?? '';
  // The XDG specification says to ignore a relative path.
  return isAbsolute(xdg) ? xdg : join(home, '.config');
}

/** The system's folder for settings. */
export function settingsFolder(place: MachineInfo): string {
  const { platform, home, env } = place;
  const { join } = joining(platform);
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : xdgConfig(place);
}

/** The file of a person's own in which each host keeps its servers, whether it is there or not. */
export function hostPaths(place: MachineInfo): Readonly<Record<HostId, string>> {
  const { platform, home, env } = place;
  const { join } = joining(platform);
  const config = xdgConfig(place);
  const settings = settingsFolder(place);
  return {
    'claude-desktop': join(settings, 'Claude', 'claude_desktop_config.json'),
    'claude-code': join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
    vscode: join(settings, 'Code', 'User', 'mcp.json'),
    'vscode-insiders': join(settings, 'Code - Insiders', 'User', 'mcp.json'),
    cursor: join(home, '.cursor', 'mcp.json'),
    windsurf: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    codex: join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    // It stands for the home folder.
    gemini: join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json'),
    goose:
      platform === 'win32'
        ? join(settings, 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml'),
  };
}
