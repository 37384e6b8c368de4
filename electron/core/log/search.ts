import { logPattern } from '../../../shared/log-pattern.ts';
import { maskSecrets } from '../import/mask.ts';
import type { LogEntry } from './entry.ts';
import type { LogStore } from './log-store.ts';

/**
 * The rows changed after `after` whose bodies contain `text`, oldest change first
 * (`logPattern`).
 *
 * Whoever can type here must not find out a secret letter by letter, so masked text is never
 * found.
 */
export function searched(log: LogStore, text: string, after: number): number[] {
  // One character per byte: bodies without a match are never decoded.
  const wanted = logPattern(Buffer.from(text, 'utf8').toString('latin1'));
  if (wanted === null) return [];
  const found: number[] = [];
  for (const entry of log.changedSince(after))
    if (holds(log, entry, entry.request, wanted) || holds(log, entry, entry.response, wanted))
      found.push(entry.id);
  return found;
}

function holds(log: LogStore, entry: LogEntry, kept: LogEntry['request'], wanted: RegExp): boolean {
  const bytes = log.bytesOf(kept);
  if (bytes === null || !wanted.test(bytes)) return false;
  if (entry.secrets.length === 0) return true;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  const shown = maskSecrets(text, entry.secrets);
  return shown === text || wanted.test(Buffer.from(shown, 'utf8').toString('latin1'));
}
