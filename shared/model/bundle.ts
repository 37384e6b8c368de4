import { z } from 'zod';

/** One decision of a bundle compared with the local one. */
export const bundleItemSchema = z.object({
  /** Label of the configured server with this identity; empty if there is none. */
  server: z.string(),
  /** The identity in one line, credentials masked. */
  identity: z.string(),
  uri: z.string(),
  name: z.string(),
  decision: z.enum(['approved', 'denied']),
  change: z.enum(['new', 'replaces', 'same', 'unknown-server']),
  /** It would replace a newer decision with an older one, which needs separate confirmation. */
  older: z.boolean(),
  /** An approval despite high or critical findings: importing leaves it out. */
  risky: z.boolean(),
  /** What is special about importing it; empty if nothing is. */
  message: z.string(),
});
export type BundleItem = z.infer<typeof bundleItemSchema>;

export const bundlePreviewSchema = z.object({
  bundleId: z.string(),
  /** Why none of it can be used; the items are empty then. */
  problem: z.string().nullable(),
  /** The signer: the name is their own claim, the fingerprint is what counts. */
  signer: z.object({ fingerprint: z.string(), name: z.string(), trusted: z.boolean() }).nullable(),
  items: z.array(bundleItemSchema),
  /** The signer's dismissals of findings: on import they're kept beside the finding as theirs. */
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
