import type { LogRow } from '../../../shared/model/log.ts';
import { isTrouble } from '../../../shared/model/log-trouble.ts';

export const chips = [
  'all',
  'errors',
  'failed-checks',
  'notifications',
  'stderr',
  'negotiation',
] as const;
export type LogChip = (typeof chips)[number];

export interface LogFilter {
  readonly chip: LogChip;
  /** Null: every server. */
  readonly server: string | null;
  /** URI of that server's skill that rows must be about; null: any. */
  readonly skill: string | null;
  readonly text: string;
  /** Rows whose bodies contain the text; null if bodies aren't searched. */
  readonly inBodies: ReadonlySet<number> | null;
}

export const noFilter: LogFilter = {
  chip: 'all',
  server: null,
  skill: null,
  text: '',
  inBodies: null,
};

const fits: Readonly<Record<LogChip, (row: LogRow) => boolean>> = {
  all: () => true,
  errors: isTrouble,
  'failed-checks': ({ failedCheck }) => failedCheck !== null,
  notifications: ({ kind }) => kind === 'notification',
  stderr: ({ kind }) => kind === 'stderr' || kind === 'stray',
  negotiation: ({ negotiation }) => negotiation,
};

const suffix = '/SKILL.md';
/** The prefix of every URI of a skill's own files. */
const rootOf = (uri: string): string => (uri.endsWith(suffix) ? uri.slice(0, -suffix.length) : uri);

/**
 * The rows that pass a filter, in order. The text is matched in method, target, message and server,
 * ignoring case.
 */
export function filtered(
  rows: readonly LogRow[],
  { chip, server, skill, text, inBodies }: LogFilter,
): readonly LogRow[] {
  const wanted = text.trim().toLowerCase();
  if (chip === 'all' && server === null && skill === null && wanted === '') return rows;
  const root = skill === null ? null : rootOf(skill);
  const isFit = fits[chip];
  return rows.filter(
    (row) =>
      isFit(row) &&
      (server === null || row.server === server) &&
      (root === null || row.target === root || row.target.startsWith(`${root}/`)) &&
      (wanted === '' ||
        inBodies?.has(row.id) === true ||
        `${row.method} ${row.target} ${row.message} ${row.server}`.toLowerCase().includes(wanted)),
  );
}
