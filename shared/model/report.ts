import { z } from 'zod';
import { explanationIds } from './verdict.ts';
import { grouped } from '../size-text.ts';

/**
 * Results of checks on a server, or on files before they're served: one shape for the command line,
 * for programs and for a server's page. Text from a server or file is quoted, limited in length and
 * free of invisible characters.
 */

/** `info`: nobody has to fix it. `skipped`: unknown, and `why` gives the reason. */
const verdicts = ['pass', 'fail', 'warn', 'skipped', 'info'] as const;
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

/** What changed from one run to the next. */
export function flipsOf(before: ConformanceReport, after: ConformanceReport): CheckFlips {
  const then = faultsOf(before);
  const now = faultsOf(after);
  const gone = [...then].filter(([name]) => !now.has(name)).map(([, flip]) => flip);
  const checks = new Map(after.checks.map((check) => [check.id, check]));
  const isSeen = ({ check }: CheckFlip): boolean => toldWhole(checks.get(check));
  const told = new Map(before.checks.map((check) => [check.id, check]));
  return {
    fixed: gone.filter(isSeen),
    unseen: gone.filter((flip) => !isSeen(flip)),
    // If a check reported only some of its problems, it's unknown whether one is new.
    fresh: [...now]
      .filter(([name, { check }]) => !then.has(name) && !isCut(told.get(check)))
      .map(([, flip]) => flip),
    left: after.checks.flatMap(openFaults).length,
  };
}

export const flipName = (check: string, subject: string): string => `${check}\n${subject}`;

/** As one line: `2 fixed, 1 new, 3 to fix`. */
export function flipWords({ fixed, fresh, unseen, left }: CheckFlips): string {
  const figure = (count: number): string => grouped(count);
  return [
    `${figure(fixed.length)} fixed`,
    `${figure(fresh.length)} new`,
    ...(unseen.length === 0 ? [] : [`${figure(unseen.length)} not checked this time`]),
    `${figure(left)} to fix`,
  ].join(', ');
}

function faultsOf(report: ConformanceReport): Map<string, CheckFlip> {
  const found = new Map<string, CheckFlip>();
  for (const check of report.checks)
    for (const { subject, said } of openFaults(check)) {
      const name = flipName(check.id, subject);
      if (!found.has(name)) found.set(name, { check: check.id, subject, said });
    }
  return found;
}

const openFaults = ({ faults }: ReportedCheck): ReportedCheck['faults'] =>
  faults.filter(({ known }) => !known);

/** It has more problems than it reports; only then `why` is set besides them. */
const isCut = (check: ReportedCheck | undefined): boolean =>
  check !== undefined && check.faults.length > 0 && check.why !== null;

const toldWhole = (check: ReportedCheck | undefined): boolean =>
  check !== undefined && check.verdict !== 'skipped' && !isCut(check);

/** One problem, identified by its check and subject. */
const flipSchema = z.object({
  check: z.string(),
  subject: z.string(),
  said: z.string(),
});
export type CheckFlip = z.infer<typeof flipSchema>;

/**
 * The differences between two runs of the same checks on the same thing. Known problems don't
 * count.
 */
export const flipsSchema = z.object({
  /** Found then, and not found by the check now. */
  fixed: z.array(flipSchema),
  /** Found now but not then. */
  fresh: z.array(flipSchema),
  /** Found then, but now its check was skipped or reports only some of its problems. */
  unseen: z.array(flipSchema),
  /** Problems left to fix now, including new ones. */
  left: z.number(),
});
export type CheckFlips = z.infer<typeof flipsSchema>;
