import type { LogEntry } from '../../core/log/entry.ts';
import { pathInEntry, rootOf } from '../../core/skill-place.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import type { EngineParts } from '../parts.ts';

/**
 * The listed skill whose file the row's URI names, and that file; null if there's none. Skills can
 * nest, so the nearest one counts.
 */
export function skillOf(
  { catalogue }: Pick<EngineParts, 'catalogue'>,
  { server: label, target }: Pick<LogEntry, 'server' | 'target'>,
): { readonly uri: string; readonly file: string } | null {
  const server = catalogue.servers.get(label);
  if (server === undefined || target === '') return null;
  if (server.skills.has(target)) return { uri: target, file: target };
  let nearest: { readonly uri: string; readonly depth: number } | null = null;
  for (const { uri, entry } of server.skills.values()) {
    const root = rootOf(entry);
    const depth = root.length;
    const isInside = target.startsWith(`${root}/`) || listedFile(entry, target) !== undefined;
    if (!isInside || (nearest !== null && depth <= nearest.depth)) continue;
    if (pathInEntry(entry, target).ok) nearest = { uri, depth };
  }
  return nearest === null ? null : { uri: nearest.uri, file: target };
}
