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
