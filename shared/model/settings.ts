import { z } from 'zod';

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  /** Single-letter shortcuts can be turned off (WCAG 2.1.4). */
  letterKeys: z.boolean(),
  /** Selecting a skill reads its SKILL.md; otherwise it waits for *Open*. */
  openOnSelect: z.boolean(),
  /** A desktop notification when an app requests an undecided skill; in the window only. */
  notices: z.boolean(),
  /** The tree is beside the page; otherwise it's hidden. */
  treeOpen: z.boolean(),
  treeWidth: z.number().min(180).max(640),
  drawerHeight: z.number().min(80).max(800),
  /**
   * Where a second copy of `approvals.json` is kept. Set only by `skillgate mirror`, never by a
   * window.
   */
  mirror: z.string().nullable(),
});
export type AppSettings = z.infer<typeof settingsSchema>;
