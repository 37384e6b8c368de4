/**
 * A size for people, in powers of 1,024 like the specification's limits: `512 B`, `3.8 KiB`, `16
 * MiB`.
 */
export function sizeText(count: number): string {
  if (count < 1024) return `${count} B`;
  // Anything that would round to 1,024 KiB is a MiB.
  const [value, unit] = count < 1023.5 * 1024 ? [count / 1024, 'KiB'] : [count / 1024 ** 2, 'MiB'];
  return `${value < 10 ? value.toFixed(1).replace('.0', '') : grouped(Math.round(value))} ${unit}`;
}

/**
 * A size beside another size or a limit: for people, and exact if the unit rounds. `15 bytes`, `16
 * MiB`, `16 MiB (16,777,217 bytes)`.
 */
export function exactSize(count: number): string {
  if (count === 1) return '1 byte';
  if (count < 1024) return `${count} bytes`;
  const isWhole = count % (count < 1024 ** 2 ? 1024 : 1024 ** 2) === 0;
  return isWhole ? sizeText(count) : `${sizeText(count)} (${grouped(count)} bytes)`;
}

/** A number with its noun, singular for one: `1 page`, `2,000 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/**
 * A whole number for people, in groups of three: `12,345`. Not `toLocaleString`: its first call
 * loads tables of every language, which takes some 25 ms.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/**
 * `18:55` today, `2026-11-21 18:55` on another day, in the person's time zone. Takes an ISO 8601
 * date; returns anything else unchanged.
 */
export function timeText(iso: string, now: number = Date.now()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return dayText(date) === dayText(new Date(now)) ? time : `${dayText(date)} ${time}`;
}

const two = (value: number): string => String(value).padStart(2, '0');
const dayText = (date: Date): string =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
