import { days } from '../../../shared/model/approval-limits.ts';
import type { ExpiryTerm } from '../../store/drafts.ts';

export type { ExpiryTerm };

/**
 * `12 Nov 2026` in the person's time zone. Takes an ISO 8601 date; returns anything else unchanged.
 */
export function day(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? iso
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

interface ExpiryChoice {
  readonly id: ExpiryTerm;
  readonly label: string;
}
const choices: readonly ExpiryChoice[] = [
  { id: 'never', label: 'Never' },
  { id: '30', label: 'In 30 days' },
  { id: '90', label: 'In 90 days' },
  { id: '365', label: 'In a year' },
  { id: 'date', label: 'On a date…' },
];
const dayMs = 86_400_000;

/** Limits on the expiry, besides being in the future. */
export interface DateBounds {
  /** Expiry of the approval being renewed (ISO 8601), if it's in the future. */
  readonly same: string | null;
  /** Longest lifetime that the managed policy allows, in ms. */
  readonly longestMs: number | null;
  /** ms since the epoch. */
  readonly now: number;
}

/** The available choices: nothing that the managed policy would reject. */
export function expiryChoices({ same, longestMs, now }: DateBounds): readonly ExpiryChoice[] {
  const again: readonly ExpiryChoice[] =
    same !== null && (longestMs === null || Date.parse(same) <= now + longestMs)
      ? [{ id: 'same', label: `As before: ${day(same)}` }]
      : [];
  if (longestMs === null) return [...again, ...choices];
  const within = choices.filter(({ id }) =>
    id === 'date' ? lastDay({ longestMs, now }) !== null : Number(id) * dayMs <= longestMs,
  );
  const longest: readonly ExpiryChoice[] = within.some(({ id }) => Number(id) * dayMs === longestMs)
    ? []
    : [{ id: 'longest', label: `In ${days(longestMs)}, the longest allowed` }];
  return [
    ...again,
    ...within.filter(({ id }) => id !== 'date'),
    ...longest,
    ...within.filter(({ id }) => id === 'date'),
  ];
}

/** Falls back to the longest allowed choice if the wanted one isn't available. */
export function fitting(wanted: ExpiryTerm, bounds: DateBounds): ExpiryTerm {
  const can = expiryChoices(bounds);
  if (can.some(({ id }) => id === wanted)) return wanted;
  return can.findLast(({ id }) => id !== 'date' && id !== 'same')?.id ?? 'date';
}

const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/**
 * The last date that can be typed, such as `2026-11-22`; null without a limit, or if not even today
 * ends in time.
 */
export function lastDay({ longestMs, now }: Omit<DateBounds, 'same'>): string | null {
  if (longestMs === null) return null;
  const last = new Date(now + longestMs);
  const isWhole = new Date(`${localDay(last)}T23:59:59`).getTime() <= now + longestMs;
  if (!isWhole) last.setDate(last.getDate() - 1);
  const text = localDay(last);
  return text < localDay(new Date(now)) ? null : text;
}

export const today = (now: number): string => localDay(new Date(now));

/** The expiry as of this moment: a form may stay open past midnight, when its date is over. */
export const endsNow = (choice: ExpiryTerm, date: string, bounds: Omit<DateBounds, 'now'>) =>
  expiresAt(choice, date, { ...bounds, now: Date.now() });

/**
 * When an approval expires: ISO 8601, null for never, or 'invalid' for a missing or past date. A
 * chosen day counts to its end in the person's time zone.
 */
export function expiresAt(
  choice: ExpiryTerm,
  date: string,
  { now, same, longestMs }: DateBounds,
): string | null | 'invalid' {
  if (choice === 'never') return null;
  if (choice === 'same') return same !== null && Date.parse(same) > now ? same : 'invalid';
  if (choice === 'longest')
    return longestMs === null ? 'invalid' : new Date(now + longestMs).toISOString();
  if (choice !== 'date') return new Date(now + Number(choice) * dayMs).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'invalid';
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) || end.getTime() <= now ? 'invalid' : end.toISOString();
}

/** `sha256:0123456789ab…`: enough to tell two digests apart; copying gives the full one. */
export const shortDigest = (digest: string): string =>
  digest.length > 20 ? `${digest.slice(0, 19)}…` : digest;

/** The most recognizable name for a server's URI or a local folder. */
export const lastSegment = (uri: string): string =>
  uri
    .replace(/\/SKILL\.md$/, '')
    .split('/')
    .pop() || uri;

/** Permission bits as `ls` writes them: 0o755 is `rwxr-xr-x`. */
export const modeInWords = (mode: number): string =>
  [...'rwxrwxrwx'].map((letter, index) => (mode & (1 << (8 - index)) ? letter : '-')).join('');
