import type {
  CheckVerdict,
  ReportEvidence,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import type { BoundedMask } from '../import/mask.ts';
import { visible } from '../text.ts';
import {
  codeOf,
  failureOf,
  isUnsent,
  fixOf,
  skipped,
  whyUnsent,
  type ConformanceCheck,
  type RuleFault,
  type CheckLook,
  looked,
} from './check.ts';
import { stderrOf } from '../request-advice.ts';
import type { CheckExchange, CheckTranscript } from './transcript.ts';
import { protocolWords } from '../protocol-words.ts';
import { own } from '../json.ts';
import { counted } from '../../../shared/size-text.ts';
import { servedIn } from './served-entry.ts';

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
  { id, clause, words, fix: usual, ...check }: ConformanceCheck,
  look: CheckLook,
  baseline: KnownFaults,
  mask: BoundedMask,
): ReportedCheck {
  const faults = look.kind === 'looked' ? look.faults : [];
  const level = look.kind === 'looked' && look.isAdvice === true ? 'SHOULD' : check.level;
  const whole = ({ subject }: RuleFault): string | null =>
    subject.length > mostSubject ? null : shown(subject, mostSubject, mask);
  const fix = fixFor(usual, faults);
  const { told, more } = toldOf(id, faults, whole, baseline, maxCount);
  return {
    id,
    clause,
    level,
    words,
    fix,
    verdict: verdictOf(look, level),
    why: look.kind === 'looked' ? more : shown(look.why, 500, mask),
    faults: told.map(({ fault, known }) => {
      const own = fixFor(usual, [fault]);
      return { ...faultOf(fault, mask), ...(own === fix ? {} : { fix: own }), known };
    }),
    evidence:
      'from' in look && look.from != null && told.length === 0 ? evidence(look.from, mask) : null,
  };
}

/** How to fix it. If the handler exists, its failure says more than "Register a handler". */
function fixFor(fix: string, faults: readonly RuleFault[]): string {
  const [first] = faults;
  if (first?.fix !== undefined) return first.fix;
  if (first?.from == null) return fix;
  // For a wrong error code, the check's own advice applies, unless it is to register a handler.
  if (codeOf(first.from) !== null && !fix.startsWith('Register a handler')) return fix;
  return fixOf(first.from) ?? fix;
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

/** The known faults, and which lines of the baseline matched one. */
export interface KnownFaults {
  /**
   * Whether the baseline has the fault, by its check alone or with its subject. A null subject was
   * too long to print whole: an attacker could start another subject the same way and hide behind
   * its line.
   */
  knows(id: string, subject: string | null): boolean;
  /** The lines that no fault of this run matched. Calling it starts a new run. */
  stale(): string[];
}

/**
 * Reads a baseline: one line for each known fault, `ID` or `ID SUBJECT` as a report prints them.
 * Empty lines and lines that start with `#` are ignored.
 */
export function baselineOf(text: string): KnownFaults {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const known = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  const used = new Set<string>();
  return {
    knows(id, subject) {
      const names = [id, ...(subject === null ? [] : [`${id} ${subject}`])].filter((name) =>
        known.has(name),
      );
      for (const name of names) used.add(name);
      return names.length > 0;
    },
    stale() {
      const left = [...known].filter((line) => !used.has(line));
      used.clear();
      return left;
    },
  };
}

/** A baseline without any fault. */
export const noBaseline: KnownFaults = { knows: () => false, stale: () => [] };

/** A fault of a check, and whether the baseline has it. */
interface BaselinedFault<F> {
  readonly fault: F;
  readonly known: boolean;
}

/**
 * Which faults of a check are reported, and a text about the rest (null if none). Faults that
 * aren't in the baseline come first, since the attacker writes the changed skills and could hide
 * their faults behind many known ones.
 * @param subjectOf the subject as printed, or null if it is printed cut.
 */
export function toldOf<F>(
  id: string,
  faults: readonly F[],
  subjectOf: (fault: F) => string | null,
  baseline: KnownFaults,
  most: number,
): { readonly told: readonly BaselinedFault<F>[]; readonly more: string | null } {
  const open: BaselinedFault<F>[] = [];
  const known: BaselinedFault<F>[] = [];
  for (const fault of faults)
    if (baseline.knows(id, subjectOf(fault))) known.push({ fault, known: true });
    else open.push({ fault, known: false });
  const told = [...open.slice(0, most), ...known.slice(0, Math.max(0, most - open.length))];
  const rest = faults.length - told.length;
  const restKnown = known.length - told.filter((one) => one.known).length;
  const ofThem =
    restKnown === 0
      ? ''
      : restKnown === rest
        ? ', all in the baseline'
        : `, ${restKnown} of them in the baseline`;
  return { told, more: rest === 0 ? null : `… and ${rest} more${ofThem}.` };
}

export const expectedSkillsId = 'skillgate/expected-skills';
const mostNamed = 5;

/**
 * Requires the skills that an author names, by name or URI. A library may leave out a skill that it
 * refuses without telling anybody, and then everything that is listed passes.
 */
export const expectedSkills = (expected: readonly string[]): ConformanceCheck => ({
  id: expectedSkillsId,
  clause: 'Listing Skills',
  level: 'MUST',
  words: 'The server lists every skill that --expect names.',
  fix:
    'Find out why the server leaves the skill out. Its library may have refused the SKILL.md: ' +
    'check the folder with `skillgate lint`, and read what the server wrote to standard error.',
  look(seen) {
    const { listing } = seen;
    const entries = servedIn(seen);
    const names = entries.map(({ frontmatter }) => own(frontmatter ?? {}, 'name'));
    const has = (wanted: string): boolean =>
      names.includes(wanted) || entries.some(({ uri }) => uri === wanted);
    const shown = names.filter((name) => typeof name === 'string').slice(0, mostNamed);
    const more = entries.length - shown.length;
    const others = [
      ...shown.map((name) => JSON.stringify(visible(name, 60))),
      ...(more > 0 ? [counted(more, 'other', 'others')] : []),
    ];
    const listed = others.length === 0 ? 'no skill' : others.join(', ');
    const said =
      listing.end === 'whole'
        ? `it isn't listed; the server lists ${listed}`
        : "it isn't in the part of the listing that could be read";
    const from = listing.exchanges.at(-1) ?? null;
    return looked(
      [...new Set(expected)]
        .filter((wanted) => !has(wanted))
        .map((subject) => ({ subject, said, from })),
      from,
    );
  },
});
