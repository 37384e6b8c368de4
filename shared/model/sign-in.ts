import { z } from 'zod';

/**
 * Signing in as the page may see it. It never contains a token, code, verifier or client secret;
 * every text chosen by a server is made visible and limited.
 */

/** What a server asks for, before anything but the server itself was contacted. */
export const signInOfferSchema = z.object({
  /**
   * Never signed in; signed out; signed in but more scopes are needed; signed in but the server
   * rejects the token.
   */
  why: z.enum(['first', 'ended', 'more-scopes', 'not-taken']),
  /** The authorization servers that the server names; empty if none. */
  issuers: z.array(z.string()),
  /** What would be requested; empty if the server doesn't say. */
  scopes: z.array(z.string()),
  /** How many more can't be shown: signing in is refused then. */
  unshown: z.number(),
  /** Scopes among them that the current sign-in lacks. */
  more: z.array(z.string()),
});
export type SignInOffer = z.infer<typeof signInOfferSchema>;

/** What a person sees before a browser is opened. */
export const signInAskSchema = z.object({
  /** Host of the address that opens, with its port if it has one. */
  host: z.string(),
  /** As the server names it. */
  issuer: z.string(),
  /** Host that receives what the person enters there; null if it's `host`. */
  answersTo: z.string().nullable(),
  /** Host that receives the client secret from the settings; null if there is none. */
  secretTo: z.string().nullable(),
  /** All of them: what can't be shown isn't requested. */
  scopes: z.array(z.string()),
  /** What the token will be valid for. */
  resource: z.string(),
  /** Whether that covers more than the server. */
  isWider: z.boolean(),
  /**
   * How the authorization server knows Skillgate: from the settings, a document, or a new
   * registration.
   */
  client: z.enum(['configured', 'document', 'registered', 'kept']),
  /** Where the browser will return to. */
  redirect: z.string(),
});
export type SignInAsk = z.infer<typeof signInAskSchema>;

/** Why a sign-in failed. */
export const signInReasons = [
  'no-server',
  'unreachable',
  'unusable',
  'wrong-issuer',
  'other-resource',
  'blocked',
  'too-much',
  'no-registration',
  'registration-refused',
  'ports-busy',
  'denied',
  'refused',
  'mix-up',
  'not-an-answer',
  'timed-out',
  'cancelled',
  'not-kept',
] as const;
export const signInProblemSchema = z.object({
  reason: z.enum(signInReasons),
  /** What happened and the next step, ready to show. */
  message: z.string(),
  /** Who has to act. */
  turn: z.enum(['person', 'server', 'issuer', 'operator']),
});
export type SignInProblem = z.infer<typeof signInProblemSchema>;

/** A sign-in in progress. `id` identifies it: an answer to another one has no effect. */
export const signInWaySchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('looking'), id: z.string() }),
  /** Nothing is open yet: the person sees where it goes first. */
  z.object({ status: z.literal('asks'), id: z.string(), ask: signInAskSchema }),
  z.object({
    status: z.literal('waiting'),
    id: z.string(),
    ask: signInAskSchema,
    /** To copy if no browser could be opened. */
    address: z.string(),
  }),
  z.object({ status: z.literal('finishing'), id: z.string(), ask: signInAskSchema }),
  z.object({ status: z.literal('failed'), id: z.string(), problem: signInProblemSchema }),
]);
export type SignInWay = z.infer<typeof signInWaySchema>;

/**
 * How stored tokens are protected: by the keychain, for this session only, or by the file's mode.
 */
export const protections = ['keychain', 'session', 'file'] as const;

/** The account that a server is used with: what may be shown of what is stored. */
export const signInAccountSchema = z.object({
  issuer: z.string(),
  scopes: z.array(z.string()),
  /** How many more can't be shown. */
  unshown: z.number(),
  /** Milliseconds since the epoch; null if the authorization server doesn't say. */
  expiresAt: z.number().nullable(),
  /** Whether it's renewed without asking. */
  renewable: z.boolean(),
  protection: z.enum(protections),
});
export type SignInAccount = z.infer<typeof signInAccountSchema>;

/** Everything about signing in to one server; all null if nobody ever has to. */
export const signInViewSchema = z.object({
  offer: signInOfferSchema.nullable(),
  way: signInWaySchema.nullable(),
  account: signInAccountSchema.nullable(),
});
export type SignInView = z.infer<typeof signInViewSchema>;
