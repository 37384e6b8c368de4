import { z } from 'zod';
import { dialectIds, startSeconds } from './plain.ts';
import { problemSchema } from './problem.ts';
import { signInOfferSchema, signInViewSchema } from './sign-in.ts';

/**
 * A value that must not be shown: entered by a person, never sent back. `kept` = leave what is
 * stored.
 */
export const secretInputSchema = z.union([
  z.object({ set: z.string() }),
  z.object({ kept: z.literal(true) }),
]);
export type SecretInput = z.infer<typeof secretInputSchema>;

const startTimeout = z.number().int().min(startSeconds.least).max(startSeconds.most).optional();

/** A server as a person enters it. Environment and header values are sent only one way. */
export const serverInputSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: z.string().min(1),
    args: z.array(z.string()),
    cwd: z.string().optional(),
    /** Where it starts without a `cwd`. Not part of the server's identity. */
    startIn: z.string().optional(),
    env: z.record(z.string(), secretInputSchema),
    startTimeout,
  }),
  z.strictObject({
    type: z.enum(['http', 'sse', 'well-known']),
    url: z.string().min(1),
    headers: z.record(z.string(), secretInputSchema),
    /** `http` wasn't chosen, only not changed. */
    isTypeImplied: z.literal(true).optional(),
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
    /** Where it starts without a `cwd`. Not part of the server's identity. */
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

/** Why a command couldn't be started, as far as the disk shows. */
export const notStartedSchema = z.object({
  why: z.enum([
    'no-command',
    'no-file',
    /** Its start folder isn't a folder. */
    'no-folder',
    'closed-folder',
    /** Other users can put programs into its start folder. */
    'open-folder',
    /** The empty start folder that Skillgate provides can't be used. */
    'own-folder',
    /** Part of the command depends on the start folder, and none is set. */
    'relative',
    'is-folder',
    'not-executable',
    /** For a cause that the file itself doesn't show. */
    'not-allowed',
    /** Neither a binary nor a script with a first line. */
    'no-program',
    'no-interpreter',
    'line-ends',
    'no-library',
    'too-long',
  ]),
  /** Its owner; absent if the name can't be shown. */
  path: z.string().optional(),
});
export type NotStarted = z.infer<typeof notStartedSchema>;

/** Why there is no connection. `detail` is ready to show: masked and free of control characters. */
export const connectionFailureSchema = z.object({
  reason: z.enum([
    'spawn',
    'exited',
    'timeout',
    /** Not ready within the time that a command gives each server. */
    'out-of-time',
    /** Over HTTP: nothing was received in time. */
    'no-answer',
    /** An answer began but didn't finish. */
    'half-answer',
    'garbage',
    'too-large',
    'http',
    /** HTTP 404, 405 and 410. */
    'not-found',
    /** It refuses Streamable HTTP and answers GET as the older HTTP+SSE transport does. */
    'needs-sse',
    'unauthorized',
    'forbidden',
    /** Redirected to another origin. */
    'redirected',
    /** Redirected within the same origin in a way that loses the request. */
    'moved',
    /** Redirected endlessly. */
    'redirect-loop',
    /** A web page instead of MCP. */
    'not-mcp',
    /** An HTTP response that isn't a JSON-RPC message, or doesn't answer the request. */
    'not-json',
    /** HTTP 429. */
    'rate-limited',
    /** HTTP 5xx. */
    'busy',
    /** The host doesn't exist. */
    'dns',
    /** The host's address couldn't be looked up right now. */
    'lookup',
    'certificate',
    /** An expired or revoked certificate, or one for another host. */
    'certificate-invalid',
    'network',
    /** The proxy that the environment names gave no connection. */
    'proxy',
    /** No shared protocol version. */
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
  /** How long the server asked to wait, limited. */
  retryAfterMs: z.number().optional(),
  /** For `unauthorized` and `forbidden`: names of the configured headers that it rejected. */
  headers: z.array(z.string()).optional(),
  /** For `spawn`. */
  spawn: notStartedSchema.optional(),
  /** For `unauthorized`: what the server says about signing in; absent if it says nothing. */
  signIn: signInOfferSchema.optional(),
});
export type ConnectionFailure = z.infer<typeof connectionFailureSchema>;

/** The answer that a connection is waiting for. */
export const awaitedAnswerSchema = z.object({
  method: z.string(),
  /** When the request was sent, milliseconds since the epoch. */
  since: z.number(),
  /** What of the answer has come without its end: part of a body, an event or a line. */
  begun: z.enum(['body', 'event', 'line']).optional(),
});
export type AwaitedAnswer = z.infer<typeof awaitedAnswerSchema>;

export const connectionSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('disabled') }),
  /** The command is new or changed since a person allowed it to start. */
  z.object({ status: z.literal('needs-consent'), fingerprint: z.string(), changed: z.boolean() }),
  /** No person has allowed this address yet; `changed`: only a different one. */
  z.object({ status: z.literal('uncontacted'), changed: z.boolean() }),
  z.object({
    status: z.literal('connecting'),
    attempt: z.number(),
    /** When this attempt began, milliseconds since the epoch; absent while it's queued. */
    since: z.number().optional(),
    /** The last line that the process wrote to stderr, masked. */
    said: z.string().optional(),
    waiting: awaitedAnswerSchema.optional(),
    /** What ended the attempt before, if this one repeats it. */
    failure: connectionFailureSchema.optional(),
  }),
  z.object({
    status: z.literal('ready'),
    protocolVersion: z.string(),
    /** The transport that an address without a type turned out to speak. */
    fallback: z.literal('sse').optional(),
  }),
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
  /** Skill URIs that the instructions mention but the listing doesn't have. */
  mentioned: z.array(z.string()),
});
export type ServerFacts = z.infer<typeof serverFactsSchema>;

export const listingSchema = z.object({
  status: z.enum(['none', 'loading', 'complete', 'incomplete', 'failed']),
  /** Why it's incomplete or failed. */
  problems: z.array(problemSchema),
  skills: z.number(),
  refused: z.number(),
  pages: z.number(),
  /** Milliseconds since the epoch; null before the first listing. */
  at: z.number().nullable(),
  ttlMs: z.number().nullable(),
});
export type ListingState = z.infer<typeof listingSchema>;

/** A local folder with skills in a usual place. */
export const foundFolderSchema = z.object({
  path: z.string(),
  /** As the tree names it. */
  label: z.string(),
  /** Folders with a SKILL.md. */
  skills: z.number(),
  isAdded: z.boolean(),
});
export type FoundFolder = z.infer<typeof foundFolderSchema>;

export const serverViewSchema = z.object({
  label: z.string(),
  source: z.enum(['stored', 'session']),
  /** The path of a local folder that's read in place of a server. Nothing starts. */
  folder: z.string().exactOptional(),
  target: serverTargetSchema,
  /** Portable identity on one line: the endpoint URL, or the command's fingerprint. */
  identity: z.string(),
  enabled: z.boolean(),
  connection: connectionSchema,
  facts: serverFactsSchema.nullable(),
  dialects: z.array(z.enum(dialectIds)),
  listing: listingSchema,
  problems: z.array(problemSchema),
  /** What the server's author could fix; `revision` describes what the server uses now. */
  advice: z.array(problemSchema.extend({ revision: z.string() })),
  /** Records made under this label for another identity: they don't apply. */
  strayRecords: z.number(),
  stderr: z.array(z.string()),
  signIn: signInViewSchema,
});
export type ServerView = z.infer<typeof serverViewSchema>;
