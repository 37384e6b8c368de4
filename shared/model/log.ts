import { z } from 'zod';
import { checkIds, dialectIds } from './plain.ts';
import { problemSchema } from './problem.ts';
import { refusedEntrySchema } from './skill.ts';
import { verdictSchema } from './verdict.ts';

/** The result of one check of a file; `not-reached`: an earlier one failed. */
const checkOutcomeSchema = z.object({
  check: z.enum(checkIds),
  outcome: z.enum(['passed', 'failed', 'not-reached']),
});
export type CheckOutcome = z.infer<typeof checkOutcomeSchema>;

/** How many skills and entries of one answer are named; the rest are counted. */
export const mostMeant = 50;

const ofSkill = z.object({ uri: z.string(), name: z.string() });

/**
 * What an exchange means for skills: what depends on its answer now. Computed on display from the
 * current state, so that it always agrees with the skill's own page.
 */
const meaningSchema = z.object({
  /**
   * Why nothing depends on it: it waits for its answer, was sent by a person or a check, or is from
   * an opened file. Null: something may.
   */
  nothing: z.enum(['waiting', 'by-hand', 'check', 'opened']).nullable(),
  /** A later equal exchange that replaces it as the basis; null if this is the latest. */
  later: z.number().nullable(),
  files: z.array(
    z.object({
      skill: ofSkill,
      file: z.string(),
      path: z.string(),
      verdict: verdictSchema.nullable(),
      checks: z.array(checkOutcomeSchema),
    }),
  ),
  refused: z.array(refusedEntrySchema),
  /** Entries that are in the list of skills, those with problems first. */
  skills: z.array(ofSkill.extend({ problems: z.array(problemSchema) })),
  /** Problems of the listing, or of what the server declares, as a whole. */
  whole: z.array(problemSchema),
  /** Files, refused entries and skills beyond the named ones. */
  more: z.number(),
  /** Only part of the answer is kept: the rest may contain entries. */
  cut: z.boolean(),
});
export type ExchangeMeaning = z.infer<typeof meaningSchema>;

export const noMeaning = (nothing: ExchangeMeaning['nothing']): ExchangeMeaning => ({
  nothing,
  ...{ later: null, files: [], refused: [], skills: [], whole: [], more: 0, cut: false },
});

const rowKinds = ['exchange', 'notification', 'answer', 'stray', 'stderr', 'note'] as const;
const rowStatuses = ['none', 'waiting', 'ok', 'error', 'cancelled', 'timeout', 'lost'] as const;

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
const ways = ['listing', 'by-uri', 'either'] as const;

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
const exchangeDoubts = ['cleared', 'made-room', 'never', 'cut', 'nameless'] as const;
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
