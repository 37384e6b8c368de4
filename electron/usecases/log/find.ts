import { searched } from '../../core/log/search.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { LogStore } from '../../core/log/log-store.ts';

const listings: ReadonlySet<string> = new Set([
  'skills/list',
  'skills/get',
  'resources/list',
  'resources/templates/list',
]);

/**
 * The last exchange in which a server was asked for a URI (`read`), or in which it gave an entry
 * (`entry`): the newest listing that names the URI, or the newest listing where none does. Null when
 * none is kept.
 */
export function exchangeOf(
  store: LogStore,
  server: string,
  uri: string,
  of: 'read' | 'entry',
): number | null {
  let newest: number | null = null;
  const inText = of === 'entry' && uri !== '' ? new Set(searched(store, uri, 0)) : null;
  let naming: number | null = null;
  for (const entry of store.entries()) {
    if (entry.server !== server || entry.kind !== 'exchange') continue;
    if (!(of === 'read' ? isReadOf(entry, uri) : isListing(entry))) continue;
    newest = entry.id;
    if (inText?.has(entry.id) === true) naming = entry.id;
  }
  return naming ?? newest;
}

/** A file of an archive came with the archive. */
const isReadOf = ({ method, target }: Entry, uri: string): boolean =>
  (target === uri || target === uri.split('#')[0]) &&
  (method === 'resources/read' || method === 'GET' || method === 'skills/get');

const isListing = ({ method, target }: Entry): boolean =>
  listings.has(method) || (method === 'resources/read' && /index/i.test(target));
