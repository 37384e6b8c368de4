import { z } from 'zod';
import { meaningSchema } from './log-meaning.ts';
import { dialectIds } from './plain.ts';

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
 * One row of the protocol log: a request with what came of it, or a notification, a line of stderr
 * or a note. Bodies are fetched by `id` when a person opens the row.
 */
export const logRowSchema = z.object({
  id: z.number(),
  /** Grows with every change of the log: of two states of one row the higher is the newer. */
  revision: z.number(),
  server: z.string(),
  /** When it began, milliseconds since the epoch. */
  at: z.number(),
  /**
   * `answer`: one that answers nothing that was asked. `stray`: text where a message was to come.
   */
  kind: z.enum(rowKinds),
  /** Who began it: `sent` is Skillgate. */
  direction: z.enum(['sent', 'received']),
  method: z.string(),
  /** The URI, cursor or name that it is about, or its text; shortened. */
  target: z.string(),
  /** The id on the wire; empty where there is none. */
  rpcId: z.string(),
  /** `none`: it waits for no answer. `lost`: none came and none can come any more. */
  status: z.enum(rowStatuses),
  /** Of an answer that is an error. */
  code: z.number().nullable(),
  /** What the error says, or why there is no answer; shortened. */
  message: z.string(),
  /** An expected refusal while it was found out what the server speaks; no error. */
  negotiation: z.boolean(),
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
  /** Another one after a restart: rows of another epoch are of another log. */
  epoch: z.string(),
  /** Whoever holds rows of before must let go of all of them first. */
  reset: z.boolean(),
  rows: z.array(logRowSchema),
  /** Rows that the log does not hold any more. */
  gone: z.array(z.number()),
  /** The revision up to which this tells; the next page is asked for with it. */
  revision: z.number(),
  more: z.boolean(),
  /** How many rows had to make room since the start. */
  dropped: z.number(),
});
export type LogPage = z.infer<typeof logPageSchema>;

/** How an entry can have come: in a listing, asked for by its URI, or by whichever was the last. */
export const ways = ['listing', 'by-uri', 'either'] as const;
export type SearchWay = (typeof ways)[number];

/**
 * Which exchange is looked for: the last one that a URI was read in, the one in which an entry came
 * (`uri` and `name` as far as it has them), the last one in which the server said what it can do or
 * told of its skills, or a request of the newest check of the server.
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
 * Why an exchange is not there, or may not be the one. `never`: nothing of it was in this log.
 * `cut`: the answer is kept only in part, and may have it in the rest. `nameless`: the entry has
 * nothing that it could be found by.
 */
export const exchangeDoubts = ['cleared', 'made-room', 'never', 'cut', 'nameless'] as const;
export const foundExchangeSchema = z.object({
  row: z.number().nullable(),
  /** Null: this is the one. */
  doubt: z.enum(exchangeDoubts).nullable(),
});
export type FoundExchange = z.infer<typeof foundExchangeSchema>;

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** What HTTP adds to an exchange; secrets masked, the session shortened. */
export const httpFactsSchema = z.object({
  url: z.string(),
  method: z.string(),
  requestHeaders: headersSchema,
  /** Null: no answer came. */
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
  /** Null: not kept any more, or never there. */
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
