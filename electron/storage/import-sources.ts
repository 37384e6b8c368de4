import { realpath } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { hosts } from '../core/hosts/host.ts';
import type { ImportSources } from '../usecases/ports/servers.ts';
import { readBounded } from './disk/bounded-read.ts';
import type { Place } from './disk/data-folder.ts';
import { hostPaths } from './hosts/host-paths.ts';

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
export function knownSources(place: Place, cwd: string): readonly KnownSource[] {
  const { join } = place.platform === 'win32' ? win32 : posix;
  const paths = hostPaths(place);
  const folders: readonly KnownSource[] = [
    { source: 'Claude Code (this folder)', path: join(cwd, '.mcp.json') },
    { source: 'VS Code (this folder)', path: join(cwd, '.vscode', 'mcp.json') },
    { source: 'Cursor (this folder)', path: join(cwd, '.cursor', 'mcp.json') },
  ];
  // A folder's own file stands behind the person's of the same program.
  return hosts.flatMap(({ id, name }) => [
    { source: name, path: paths[id] },
    ...folders.filter(({ source }) => source === `${name} (this folder)`),
  ]);
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
