/**
 * `12 Nov 2026` in the person's time zone. Takes an ISO 8601 date; gives it back unchanged when it
 * is none.
 */
export function day(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? iso
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `same`: the end of the approval that is made again. */
export type Expiry = 'same' | 'never' | '30' | '90' | '365' | 'date';
const choices: readonly { readonly id: Expiry; readonly label: string }[] = [
  { id: 'never', label: 'Never' },
  { id: '30', label: 'In 30 days' },
  { id: '90', label: 'In 90 days' },
  { id: '365', label: 'In a year' },
  { id: 'date', label: 'On a date…' },
];

/** What can be chosen; `same`: the end of the approval that is made again, while it is to come. */
export const expiryChoices = (same: string | null): typeof choices =>
  same === null ? choices : [{ id: 'same', label: `As before: ${day(same)}` }, ...choices];

/**
 * When an approval ends: ISO 8601, null for never, or 'invalid' for a date that is missing or
 * not in the future. A chosen day counts to its end in the person's time zone.
 * @param now ms since the epoch.
 */
export function expiresAt(
  choice: Expiry,
  date: string,
  now: number,
  same: string | null = null,
): string | null | 'invalid' {
  if (choice === 'never') return null;
  if (choice === 'same') return same !== null && Date.parse(same) > now ? same : 'invalid';
  if (choice !== 'date') return new Date(now + Number(choice) * 86_400_000).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'invalid';
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) || end.getTime() <= now ? 'invalid' : end.toISOString();
}
