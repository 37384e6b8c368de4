import { z } from 'zod';
import type { HttpFacts, LogRow } from '../../../../shared/model/log.ts';
import { parseUrl } from '../../../../shared/url.ts';
import { httpFactsOf, rowOf, type LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';
import { maskingOf, type ExportMask } from './curl.ts';
import {
  logFormat,
  type ExportedLog,
  type HeadLine,
  headLineSchema,
  rowLineSchema,
} from './ndjson.ts';

const httpVersion = 'HTTP/1.1';
const notKept = 'The body wasn’t kept.';

/**
 * The HTTP exchanges as HAR 1.2; piped ones aren't HTTP and are left out. Secrets are masked. A
 * response's content is its JSON, which may have been one event of a stream.
 */
export function asHar(
  log: LogStore,
  ids: ReadonlySet<number> | null,
  { at, version }: Pick<HeadLine, 'at' | 'version'>,
): ExportedLog {
  const { mask, masked } = maskingOf(log);
  const entries: unknown[] = [];
  for (const kept of log.entries()) {
    if (ids?.has(kept.id) === false || kept.http === null || kept.kind !== 'exchange') continue;
    const entry = masked(kept);
    entries.push(harEntry(log, entry, httpFactsOf(entry, kept.http), mask));
  }
  const head: HeadLine = {
    ...{ format: logFormat, at, version },
    ...{ rows: entries.length, dropped: log.dropped },
  };
  const creator = { name: 'Skillgate', version };
  const har = { log: { version: '1.2', creator, entries, _skillgate: head } };
  return { text: JSON.stringify(har, null, 1), rows: entries.length, leftOut: 0 };
}

function harEntry(log: LogStore, entry: LogEntry, http: HttpFacts, mask: ExportMask): unknown {
  const row = rowOf(entry);
  const request = log.textOf(entry.request);
  const response = log.textOf(entry.response);
  const time = entry.answeredAt === null ? 0 : Math.max(0, entry.answeredAt - entry.at);
  const wait = Math.min(time, http.firstByteMs ?? time);
  const headers = (all: HttpFacts['requestHeaders']) =>
    all.map(([name, value]) => ({ name: mask(name), value: mask(value) }));
  const url = uriOf(mask(http.url));
  const contentType = (all: HttpFacts['requestHeaders']): string =>
    mask(all.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json');
  return {
    startedDateTime: new Date(entry.at).toISOString(),
    time,
    request: {
      method: http.method,
      url,
      httpVersion,
      cookies: [],
      headers: headers(http.requestHeaders),
      queryString: queryOf(url),
      headersSize: -1,
      bodySize: entry.bytes,
      postData: {
        mimeType: contentType(http.requestHeaders),
        params: [],
        text: request === null ? '' : mask(request),
        ...(request === null ? { comment: notKept } : {}),
      },
    },
    response: {
      // HAR has no other way to say that there was no response.
      status: http.status ?? 0,
      statusText: mask(http.statusText),
      httpVersion,
      cookies: [],
      headers: headers(http.responseHeaders),
      content: {
        size: entry.answerBytes ?? 0,
        mimeType: response === null ? 'x-unknown' : contentType(http.responseHeaders),
        ...(response === null ? { comment: notKept } : { text: mask(response) }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: entry.answerBytes ?? -1,
      ...(row.message === '' ? {} : { comment: row.message }),
    },
    cache: {},
    timings: { send: 0, wait, receive: time - wait },
    comment: `${mask(entry.server)}: ${row.method} ${row.target}`,
    _skillgate: ownRow(row, http, mask),
  };
}

/**
 * The row without what HAR's own fields already hold: whoever deletes it there has deleted it
 * entirely.
 */
function ownRow(whole: LogRow, http: HttpFacts, mask: ExportMask): unknown {
  const { revision: _, ...row } = whole;
  return {
    ...row,
    ...{ server: mask(row.server), method: mask(row.method), target: mask(row.target) },
    ...{ rpcId: mask(row.rpcId), message: mask(row.message) },
    firstByteMs: http.firstByteMs,
  } satisfies z.infer<typeof harRowSchema>;
}

/**
 * An address in RFC 3986 spelling, which HAR requires: browsers accept other characters, and the
 * stand-in for a secret isn't ASCII.
 */
const uriOf = (address: string): string =>
  address
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, encodeURIComponent)
    .replace(/(?<=^[a-z]+:\/\/[^/?#]*)[/?].*$/, (rest) =>
      rest.replaceAll('[', '%5B').replaceAll(']', '%5D'),
    );

const queryOf = (address: string): readonly { name: string; value: string }[] =>
  [...(parseUrl(address)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

/** Data without a HAR field, in custom fields, which HAR allows with this prefix. */
export const harRowSchema = rowLineSchema
  .omit({ request: true, response: true, http: true })
  .extend({ firstByteMs: z.number().min(0).max(8.64e15).nullable() });
export const harHeadSchema = headLineSchema;

const text = z.string().optional().catch(undefined);
const headers = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .catch([])
  .transform((all) => all.map(({ name, value }): [string, string] => [name, value]));

/** One entry of any HAR: other fields, or fields of other types, aren't needed. */
export const harEntrySchema = z.object({
  startedDateTime: z.string().max(100),
  time: z.number().min(0).max(8.64e15).catch(0),
  request: z.object({
    method: z.string().max(1_000),
    url: z.string().max(100_000),
    headers,
    postData: z.object({ text }).optional().catch(undefined),
  }),
  response: z
    .object({
      status: z.number().catch(0),
      statusText: z.string().catch(''),
      headers,
      content: z.object({ text, encoding: text, mimeType: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  timings: z
    .object({ wait: z.number().min(0).max(8.64e15) })
    .optional()
    .catch(undefined),
  _skillgate: z.unknown().optional(),
});
export type HarEntry = z.infer<typeof harEntrySchema>;

export const harFileSchema = z.object({
  log: z.object({
    creator: z
      .object({ name: z.string().max(1_000), version: z.string().max(1_000).catch('') })
      .catch({ name: '', version: '' }),
    entries: z.array(z.unknown()),
    _skillgate: z.unknown().optional(),
  }),
});
