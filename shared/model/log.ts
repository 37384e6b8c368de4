import { z } from 'zod';
import { meaningSchema } from './log-meaning.ts';
import { checkIds, dialectIds } from './plain.ts';

export const rowKinds = ['exchange', 'notification', 'answer', 'stray', 'stderr', 'note'] as const;
export const rowStatuses = [
  'none',
  'waiting',
  'ok',
  'error',
  'cancelled',
  'timeout',
  'lost',
] as const;

/**
 * One row of the protocol log: a request with its outcome, a notification, a line of stderr or a
 * note. Bodies are loaded by `id` when a person opens the row.
 */
export const logRowSchema = z.object({
  id: z.number(),
  /** Increases with every change of the log: of two states of one row, the higher is newer. */
  revision: z.number(),
  server: z.string(),
  /** When it began, milliseconds since the epoch. */
  at: z.number(),
  /** `answer`: one without a matching request. `stray`: text instead of a message. */
  kind: z.enum(rowKinds),
  /** Who began it: `sent` is Skillgate. */
  direction: z.enum(['sent', 'received']),
  method: z.string(),
  /** The URI, cursor or name that it's about, or its text; shortened. */
  target: z.string(),
  /** The id in the message; empty if there is none. */
  rpcId: z.string(),
  /** `none`: it expects no answer. `lost`: there was none and can't be any more. */
  status: z.enum(rowStatuses),
  /** For an answer that is an error. */
  code: z.number().nullable(),
  /** The error's message, or why there is no answer; shortened. */
  message: z.string(),
  /** An expected refusal during detection of what the server speaks; not an error. */
  negotiation: z.boolean(),
  /**
   * The check that a file in the answer failed. Absent from logs that older versions exported.
   */
  failedCheck: z.enum(checkIds).nullable().default(null),
  /** A person sent it from the protocol page. */
  byHand: z.boolean(),
  pinned: z.boolean(),
  /** From the request to its answer, in ms. */
  durationMs: z.number().nullable(),
  /** Bytes of the request's JSON, or of the text. */
  bytes: z.number(),
  /** Bytes of the answer's JSON; null while there is none. */
  answerBytes: z.number().nullable(),
});
export type LogRow = z.infer<typeof logRowSchema>;

/** What changed in a log since a revision. */
export const logPageSchema = z.object({
  /** Differs after a restart: rows of another epoch belong to another log. */
  epoch: z.string(),
  /** Callers must drop all their rows first. */
  reset: z.boolean(),
  rows: z.array(logRowSchema),
  /** Rows no longer in the log. */
  gone: z.array(z.number()),
  /** The revision that this reaches; the next page continues from it. */
  revision: z.number(),
  more: z.boolean(),
  /** How many rows were removed to make room since the start. */
  dropped: z.number(),
});
export type LogPage = z.infer<typeof logPageSchema>;

/** How an entry was received: in a listing, by its URI, or in whichever was latest. */
export const ways = ['listing', 'by-uri', 'either'] as const;
export type SearchWay = (typeof ways)[number];

/**
 * Which exchange to find: the latest one in which a URI was read, an entry was received (`uri` and
 * `name` as available), or the server stated its capabilities or its skills, or a request of the
 * newest check of the server.
 */
export const soughtSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('read'), server: z.string(), uri: z.string() }),
  z.strictObject({
    of: z.literal('entry'),
    server: z.string(),
    uri: z.string().nullable(),
    name: z.string().nullable(),
    dialect: z.enum(dialectIds),
    way: z.enum(ways),
  }),
  z.strictObject({ of: z.enum(['greeting', 'listing']), server: z.string() }),
  z.strictObject({ of: z.literal('check'), server: z.string(), request: z.number().int() }),
]);
export type SoughtExchange = z.infer<typeof soughtSchema>;

/**
 * Why an exchange is missing or uncertain. `never`: it was never in this log. `cut`: only part of
 * the answer is kept, and the rest may contain it. `nameless`: the entry has nothing to find it by.
 */
export const exchangeDoubts = ['cleared', 'made-room', 'never', 'cut', 'nameless'] as const;
export const foundExchangeSchema = z.object({
  row: z.number().nullable(),
  /** Null: this is the one. */
  doubt: z.enum(exchangeDoubts).nullable(),
});
export type FoundExchange = z.infer<typeof foundExchangeSchema>;

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** The HTTP details of an exchange; secrets masked, the session shortened. */
export const httpFactsSchema = z.object({
  url: z.string(),
  method: z.string(),
  requestHeaders: headersSchema,
  /** Null: there was no answer. */
  status: z.number().nullable(),
  statusText: z.string(),
  responseHeaders: headersSchema,
  /** From the request to the first byte of the answer, in ms. */
  firstByteMs: z.number().nullable(),
});
export type HttpFacts = z.infer<typeof httpFactsSchema>;

/** One row with its bodies: JSON is indented, secrets masked, invisible characters shown. */
export const logDetailSchema = z.object({
  row: logRowSchema,
  /** Null: no longer kept, or absent. */
  request: z.string().nullable(),
  response: z.string().nullable(),
  http: httpFactsSchema.nullable(),
  /** The listed skill whose file the row's URI names. */
  skill: z.object({ uri: z.string(), file: z.string() }).nullable(),
  meaning: meaningSchema,
  /** Whether it may be sent again by hand; null: it may. */
  notSendable: z.string().nullable(),
});
export type LogDetail = z.infer<typeof logDetailSchema>;
