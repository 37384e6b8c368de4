import { z } from 'zod';

/**
 * A text as it is handed to a program, in parts. Of a credential only the number of its characters
 * is said.
 */
export const startTextSchema = z.array(
  z.union([z.object({ text: z.string() }), z.object({ masked: z.number() })]),
);
export type StartText = z.infer<typeof startTextSchema>;

/** All that a person must see before a command starts, not yet written out for the screen. */
export const startViewSchema = z.object({
  command: z.string(),
  args: z.array(startTextSchema),
  /** The file that the command means on this machine; absent where none was found. */
  program: z.string().optional(),
  /** Null for the empty folder that Skillgate keeps for this. */
  folder: z.string().nullable(),
  environment: z.array(
    z.object({
      name: z.string(),
      value: startTextSchema,
      /** Programs take code, or where to find code, from a variable of this name. */
      loadsCode: z.boolean(),
    }),
  ),
  /** The file that all of this comes from. */
  origin: z.string(),
});
export type StartView = z.infer<typeof startViewSchema>;
