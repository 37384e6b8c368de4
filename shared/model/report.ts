import { z } from 'zod';
import { explanationIds } from './verdict.ts';

/**
 * Results of checks on a server, or on files before they're served: one shape for the command line,
 * for programs and for a server's page. Text from a server or file is quoted, limited in length and
 * free of invisible characters.
 */

/** `info`: nobody has to fix it. `skipped`: unknown, and `why` gives the reason. */
export const verdicts = ['pass', 'fail', 'warn', 'skipped', 'info'] as const;
export type CheckVerdict = (typeof verdicts)[number];

/** One exchange: the request, and the relevant part of the answer. Both are JSON text. */
export const evidenceSchema = z.object({
  /** Number of the request in this run, from 1; 0 is the one that connected. */
  request: z.number().int(),
  asked: z.string(),
  answer: z.string(),
  /** The last lines that the server's process wrote to standard error before it failed. */
  stderr: z.array(z.string()).optional(),
});
/** For the request before the run that a server answered with its identity. */
export const greetingRequest = 0;
export type ReportEvidence = z.infer<typeof evidenceSchema>;

const placeSchema = z.object({
  file: z.string(),
  /** From 1; columns in UTF-16 units. */
  line: z.number().int(),
  column: z.number().int(),
});

const faultSchema = z.object({
  /** What it's about: a URI, path or method. With the check's id it identifies the problem. */
  subject: z.string(),
  said: z.string(),
  /** For a file that doesn't match: the cause, if certain; `said` has the words. */
  explanation: z.enum(explanationIds).optional(),
  /** URI of the skill to which the file `subject` belongs, if its bytes don't match the entry. */
  skill: z.string().optional(),
  /** What fixes this one, if it isn't what the check's `fix` says. */
  fix: z.string().optional(),
  evidence: evidenceSchema.nullable(),
  place: placeSchema.nullable(),
  /** The baseline has it. */
  known: z.boolean(),
});
export type ReportedFault = z.infer<typeof faultSchema>;

const checkSchema = z.object({
  /** The official suite's id if it has one, else `skillgate/…`. */
  id: z.string(),
  /** Heading of the specification. */
  clause: z.string(),
  /** The level: breaking a `MUST` is a failure, breaking a `SHOULD` a warning. */
  level: z.enum(['MUST', 'SHOULD']),
  words: z.string(),
  /** The smallest change that fixes it. */
  fix: z.string(),
  verdict: z.enum(verdicts),
  /** Why it was skipped, or an additional remark. */
  why: z.string().nullable(),
  faults: z.array(faultSchema),
  /** What a passed check is based on. */
  evidence: evidenceSchema.nullable(),
});
export type ReportedCheck = z.infer<typeof checkSchema>;

/** What a server served in a check, over which transport. */
const scopeSchema = z.object({
  skills: z.number().int(),
  /** Listed files, without those of dynamic skills. */
  files: z.number().int(),
  /** The extension, if the server declares it. */
  dialect: z.string().nullable(),
  transport: z.enum(['stdio', 'http', 'sse']),
});

export const reportSchema = z.object({
  format: z.literal('skillgate/report@1'),
  kind: z.enum(['conformance', 'lint']),
  /** The server's label, or the folder or file. */
  target: z.string(),
  /** Revision of the base protocol that was used; null if nothing was requested. */
  protocol: z.string().nullable(),
  /** Absent in a report on files. */
  scope: scopeSchema.optional(),
  checks: z.array(checkSchema),
  /** What wasn't checked, so that finding nothing there proves nothing. */
  unfinished: z.array(z.string()),
  /** Baseline lines that no failure matches any longer. */
  stale: z.array(z.string()),
  /** The slowest reads, if they took at least a second. */
  slowest: z.array(z.object({ uri: z.string(), ms: z.number().int() })).optional(),
  /** The last lines that the server's process wrote to standard error. */
  stderr: z.array(z.string()).optional(),
  /** Variables and headers whose values are masked in the texts. */
  masked: z.array(z.string()).optional(),
});
export type ConformanceReport = z.infer<typeof reportSchema>;
