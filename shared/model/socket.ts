import { z } from 'zod';
import type { RequestReply } from '../contract.ts';

/**
 * What the browser shell's socket carries besides the contract's own names. A page speaks first and
 * shows its credential.
 */
export const claimSchema = z.strictObject({
  claim: z.union([z.strictObject({ ticket: z.string() }), z.strictObject({ secret: z.string() })]),
});
export type WindowClaim = z.infer<typeof claimSchema>['claim'];

/**
 * Later messages: a request, confirmation that the new secret is stored, or a request for another
 * window's ticket. That window can start programs like this one, so the secret alone isn't enough:
 * the request is proven with this window's key, over a challenge requested first.
 */
export const frameSchema = z.union([
  z.strictObject({ id: z.number(), name: z.string(), input: z.unknown() }),
  z.strictObject({ kept: z.literal(true) }),
  z.strictObject({ wanted: z.literal('challenge') }),
  z.strictObject({ wanted: z.literal('ticket'), proof: z.string() }),
]);

/** What the page receives besides event envelopes. */
export type WindowAnswer =
  /** `key` once, to the window that presented a ticket: it confirms its dialogs with it. */
  | { readonly secret: string; readonly key?: string }
  | { readonly challenge: string }
  /** Null if the proof is wrong. */
  | { readonly ticket: string | null }
  | { readonly id: number; readonly reply: RequestReply<unknown> };
