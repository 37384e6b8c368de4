import { maskSecrets } from '../../import/mask.ts';
import type { LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';

export type ExportMask = (text: string) => string;

/**
 * Masks what leaves the machine: the secrets of every server in the log, in every row. Two servers
 * may share a secret, and one may repeat what it heard about another.
 */
export function maskingOf(log: LogStore): {
  readonly mask: ExportMask;
  /**
   * The row with all these secrets as its own, so that its texts are masked before they're
   * shortened.
   */
  readonly masked: (entry: LogEntry) => LogEntry;
} {
  const lists = new Set<readonly string[]>();
  for (const { secrets } of log.entries()) lists.add(secrets);
  const all = [...new Set([...lists].flat())].sort((a, b) => b.length - a.length);
  return {
    mask: (text) => (all.length === 0 ? text : maskSecrets(text, all)),
    masked: (entry) => ({ ...entry, secrets: all }),
  };
}
