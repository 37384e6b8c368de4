import { CommandError } from '../call/command.ts';

const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Returns a day (the approval ends as it begins in UTC) or a moment with a zone, as ISO 8601; null
 * if none was given. Throws a CommandError for anything else: `Date.parse` alone takes `1` for 2001
 * and February 31 for a day in March.
 */
export function expiryOf(date: string | undefined): string | null {
  if (date === undefined) return null;
  const at = shape.test(date) ? Date.parse(date) : Number.NaN;
  const day = date.slice(0, 10);
  if (Number.isNaN(at) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw new CommandError('--expires takes a date such as 2027-01-31 or 2027-01-31T12:00:00Z.');
  return new Date(at).toISOString();
}
