import {
  httpFactsSchema,
  logRowSchema,
  type HttpFacts,
  type LogRow,
} from '../../../../shared/model/log.ts';
import { z } from 'zod';
import { httpFactsOf, rowOf } from '../entry.ts';
import type { LogStore } from '../log-store.ts';
import { maskingOf, type ExportMask } from './curl.ts';

/** Maximum characters of an exported or opened log. */
export const mostExported = 64 * 1024 * 1024;
/** What remains for rows after the bodies' share. */
const mostOfBodies = 48 * 1024 * 1024;

export const logFormat = 'skillgate/log@1';

/** The first line of an exported log. */
export const headLineSchema = z.strictObject({
  format: z.literal(logFormat),
  /** Milliseconds since the epoch. */
  at: z.number().min(0).max(8.64e15),
  version: z.string().max(100),
  rows: z.number().int().min(0),
  dropped: z.number().int().min(0),
});
export type HeadLine = z.infer<typeof headLineSchema>;

const text = (max: number) => z.string().max(max);

/** Every other line: a row with its bodies as sent, masked. */
export const rowLineSchema = logRowSchema
  .omit({ revision: true })
  .strict()
  .extend({
    id: z.number().int().min(1),
    server: text(1_000),
    at: z.number().min(0).max(8.64e15),
    method: text(1_000),
    target: text(5_000),
    rpcId: text(1_000),
    message: text(5_000),
    durationMs: z.number().min(0).max(8.64e15).nullable(),
    bytes: z.number().min(0),
    answerBytes: z.number().min(0).nullable(),
    request: text(1024 * 1024).nullable(),
    response: text(1024 * 1024).nullable(),
    http: httpFactsSchema.strict().nullable(),
  });
export type RowLine = z.infer<typeof rowLineSchema>;

export interface ExportedLog {
  readonly text: string;
  readonly rows: number;
  /** Bodies that didn't fit. */
  readonly leftOut: number;
}

/** Rows as lines of JSON, oldest first; secrets masked. `ids`: null for every row. */
export function asNdjson(
  log: LogStore,
  ids: ReadonlySet<number> | null,
  { at, version }: Pick<HeadLine, 'at' | 'version'>,
): ExportedLog {
  const { mask, masked } = maskingOf(log);
  const lines: string[] = [];
  let bodies = 0;
  let leftOut = 0;
  const body = (kept: Parameters<LogStore['textOf']>[0]): string | null => {
    const raw = log.textOf(kept);
    if (raw === null) return null;
    bodies += raw.length;
    if (bodies <= mostOfBodies) return mask(raw);
    leftOut += 1;
    return null;
  };
  for (const kept of log.entries()) {
    if (ids?.has(kept.id) === false) continue;
    const entry = masked(kept);
    const { revision: _, ...row }: LogRow = rowOf(entry);
    const request = body(entry.request);
    const response = body(entry.response);
    const http = entry.http === null ? null : httpFactsOf(entry, entry.http);
    const line = {
      ...row,
      server: mask(row.server),
      method: mask(row.method),
      target: mask(row.target),
      rpcId: mask(row.rpcId),
      message: mask(row.message),
      request,
      response,
      http: http === null ? null : maskedFacts(http, mask),
    };
    lines.push(JSON.stringify(line satisfies RowLine));
  }
  const head: HeadLine = {
    format: logFormat,
    at,
    version,
    rows: lines.length,
    dropped: log.dropped,
  };
  return {
    text: `${[JSON.stringify(head), ...lines].join('\n')}\n`,
    rows: lines.length,
    leftOut,
  };
}

/** One text at a time: a secret may look like the JSON between two of them. */
const maskedFacts = (http: HttpFacts, mask: ExportMask): HttpFacts => ({
  ...http,
  url: mask(http.url),
  statusText: mask(http.statusText),
  requestHeaders: http.requestHeaders.map(([name, value]) => [mask(name), mask(value)]),
  responseHeaders: http.responseHeaders.map(([name, value]) => [mask(name), mask(value)]),
});
