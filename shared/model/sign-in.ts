import { z } from 'zod';

/**
 * Signing in as the page may see it. No token, code, verifier or client secret is ever in it; every
 * text that a server chose is made visible and bounded.
 */

/** What a server asks for, before anybody was asked anything else than the server itself. */
export const signInOfferSchema = z.object({
  /**
   * Never signed in; signed in, and no longer; signed in, and this needs more scopes; signed in, and
   * the server takes none of it.
   */
  why: z.enum(['first', 'ended', 'more-scopes', 'not-taken']),
  /** The authorization servers that the server names; empty where it names none. */
  issuers: z.array(z.string()),
  /** What would be asked for; empty where the server does not say. */
  scopes: z.array(z.string()),
  /** How many more there are, which cannot be shown: signing in is refused then. */
  unshown: z.number(),
  /** Scopes among them that the sign-in of now has not. */
  more: z.array(z.string()),
});
export type SignInOffer = z.infer<typeof signInOfferSchema>;

/** What a person sees before a browser is opened. */
export const signInAskSchema = z.object({
  /** Host of the address that opens, with its port where it has one. */
  host: z.string(),
  /** As the server names it. */
  issuer: z.string(),
  /** Host that is sent what the person is given there; null where it is `host`. */
  answersTo: z.string().nullable(),
  /** Host that is sent the settings' client secret; null where there is none. */
  secretTo: z.string().nullable(),
  /** All of them: what cannot be shown is not asked for. */
  scopes: z.array(z.string()),
  /** What the token will be good for. */
  resource: z.string(),
  /** Whether that is more than the server. */
  isWider: z.boolean(),
  /** How the authorization server knows Skillgate: by the settings, a document, or just now. */
  client: z.enum(['configured', 'document', 'registered', 'kept']),
  /** Where the browser will come back to. */
  redirect: z.string(),
});
export type SignInAsk = z.infer<typeof signInAskSchema>;

/** Why a sign-in came to nothing. */
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
  /** Whose turn it is. */
  turn: z.enum(['person', 'server', 'issuer', 'operator']),
});
export type SignInProblem = z.infer<typeof signInProblemSchema>;

/** One sign-in on its way. `id` names it: an answer to another one does nothing. */
export const signInWaySchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('looking'), id: z.string() }),
  /** Nothing has been opened: the person sees where it goes first. */
  z.object({ status: z.literal('asks'), id: z.string(), ask: signInAskSchema }),
  z.object({
    status: z.literal('waiting'),
    id: z.string(),
    ask: signInAskSchema,
    /** To copy where no browser could be opened. */
    address: z.string(),
  }),
  z.object({ status: z.literal('finishing'), id: z.string(), ask: signInAskSchema }),
  z.object({ status: z.literal('failed'), id: z.string(), problem: signInProblemSchema }),
]);
export type SignInWay = z.infer<typeof signInWaySchema>;

/** How what is kept is protected: by the keychain, for this session only, or by the file's mode. */
export const protections = ['keychain', 'session', 'file'] as const;

/** As whom a server is used: what may be said of what is kept. */
export const signInAccountSchema = z.object({
  issuer: z.string(),
  scopes: z.array(z.string()),
  /** How many more there are, which cannot be shown. */
  unshown: z.number(),
  /** Milliseconds since the epoch; null where the authorization server does not say. */
  expiresAt: z.number().nullable(),
  /** Whether it is renewed without asking. */
  renewable: z.boolean(),
  protection: z.enum(protections),
});
export type SignInAccount = z.infer<typeof signInAccountSchema>;

/** Everything about signing in to one server; all null where nobody ever has to. */
export const signInViewSchema = z.object({
  offer: signInOfferSchema.nullable(),
  way: signInWaySchema.nullable(),
  account: signInAccountSchema.nullable(),
});
export type SignInView = z.infer<typeof signInViewSchema>;
