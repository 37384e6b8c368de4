import { posix, win32 } from 'node:path';
import { foreignBytes } from '../../core/import/paste.ts';
import { isRecord } from '../../core/json.ts';
import { readJson } from '../disk/bounded-read.ts';
import type { MachineInfo } from '../disk/data-folder.ts';
import { hostFilePaths } from './host-paths.ts';

/**
 * Labels of a project's `.mcp.json` that Claude Code does not start there:
 * `disabledMcpjsonServers`, which it keeps of each project and takes from its settings, and
 * `disabledMcpServers`. Whoever wrote the project can switch off with its own settings, and on with
 * none of them. A file that is not there, or cannot be read, switches nothing off.
 */
export async function switchedOff(place: MachineInfo, folder: string): Promise<readonly unknown[]> {
  const { join } = place.platform === 'win32' ? win32 : posix;
  const states = hostFilePaths(place).filter(({ id }) => id === 'claude-code');
  const own = place.env['CLAUDE_CONFIG_DIR'] || join(place.home, '.claude');
  const settings = [
    join(own, 'settings.json'),
    join(folder, '.claude', 'settings.json'),
    join(folder, '.claude', 'settings.local.json'),
  ];
  const state = states[0]?.path ?? '';
  const [kept, ...said] = await Promise.all([state, ...settings].map(recordIn));
  const projects = kept?.['projects'];
  const project = isRecord(projects) ? projects[folder] : null;
  return [isRecord(project) ? project : null, ...said].flatMap((one) => [
    ...listOf(one?.['disabledMcpjsonServers']),
    ...listOf(one?.['disabledMcpServers']),
  ]);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

async function recordIn(path: string): Promise<Record<string, unknown> | null> {
  const take = (json: unknown): Record<string, unknown> | null => (isRecord(json) ? json : null);
  const read = await readJson(path, foreignBytes, { missing: {}, take, own: false });
  return read.ok ? read.value : null;
}
