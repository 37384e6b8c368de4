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

/** The marker at the end of a text that was cut for storage (`keptBody`). */
const cutMark = / more characters not kept\]$/;

/** Whether only the beginning of a message is kept. */
export const isCut = (kept: string): boolean => cutMark.test(kept);

const addresses = /"(?:uri|url)"\s*:\s*("(?:[^"\\]|\\.)*")/g;
const names = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Every address that a message names as such, anywhere in it, even if it was cut. */
export const urisIn = (kept: string): ReadonlySet<string> => valuesOf(kept, addresses);

/** Every name that a message gives. */
export const namesIn = (kept: string): ReadonlySet<string> => valuesOf(kept, names);

/** By text instead of parsing: the message may be cut after what is looked for. */
function valuesOf(kept: string, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, json = ''] of kept.matchAll(pattern)) {
    try {
      found.add(JSON.parse(json) as string);
    } catch {
      // Invalid JSON after all: a bare control character or an unknown escape.
    }
  }
  return found;
}
