import { posix, win32 } from 'node:path';
import { programs, type ProgramId } from '../../core/import/foreign/program.ts';
import type { MachineInfo } from '../disk/data-folder.ts';
import { hostPaths, settingsFolder, xdgConfig } from './host-paths.ts';

/** A file in which a program keeps its MCP servers, whether it is there or not. */
export interface KnownSource {
  readonly program: ProgramId;
  /** For a person: `Cursor (this folder)`. */
  readonly source: string;
  readonly path: string;
  /** Set for a file of a project: its folder. The attacker may have written all in it. */
  readonly folder: string | null;
}

/** Files of a project, by the paths that each program documents. */
const ofFolder: Partial<Record<ProgramId, readonly (readonly string[])[]>> = {
  'claude-code': [['.mcp.json']],
  vscode: [
    ['.vscode', 'mcp.json'],
    ['.vscode', 'settings.json'],
  ],
  cursor: [['.cursor', 'mcp.json']],
  codex: [['.codex', 'config.toml']],
  gemini: [['.gemini', 'settings.json']],
  opencode: [
    ['opencode.json'],
    ['opencode.jsonc'],
    ['.opencode', 'opencode.json'],
    ['.opencode', 'opencode.jsonc'],
  ],
  zed: [['.zed', 'settings.json']],
};

/** Every known file: those of the person, then those of the folder, by program. */
export function knownSources(place: MachineInfo, cwd: string): readonly KnownSource[] {
  const { join } = place.platform === 'win32' ? win32 : posix;
  const own = ownPaths(place);
  const seen = new Set<string>();
  return programs
    .flatMap(({ id, name }): KnownSource[] => [
      ...own[id].map((path) => ({ program: id, source: name, path, folder: null })),
      ...(ofFolder[id] ?? []).map((parts) => ({
        program: id,
        source: `${name} (this folder)`,
        path: join(cwd, ...parts),
        folder: cwd,
      })),
    ])
    .filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Files of the person's own. */
function ownPaths(place: MachineInfo): Readonly<Record<ProgramId, readonly string[]>> {
  const { platform, home, env } = place;
  const { join } = platform === 'win32' ? win32 : posix;
  const paths = hostPaths(place);
  const settings = settingsFolder(place);
  const ofOpencode = [
    join(xdgConfig(place), 'opencode'),
    ...(env['OPENCODE_CONFIG_DIR'] ? [env['OPENCODE_CONFIG_DIR']] : []),
  ].flatMap((folder) =>
    ['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)),
  );
  const zed =
    platform === 'win32'
      ? join(settings, 'Zed')
      : // On a Mac the program looks at no variable.
        join(platform === 'darwin' ? join(home, '.config') : xdgConfig(place), 'zed');
  return {
    'claude-desktop': [paths['claude-desktop']],
    'claude-code': [paths['claude-code']],
    vscode: [paths.vscode, join(settings, 'Code', 'User', 'settings.json')],
    'vscode-insiders': [
      paths['vscode-insiders'],
      join(settings, 'Code - Insiders', 'User', 'settings.json'),
    ],
    cursor: [paths.cursor],
    // The second one is that of its plugin for other editors.
    windsurf: [paths.windsurf, join(home, '.codeium', 'mcp_config.json')],
    codex: [paths.codex],
    gemini: [paths.gemini],
    goose: [paths.goose],
    opencode: [...ofOpencode, ...(env['OPENCODE_CONFIG'] ? [env['OPENCODE_CONFIG']] : [])],
    zed: [join(zed, 'settings.json')],
  };
}

/**
 * Whose file a person named: one of the known places, or a name and folder that only one program
 * uses. Null: it is read as pasted text is.
 */
export function programOfPath(
  place: MachineInfo,
  path: string,
): Omit<KnownSource, 'source'> | null {
  const { dirname, basename } = place.platform === 'win32' ? win32 : posix;
  const known = knownSources(place, dirname(path)).find((one) => one.path === path);
  if (known !== undefined && known.folder === null) return known;
  const above = dirname(path);
  const isInside = known === undefined && basename(above).startsWith('.');
  const folder = isInside ? dirname(above) : above;
  return knownSources(place, folder).find((one) => one.path === path) ?? null;
}
