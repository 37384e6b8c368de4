import { z } from 'zod';

/** One decision of a bundle against what is decided here. */
export const bundleItemSchema = z.object({
  /** Label of the configured server with this identity; empty when there is none. */
  server: z.string(),
  /** The identity in one line, credentials masked. */
  identity: z.string(),
  uri: z.string(),
  name: z.string(),
  decision: z.enum(['approved', 'denied']),
  change: z.enum(['new', 'replaces', 'same', 'unknown-server']),
  /** It would put an older decision in the place of a newer: that needs a yes of its own. */
  older: z.boolean(),
  /** What is special about taking it over; empty when nothing is. */
  message: z.string(),
});
export type BundleItem = z.infer<typeof bundleItemSchema>;

export const bundlePreviewSchema = z.object({
  bundleId: z.string(),
  /** Why nothing of it can be used; the items are empty then. */
  problem: z.string().nullable(),
  /** Who signed: the name is the signer's own word, the fingerprint is what counts. */
  signer: z.object({ fingerprint: z.string(), name: z.string(), trusted: z.boolean() }).nullable(),
  items: z.array(bundleItemSchema),
  /** What the signer said of findings: kept as theirs, beside the finding, where it is taken over. */
  answers: z.array(
    z.object({
      uri: z.string(),
      rule: z.string(),
      reason: z.string(),
      by: z.string(),
    }),
  ),
});
export type BundlePreview = z.infer<typeof bundlePreviewSchema>;
