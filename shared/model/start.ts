import { z } from 'zod';

/**
 * A text as passed to a program, in parts. For a credential only its number of characters is given.
 */
export const startTextSchema = z.array(
  z.union([z.object({ text: z.string() }), z.object({ masked: z.number() })]),
);
export type StartText = z.infer<typeof startTextSchema>;

/** Everything that a person must see before a command starts, not yet escaped for the screen. */
export const startViewSchema = z.object({
  command: z.string(),
  args: z.array(startTextSchema),
  /** The file that the command means on this machine; absent if none was found. */
  program: z.string().optional(),
  /** Null for the empty folder that Skillgate provides. */
  folder: z.string().nullable(),
  environment: z.array(
    z.object({
      name: z.string(),
      value: startTextSchema,
      /** Programs take code, or where to find code, from a variable with this name. */
      loadsCode: z.boolean(),
    }),
  ),
  /** The file that all of this is from. */
  origin: z.string(),
});
export type StartView = z.infer<typeof startViewSchema>;
