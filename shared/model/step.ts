import { z } from 'zod';
import { turns } from './plain.ts';

/** What a request's failure says besides what happened. */
export const stepShape = {
  turn: z.enum(turns).optional(),
  /** The next step, in a sentence or two. */
  next: z.string().optional(),
  /** The last lines that a process which ended meanwhile wrote to standard error, masked. */
  stderr: z.array(z.string()).optional(),
};
