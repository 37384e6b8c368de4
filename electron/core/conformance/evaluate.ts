import type {
  CheckVerdict,
  ReportEvidence,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import type { BoundedMask } from '../import/mask.ts';
import { visible } from '../text.ts';
import { noBaseline, type KnownFaults } from './baseline.ts';
import {
  codeOf,
  failureOf,
  isUnsent,
  mendOf,
  skipped,
  whyUnsent,
  type ConformanceCheck,
  type RuleFault,
  type CheckLook,
} from './check.ts';
import { stderrOf } from '../request-advice.ts';
import { quotedJson, unmasked } from './quoted-json.ts';
import { toldOf } from './reported-faults.ts';
import type { CheckExchange, CheckTranscript } from './transcript.ts';

/** The most faults reported for one check; the rest are only counted. */
const maxCount = 50;

/** Runs the checks over a transcript. The report has nothing in it that `mask` removes. */
export const evaluate = (
  seen: CheckTranscript,
  checks: readonly ConformanceCheck[],
  baseline: KnownFaults = noBaseline,
  mask: BoundedMask = unmasked,
): ReportedCheck[] =>
  checks.map((check) => reported(check, asFarAsAsked(check.look(seen)), baseline, mask));

/**
 * Drops faults that rest on requests that were never sent, and skips the check if no others are
 * left. A check without an answer hasn't passed.
 */
function asFarAsAsked(look: CheckLook): CheckLook {
  if (look.kind !== 'looked') return look;
  const { from } = look;
  if (look.faults.length === 0 && from != null && !isAnswered(from))
    return skipped(isUnsent(from.reply) ? whyUnsent(from) : `${from.method} ${failureOf(from)}`);
  const faults = look.faults.filter(({ from }) => from == null || !isUnsent(from.reply));
  if (faults.length === look.faults.length) return look;
  const left = look.faults.find(({ from: by }) => by != null && isUnsent(by.reply))?.from;
  return faults.length > 0 || left == null ? { ...look, faults } : skipped(whyUnsent(left));
}

const isAnswered = (exchange: CheckExchange): boolean =>
  exchange.reply.ok || codeOf(exchange) !== null;

function reported(
  { id, clause, level, words, mend }: ConformanceCheck,
  look: CheckLook,
  baseline: KnownFaults,
  mask: BoundedMask,
): ReportedCheck {
  const faults = look.kind === 'looked' ? look.faults : [];
  const whole = ({ subject }: RuleFault): string | null =>
    subject.length > mostSubject ? null : shown(subject, mostSubject, mask);
  const fix = mendFor(mend, faults);
  const { told, more } = toldOf(id, faults, whole, baseline, maxCount);
  return {
    id,
    clause,
    level,
    words,
    mend: fix,
    verdict: verdictOf(look, level),
    why: look.kind === 'looked' ? more : shown(look.why, 500, mask),
    faults: told.map(({ fault, known }) => {
      const own = mendFor(mend, [fault]);
      return { ...faultOf(fault, mask), ...(own === fix ? {} : { mend: own }), known };
    }),
    evidence:
      'from' in look && look.from != null && told.length === 0 ? evidence(look.from, mask) : null,
  };
}

/** How to fix it. If the handler exists, its failure says more than "Register a handler". */
function mendFor(mend: string, faults: readonly RuleFault[]): string {
  const [first] = faults;
  if (first?.mend !== undefined) return first.mend;
  if (first?.from == null) return mend;
  // For a wrong error code, the check's own advice applies, unless it is to register a handler.
  if (codeOf(first.from) !== null && !mend.startsWith('Register a handler')) return mend;
  return mendOf(first.from) ?? mend;
}

function verdictOf(look: CheckLook, level: ConformanceCheck['level']): CheckVerdict {
  if (look.kind !== 'looked') return look.kind;
  if (look.faults.length === 0) return 'pass';
  return level === 'MUST' ? 'fail' : 'warn';
}

const mostSubject = 300;
/** How many of the last lines of standard error a report quotes. */
export const linesQuoted = 5;

/** Masks before it cuts, so that no part of a secret is left. */
const shown = (text: string, chars: number, mask: BoundedMask): string =>
  visible(mask(text, chars + 1), chars);

const faultOf = (
  { subject, said, from, part, skill, explanation = null }: RuleFault,
  mask: BoundedMask,
): ReportedFault => ({
  subject: shown(subject, mostSubject, mask),
  said: shown(explanation === null ? said : `${said}. ${explanation.message}`, 500, mask),
  ...(skill === undefined ? {} : { skill: shown(skill, mostSubject, mask) }),
  ...(explanation === null ? {} : { explanation: explanation.id }),
  evidence: from == null ? null : evidence(from, mask, part),
  place: null,
  known: false,
});

function evidence(
  { at, method, params, reply }: CheckExchange,
  mask: BoundedMask,
  part?: unknown,
): ReportEvidence {
  const answer = reply.ok
    ? reply.value
    : reply.error.reason === 'error-response'
      ? { error: { code: reply.error.code, message: reply.error.message } }
      : { 'no answer': reply.error.message };
  const stderr = reply.ok ? [] : stderrOf(reply.error).slice(-linesQuoted);
  return {
    request: at,
    asked: `${method} ${quotedJson(params, mask)}`,
    answer: quotedJson(part ?? answer, mask),
    ...(stderr.length === 0 ? {} : { stderr: stderr.map((line) => shown(line, 500, mask)) }),
  };
}
