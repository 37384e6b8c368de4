import { longestReading } from '../../../shared/model/plain.ts';
import type { FileShown, ShownPart } from './file-shown.ts';
import type { NumberRange } from './ranges.ts';

/** The text that's kept for the next start; null if it would be too long. */
export function keptText({ parts, enough, cut, readable }: FileShown): string | null {
  const seen = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, [part.total, part.seen]]),
  );
  const text = JSON.stringify({ parts: seen, enough, cut, readable });
  return text.length > longestReading ? null : text;
}

/**
 * What a kept text says; null for anything that this version wouldn't have written. It only adds to
 * how much of exactly this content counts as read.
 */
export function shownIn(text: string): FileShown | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isObject(value['parts'])) return null;
    const { cut, readable, enough } = value;
    if (typeof cut !== 'boolean' || typeof readable !== 'boolean') return null;
    const parts = Object.entries(value['parts']).map(
      ([name, part]) => [name, partIn(part)] as const,
    );
    if (!isNames(enough) || parts.some(([, part]) => part === null)) return null;
    return { parts: Object.fromEntries(parts) as Record<string, ShownPart>, enough, cut, readable };
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets of parts, each of at least one: a file would be read with all parts of an empty set. */
const isNames = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.every(
    (set) => Array.isArray(set) && set.length > 0 && set.every((name) => typeof name === 'string'),
  );

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function partIn(value: unknown): ShownPart | null {
  if (!Array.isArray(value)) return null;
  const [total, seen] = value as unknown[];
  if (!isCount(total) || !Array.isArray(seen)) return null;
  const isRange = (range: unknown): range is NumberRange => {
    if (!Array.isArray(range) || range.length !== 2) return false;
    const [from, to] = range as unknown[];
    return isCount(from) && isCount(to) && from < to;
  };
  return seen.every(isRange) ? { total, seen } : null;
}
