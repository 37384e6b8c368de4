import { z } from 'zod';
import { factLimits } from './fact-kinds.ts';

const values = z.array(z.string().max(factLimits.length)).max(factLimits.values);

/**
 * What a skill's files do, read from their commands and calls without a judgment. Each list is
 * sorted and has every value once.
 */
export const skillFactsSchema = z.object({
  /** Programs that scripts, fences and instructions run, without their folder: `curl`. */
  commands: values,
  /** Hosts that commands and calls contact, in lowercase, with a port if one is given. */
  hosts: values,
  /** Paths outside the skill's folder that are read, as far as the text says them. */
  reads: values,
  /** Paths outside the skill's folder that are written, moved or removed. */
  writes: values,
  /** Kinds of secrets that are read: `SSH keys`, `$GITHUB_TOKEN`, `all variables`. */
  secrets: values,
  /** Ways to stay after the skill is gone: `shell startup files`, `scheduled tasks`. */
  persistence: values,
  /** Tools that the frontmatter asks for. */
  tools: values,
  /** How many values were left out or cut, because there were too many or they were too long. */
  omitted: z.number().int().nonnegative(),
});
export type SkillFacts = z.infer<typeof skillFactsSchema>;

/** What a skill does now that it didn't when it was approved, and the reverse. */
export const behaviorChangesSchema = z.object({
  added: skillFactsSchema,
  removed: skillFactsSchema,
  /** Paths of scripts and programs that came or went. */
  executables: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** Files with other bytes than approved that nobody has read: more may be new. */
  unread: z.number().int(),
  /** Approved files of which nothing is kept: some of what's added may not be new. */
  forgotten: z.number().int(),
});
export type BehaviorChanges = z.infer<typeof behaviorChangesSchema>;
