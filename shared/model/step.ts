import { z } from 'zod';
import { turns } from './plain.ts';

/** What a failure of a request says beside what happened. */
export const stepShape = {
  turn: z.enum(turns).optional(),
  /** The next step, in a sentence or two. */
  next: z.string().optional(),
  /** The last lines of the process that ended meanwhile, from its standard error, masked. */
  stderr: z.array(z.string()).optional(),
};
