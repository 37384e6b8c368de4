import { addressOf } from '../../../shared/host/address.ts';
import type { ServerConfig } from '../server-config.ts';

/**
 * What server rules are matched against. A record has no command and no query, so this uses the
 * configuration; null if only a record knows the server.
 */
export type PolicyTarget =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'url'; readonly url: string }
  | null;

export function targetOf(config: ServerConfig): PolicyTarget {
  if (config.type === 'stdio')
    return { kind: 'command', command: config.command, args: config.args };
  const address = addressOf(config.url);
  if (address === null) return null;
  const { url, query } = address;
  return { kind: 'url', url: query === null ? url : `${url}?${query}` };
}
