import { z } from 'zod';
import type { RequestReply } from '../contract.ts';

/**
 * What goes over the browser shell's socket beside the contract's own names. A page speaks first,
 * and shows what lets it in.
 */
export const claimSchema = z.strictObject({
  claim: z.union([z.strictObject({ ticket: z.string() }), z.strictObject({ secret: z.string() })]),
});
export type WindowClaim = z.infer<typeof claimSchema>['claim'];

/**
 * After that: a request, word that the new secret is kept, or the wish for a ticket for another
 * window. That one will start programs as this one does, so a secret alone does not get it: the
 * wish is proven with this window's key, over a challenge that is asked for first.
 */
export const frameSchema = z.union([
  z.strictObject({ id: z.number(), name: z.string(), input: z.unknown() }),
  z.strictObject({ kept: z.literal(true) }),
  z.strictObject({ wanted: z.literal('challenge') }),
  z.strictObject({ wanted: z.literal('ticket'), proof: z.string() }),
]);

/** What the page is sent, beside envelopes of events. */
export type WindowAnswer =
  /** `key` once, to the window that came with a ticket: what its dialogs confirm with. */
  | { readonly secret: string; readonly key?: string }
  | { readonly challenge: string }
  /** Null when the proof is wrong. */
  | { readonly ticket: string | null }
  | { readonly id: number; readonly reply: RequestReply<unknown> };
