import { z } from 'zod';

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  /** Single-letter shortcuts (A, D, R, V, N) can be switched off (WCAG 2.1.4). */
  letterKeys: z.boolean(),
  /** A notice of the system when a host asks for a skill that waits; in the window only. */
  notices: z.boolean(),
  /** The tree stands beside the page; else it is put away. */
  treeOpen: z.boolean(),
  treeWidth: z.number().min(180).max(640),
  drawerHeight: z.number().min(80).max(800),
  /**
   * Where a second copy of `approvals.json` is kept. Set by `skillgate mirror` alone, never by a
   * window.
   */
  mirror: z.string().nullable(),
});
export type AppSettings = z.infer<typeof settingsSchema>;
