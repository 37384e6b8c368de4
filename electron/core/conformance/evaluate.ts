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
import { toldOf } from './reported-faults.ts';
import type { CheckExchange, CheckTranscript } from './transcript.ts';
import { protocolWords } from '../protocol-words.ts';

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
  { id, clause, words, mend, ...check }: ConformanceCheck,
  look: CheckLook,
  baseline: KnownFaults,
  mask: BoundedMask,
): ReportedCheck {
  const faults = look.kind === 'looked' ? look.faults : [];
  const level = look.kind === 'looked' && look.isAdvice === true ? 'SHOULD' : check.level;
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

const limits = { depth: 6, items: 12, keys: 40, text: 300, whole: 2_000 } as const;

/**
 * A server's JSON value as bounded text, for evidence; `…` marks what is cut. It walks no further
 * than it prints, because the server decides how long and deep the value is.
 */
export const quotedJson = (value: unknown, mask: BoundedMask = unmasked): string =>
  visible(write(value, 0, mask), limits.whole);

const unmasked: BoundedMask = (text, most) => text.slice(0, most);

function write(value: unknown, depth: number, mask: BoundedMask): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    const shown = mask(value, limits.text + 1);
    const isCut = value.length > limits.text + 1 || shown.length > limits.text;
    return JSON.stringify(isCut ? `${shown.slice(0, limits.text)}…` : shown);
  }
  if (typeof value !== 'object' || value === null) return mask(String(value), limits.text);
  const isList = Array.isArray(value);
  if (depth >= limits.depth) return isList ? '[…]' : '{…}';
  if (isList) {
    const items = value.slice(0, limits.items).map((item: unknown) => write(item, depth + 1, mask));
    if (value.length > limits.items) items.push(`… ${value.length - limits.items} more`);
    return `[${items.join(', ')}]`;
  }
  const fields: string[] = [];
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (fields.length === limits.keys) {
      fields.push('…');
      break;
    }
    const field = (value as Readonly<Record<string, unknown>>)[key];
    // A secret may begin like a field of the protocol, which no server chooses.
    const name = protocolWords.has(key) ? JSON.stringify(key) : write(key, depth, mask);
    fields.push(`${name}: ${write(field, depth + 1, mask)}`);
  }
  return `{${fields.join(', ')}}`;
}
