import { z } from 'zod';
import { explanationIds } from './verdict.ts';

/**
 * What checks say of a server, or of files before they are served: one shape for the command line,
 * for programs, and for the page of a server. Text of a server's or a file's is quoted bounded and
 * with nothing invisible in it.
 */

/** `info`: nobody is asked to mend it. `skipped`: it could not be told, and `why` says so. */
export const verdicts = ['pass', 'fail', 'warn', 'skipped', 'info'] as const;
export type CheckVerdict = (typeof verdicts)[number];

/** One exchange: what was asked, and the part of the answer that it is about. Both are JSON text. */
export const evidenceSchema = z.object({
  /** Number of the request in this run, from 1; 0 is the one that connected. */
  request: z.number().int(),
  asked: z.string(),
  answer: z.string(),
});
/** Of the request that a server answered with what it is, before the run began. */
export const greetingRequest = 0;
export type ReportEvidence = z.infer<typeof evidenceSchema>;

const placeSchema = z.object({
  file: z.string(),
  /** From 1; columns in UTF-16 units. */
  line: z.number().int(),
  column: z.number().int(),
});

const faultSchema = z.object({
  /** What it is about: a URI, a path, or a method. With the check's id it names the fault. */
  subject: z.string(),
  said: z.string(),
  /** Of a file that does not match: what made it so, where that is certain; `said` has the words. */
  explanation: z.enum(explanationIds).optional(),
  /** URI of the skill whose file `subject` is, where its bytes are not what the entry says. */
  skill: z.string().optional(),
  evidence: evidenceSchema.nullable(),
  place: placeSchema.nullable(),
  /** The baseline has it. */
  known: z.boolean(),
});
export type ReportedFault = z.infer<typeof faultSchema>;

const checkSchema = z.object({
  /** The official suite's where it has one, else `skillgate/…`. */
  id: z.string(),
  /** Heading of the specification. */
  clause: z.string(),
  /** What breaking it makes: of a `MUST` a failure, of a `SHOULD` a warning. */
  level: z.enum(['MUST', 'SHOULD']),
  words: z.string(),
  /** The smallest change that mends it. */
  mend: z.string(),
  verdict: z.enum(verdicts),
  /** Why it was skipped, or what there is to know beside it. */
  why: z.string().nullable(),
  faults: z.array(faultSchema),
  /** What a check that passed rests on. */
  evidence: evidenceSchema.nullable(),
});
export type ReportedCheck = z.infer<typeof checkSchema>;

export const reportSchema = z.object({
  format: z.literal('skillgate/report@1'),
  kind: z.enum(['conformance', 'lint']),
  /** The server's label, or the folder or file. */
  target: z.string(),
  /** Revision of the base protocol that was spoken; null where nothing was asked. */
  protocol: z.string().nullable(),
  checks: z.array(checkSchema),
  /** What was not looked at, so that nothing found there is no word about it. */
  unfinished: z.array(z.string()),
  /** Lines of the baseline that nothing failed for any more. */
  stale: z.array(z.string()),
});
export type ConformanceReport = z.infer<typeof reportSchema>;
