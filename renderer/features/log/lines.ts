import type { LogLine } from '../../../shared/model/log.ts';

export interface LogFilter {
  readonly text: string;
  /** Null: every server. */
  readonly server: string | null;
  readonly errorsOnly: boolean;
}

/**
 * The lines that a filter leaves, in order. Text is looked for in method, detail and server,
 * whatever its case.
 */
export function filterLines(
  lines: readonly LogLine[],
  { text, server, errorsOnly }: LogFilter,
): readonly LogLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && server === null && !errorsOnly) return lines;
  return lines.filter(
    (line) =>
      (server === null || line.server === server) &&
      (!errorsOnly || line.kind === 'error' || line.direction === 'stderr') &&
      (wanted === '' ||
        `${line.method} ${line.detail} ${line.server}`.toLowerCase().includes(wanted)),
  );
}

const time = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
export const duration = (line: LogLine): string =>
  line.durationMs === null ? '' : time(line.durationMs);

/**
 * `skills/list 41 ms · resources/read 12 ms · 0 errors`: the last answers and the count of errors.
 */
export function summary(lines: readonly LogLine[]): string {
  const answers = lines
    .filter((line) => line.durationMs !== null)
    .slice(-2)
    .map((line) => `${line.method} ${duration(line)}`);
  const errors = lines.filter((line) => line.kind === 'error').length;
  return [
    ...answers,
    lines.length === 0 ? 'no messages yet' : `${errors} ${errors === 1 ? 'error' : 'errors'}`,
  ].join(' · ');
}

/** Local time of day with milliseconds. */
export function clock(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

const sizes = (count: number): string =>
  count < 1000
    ? `${count} B`
    : count < 1e6
      ? `${(count / 1e3).toFixed(1)} kB`
      : `${(count / 1e6).toFixed(1)} MB`;
export const size = (line: LogLine): string => sizes(line.size);

export const directionInWords: Readonly<Record<LogLine['direction'], string>> = {
  sent: 'sent',
  received: 'received',
  stderr: 'stderr',
  note: 'note',
};
