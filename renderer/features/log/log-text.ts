import type { LogRow, CheckOutcome, ExchangeMeaning } from '../../../shared/model/log.ts';
import { isTrouble, troubles } from '../../../shared/model/log-trouble.ts';
import type { BadgeTone } from '../../components/Badge/Badge.tsx';
import type { IconName } from '../../components/Icon/Icon.tsx';
import { failedCheck, passedCheck } from '../../../shared/model/file-label.ts';

/** `340 ms`, `1.2 s`. */
export const timeText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
export const duration = ({ durationMs }: Pick<LogRow, 'durationMs'>): string =>
  durationMs === null ? '' : timeText(durationMs);

/** Local time of day with milliseconds. */
export function clock(at: number): string {
  const date = new Date(at);
  const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => padded(part));
  return `${time.join(':')}.${padded(date.getMilliseconds(), 3)}`;
}

export const bytesText = (count: number): string =>
  count < 1000
    ? `${count} B`
    : count < 1e6
      ? `${(count / 1e3).toFixed(1)} kB`
      : `${(count / 1e6).toFixed(1)} MB`;

/** Bytes in both directions together. */
export const size = ({ bytes, answerBytes }: Pick<LogRow, 'bytes' | 'answerBytes'>): string =>
  bytesText(bytes + (answerBytes ?? 0));

const kindWords: Readonly<Record<LogRow['kind'], string>> = {
  exchange: 'request',
  notification: 'notification',
  answer: 'unmatched response',
  stray: 'not JSON',
  stderr: 'stderr',
  note: 'note',
};
export const kindWord = ({ kind }: Pick<LogRow, 'kind'>): string => kindWords[kind];

/** A row's name if it has no method. */
export const methodWord = (row: Pick<LogRow, 'method' | 'kind'>): string =>
  row.method === '' ? kindWord(row) : row.method;

export interface StatusLook {
  readonly word: string;
  readonly tone: BadgeTone;
  /** The same in a sentence, where the word is an abbreviation. */
  readonly title?: string;
}

/** How an exchange ended, in one word; for messages without an answer, what they are. */
export function statusOf(row: LogRow): StatusLook {
  if (row.negotiation) return { word: 'negotiation', tone: 'neutral' };
  if (row.failedCheck !== null)
    return {
      word: row.failedCheck === 'read' ? 'no content' : `failed: ${row.failedCheck}`,
      tone: 'bad',
      title: checkLook({ check: row.failedCheck, outcome: 'failed' }).word,
    };
  switch (row.status) {
    case 'ok':
      return row.kind === 'answer'
        ? { word: kindWord(row), tone: 'warn' }
        : { word: 'ok', tone: 'ok' };
    case 'error':
      return { word: row.code === null ? 'error' : `error ${row.code}`, tone: 'bad' };
    case 'waiting':
      return { word: 'no response yet', tone: 'info' };
    case 'cancelled':
      return { word: 'cancelled', tone: 'neutral' };
    case 'timeout':
      return { word: 'timed out', tone: 'bad' };
    case 'lost':
      return { word: 'no response', tone: 'bad' };
    case 'none':
      return { word: kindWord(row), tone: isTrouble(row) ? 'bad' : 'neutral' };
  }
}

/** The icon before a row, with its word for screen readers. */
export function signOf(row: LogRow): { readonly icon: IconName; readonly word: string } {
  if (isTrouble(row)) return { icon: 'error', word: `error, ${row.direction}` };
  if (row.kind === 'stderr') return { icon: 'terminal', word: 'stderr' };
  if (row.kind === 'note') return { icon: 'info', word: 'note' };
  return row.direction === 'sent'
    ? { icon: 'arrowRight', word: 'sent' }
    : { icon: 'arrowLeft', word: 'received' };
}

/**
 * `skills/list 41 ms · resources/read 12 ms · 0 errors`: the latest answers and the error count.
 */
export function summary(rows: readonly LogRow[]): string {
  if (rows.length === 0) return 'no messages yet';
  const answers: string[] = [];
  for (let at = rows.length - 1; at >= 0 && answers.length < 2; at -= 1) {
    const row = rows[at];
    if (row !== undefined && row.durationMs !== null && row.kind === 'exchange')
      answers.unshift(`${row.method} ${duration(row)}`);
  }
  const errors = troubles(rows);
  return [...answers, `${errors} ${errors === 1 ? 'error' : 'errors'}`].join(' · ');
}

const whyNothing: Readonly<Record<NonNullable<ExchangeMeaning['nothing']>, string>> = {
  waiting: 'No response yet, so nothing depends on it.',
  'by-hand':
    'Sent by hand from this page. The response doesn’t affect listings, checks or decisions.',
  check: 'Sent by a check of the server. The response counts only for that check’s report.',
  opened: 'From an opened log. Nothing in Skillgate depends on it.',
};

/** Why nothing depends on an exchange; null if something does. */
export function nothingIn(meaning: ExchangeMeaning): string | null {
  const { nothing, files, refused, skills, whole, cut } = meaning;
  if (nothing !== null) return whyNothing[nothing];
  if (cut || [files, refused, skills, whole].some(({ length }) => length > 0)) return null;
  return 'No current skill, file or check depends on this exchange.';
}

/** How much of it isn’t valid, for the tab; undefined: none of it. */
export function wrongIn({ files, refused, skills, whole }: ExchangeMeaning): string | undefined {
  const failed = files.filter(({ verdict }) => verdict?.status === 'failed').length;
  const problems = skills.filter((skill) => skill.problems.length > 0).length + whole.length;
  const said = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(refused.length > 0 ? [`${refused.length} invalid`] : []),
    ...(problems > 0 ? [problems === 1 ? '1 problem' : `${problems} problems`] : []),
  ];
  return said.length === 0 ? undefined : said.join(', ');
}

/** A file check in the words used elsewhere in the app. */
export function checkLook({ check, outcome }: CheckOutcome): {
  readonly icon: IconName;
  readonly tone: BadgeTone;
  readonly word: string;
} {
  if (outcome === 'passed') return { icon: 'check', tone: 'ok', word: passedCheck[check] };
  if (outcome === 'failed')
    return {
      icon: 'error',
      tone: 'bad',
      word: check === 'read' ? 'the server sent no content' : failedCheck(check),
    };
  return { icon: 'minus', tone: 'neutral', word: `${check}: no longer checked` };
}
