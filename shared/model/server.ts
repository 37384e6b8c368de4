import { z } from 'zod';
import { dialectIds, startSeconds } from './plain.ts';
import { problemSchema } from './problem.ts';
import { signInOfferSchema, signInViewSchema } from './sign-in.ts';

/**
 * A value that must not be shown: sent by a person, never sent back. `kept` = leave what is stored.
 */
export const secretInputSchema = z.union([
  z.object({ set: z.string() }),
  z.object({ kept: z.literal(true) }),
]);
export type SecretInput = z.infer<typeof secretInputSchema>;

const startTimeout = z.number().int().min(startSeconds.least).max(startSeconds.most).optional();

/** A server as a person enters it. Environment and header values travel one way only. */
export const serverInputSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: z.string().min(1),
    args: z.array(z.string()),
    cwd: z.string().optional(),
    /** Where it starts for want of a `cwd`. No part of who the server is. */
    startIn: z.string().optional(),
    env: z.record(z.string(), secretInputSchema),
    startTimeout,
  }),
  z.strictObject({
    type: z.enum(['http', 'sse', 'well-known']),
    url: z.string().min(1),
    headers: z.record(z.string(), secretInputSchema),
    startTimeout,
  }),
]);
export type ServerInput = z.infer<typeof serverInputSchema>;

/** The same server as the interface may see it: names of secrets, never their values. */
export const serverTargetSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    cwd: z.string().optional(),
    /** Where it starts for want of a `cwd`. No part of who the server is. */
    startIn: z.string().optional(),
    envNames: z.array(z.string()),
    startTimeout,
  }),
  z.object({
    type: z.enum(['http', 'sse', 'well-known']),
    url: z.string(),
    headerNames: z.array(z.string()),
    startTimeout,
  }),
]);
export type ServerTarget = z.infer<typeof serverTargetSchema>;

/** Why a command could not be started, as far as the disk shows it. */
export const notStartedSchema = z.object({
  why: z.enum([
    'no-command',
    'no-file',
    /** The folder to start it in is none. */
    'no-folder',
    'closed-folder',
    /** Other users can put programs into the folder to start it in. */
    'open-folder',
    /** The empty folder that servers start in cannot be used. */
    'own-folder',
    /** A part of the command is looked up from a folder, and none is named. */
    'relative',
    'is-folder',
    'not-executable',
    /** For a cause that the file itself does not show. */
    'not-allowed',
    /** Neither a binary nor a script with a first line. */
    'no-program',
    'no-interpreter',
    'line-ends',
    'no-library',
    'too-long',
  ]),
  /** Whose it is; absent where it cannot be shown as it is. */
  path: z.string().optional(),
});
export type NotStarted = z.infer<typeof notStartedSchema>;

/**
 * Why a connection is not there. `detail` is ready to show: masked and free of control characters.
 */
export const connectionFailureSchema = z.object({
  reason: z.enum([
    'spawn',
    'exited',
    'timeout',
    /** Over HTTP: nothing came in time. */
    'no-answer',
    /** An answer began and did not come to its end. */
    'half-answer',
    'garbage',
    'too-large',
    'http',
    /** HTTP 404, 405 and 410. */
    'not-found',
    'unauthorized',
    'forbidden',
    /** Sent to another place. */
    'redirected',
    /** Sent to another place of the same origin, in a way that loses the request. */
    'moved',
    /** Sent from place to place without an end. */
    'redirect-loop',
    /** A web page, where MCP was to be. */
    'not-mcp',
    /** An answer over HTTP that is no JSON-RPC message, or none to the request. */
    'not-json',
    /** HTTP 429. */
    'rate-limited',
    /** HTTP 5xx. */
    'busy',
    /** There is no such host. */
    'dns',
    /** Nobody could say just now where the host is. */
    'lookup',
    'certificate',
    /** One that is out of date, revoked, or for another host. */
    'certificate-invalid',
    'network',
    /** No protocol version in common. */
    'version',
    'protocol',
    'closed',
    'config',
  ]),
  message: z.string(),
  exitCode: z.number().nullable().optional(),
  signal: z.string().nullable().optional(),
  /** Last lines of the server's stderr, masked. */
  stderr: z.array(z.string()),
  /** How long the server asked to wait, bounded. */
  retryAfterMs: z.number().optional(),
  /** Of `unauthorized` and `forbidden`: names of the configured headers that it did not take. */
  headers: z.array(z.string()).optional(),
  /** Of `spawn`. */
  spawn: notStartedSchema.optional(),
  /** Of `unauthorized`: what the server says of signing in; absent where it says nothing. */
  signIn: signInOfferSchema.optional(),
});
export type ConnectionFailure = z.infer<typeof connectionFailureSchema>;

export const connectionSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('disabled') }),
  /** The command is new or was changed since a person allowed it to start. */
  z.object({ status: z.literal('needs-consent'), fingerprint: z.string(), changed: z.boolean() }),
  /** No person has asked for anything from this address; `changed`, only from another one. */
  z.object({ status: z.literal('uncontacted'), changed: z.boolean() }),
  z.object({
    status: z.literal('connecting'),
    attempt: z.number(),
    /** When this attempt began, milliseconds since the epoch; absent while it waits its turn. */
    since: z.number().optional(),
    /** The last line that the process wrote to stderr, masked. */
    said: z.string().optional(),
  }),
  z.object({ status: z.literal('ready'), protocolVersion: z.string() }),
  z.object({
    status: z.literal('failed'),
    failure: connectionFailureSchema,
    attempt: z.number(),
    retryAt: z.number().nullable(),
  }),
]);
export type ConnectionState = z.infer<typeof connectionSchema>;

/** What a connected server said about itself: shown, never matched on. */
export const serverFactsSchema = z.object({
  protocolVersion: z.string(),
  serverName: z.string(),
  serverVersion: z.string(),
  instructions: z.string(),
  /** Pretty-printed JSON of the capabilities, as received. */
  capabilities: z.string(),
  directoryRead: z.boolean(),
  /** Skill URIs that the instructions mention and the listing does not have. */
  mentioned: z.array(z.string()),
});
export type ServerFacts = z.infer<typeof serverFactsSchema>;

export const listingSchema = z.object({
  status: z.enum(['none', 'loading', 'complete', 'incomplete', 'failed']),
  /** Why it is incomplete or failed. */
  problems: z.array(problemSchema),
  skills: z.number(),
  refused: z.number(),
  pages: z.number(),
  /** Milliseconds since the epoch; null before the first listing. */
  at: z.number().nullable(),
  ttlMs: z.number().nullable(),
});
export type ListingState = z.infer<typeof listingSchema>;

export const serverViewSchema = z.object({
  label: z.string(),
  source: z.enum(['stored', 'session']),
  target: serverTargetSchema,
  /** Portable identity in one line: the endpoint URL, or the command's fingerprint. */
  identity: z.string(),
  enabled: z.boolean(),
  connection: connectionSchema,
  facts: serverFactsSchema.nullable(),
  dialects: z.array(z.enum(dialectIds)),
  listing: listingSchema,
  problems: z.array(problemSchema),
  /** What the server's author could mend; `revision` says in words what the server speaks now. */
  advice: z.array(problemSchema.extend({ revision: z.string() })),
  /** Records made under this label for another identity: they do not apply. */
  strayRecords: z.number(),
  stderr: z.array(z.string()),
  signIn: signInViewSchema,
});
export type ServerView = z.infer<typeof serverViewSchema>;
