import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { startFolderOf } from '../../core/start/start-folder.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';

/**
 * Where a server's own files are, judging by its command: the folder of the first argument that is
 * a file, else the folder it starts in. None for a server at an address, or if the command names
 * neither.
 */
export function filesOf({ configured: { config } }: CatalogueServer, cwd: string): string[] {
  if (!config.ok || config.value.type !== 'stdio') return [];
  const { command, args, cwd: own } = config.value;
  const at = resolve(cwd, startFolderOf(config.value) ?? '.');
  const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
  const script = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => resolve(at, arg))
    .find(isFile);
  if (script !== undefined) return [dirname(script)];
  // The command is the server's own file rather than one of the system's programs.
  if (/[\\/]/.test(command) && isFile(resolve(at, command)) && args.length === 0)
    return [dirname(resolve(at, command))];
  return own === undefined ? [] : [at];
}

/**
 * Follows a server's change notices; returns a function that tells whether one has come since the
 * last call.
 */
export function announcements(
  { heard, links }: Pick<EngineParts, 'heard' | 'links'>,
  server: CatalogueServer,
): () => boolean {
  let isDue = false;
  heard.listen((from, method) => {
    if (
      from === server &&
      /^notifications\/(?:skills|resources)\/(?:list_changed|updated)$/.test(method)
    )
      isDue = true;
  });
  return () => {
    // A server of the newer revision sends change notices only on request.
    links.listen(server, []);
    const was = isDue;
    isDue = false;
    return was;
  };
}
